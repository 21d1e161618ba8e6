import { RE2JS } from 're2js';

/** Whether a caller's pattern matches a URL. */
export type UrlMatcher = (url: URL) => boolean;

/**
 * A glob: `*` is any run of characters, `/` included; everything else is itself, percent-encoded or not. Anchored at
 * both ends, a missing first `/` is added. It sees the path; with `?` in it, path and query; with `://`, the whole URL.
 * Greedy two-pointer matching: the time is the text times the longest literal, whatever the pattern.
 */
export function globMatcher(glob: string): UrlMatcher {
  const pattern = readable(glob.trim());
  if (pattern.includes('://')) return (url) => matchesGlob(pattern, readable(withoutHash(url)));
  const rooted = pattern.startsWith('/') || pattern.startsWith('*') ? pattern : `/${pattern}`;
  if (pattern.includes('?'))
    return (url) => matchesGlob(rooted, readable(url.pathname) + readable(url.search));
  return (url) => matchesGlob(rooted, readable(url.pathname));
}

const withoutHash = (url: URL): string => url.href.slice(0, url.href.length - url.hash.length);

/** Callers write `/статьи/*`, the URL standard writes `/%D1%81…`. A text with a stray `%` is as it is. */
function readable(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

function matchesGlob(pattern: string, text: string): boolean {
  const [first = '', ...parts] = pattern.split('*');
  if (parts.length === 0) return text === first;
  const last = parts.pop() ?? '';
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last))
    return false;
  const end = text.length - last.length;
  let from = first.length;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    if (at < 0 || at + part.length > end) return false;
    from = at + part.length;
  }
  return true;
}

export interface RegexScope {
  /** Match the whole URL instead of the path. */
  readonly onFullUrl: boolean;
}

/**
 * A caller's regular expression, matched anywhere in the path, percent-encoded or decoded. RE2 has no look-around and no back-references,
 * which makes its time linear. Throws RangeError, whose message says what is wrong with the expression.
 */
export function regexMatcher(expression: string, { onFullUrl }: RegexScope): UrlMatcher {
  const compiled = compile(expression);
  return (url) => {
    const text = onFullUrl ? withoutHash(url) : url.pathname;
    const decoded = readable(text);
    return compiled.matcher(decoded).find() || (decoded !== text && compiled.matcher(text).find());
  };
}

/** Characters of a caller's expression that an error message repeats. */
const shownLength = 80;

function compile(expression: string): RE2JS {
  try {
    return RE2JS.compile(expression);
  } catch (cause) {
    throw new RangeError(
      `“${expression.slice(0, shownLength)}” is not a regular expression that can be matched in linear time (RE2 syntax)`,
      { cause },
    );
  }
}
