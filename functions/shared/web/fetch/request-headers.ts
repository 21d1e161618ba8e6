/** How the crawler identifies itself to origins. */
export interface PageReader {
  /** Also the product token that robots.txt rules name. */
  readonly userAgentToken: string;
  /** A page about the crawler, for operators who find it in their logs. */
  readonly contactUrl?: string;
}

interface Headers {
  readonly [name: string]: string;
}

interface Appearance {
  readonly profile?: 'default' | 'stealth';
  readonly mobile?: boolean;
  readonly userAgent?: string;
}

/** Same major version as the Chromium that renders pages, so that both parsers look alike. */
const chromeMajor = 153;

const engine = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const desktopBrowser = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${engine} Chrome/${chromeMajor}.0.0.0 Safari/537.36`;
const mobileBrowser = `Mozilla/5.0 (Linux; Android 10; K) ${engine} Chrome/${chromeMajor}.0.0.0 Mobile Safari/537.36`;

const acceptedCodings = 'gzip, deflate, br, zstd';

function introduction({ userAgentToken, contactUrl }: PageReader, mobile: boolean): string {
  const contact = contactUrl === undefined ? '' : `; +${contactUrl}`;
  const name = `compatible; ${userAgentToken}/1.0${contact}`;
  // Sites choose their mobile page by these words; our own name follows them.
  return mobile ? `${mobileBrowser} (${name})` : `Mozilla/5.0 (${name})`;
}

const politeHeaders = (reader: PageReader, mobile: boolean): Headers => ({
  'User-Agent': introduction(reader, mobile),
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'Accept-Encoding': acceptedCodings,
  'Accept-Language': 'en-US,en;q=0.9,*;q=0.5',
});

/** In the order in which Chrome sends them; bot protection compares it with the user agent. */
const browserHeaders = (mobile: boolean): Headers => ({
  'sec-ch-ua': `"Chromium";v="${chromeMajor}", "Google Chrome";v="${chromeMajor}", "Not_A Brand";v="24"`,
  'sec-ch-ua-mobile': mobile ? '?1' : '?0',
  'sec-ch-ua-platform': mobile ? '"Android"' : '"Windows"',
  'Upgrade-Insecure-Requests': '1',
  'User-Agent': mobile ? mobileBrowser : desktopBrowser,
  Accept:
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
  'Sec-Fetch-Site': 'none',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-User': '?1',
  'Sec-Fetch-Dest': 'document',
  'Accept-Encoding': acceptedCodings,
  'Accept-Language': 'en-US,en;q=0.9',
});

/** Headers that frame the message, choose the host or accept codings that we cannot decode (RFC 9110, section 7.6.1). */
const ours: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'content-length',
  'expect',
  'http2-settings',
  'accept-encoding',
]);

/** Headers that describe the reader and grant nothing. Any other header of the caller may be a credential. */
const harmless: ReadonlySet<string> = new Set([
  'accept',
  'accept-charset',
  'accept-language',
  'cache-control',
  'dnt',
  'if-modified-since',
  'if-none-match',
  'pragma',
  'save-data',
  'sec-ch-ua',
  'sec-ch-ua-mobile',
  'sec-ch-ua-platform',
  'sec-gpc',
  'upgrade-insecure-requests',
  'user-agent',
]);

const filterNames = (headers: Headers, keeps: (name: string) => boolean): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => keeps(name.toLowerCase())));

/** Node writes a header's characters as bytes; this sends callers' text beyond ASCII as UTF-8. */
const toWire = (text: string): string => Buffer.from(text).toString('latin1');

export const callerHeaders = (headers: Headers): Headers =>
  Object.fromEntries(
    Object.entries(filterNames(headers, (name) => !ours.has(name))).map(([name, value]) => [
      name,
      toWire(value),
    ]),
  );

/** The headers for a redirect to another origin: credentials for one server are not sent to the next. */
export const withoutSecrets = (headers: Headers): Headers =>
  filterNames(headers, (name) => harmless.has(name));

/** The caller's headers replace ours of the same name; the cookies of both are sent. */
export function pageHeaders(
  reader: PageReader,
  appearance: Appearance,
  own: Headers,
  cookies: string,
): Headers {
  const { profile = 'default', mobile = false, userAgent } = appearance;
  const base = profile === 'stealth' ? browserHeaders(mobile) : politeHeaders(reader, mobile);
  const named = new Map(
    Object.entries(base).map(([name, value]) => [name.toLowerCase(), [name, value] as const]),
  );

  if (userAgent !== undefined) named.set('user-agent', ['User-Agent', toWire(userAgent)]);
  for (const [name, value] of Object.entries(own)) named.set(name.toLowerCase(), [name, value]);
  const ownCookies = named.get('cookie')?.[1];
  if (cookies !== '')
    named.set('cookie', ['Cookie', ownCookies === undefined ? cookies : `${ownCookies}; ${cookies}`]);
  return Object.fromEntries(named.values());
}
