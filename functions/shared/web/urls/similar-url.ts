import type { CanonicalUrl } from './canonical-url.ts';

const indexFile = /\/(index|default|home)\.(html?|php|aspx?|jsp|shtml|cgi)$/i;

/** `www.example.com` and `example.com` are almost always one site. */
export const bareHost = (hostname: string): string => hostname.replace(/^www\d?\./, '');

/** Stable: two values of one name keep their order, which may matter. */
const byName = (a: string, b: string): number => {
  const [left = '', right = ''] = [a.split('=', 1)[0], b.split('=', 1)[0]];
  if (left === right) return 0;
  return left < right ? -1 : 1;
};

/**
 * A key that URLs with the same parameters in another order share: sites print them in different orders. Compared only:
 * servers and robots.txt may tell the orders apart, so that a page is fetched as its link spells it.
 */
export function parametersByName(canonical: CanonicalUrl): string {
  const at = canonical.indexOf('?');
  const query = at < 0 ? '' : canonical.slice(at + 1);
  return query.includes('&')
    ? `${canonical.slice(0, at)}?${query.split('&').toSorted(byName).join('&')}`
    : canonical;
}

/**
 * A key that URLs of the same page share: http and https, www and bare, a trailing slash, the name of the
 * index file, doubled slashes, the order of the parameters. Compared only; the page is fetched under the spelling that
 * was found first.
 */
export function similarityKey(canonical: CanonicalUrl): string {
  const url = new URL(parametersByName(canonical));
  const path = url.pathname
    .replaceAll(/\/{2,}/g, '/')
    .replace(indexFile, '/')
    .replace(/\/$/, '');
  const port = url.port === '' ? '' : `:${url.port}`;
  return `${bareHost(url.hostname)}${port}${path}${url.search}`;
}
