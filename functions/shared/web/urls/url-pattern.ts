import { RE2JS } from 're2js';

/** Whether a caller's pattern matches a URL. */
export type UrlMatcher = (url: URL) => boolean;

/**
 * A glob: `*` is any run of characters, `/` included; everything else is itself, percent-encoded or not. Anchored at
 * both ends, a missing first `/` is added. It sees the path; with `?` in it, path and query; with `://`, the whole URL.
 * Greedy two-pointer matching: the time is the text times the longest literal, whatever the pattern.
 */
export function globMatcher(glob: string): UrlMatcher {
  const pattern = glob.trim();
  const isWhole = pattern.includes('://');
  const rooted = isWhole || pattern.startsWith('/') || pattern.startsWith('*') ? pattern : `/${pattern}`;
  const decoded = readable(rooted);
  const parts = (url: URL): readonly string[] => {
    if (isWhole) return [withoutHash(url)];
    return pattern.includes('?') ? [url.pathname, url.search] : [url.pathname];
  };
  return (url) => {
    const written = parts(url);
    return matchesGlob(decoded, written.map(readable).join('')) || matchesGlob(rooted, written.join(''));
  };
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
 * A caller's regular expression. It matches anywhere in the path, as it is written or decoded. RE2 has no look-around and no back-references,
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

const quoted = (expression: string): string => `“${expression.slice(0, shownLength)}”`;

function compile(expression: string): RE2JS {
  try {
    return RE2JS.compile(expression);
  } catch (cause) {
    throw new RangeError(
      `${quoted(expression)} is not a regular expression that can be matched in linear time (RE2 syntax)`,
      { cause },
    );
  }
}

/** Literal text, an escape, a class of characters, a quantifier with counts, a bracket or another character. */
const expressionToken =
  /\\Q[\s\S]*?(?:\\E|$)|\\.|\[\^?\]?(?:\[:\^?[a-z]+:\]|\\.|[^\]\\])*\]|\{(\d+)(,(\d*))?\}|[\s\S]/gu;

/**
 * About the number of instructions of a compiled expression: characters and classes, as often as `{n,m}` around them
 * repeats them. RE2 bounds such counts within each other, and not one after the other.
 */
export function expressionSize(expression: string): number {
  const groups: number[] = [];
  let size = 0;
  let last = 0;
  for (const [token, least, range, most] of expression.matchAll(expressionToken)) {
    if (token === '(') {
      groups.push(size);
      size = 0;
      last = 0;
    } else if (token === ')') {
      last = size + 1;
      size = (groups.pop() ?? 0) + last;
    } else if (least === undefined) {
      last = token.startsWith('\\Q') ? token.length : 1;
      size += last;
    } else {
      const times = Math.max(Number(least) + (range === undefined ? 0 : 1), Number(most ?? 0), 1);
      size += last * (times - 1);
      last *= times;
    }
  }
  return groups.reduce((sum, group) => sum + group, size);
}

/** The size of all expressions of a request together: larger ones take too much memory to compile. */
const maxExpressionSize = 20_000;

/** Compiles the expressions of a request. Throws RangeError for one that is wrong, and for more than can be matched in time. */
export function regexMatchers(expressions: readonly string[], scope: RegexScope): readonly UrlMatcher[] {
  let size = 0;
  return expressions.map((expression) => {
    size += expressionSize(expression);
    if (size > maxExpressionSize)
      throw new RangeError(
        `${quoted(expression)} is too large: all regular expressions together may have ${maxExpressionSize.toLocaleString('en')} characters, each counted as often as {n} repeats it`,
      );
    return regexMatcher(expression, scope);
  });
}
