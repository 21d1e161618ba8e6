/** The URL of a page that may be opened; `undefined` for `javascript:` and whatever else a stranger wrote. */
export function webLink(text: string): string | undefined {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
}
