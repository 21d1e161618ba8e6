/** No server takes longer ones, without what is behind `#`: editors paste a text in the place of a URL. */
export const maxUrlCharacters = 8_192;

/** The absolute form of a web URL; `undefined` for what is empty, too long, unparsable or not http(s). */
export function webUrl(address: string, baseUrl: string): string | undefined {
  const written = address.trim();
  if (written === '' || written.length > maxUrlCharacters) return undefined;
  const url = URL.parse(written, baseUrl);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** What countries have below their own name: `co.uk`, `com.au`. */
const countrySuffix = /\.(?:ac|co|com|edu|go|gob|gouv|gov|gv|ltd|mil|ne|net|nom|or|org|plc|sch)\.[a-z]{2}$/;

/** `acme.example` of `www.forum.acme.example`, `acme.co.uk` of `forum.acme.co.uk`: near enough to tell a site from others. */
export const domainOf = (host: string): string =>
  host
    .split('.')
    .slice(countrySuffix.test(host) ? -3 : -2)
    .join('.');
