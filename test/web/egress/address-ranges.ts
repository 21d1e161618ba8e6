/**
 * IANA's special-purpose registries, written out by hand: both ends of each range and the neighbours on
 * either side with what they are. Nothing here is computed by the code under test.
 */
export interface RangeRow {
  readonly name: string;
  readonly first: string;
  readonly last: string;
  /** `public`, or the special range it belongs to; absent at the ends of the address space. */
  readonly before?: readonly [address: string, kind: 'public' | 'special'];
  readonly after?: readonly [address: string, kind: 'public' | 'special'];
}

const row = (
  name: string,
  [first, last]: readonly [string, string],
  before?: RangeRow['before'],
  after?: RangeRow['after'],
): RangeRow => ({ name, first, last, ...(before && { before }), ...(after && { after }) });

export const v4Ranges: readonly RangeRow[] = [
  row('this network', ['0.0.0.0', '0.255.255.255'], undefined, ['1.0.0.0', 'public']),
  row('this host', ['0.0.0.0', '0.0.0.0'], undefined, ['0.0.0.1', 'special']),
  row('private 10', ['10.0.0.0', '10.255.255.255'], ['9.255.255.255', 'public'], ['11.0.0.0', 'public']),
  row(
    'carrier shared',
    ['100.64.0.0', '100.127.255.255'],
    ['100.63.255.255', 'public'],
    ['100.128.0.0', 'public'],
  ),
  row('loopback', ['127.0.0.0', '127.255.255.255'], ['126.255.255.255', 'public'], ['128.0.0.0', 'public']),
  row(
    'Azure host agent',
    ['168.63.129.16', '168.63.129.16'],
    ['168.63.129.15', 'public'],
    ['168.63.129.17', 'public'],
  ),
  row(
    'link-local',
    ['169.254.0.0', '169.254.255.255'],
    ['169.253.255.255', 'public'],
    ['169.255.0.0', 'public'],
  ),
  row(
    'cloud metadata',
    ['169.254.169.254', '169.254.169.254'],
    ['169.254.169.253', 'special'],
    ['169.254.169.255', 'special'],
  ),
  row(
    'container credentials',
    ['169.254.170.2', '169.254.170.2'],
    ['169.254.170.1', 'special'],
    ['169.254.170.3', 'special'],
  ),
  row(
    'private 172',
    ['172.16.0.0', '172.31.255.255'],
    ['172.15.255.255', 'public'],
    ['172.32.0.0', 'public'],
  ),
  row(
    'protocol assignments',
    ['192.0.0.0', '192.0.0.255'],
    ['191.255.255.255', 'public'],
    ['192.0.1.0', 'public'],
  ),
  row(
    'service continuity',
    ['192.0.0.0', '192.0.0.7'],
    ['191.255.255.255', 'public'],
    ['192.0.0.8', 'special'],
  ),
  row('dummy address', ['192.0.0.8', '192.0.0.8'], ['192.0.0.7', 'special'], ['192.0.0.9', 'special']),
  row('PCP anycast', ['192.0.0.9', '192.0.0.9'], ['192.0.0.8', 'special'], ['192.0.0.10', 'special']),
  row('TURN anycast', ['192.0.0.10', '192.0.0.10'], ['192.0.0.9', 'special'], ['192.0.0.11', 'special']),
  row(
    'NAT64 discovery',
    ['192.0.0.170', '192.0.0.171'],
    ['192.0.0.169', 'special'],
    ['192.0.0.172', 'special'],
  ),
  row('TEST-NET-1', ['192.0.2.0', '192.0.2.255'], ['192.0.1.255', 'public'], ['192.0.3.0', 'public']),
  row('AS112', ['192.31.196.0', '192.31.196.255'], ['192.31.195.255', 'public'], ['192.31.197.0', 'public']),
  row('AMT', ['192.52.193.0', '192.52.193.255'], ['192.52.192.255', 'public'], ['192.52.194.0', 'public']),
  row(
    '6to4 relay',
    ['192.88.99.0', '192.88.99.255'],
    ['192.88.98.255', 'public'],
    ['192.88.100.0', 'public'],
  ),
  row(
    'private 192',
    ['192.168.0.0', '192.168.255.255'],
    ['192.167.255.255', 'public'],
    ['192.169.0.0', 'public'],
  ),
  row(
    'AS112 direct delegation',
    ['192.175.48.0', '192.175.48.255'],
    ['192.175.47.255', 'public'],
    ['192.175.49.0', 'public'],
  ),
  row(
    'benchmarking',
    ['198.18.0.0', '198.19.255.255'],
    ['198.17.255.255', 'public'],
    ['198.20.0.0', 'public'],
  ),
  row(
    'TEST-NET-2',
    ['198.51.100.0', '198.51.100.255'],
    ['198.51.99.255', 'public'],
    ['198.51.101.0', 'public'],
  ),
  row('TEST-NET-3', ['203.0.113.0', '203.0.113.255'], ['203.0.112.255', 'public'], ['203.0.114.0', 'public']),
  row('multicast', ['224.0.0.0', '239.255.255.255'], ['223.255.255.255', 'public'], ['240.0.0.0', 'special']),
  row('reserved', ['240.0.0.0', '255.255.255.255'], ['239.255.255.255', 'special']),
  row('limited broadcast', ['255.255.255.255', '255.255.255.255'], ['255.255.255.254', 'special']),
];

const f = 'ffff:ffff:ffff:ffff:ffff:ffff:ffff';

export const v6Ranges: readonly RangeRow[] = [
  row('unspecified', ['::', '::'], undefined, ['::1', 'special']),
  row('loopback', ['::1', '::1'], ['::', 'special'], ['::2', 'special']),
  row('IPv4-compatible', ['::', '::ffff:ffff'], undefined, ['::1:0:0', 'special']),
  row(
    'IPv4-mapped',
    ['::ffff:0:0', '::ffff:ffff:ffff'],
    ['::fffe:ffff:ffff', 'special'],
    ['::1:0:0:0', 'special'],
  ),
  row(
    'IPv4-translated',
    ['::ffff:0:0:0', '::ffff:0:ffff:ffff'],
    ['::fffe:ffff:ffff:ffff', 'special'],
    ['::ffff:1:0:0', 'special'],
  ),
  row(
    'local NAT64',
    ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
    ['64:ff9b:0:ffff:ffff:ffff:ffff:ffff', 'special'],
    ['64:ff9b:2::', 'special'],
  ),
  row(
    'discard-only',
    ['100::', '100::ffff:ffff:ffff:ffff'],
    [`ff:${f}`, 'special'],
    ['100:0:0:1::', 'special'],
  ),
  row(
    'dummy prefix',
    ['100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff'],
    ['100::ffff:ffff:ffff:ffff', 'special'],
    ['100:0:0:2::', 'special'],
  ),
  row('below global unicast', ['200::', `1fff:${f}`], [`1ff:${f}`, 'special'], ['2000::', 'public']),
  row(
    'protocol assignments',
    ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
    [`2000:${f}`, 'public'],
    ['2001:200::', 'public'],
  ),
  row(
    'Teredo',
    ['2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
    [`2000:${f}`, 'public'],
    ['2001:1::', 'special'],
  ),
  row('PCP anycast', ['2001:1::1', '2001:1::1'], ['2001:1::', 'special'], ['2001:1::2', 'special']),
  row('TURN anycast', ['2001:1::2', '2001:1::2'], ['2001:1::1', 'special'], ['2001:1::3', 'special']),
  row('DNS-SD anycast', ['2001:1::3', '2001:1::3'], ['2001:1::2', 'special'], ['2001:1::4', 'special']),
  row(
    'benchmarking',
    ['2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
    ['2001:1:ffff:ffff:ffff:ffff:ffff:ffff', 'special'],
    ['2001:2:1::', 'special'],
  ),
  row(
    'AMT',
    ['2001:3::', '2001:3:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2001:2:ffff:ffff:ffff:ffff:ffff:ffff', 'special'],
    ['2001:4::', 'special'],
  ),
  row(
    'AS112',
    ['2001:4:112::', '2001:4:112:ffff:ffff:ffff:ffff:ffff'],
    ['2001:4:111:ffff:ffff:ffff:ffff:ffff', 'special'],
    ['2001:4:113::', 'special'],
  ),
  row(
    'ORCHID',
    ['2001:10::', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2001:f:ffff:ffff:ffff:ffff:ffff:ffff', 'special'],
    ['2001:20::', 'special'],
  ),
  row(
    'ORCHIDv2',
    ['2001:20::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2001:1f:ffff:ffff:ffff:ffff:ffff:ffff', 'special'],
    ['2001:30::', 'special'],
  ),
  row(
    'drone identifiers',
    ['2001:30::', '2001:3f:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2001:2f:ffff:ffff:ffff:ffff:ffff:ffff', 'special'],
    ['2001:40::', 'special'],
  ),
  row(
    'documentation',
    ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2001:db7:ffff:ffff:ffff:ffff:ffff:ffff', 'public'],
    ['2001:db9::', 'public'],
  ),
  row('6to4', ['2002::', `2002:${f}`], [`2001:${f}`, 'public'], ['2003::', 'public']),
  row(
    'AS112 direct delegation',
    ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
    ['2620:4f:7fff:ffff:ffff:ffff:ffff:ffff', 'public'],
    ['2620:4f:8001::', 'public'],
  ),
  row(
    'documentation, new',
    ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
    [`3ffe:${f}`, 'public'],
    ['3fff:1000::', 'public'],
  ),
  row('above global unicast', ['4000::', `5eff:${f}`], [`3fff:${f}`, 'public'], ['5f00::', 'special']),
  row('segment routing', ['5f00::', `5f00:${f}`], [`5eff:${f}`, 'special'], ['5f01::', 'special']),
  row('unique local', ['fc00::', `fdff:${f}`], [`fbff:${f}`, 'special'], ['fe00::', 'special']),
  row(
    'EC2 metadata',
    ['fd00:ec2::254', 'fd00:ec2::254'],
    ['fd00:ec2::253', 'special'],
    ['fd00:ec2::255', 'special'],
  ),
  row('link-local', ['fe80::', `febf:${f}`], [`fe7f:${f}`, 'special'], ['fec0::', 'special']),
  row('site-local', ['fec0::', `feff:${f}`], [`febf:${f}`, 'special'], ['ff00::', 'special']),
  row('multicast', ['ff00::', `ffff:${f}`], [`feff:${f}`, 'special']),
];

export interface AddressCase {
  readonly range: string;
  readonly address: string;
  readonly isPublic: boolean;
}

export const casesOf = (ranges: readonly RangeRow[]): readonly AddressCase[] =>
  ranges.flatMap(({ name, first, last, before, after }) => [
    { range: name, address: first, isPublic: false },
    { range: name, address: last, isPublic: false },
    ...[before, after]
      .filter((neighbour) => neighbour !== undefined)
      .map(([address, kind]) => ({ range: `beside ${name}`, address, isPublic: kind === 'public' })),
  ]);
