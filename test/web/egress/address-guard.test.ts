import { isIP } from 'node:net';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { classifyAddress } from '#shared/web/egress/address-guard.ts';
import { createEgressPolicy } from '#shared/web/egress/egress-policy.ts';

import { type AddressCase, casesOf, v4Ranges, v6Ranges } from './address-ranges.ts';
import { v4HostSpellings, v6Carriers, v6Spellings } from './address-spellings.ts';

const v4Cases = casesOf(v4Ranges);
const v6Cases = casesOf(v6Ranges);

const policy = createEgressPolicy({ allow: [], resolveName: async () => [] });

const opensUrl = (host: string): boolean => {
  try {
    policy.targetOf(new URL(`http://${host}/`));
    return true;
  } catch {
    return false;
  }
};

const respelled = (spell: (address: string) => readonly string[]) => (row: AddressCase) =>
  spell(row.address).map((address): AddressCase => ({ range: row.range, isPublic: row.isPublic, address }));

const addressRows: readonly AddressCase[] = [
  ...v4Cases,
  ...v6Cases.flatMap(respelled(v6Spellings)),
  ...v6Carriers.flatMap(({ name, spell, carriesPublic }) =>
    v4Cases.map(({ range, address, isPublic }) => ({
      range: `${name}, ${range}`,
      address: spell(address),
      isPublic: carriesPublic && isPublic,
    })),
  ),
];

const urlRows: readonly AddressCase[] = [
  ...v4Cases.flatMap(respelled(v4HostSpellings)),
  ...addressRows
    .filter(({ address }) => address.includes(':'))
    .flatMap(respelled((address) => [`[${address}]`])),
];

describe('the address guard', () => {
  test('is tested with every special-purpose range, both edges and every spelling', () => {
    expect(v4Ranges.length).toBe(28);
    expect(v6Ranges.length).toBe(31);
    expect(addressRows.length).toBeGreaterThan(1_800);
    expect(urlRows.length).toBeGreaterThan(3_000);
    expect(addressRows.filter(({ isPublic }) => isPublic).length).toBeGreaterThan(200);
  });

  test.for([...v4Ranges, ...v6Ranges])('refuses $name ($first to $last) and not its neighbours', (range) => {
    const wrong = casesOf([range]).filter(
      ({ address, isPublic }) => classifyAddress(address).allowed !== isPublic,
    );

    expect(wrong).toEqual([]);
  });

  test('judges every spelling and every embedded IPv4 address as the address itself', () => {
    const wrong = addressRows.filter(
      ({ address, isPublic }) => classifyAddress(address).allowed !== isPublic,
    );

    expect(wrong).toEqual([]);
  });

  test('judges every spelling inside a URL as the address itself', () => {
    const wrong = urlRows.filter(({ address, isPublic }) => opensUrl(address) !== isPublic);

    expect(wrong).toEqual([]);
  });

  test.for([
    ['8.8.8.8', 'global unicast'],
    ['2606:4700::1111', 'global unicast'],
    ['127.0.0.1', 'loopback'],
    ['169.254.169.254', 'link-local'],
    ['::1', 'loopback'],
    ['::ffff:8.8.8.8', 'IPv4-mapped address'],
    ['64:ff9b::10.0.0.1', 'carries an IPv4 address: private network'],
    ['2600::5efe:127.0.0.1', 'carries an IPv4 address: loopback'],
    ['7000::1', 'not global unicast'],
  ] as const)('says of %s that it is: %s', ([address, reason]) => {
    expect(classifyAddress(address).reason).toBe(reason);
  });

  test.for([
    '',
    ' ',
    'example.com',
    '127.1',
    '2130706433',
    '0x7f000001',
    '010.0.0.1',
    '8.8.8.8 ',
    '8.8.8.8.',
    '8.8.8',
    '8.8.8.8.8',
    '8.8.8.256',
    '[2606:4700::1111]',
    '2606:4700::1111%eth0',
    'fe80::1%1',
    '2606:4700::1111/64',
    '2606:4700:::1111',
    '2606:4700::1::1',
    '2606:4700:1:2:3:4:5:6:7',
    '2606:4700::11111',
    '８.８.８.８',
  ])('refuses %j, which is no canonical address', (text) => {
    expect(classifyAddress(text)).toEqual({ allowed: false, reason: 'not an IP address' });
  });

  test('never allows a text that is not an address', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV4Extended(), fc.domain()), (text) => {
        fc.pre(isIP(text) === 0);
        expect(classifyAddress(text).allowed).toBe(false);
      }),
    );
  });

  test('decides the same for every compression of an IPv6 address', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const canonical = new URL(`http://[${text}]/`).hostname.slice(1, -1);
        expect(classifyAddress(text)).toEqual(classifyAddress(canonical));
      }),
    );
  });
});
