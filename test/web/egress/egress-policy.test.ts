import { describe, expect, test } from 'vitest';

import { createEgressPolicy } from '#shared/web/egress/egress-policy.ts';
import type { ResolveName } from '#shared/web/egress/name-resolver.ts';
import { type AppError, isAppError } from '#shared/kernel/errors.ts';

const names =
  (records: Readonly<Record<string, readonly string[]>>): ResolveName =>
  async (hostname) => {
    const addresses = records[hostname];
    if (addresses === undefined) throw new Error('ENOTFOUND');
    return addresses;
  };

const resolvesNothing: ResolveName = () => Promise.reject(new Error('the name was resolved'));

const strict = createEgressPolicy({ allow: [], resolveName: resolvesNothing });

const codeOf = (attempt: () => unknown): string => {
  try {
    attempt();
    return 'allowed';
  } catch (error) {
    return isAppError(error) ? error.code : String(error);
  }
};

const failureOf = (attempt: Promise<unknown>): Promise<AppError> =>
  attempt.then(
    () => expect.unreachable('it was allowed'),
    (error: unknown) => error as AppError,
  );

describe('the egress policy, before a name is resolved', () => {
  test.for([
    'file:///etc/passwd',
    'ftp://example.com/',
    'gopher://example.com/',
    'ws://example.com/',
    'data:text/html,hi',
    'blob:https://example.com/1',
    'javascript:alert(1)',
    'view-source:https://example.com/',
    'chrome://version/',
    'about:blank',
  ])('refuses the scheme of %s', (address) => {
    expect(codeOf(() => strict.targetOf(new URL(address)))).toBe('FORBIDDEN_TARGET');
  });

  test.for([
    'http://user@example.com/',
    'http://user:secret@example.com/',
    'http://:secret@example.com/',
    'http://example.com@127.0.0.1/',
    'http://127.0.0.1@example.com/',
    'http://example.com%2f@127.0.0.1/',
    'http://a@b@127.0.0.1/',
  ])('refuses credentials, and hosts dressed up as credentials: %s', (address) => {
    expect(codeOf(() => strict.targetOf(new URL(address)))).toBe('FORBIDDEN_TARGET');
  });

  test.for([
    'localhost',
    'LOCALHOST',
    'localhost.',
    'localhost%2e',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'localhost。',
    'a.localhost',
    'a.b.localhost.',
    '0',
    '127.1',
    '0x7f.1',
    '2130706433',
    '0177.0.0.1',
    '127。0。0。1',
    '①②⑦.0.0.1',
    '127.0.0.1.',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[0:0:0:0:0:ffff:7f00:0001]',
    '[::127.0.0.1]',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '169.254.169.254',
    '0xa9fea9fe',
    '[::ffff:a9fe:a9fe]',
    '[64:ff9b::169.254.169.254]',
    '168.63.129.16',
  ])('refuses the host %s', (host) => {
    expect(codeOf(() => strict.targetOf(new URL(`http://${host}/`)))).toBe('FORBIDDEN_TARGET');
    expect(codeOf(() => strict.targetOf(new URL(`https://${host}:8443/`)))).toBe('FORBIDDEN_TARGET');
  });

  test.for([
    'example.com',
    'localhost.example.com',
    'notlocalhost',
    '8.8.8.8',
    '[2606:4700::1111]',
    'пример.рф',
  ])('lets the host %s through to the name service', (host) => {
    expect(codeOf(() => strict.targetOf(new URL(`https://${host}/`)))).toBe('allowed');
  });

  test('knows a target by its lower-case host without brackets or closing dot, and its port', () => {
    expect(strict.targetOf(new URL('https://EXAMPLE.com./a?b#c'))).toEqual({
      host: 'example.com',
      port: 443,
      allowListed: false,
    });
    expect(strict.targetOf(new URL('http://[2606:4700::1111]:8080/'))).toMatchObject({
      host: '2606:4700::1111',
      port: 8080,
    });
  });

  test.for([0, 1, 22, 25, 53, 110, 143, 389, 465, 587, 993, 2049, 6000, 6667, 10_080])(
    'refuses port %i, which browsers do not open',
    (port) => {
      expect(codeOf(() => strict.targetOf(new URL(`http://example.com:${port}/`)))).toBe('FORBIDDEN_TARGET');
    },
  );

  test.for([80, 443, 3000, 8000, 8080, 8443, 9000, 65_535])('opens port %i', (port) => {
    expect(codeOf(() => strict.targetOf(new URL(`http://example.com:${port}/`)))).toBe('allowed');
  });
});

describe('the authority of a CONNECT request', () => {
  test.for([
    ['example.com:443', { host: 'example.com', port: 443 }],
    ['EXAMPLE.com:80', { host: 'example.com', port: 80 }],
    ['[2606:4700::1111]:443', { host: '2606:4700::1111', port: 443 }],
  ] as const)('names the target of %s', ([authority, target]) => {
    expect(strict.targetOfAuthority(authority)).toMatchObject(target);
  });

  test.for([
    '',
    ':443',
    'example.com',
    'example.com:',
    'example.com:99999',
    'example.com:443/path',
    'example.com:443?a',
    'example.com:443#a',
    'user@example.com:443',
    'example.com:443@127.0.0.1:80',
    'http://example.com:443',
    'exam ple.com:443',
    'example.com\\@127.0.0.1:443',
    '2606:4700::1111:443',
    '[2606:4700::1111%25eth0]:443',
    '[127.0.0.1]:443',
    '127.0.0.1:9001',
    '0x7f.1:9001',
    '127.0.0.1%00:80',
    'localhost:9001',
    '169.254.169.254:80',
    '[::ffff:169.254.169.254]:80',
  ])('is refused when it is %j', (authority) => {
    expect(codeOf(() => strict.targetOfAuthority(authority))).toBe('FORBIDDEN_TARGET');
  });
});

describe('the allow-list', () => {
  const allow = ['127.0.0.1:8080', 'wiki.corp:80', 'Docs.Corp.:443', '[0:0::1]:8081', 'mail.corp:25'];
  const policy = createEgressPolicy({
    allow,
    resolveName: names({ 'wiki.corp': ['10.0.0.7'], 'evil.test': ['127.0.0.1'] }),
  });

  test.for([
    'http://127.0.0.1:8080/',
    'http://0x7f.1:8080/',
    'https://127.0.0.1:8080/',
    'http://wiki.corp/',
    'http://WIKI.corp.:80/a',
    'https://docs.corp/',
    'http://[::1]:8081/',
    'http://mail.corp:25/',
  ])('opens %s, however the entry is spelled', (address) => {
    expect(codeOf(() => policy.targetOf(new URL(address)))).toBe('allowed');
  });

  test.for([
    'http://127.0.0.1/',
    'http://127.0.0.1:8081/',
    'http://127.0.0.2:8080/',
    'http://[::ffff:127.0.0.1]:8080/',
    'http://localhost:8080/',
    'http://[::1]:8080/',
    'http://user@127.0.0.1:8080/',
    'ftp://127.0.0.1:8080/',
  ])('does not open %s, which it does not name', (address) => {
    expect(codeOf(() => policy.targetOf(new URL(address)))).toBe('FORBIDDEN_TARGET');
  });

  test('lets a named host have private addresses, and only on the named port', async () => {
    const listed = policy.targetOf(new URL('http://wiki.corp/'));
    const unlisted = policy.targetOf(new URL('http://wiki.corp:8080/'));

    expect(await policy.addressesOf(listed)).toEqual(['10.0.0.7']);
    expect(await failureOf(policy.addressesOf(unlisted))).toMatchObject({ code: 'FORBIDDEN_TARGET' });
  });

  test('does not lend an address it names to a host name that resolves there', async () => {
    const target = policy.targetOf(new URL('http://evil.test:8080/'));

    expect(await failureOf(policy.addressesOf(target))).toMatchObject({ code: 'FORBIDDEN_TARGET' });
  });

  test.for([
    'wiki.corp',
    'wiki.corp:',
    'wiki.corp:80/a',
    'a@wiki.corp:80',
    'http://wiki.corp:80',
    ':80',
    '*:80x',
    '',
  ])('is refused whole when it holds %j', (entry) => {
    expect(() => createEgressPolicy({ allow: [entry], resolveName: resolvesNothing })).toThrow(
      'EGRESS_ALLOW',
    );
  });
});

describe('the egress policy, resolving a name', () => {
  const addressesOf = (records: readonly string[]) => {
    const policy = createEgressPolicy({ allow: [], resolveName: names({ 'site.test': records }) });
    return policy.addressesOf(policy.targetOf(new URL('https://site.test/')));
  };

  test('returns every address of the name, in order', async () => {
    const records = ['2606:4700::1111', '93.184.216.34'];

    expect(await addressesOf(records)).toEqual(records);
  });

  test.for([
    [['127.0.0.1']],
    [['93.184.216.34', '10.0.0.1']],
    [['10.0.0.1', '93.184.216.34']],
    [['93.184.216.34', '::1']],
    [['2606:4700::1111', '64:ff9b::a9fe:a9fe']],
    [['93.184.216.34', '93.184.216.34%eth0']],
    [['fe80::1%eth0']],
    [['93.184.216.34', 'not an address']],
  ] as const)('refuses the name whole when its records are %j', async ([records]) => {
    expect(await failureOf(addressesOf(records))).toMatchObject({ code: 'FORBIDDEN_TARGET' });
  });

  test('keeps the private address out of the sentence for the caller', async () => {
    const { message } = await failureOf(addressesOf(['10.11.12.13']));

    expect(message).toBe(
      'The host name site.test resolves to an address that is not on the public internet.',
    );
  });

  test.for([
    ['has no record', () => Promise.resolve([])],
    ['is unknown', () => Promise.reject(new Error('getaddrinfo ENOTFOUND 10.0.0.2'))],
  ] as const)('reports a name that %s', async ([, resolveName]) => {
    const policy = createEgressPolicy({ allow: [], resolveName });

    const failure = await failureOf(policy.addressesOf(policy.targetOf(new URL('https://gone.test/'))));

    expect(failure).toMatchObject({
      code: 'DNS_ERROR',
      message: 'The host name gone.test could not be resolved.',
    });
  });

  test('does not resolve IP addresses', async () => {
    const target = strict.targetOf(new URL('https://93.184.216.34/'));

    expect(await strict.addressesOf(target)).toEqual(['93.184.216.34']);
  });
});
