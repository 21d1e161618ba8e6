import type { CanonicalUrl } from './canonical-url.ts';

const indexFile = /\/(index|default|home)\.(html?|php|aspx?|jsp|shtml|cgi)$/i;

/** `www.example.com` and `example.com` are almost always one site. */
export const bareHost = (hostname: string): string => hostname.replace(/^www\d?\./, '');

/**
 * A key that URLs of the same page share: http and https, www and bare, a trailing slash, the name of the
 * index file, doubled slashes. Compared only; the page is fetched under the spelling that was found first.
 */
export function similarityKey(canonical: CanonicalUrl): string {
  const url = new URL(canonical);
  const path = url.pathname
    .replaceAll(/\/{2,}/g, '/')
    .replace(indexFile, '/')
    .replace(/\/$/, '');
  const port = url.port === '' ? '' : `:${url.port}`;
  return `${bareHost(url.hostname)}${port}${path}${url.search}`;
}
