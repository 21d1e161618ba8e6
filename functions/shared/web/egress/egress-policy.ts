import { isIP } from 'node:net';

import { AppError } from '#shared/kernel/errors.ts';

import { classifyAddress } from './address-guard.ts';
import type { ResolveName } from './name-resolver.ts';

/** A host and port that may be dialled as far as their spelling shows. Only an `EgressPolicy` makes one. */
export type Target = {
  /** Lower case, without brackets or a closing dot. */
  readonly host: string;
  readonly port: number;
  /** The operator named this host and port: its addresses may be private. */
  readonly allowListed: boolean;
} & { readonly __brand: 'Target' };

export interface EgressPolicy {
  /** Throws `FORBIDDEN_TARGET` for URLs that are refused without a DNS query. */
  readonly targetOf: (url: URL) => Target;
  /** The same for the `host:port` of a CONNECT request. */
  readonly targetOfAuthority: (authority: string) => Target;
  /**
   * The addresses to dial, at least one, each of them checked. A single address that is not public refuses the
   * target (`FORBIDDEN_TARGET`): a name with public and private records suggests an attack. `DNS_ERROR`
   * when there is no address.
   */
  readonly addressesOf: (target: Target) => Promise<readonly string[]>;
}

/**
 * Ports that browsers do not open (WHATWG Fetch, "bad port"): behind them are mail, file, name and chat
 * servers, which may read a crafted HTTP request as commands of their own protocol. No browser shows a page
 * there, so nothing is lost.
 */
const badPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
]);

const forbidden = (message: string): AppError => new AppError('FORBIDDEN_TARGET', message);

const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/** `localhost` and its subdomains name this machine on every system (RFC 6761, section 6.3). */
const isLocalName = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

const portOf = (url: URL): number => {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
};

const allowKey = (host: string, port: number): string => `${host} ${port}`;

const authorityPattern = /^(?:\[[0-9a-f:.]+\]|[^\s/?#@\\:[\]%]+):\d{1,5}$/i;

/** Parsed like a URL, so that every spelling of a host is the same host. */
const urlOfAuthority = (authority: string): URL | null =>
  authorityPattern.test(authority) ? URL.parse(`http://${authority}/`) : null;

function allowListKey(entry: string): string {
  const url = urlOfAuthority(entry);
  if (url === null) throw new Error(`EGRESS_ALLOW has an entry that is not host:port: ${entry}`);
  return allowKey(bareHost(url.hostname), portOf(url));
}

export interface EgressPolicyOptions {
  /** `host:port`, exact. */
  readonly allow: readonly string[];
  readonly resolveName: ResolveName;
}

export function createEgressPolicy({ allow, resolveName }: EgressPolicyOptions): EgressPolicy {
  const allowed = new Set(allow.map(allowListKey));

  const targetOf = (url: URL): Target => {
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw forbidden('Only http and https URLs can be read.');
    if (url.username !== '' || url.password !== '') throw forbidden('URLs with credentials cannot be read.');

    const host = bareHost(url.hostname);
    const port = portOf(url);
    const target = { host, port, allowListed: allowed.has(allowKey(host, port)) } as Target;
    if (target.allowListed) return target;
    if (badPorts.has(port)) throw forbidden(`Port ${port} is blocked: browsers do not open web pages on it.`);
    if (host === '' || isLocalName(host)) throw forbidden('The URL is not on the public internet.');
    if (isIP(host) !== 0 && !classifyAddress(host).allowed)
      throw forbidden('The URL is not on the public internet.');
    return target;
  };

  return {
    targetOf,
    targetOfAuthority: (authority) => {
      const url = urlOfAuthority(authority);
      if (url === null) throw forbidden('The URL cannot be read.');
      return targetOf(url);
    },
    addressesOf: async ({ host, allowListed }) => {
      if (isIP(host) !== 0) return [host];
      const addresses = await resolveName(host).catch((cause: unknown) => {
        throw new AppError('DNS_ERROR', `The host name ${host} could not be resolved.`, { cause });
      });
      if (addresses.length === 0)
        throw new AppError('DNS_ERROR', `The host name ${host} could not be resolved.`);
      if (allowListed) return addresses;

      const refusal = addresses.map((address) => classifyAddress(address)).find(({ allowed }) => !allowed);
      if (refusal === undefined) return addresses;
      throw new AppError(
        'FORBIDDEN_TARGET',
        `The host name ${host} resolves to an address that is not on the public internet.`,
        { cause: refusal.reason },
      );
    },
  };
}
