/** Parameters that say where a visitor came from, and never change the page. */
const trackingParameter =
  /^(utm_\w+|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|yclid|ysclid|_openstat|msclkid|mc_cid|mc_eid|igshid|twclid|ttclid|li_fat_id|_hsenc|_hsmi|mkt_tok|vero_id|oly_anon_id|oly_enc_id|rb_clickid|s_cid|spm|_ga|_gl|wickedid|zanpid|epik|srsltid)$/i;

/**
 * Session identifiers that old frameworks write into URLs; each visit would look like a new site. They are longer than
 * identifiers of things; `s` alone is mostly a word that is searched for.
 */
const sessionParameter =
  /^((phpsessid|jsessionid|aspsessionid\w*|cfid|cftoken)=.*|(sid|sess|sessid|session_?id|zenid|oscsid)=[0-9a-z]{24,}|s=[0-9a-f]{32})$/i;
const sessionInPath = /;jsessionid=[^/?#]*/gi;

/** A URL without what never changes the page. Only `canonicalUrl` makes one. */
export type CanonicalUrl = string & { readonly __brand: 'CanonicalUrl' };

export interface CanonicalOptions {
  /** URLs that differ in their query only are the same page. */
  readonly ignoreQueryParameters?: boolean;
}

/**
 * Resolves `href` against the page it was found on and drops what does not change the document: fragment,
 * credentials, default port (by the URL standard), tracking and session parameters, empty queries. `undefined` for links
 * a crawl cannot follow (mailto:, javascript:, unparsable).
 */
export function canonicalUrl(
  href: string,
  foundOn?: string,
  options: CanonicalOptions = {},
): CanonicalUrl | undefined {
  const url = URL.parse(href.trim(), foundOn);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;

  // Each assignment parses the whole URL again, and most URLs need none.
  const { pathname, search } = url;
  if (url.href.includes('#')) url.hash = '';
  if (url.username !== '') url.username = '';
  if (url.password !== '') url.password = '';
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  if (/[%;]/.test(pathname)) url.pathname = normalEscapes(pathname.replace(sessionInPath, ''));
  if (url.href.includes('?')) url.search = options.ignoreQueryParameters === true ? '' : normalQuery(search);
  return url.href as CanonicalUrl;
}

/** Decodes unreserved characters and capitalises the other percent-encodings (RFC 3986, section 6.2.2). */
const normalEscapes = (text: string): string =>
  text.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
  });

/** Works on the text, because decoding and encoding again would change URLs that servers compare as text. */
function normalQuery(search: string): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((pair) => {
      const name = pair.split('=', 1)[0] ?? '';
      return pair !== '' && !trackingParameter.test(name) && !sessionParameter.test(pair);
    })
    .map(normalEscapes);
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}
