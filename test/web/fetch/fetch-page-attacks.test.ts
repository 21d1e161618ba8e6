import { describe, expect, test } from 'vitest';

import type { ResolveName } from '#shared/web/egress/name-resolver.ts';

import { canary, serve } from '../egress/loopback.ts';
import { fetchPageOn } from './page-server.ts';

// Every attempt targets a loopback listener that is not allowed. It counts connections, not requests.

const { signal } = new AbortController();

const names: Readonly<Record<string, readonly string[]>> = {
  'site.test': ['127.0.0.1'],
  'private.test': ['127.0.0.1'],
  'private-v6.test': ['::1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'compatible.test': ['::7f00:1'],
  'mixed.test': ['93.184.216.34', '127.0.0.1'],
  'mixed-first.test': ['127.0.0.1', '93.184.216.34'],
  'mixed-families.test': ['2606:4700::1111', '127.0.0.1'],
  'nat64.test': ['64:ff9b::127.0.0.1'],
  'isatap.test': ['2600::5efe:127.0.0.1'],
  'zone.test': ['fe80::1%lo'],
  'unspecified.test': ['0.0.0.0'],
};

const resolveName: ResolveName = async (hostname) => {
  const addresses = names[hostname];
  if (addresses === undefined) throw new Error('ENOTFOUND');
  return addresses;
};

const loopbackHosts = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.12.34.56',
  '0x7f.1',
  '0x7f.0x0.0x0.0x1',
  '0x7f000001',
  '0X7F000001',
  '2130706433',
  '017700000001',
  '0177.0.0.1',
  '0177.0x0.0.01',
  '00000177.0.0.1',
  '0',
  '0x0',
  '0.0.0.0',
  '127.0.0.1.',
  '127。0。0。1',
  '127．0．0．1',
  '①②⑦.0.0.①',
  '１２７.0.0.1',
  '%31%32%37.0.0.1',
  '127%2e0%2e0%2e1',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ⓛocalhost',
  'deep.sub.localhost',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000::0001]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::FFFF:0:127.0.0.1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::1]',
  ...Object.keys(names),
];

describe('a caller who requests a private address', () => {
  test.for(loopbackHosts)('is refused %s', async (host) => {
    const alone = await canary();
    const fetchPage = fetchPageOn({ resolveName });

    await expect(fetchPage({ url: `http://${host}:${alone.port}/` }, { signal })).rejects.toMatchObject({
      code: 'FORBIDDEN_TARGET',
    });
    await expect(fetchPage({ url: `${host}:${alone.port}` }, { signal })).rejects.toMatchObject({
      code: 'FORBIDDEN_TARGET',
    });
    expect(alone.connections()).toBe(0);
  });

  test.for([
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/latest/meta-data/',
    'http://169.254.170.2/v2/credentials',
    'http://127.0.0.1:9001/2018-06-01/runtime/invocation/next',
    'http://0251.0376.0251.0376/',
    'http://2852039166/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://10.0.0.1/',
    'http://172.31.255.254/',
    'http://192.168.0.1/',
    'http://100.100.100.200/',
    'http://168.63.129.16/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[fe80::1]/',
    'http://[ff02::1]/',
    'http://93.184.216.34:25/',
    'http://93.184.216.34:6667/',
  ])('is refused %s', async (url) => {
    await expect(fetchPageOn({ resolveName })({ url }, { signal })).rejects.toMatchObject({
      code: 'FORBIDDEN_TARGET',
    });
  });

  test.for([
    'http://public.test:80@127.0.0.1:PORT/',
    'http://public.test%2f@127.0.0.1:PORT/',
    'http://127.0.0.1:PORT@public.test/',
    'http://public.test\\@127.0.0.1:PORT/',
    'http://[::1%25lo]:PORT/',
    'http://127.0.0.1%00.public.test:PORT/',
    'http://127.0.0.1:PORT#@public.test/',
    'http://127.0.0.1:PORT?@public.test/',
    'http:\\\\127.0.0.1:PORT/',
    '//127.0.0.1:PORT/',
    '\\\\127.0.0.1:PORT/',
    'http:127.0.0.1:PORT',
    '127.0.0.1:PORT/..//',
  ])('gains nothing by writing %s', async (pattern) => {
    const alone = await canary();
    const url = pattern.replace('PORT', String(alone.port));

    await expect(fetchPageOn({ resolveName })({ url }, { signal })).rejects.toMatchObject({
      code: expect.stringMatching(/^(FORBIDDEN_TARGET|DNS_ERROR)$/) as string,
    });
    expect(alone.connections()).toBe(0);
  });
});

describe('a page that redirects to a private address', () => {
  const redirecting = async (locate: (canaryPort: number) => string, status = 302) => {
    const alone = await canary();
    const site = await serve((_request, response) =>
      response.writeHead(status, { location: Buffer.from(locate(alone.port)).toString('latin1') }).end(),
    );
    const fetchPage = fetchPageOn({ resolveName, allow: [`site.test:${site.port}`] });
    return { alone, visit: () => fetchPage({ url: `http://site.test:${site.port}/` }, { signal }) };
  };

  test.for(loopbackHosts)('is not followed to %s', async (host) => {
    const { alone, visit } = await redirecting((port) => `http://${host}:${port}/`);

    await expect(visit()).rejects.toMatchObject({ code: 'FORBIDDEN_TARGET' });
    expect(alone.connections()).toBe(0);
  });

  test.for([301, 302, 303, 307, 308])('is not followed with status %i', async (status) => {
    const { alone, visit } = await redirecting((port) => `https://127.0.0.1:${port}/`, status);

    await expect(visit()).rejects.toMatchObject({ code: 'FORBIDDEN_TARGET' });
    expect(alone.connections()).toBe(0);
  });

  test.for([
    ['no scheme', (port: number) => `//127.0.0.1:${port}/`],
    ['backslashes', (port: number) => `\\\\127.0.0.1:${port}/`],
    ['a mixture of slashes', (port: number) => `/\\/127.0.0.1:${port}/`],
    ['too few slashes', (port: number) => `https:/127.0.0.1:${port}/`],
    ['no slashes', (port: number) => `https:127.0.0.1:${port}/`],
    ['too many slashes', (port: number) => `http://///127.0.0.1:${port}/`],
    ['a tab in the scheme', (port: number) => `ht\ttp://127.0.0.1:${port}/`],
    ['spaces around it', (port: number) => `  http://127.0.0.1:${port}/  `],
    ['credentials', (port: number) => `http://site.test@127.0.0.1:${port}/`],
    ['credentials of its own', (port: number) => `http://user:pass@127.0.0.1:${port}/`],
  ] as const)('is not followed when it writes %s', async ([, locate]) => {
    const { alone, visit } = await redirecting(locate);

    await expect(visit()).rejects.toMatchObject({ code: 'FORBIDDEN_TARGET' });
    expect(alone.connections()).toBe(0);
  });

  test('is not followed at the end of a chain of innocent redirects', async () => {
    const alone = await canary();
    const site = await serve((request, response) => {
      const step = Number(request.url?.slice(1) ?? 0);
      const location = step < 8 ? `/${step + 1}` : `http://127.0.0.1:${alone.port}/`;
      response.writeHead(302, { location }).end();
    });
    const fetchPage = fetchPageOn({ resolveName, allow: [`site.test:${site.port}`] });

    await expect(fetchPage({ url: `http://site.test:${site.port}/0` }, { signal })).rejects.toMatchObject({
      code: 'FORBIDDEN_TARGET',
    });
    expect(alone.connections()).toBe(0);
  });

  test('is not followed to another port of its own allow-listed host', async () => {
    const alone = await canary();
    const site = await serve((_request, response) =>
      response.writeHead(302, { location: `http://site.test:${alone.port}/` }).end(),
    );
    const fetchPage = fetchPageOn({ resolveName, allow: [`site.test:${site.port}`] });

    await expect(fetchPage({ url: `http://site.test:${site.port}/` }, { signal })).rejects.toMatchObject({
      code: 'FORBIDDEN_TARGET',
    });
    expect(alone.connections()).toBe(0);
  });

  test('gains nothing by a Location repeated as another header', async () => {
    const alone = await canary();
    const site = await serve((request, response) => {
      if (request.url === '/safe') response.end('safe');
      else
        response
          .writeHead(
            302,
            [
              ['Location', '/safe'],
              ['Location', `http://127.0.0.1:${alone.port}/`],
              ['Refresh', `0; url=http://127.0.0.1:${alone.port}/`],
            ].flat(),
          )
          .end();
    });
    const fetchPage = fetchPageOn({ resolveName, allow: [`site.test:${site.port}`] });

    const page = await fetchPage({ url: `http://site.test:${site.port}/` }, { signal });

    expect(page.finalUrl).toBe(`http://site.test:${site.port}/safe`);
    expect(alone.connections()).toBe(0);
  });
});

describe('a name that resolves differently each time', () => {
  test('is not dialled at its second address', async () => {
    const alone = await canary();
    // The first answer is global unicast by number, but allocated to nobody.
    const answers = [['2000::1']];
    const asked: string[] = [];
    const rebinding: ResolveName = async (hostname) => {
      asked.push(hostname);
      return answers.shift() ?? ['127.0.0.1'];
    };
    const fetchPage = fetchPageOn({ resolveName: rebinding });
    const url = `http://rebind.test:${alone.port}/`;

    await expect(fetchPage({ url }, { signal: AbortSignal.timeout(60) })).rejects.toBeInstanceOf(Error);
    expect(asked).toEqual(['rebind.test']);
    await expect(fetchPage({ url }, { signal })).rejects.toMatchObject({ code: 'FORBIDDEN_TARGET' });
    expect(alone.connections()).toBe(0);
  });

  test('is refused at the redirect back to itself', async () => {
    const alone = await canary();
    const site = await serve((_request, response) =>
      response.writeHead(302, { location: `http://rebind.test:${alone.port}/` }).end(),
    );
    const answers = [['127.0.0.1'], ['127.0.0.1']];
    const fetchPage = fetchPageOn({
      allow: [`rebind.test:${site.port}`],
      resolveName: async () => answers.shift() ?? ['127.0.0.1'],
    });

    await expect(fetchPage({ url: `http://rebind.test:${site.port}/` }, { signal })).rejects.toMatchObject({
      code: 'FORBIDDEN_TARGET',
    });
    expect(alone.connections()).toBe(0);
  });
});
