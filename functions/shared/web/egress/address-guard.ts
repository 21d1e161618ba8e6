import { isIPv4, isIPv6 } from 'node:net';

// Refuses by default: an address is dialled only when it is known to be global unicast. The two registries
// below are IANA's special-purpose ones (RFC 6890); a range they call globally reachable (AS112, AMT, PCP
// anycast) serves no web pages, so it is refused too.

export interface AddressVerdict {
  readonly allowed: boolean;
  readonly reason: string;
}

interface AddressRange {
  readonly first: bigint;
  readonly last: bigint;
  readonly reason: string;
}

const v4Bits = 32;
const v6Bits = 128;

function v4Value(text: string): bigint {
  return text.split('.').reduce((value, octet) => value * 256n + BigInt(octet), 0n);
}

function v6Value(text: string): bigint {
  const hextets = text.replace(/[^:]+\.[^:]+$/, (dotted) => {
    const value = v4Value(dotted);
    return `${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`;
  });
  const [head = '', tail] = hextets.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].reduce((value, hextet) => value * 65_536n + BigInt(`0x${hextet}`), 0n);
}

function range(cidr: string, reason: string): AddressRange {
  const [base = '', prefix = ''] = cidr.split('/');
  const hostBits = BigInt((isIPv4(base) ? v4Bits : v6Bits) - Number(prefix));
  const first = isIPv4(base) ? v4Value(base) : v6Value(base);
  return { first, last: first + (1n << hostBits) - 1n, reason };
}

const specialV4: readonly AddressRange[] = [
  range('0.0.0.0/8', 'this network'),
  range('10.0.0.0/8', 'private network'),
  range('100.64.0.0/10', 'shared address space of carriers'),
  range('127.0.0.0/8', 'loopback'),
  // Azure's host agent answers here with credentials, on an address that is public by registration.
  range('168.63.129.16/32', 'cloud platform service'),
  range('169.254.0.0/16', 'link-local'),
  range('172.16.0.0/12', 'private network'),
  range('192.0.0.0/24', 'IETF protocol assignments'),
  range('192.0.2.0/24', 'documentation'),
  range('192.31.196.0/24', 'AS112 name service'),
  range('192.52.193.0/24', 'multicast tunnelling'),
  range('192.88.99.0/24', '6to4 relay'),
  range('192.168.0.0/16', 'private network'),
  range('192.175.48.0/24', 'AS112 name service'),
  range('198.18.0.0/15', 'benchmarking'),
  range('198.51.100.0/24', 'documentation'),
  range('203.0.113.0/24', 'documentation'),
  range('224.0.0.0/4', 'multicast'),
  range('240.0.0.0/4', 'reserved'),
];

/** Ranges inside 2000::/3. Everything outside it but NAT64 is refused without a table. */
const specialV6: readonly AddressRange[] = [
  range('2001::/32', 'Teredo tunnel'),
  range('2001::/23', 'IETF protocol assignments'),
  range('2001:db8::/32', 'documentation'),
  range('2002::/16', '6to4 tunnel'),
  range('2620:4f:8000::/48', 'AS112 name service'),
  range('3fff::/20', 'documentation'),
];

/** Names for ranges outside 2000::/3, which are refused in any case. */
const namedV6: readonly AddressRange[] = [
  range('::/128', 'unspecified address'),
  range('::1/128', 'loopback'),
  range('::ffff:0:0/96', 'IPv4-mapped address'),
  range('::ffff:0:0:0/96', 'IPv4-translated address'),
  range('::/96', 'IPv4-compatible address'),
  range('64:ff9b:1::/48', 'local NAT64 prefix'),
  range('100::/64', 'discard-only'),
  range('5f00::/16', 'segment routing'),
  range('fc00::/7', 'unique local network'),
  range('fe80::/10', 'link-local'),
  range('fec0::/10', 'site-local'),
  range('ff00::/8', 'multicast'),
];

const globalUnicastV6 = range('2000::/3', 'global unicast');
const wellKnownNat64 = range('64:ff9b::/96', 'NAT64');

const holds = ({ first, last }: AddressRange, value: bigint): boolean => value >= first && value <= last;

const refused = (reason: string): AddressVerdict => ({ allowed: false, reason });
const globalUnicast: AddressVerdict = { allowed: true, reason: 'global unicast' };

function classifyV4(value: bigint): AddressVerdict {
  const special = specialV4.find((range) => holds(range, value));
  return special === undefined ? globalUnicast : refused(special.reason);
}

/** ISATAP interface identifiers, with the universal bit either way (RFC 5214, section 6.1). */
const isIsatap = (value: bigint): boolean => ((value >> 32n) & 0xfdff_ffffn) === 0x0000_5efen;

function classifyEmbeddedV4(value: bigint): AddressVerdict {
  const verdict = classifyV4(value & 0xffff_ffffn);
  return verdict.allowed ? verdict : refused(`carries an IPv4 address: ${verdict.reason}`);
}

function classifyV6(value: bigint): AddressVerdict {
  // An IPv6-only network reaches every IPv4 site through this prefix (DNS64), so it cannot be refused whole.
  if (holds(wellKnownNat64, value)) return classifyEmbeddedV4(value);
  if (!holds(globalUnicastV6, value))
    return refused(namedV6.find((range) => holds(range, value))?.reason ?? 'not global unicast');

  const special = specialV6.find((range) => holds(range, value));
  if (special !== undefined) return refused(special.reason);
  return isIsatap(value) ? classifyEmbeddedV4(value) : globalUnicast;
}

/**
 * Whether a page may be read from this address. Takes the canonical text of an address, as resolvers and URL
 * parsers write it; any other text (a name, a zone id, octal octets, brackets) is refused.
 */
export function classifyAddress(text: string): AddressVerdict {
  if (isIPv4(text)) return classifyV4(v4Value(text));
  if (isIPv6(text) && !text.includes('%')) return classifyV6(v6Value(text));
  return refused('not an IP address');
}
