import { describe, expect, onTestFinished, test } from 'vitest';

import { createEgressPolicy } from '#shared/web/egress/egress-policy.ts';
import { type ForwardingProxyOptions, startForwardingProxy } from '#shared/web/egress/forwarding-proxy.ts';
import type { ResolveName } from '#shared/web/egress/name-resolver.ts';

import { canary, serve } from './loopback.ts';
import { askPlainly, openTunnel } from './proxy-client.ts';

// Every try aims at a listener on loopback that nobody allowed. It counts connections, not requests.

const names: Readonly<Record<string, readonly string[]>> = {
  'private.test': ['127.0.0.1'],
  'private-v6.test': ['::1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'mixed.test': ['93.184.216.34', '127.0.0.1'],
  'mixed-first.test': ['127.0.0.1', '93.184.216.34'],
  'nat64.test': ['64:ff9b::7f00:1'],
  'zone.test': ['fe80::1%lo'],
  'unspecified.test': ['0.0.0.0'],
  'metadata.test': ['169.254.169.254'],
};

const resolveName: ResolveName = async (hostname) => {
  const addresses = names[hostname];
  if (addresses === undefined) throw new Error('ENOTFOUND');
  return addresses;
};

const startProxy = async (allow: readonly string[] = [], options: Partial<ForwardingProxyOptions> = {}) => {
  const refusals: string[] = [];
  const proxy = await startForwardingProxy({
    policy: createEgressPolicy({ allow, resolveName }),
    onFailure: (_authority, { code }) => refusals.push(code),
    ...options,
  });
  onTestFinished(() => proxy.close());
  return { proxy, refusals };
};

const hosts = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '0x7f.1',
  '0x7f000001',
  '0X7F.0x0.0x0.0x1',
  '2130706433',
  '017700000001',
  '0177.0.0.1',
  '0',
  '0.0.0.0',
  '127.0.0.1.',
  'localhost',
  'LocalHost.',
  'a.localhost',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::127.0.0.1]',
  '[2002:7f00:1::]',
  ...Object.keys(names),
];

describe('a page that targets private addresses', () => {
  test.for(hosts)('is refused %s as a plain request and as a tunnel', async (host) => {
    const alone = await canary();
    const { proxy, refusals } = await startProxy();

    const plain = await askPlainly(proxy, `http://${host}:${alone.port}/`);
    const { status } = await openTunnel(proxy, `${host}:${alone.port}`);

    expect(plain).toBeUndefined();
    expect(status).toBe(403);
    expect(refusals).toEqual(['FORBIDDEN_TARGET', 'FORBIDDEN_TARGET']);
    expect(alone.connections()).toBe(0);
  });

  test.for([
    ['the Lambda runtime API', '127.0.0.1:9001'],
    ['the instance metadata', '169.254.169.254:80'],
    ['the container credentials', '169.254.170.2:80'],
    ['the Lambda name server', '169.254.78.1:53'],
    ['the instance metadata by IPv6', '[fd00:ec2::254]:80'],
    ['a database in the private network', '10.0.0.5:8000'],
    ['the Azure host agent', '168.63.129.16:80'],
    ['the Alibaba metadata', '100.100.100.200:80'],
    ['a mail server', '93.184.216.34:25'],
  ] as const)('is refused %s', async ([, authority]) => {
    const { proxy, refusals } = await startProxy();

    expect(await askPlainly(proxy, `http://${authority}/latest/meta-data/`)).toBeUndefined();
    expect((await openTunnel(proxy, authority)).status).toBe(403);
    expect(refusals).toEqual(['FORBIDDEN_TARGET', 'FORBIDDEN_TARGET']);
  });

  test.for([
    'user@127.0.0.1:PORT',
    'site.test:443@127.0.0.1:PORT',
    '127.0.0.1:PORT/x',
    '127.0.0.1:PORT#x',
    'http://127.0.0.1:PORT',
    '127。0。0。1:PORT',
    '127.0.0.1',
    ':PORT',
    '[::1]PORT',
    '[::1%25lo]:PORT',
  ])('is refused the tunnel %s', async (pattern) => {
    const alone = await canary();
    const { proxy } = await startProxy();

    // Node's client sends no character above Latin-1, so the wide dots travel percent-encoded.
    const authority = encodeURI(pattern.replace('PORT', String(alone.port)))
      .replaceAll('%5B', '[')
      .replaceAll('%5D', ']');
    const { status } = await openTunnel(proxy, authority);

    expect(status).toBeGreaterThanOrEqual(400);
    expect(alone.connections()).toBe(0);
  });

  test('is not helped by the port of an allow-listed neighbour', async () => {
    const [site, alone] = [await serve((_request, response) => response.end('site')), await canary()];
    const { proxy } = await startProxy([`127.0.0.1:${site.port}`]);

    expect((await askPlainly(proxy, `http://127.0.0.1:${site.port}/`))?.body).toBe('site');
    expect(await askPlainly(proxy, `http://127.0.0.1:${alone.port}/`)).toBeUndefined();
    expect((await openTunnel(proxy, `127.0.0.1:${alone.port}`)).status).toBe(403);
    expect((await openTunnel(proxy, `private.test:${site.port}`)).status).toBe(403);
    expect(alone.connections()).toBe(0);
  });

  test('is not helped by a Host header that names another server', async () => {
    const [site, alone] = [
      await serve((request, response) => response.end(request.headers.host)),
      await canary(),
    ];
    const { proxy } = await startProxy([`127.0.0.1:${site.port}`]);

    const answer = await askPlainly(proxy, `http://127.0.0.1:${site.port}/`, {
      headers: { host: `127.0.0.1:${alone.port}` },
    });

    expect(answer?.body).toBe(`127.0.0.1:${site.port}`);
    expect(alone.connections()).toBe(0);
  });

  test.for(['plain', 'tunnel'] as const)('gains nothing by rebinding its name (%s)', async (form) => {
    const alone = await canary();
    // The first answer is global unicast by number, but allocated to nobody.
    const answers = [['2000::1']];
    const asked: string[] = [];
    const { proxy, refusals } = await startProxy([], {
      policy: createEgressPolicy({
        allow: [],
        resolveName: async (hostname) => {
          asked.push(hostname);
          return answers.shift() ?? ['127.0.0.1'];
        },
      }),
      connectTimeoutMs: 50,
    });
    const attempt = () =>
      form === 'plain'
        ? askPlainly(proxy, `http://rebind.test:${alone.port}/`)
        : openTunnel(proxy, `rebind.test:${alone.port}`);

    await attempt();
    expect(asked).toHaveLength(1);
    await attempt();

    expect(refusals).toEqual(['CONNECTION_FAILED', 'FORBIDDEN_TARGET']);
    expect(alone.connections()).toBe(0);
  });
});
