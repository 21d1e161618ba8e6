/** No server takes longer ones, without what is behind `#`: editors paste a text in the place of a URL. */
export const maxUrlCharacters = 8_192;

/** The absolute form of a web URL; `undefined` for what is empty, too long, unparsable or not http(s). */
export function webUrl(address: string, baseUrl: string): string | undefined {
  const written = address.trim();
  if (written === '' || written.length > maxUrlCharacters) return undefined;
  const url = URL.parse(written, baseUrl);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

const maxSuffixCharacters = 3;

/** `acme.example` of `www.forum.acme.example`, `acme.co.uk` of `forum.acme.co.uk`: near enough to tell a site from others. */
export function domainOf(host: string): string {
  const labels = host.split('.');
  const isSuffix = (labels.at(-2) ?? '').length <= maxSuffixCharacters;
  return labels.slice(isSuffix ? -3 : -2).join('.');
}
