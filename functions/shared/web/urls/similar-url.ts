import type { CanonicalUrl } from './canonical-url.ts';

const indexFile = /\/(index|default|home)\.(html?|php|aspx?|jsp|shtml|cgi)$/i;

/** `www.example.com` and `example.com` are one site to everybody but DNS. */
export const bareHost = (hostname: string): string => hostname.replace(/^www\d?\./, '');

/**
 * What URLs of the same page have in common: http and https, www and bare, a trailing slash, the name of the
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
