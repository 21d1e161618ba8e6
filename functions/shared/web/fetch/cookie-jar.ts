import { isIP } from 'node:net';

import type { Clock } from '#shared/kernel/clock.ts';

/** Cookies of one fetch: many sites redirect in a circle until the client returns their cookie. */
export interface CookieJar {
  readonly keep: (from: URL, setCookieHeaders: readonly string[]) => void;
  /** The value of a Cookie header; empty when there is nothing to send. */
  readonly cookiesFor: (url: URL) => string;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly isHostOnly: boolean;
  readonly path: string;
  readonly isSecure: boolean;
}

/** More cookies than any honest chain of redirects sets. */
const maxCookies = 100;
const maxCookieBytes = 4_096;

const domainMatches = (host: string, domain: string): boolean =>
  host === domain || (host.endsWith(`.${domain}`) && isIP(host) === 0);

const pathMatches = (path: string, cookiePath: string): boolean =>
  path === cookiePath || path.startsWith(cookiePath.endsWith('/') ? cookiePath : `${cookiePath}/`);

const defaultPath = (url: URL): string => url.pathname.slice(0, url.pathname.lastIndexOf('/')) || '/';

function attributesOf(parts: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    parts.map((part) => {
      const [name = '', ...value] = part.split('=');
      return [name.trim().toLowerCase(), value.join('=').trim()] as const;
    }),
  );
}

function isExpired(attributes: ReadonlyMap<string, string>, clock: Clock): boolean {
  const maxAge = attributes.get('max-age');
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return Number(maxAge) <= 0;
  const expiresMs = Date.parse(attributes.get('expires') ?? '');
  return !Number.isNaN(expiresMs) && expiresMs <= clock.now();
}

/** `undefined` for what a browser would not keep either (RFC 6265, section 5.3). */
function parseCookie(
  from: URL,
  header: string,
): { cookie: Cookie; attributes: ReadonlyMap<string, string> } | undefined {
  const [pair = '', ...rest] = header.split(';');
  const equals = pair.indexOf('=');
  const name = pair.slice(0, Math.max(0, equals)).trim();
  const value = pair.slice(equals + 1).trim();
  // Values are sent in headers again: characters that could end a header are not kept.
  if (name === '' || header.length > maxCookieBytes || /[\u0000-\u001f\u007f]/.test(`${name}${value}`))
    return undefined;

  const attributes = attributesOf(rest);
  const named = (attributes.get('domain') ?? '').replace(/^\./, '').toLowerCase();
  const domain = named === '' ? from.hostname : named;
  // A cookie for a bare top-level domain would be sent to unrelated sites.
  if (domain !== from.hostname && (!domain.includes('.') || !domainMatches(from.hostname, domain)))
    return undefined;

  const path = attributes.get('path') ?? '';
  const cookie: Cookie = {
    name,
    value,
    domain,
    isHostOnly: named === '',
    path: path.startsWith('/') ? path : defaultPath(from),
    isSecure: attributes.has('secure'),
  };
  return { cookie, attributes };
}

const isSentTo = (url: URL, { domain, isHostOnly, path, isSecure }: Cookie): boolean =>
  (isHostOnly ? url.hostname === domain : domainMatches(url.hostname, domain)) &&
  pathMatches(url.pathname, path) &&
  (!isSecure || url.protocol === 'https:');

export function createCookieJar(clock: Clock): CookieJar {
  const cookies = new Map<string, Cookie>();
  return {
    keep: (from, setCookieHeaders) => {
      for (const header of setCookieHeaders) {
        const parsed = parseCookie(from, header);
        if (parsed === undefined) continue;
        const { cookie, attributes } = parsed;
        const key = `${cookie.domain} ${cookie.path} ${cookie.name}`;
        if (isExpired(attributes, clock)) cookies.delete(key);
        else if (cookies.has(key) || cookies.size < maxCookies) cookies.set(key, cookie);
      }
    },
    cookiesFor: (url) =>
      [...cookies.values()]
        .filter((cookie) => isSentTo(url, cookie))
        .map(({ name, value }) => `${name}=${value}`)
        .join('; '),
  };
}
