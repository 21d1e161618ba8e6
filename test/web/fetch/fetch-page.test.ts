import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, test } from 'vitest';

import type { FetchRequest } from '#shared/web/fetch/fetch-page.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { fixedSecret } from '#shared/kernel/secret.ts';
import { proxiesIn } from '#shared/web/egress/upstream-proxies.ts';

import { createCertificateAuthority } from '../egress/certificate-authority.ts';
import { closedPort, serve, serveBytes, serveTls } from '../egress/loopback.ts';
import { serveUpstreamProxy } from '../egress/upstream-proxy-server.ts';
import { testFetchPage } from './fetch-page.contract.ts';
import { answerFrom, fetchPageOn } from './page-server.ts';

const { signal } = new AbortController();
const textOf = ({ body }: { readonly body: Uint8Array }): string => Buffer.from(body).toString();

describe('the static fetch', () => {
  testFetchPage({
    openWeb: async (pages) => {
      const site = await serve(answerFrom(pages));
      const origin = `http://127.0.0.1:${site.port}`;
      return { origin, fetchPage: fetchPageOn({ allow: [`127.0.0.1:${site.port}`] }) };
    },
  });
});

describe('a URL without a scheme', () => {
  const authority = createCertificateAuthority();

  test('is read over https whenever https responds', async () => {
    const site = await serveTls(authority.issue('site.test'), (_request, response) =>
      response.writeHead(503).end('busy'),
    );
    const fetchPage = fetchPageOn({
      allow: [`site.test:${site.port}`],
      trustedRoots: [authority.certificate],
    });

    const page = await fetchPage({ url: `site.test:${site.port}` }, { signal });

    expect(page).toMatchObject({ status: 503, finalUrl: `https://site.test:${site.port}/` });
    expect(site.connections()).toBe(1);
  });

  test('is read over http when https fails', async () => {
    const site = await serve((_request, response) => response.end('plain'));
    const fetchPage = fetchPageOn({ allow: [`site.test:${site.port}`] });

    const page = await fetchPage({ url: `site.test:${site.port}/a` }, { signal });

    expect(page.finalUrl).toBe(`http://site.test:${site.port}/a`);
  });

  test('reports why https failed when neither responds', async () => {
    const site = await serveTls(authority.issue('site.test', new Date('2020-01-01')), (_request, response) =>
      response.end(),
    );
    const fetchPage = fetchPageOn({
      allow: [`site.test:${site.port}`],
      trustedRoots: [authority.certificate],
    });

    await expect(fetchPage({ url: `site.test:${site.port}` }, { signal })).rejects.toMatchObject({
      code: 'TLS_ERROR',
      message: "The certificate of the page's server has expired.",
    });
  });

  test('is refused once when it is not public', async () => {
    await expect(fetchPageOn({})({ url: '169.254.169.254' }, { signal })).rejects.toMatchObject({
      code: 'FORBIDDEN_TARGET',
    });
  });

  test('does not fall back when the caller wrote https', async () => {
    const site = await serve((_request, response) => response.end('plain'));
    const fetchPage = fetchPageOn({ allow: [`site.test:${site.port}`] });

    await expect(fetchPage({ url: `https://site.test:${site.port}` }, { signal })).rejects.toMatchObject({
      code: 'TLS_ERROR',
    });
  });
});

describe('TLS verification', () => {
  test('is skipped only for the request that says so', async () => {
    const site = await serveTls(createCertificateAuthority().issue('site.test'), (_request, response) =>
      response.end('secret'),
    );
    const fetchPage = fetchPageOn({ allow: [`site.test:${site.port}`] });
    const url = `https://site.test:${site.port}/`;

    const unverified = await fetchPage({ url, skipTlsVerification: true }, { signal });

    expect(textOf(unverified)).toBe('secret');
    await expect(fetchPage({ url }, { signal })).rejects.toMatchObject({ code: 'TLS_ERROR' });
  });
});

describe('the headers of a request', () => {
  const headersSeen = async (request: Partial<FetchRequest>): Promise<IncomingHttpHeaders> => {
    const site = await serve(({ headers }, response) => response.end(JSON.stringify(headers)));
    const fetchPage = fetchPageOn({
      allow: [`site.test:${site.port}`],
      contactUrl: 'https://winnow.test/bot',
    });
    const page = await fetchPage({ url: `http://site.test:${site.port}/`, ...request }, { signal });
    return JSON.parse(textOf(page)) as IncomingHttpHeaders;
  };

  test('identify the reader by name', async () => {
    expect(await headersSeen({})).toMatchObject({
      'user-agent': 'Mozilla/5.0 (compatible; WinnowBot/1.0; +https://winnow.test/bot)',
      'accept-encoding': 'gzip, deflate, br, zstd',
      accept: expect.stringContaining('text/html') as string,
    });
  });

  test('identify a mobile reader by the same name', async () => {
    const { 'user-agent': userAgent } = await headersSeen({ mobile: true });

    expect(userAgent).toContain('Mobile Safari');
    expect(userAgent).toContain('WinnowBot/1.0');
  });

  test.for([
    [false, 'Windows', '?0'],
    [true, 'Android', '?1'],
  ] as const)(
    'look like one browser in the stealth profile (mobile: %s)',
    async ([mobile, platform, hint]) => {
      const headers = await headersSeen({ profile: 'stealth', mobile });

      expect(headers['user-agent']).toContain(platform);
      expect(headers['user-agent']).not.toContain('WinnowBot');
      expect(headers['sec-ch-ua-platform']).toBe(`"${platform}"`);
      expect(headers['sec-ch-ua-mobile']).toBe(hint);
      const [major] = /(?<=Chrome\/)\d+/.exec(headers['user-agent'] ?? '') ?? [];
      expect(headers['sec-ch-ua']).toContain(`"Google Chrome";v="${major}"`);
    },
  );

  test('are replaced by those of the caller, whatever their case', async () => {
    const headers = await headersSeen({
      headers: { 'USER-agent': 'Mine/1.0', 'Accept-Language': 'ru', 'X-Api-Key': 'k' },
    });

    expect(headers).toMatchObject({ 'user-agent': 'Mine/1.0', 'accept-language': 'ru', 'x-api-key': 'k' });
  });

  test('travel as UTF-8', async () => {
    const headers = await headersSeen({
      headers: { 'X-City': 'Тверь', Cookie: 'city=Köln' },
      userAgent: 'Бот/1.0',
    });
    const received = (name: string) => Buffer.from(String(headers[name]), 'latin1').toString();

    expect(['x-city', 'cookie', 'user-agent'].map(received)).toEqual(['Тверь', 'city=Köln', 'Бот/1.0']);
  });

  test('cannot be used to frame the message or choose the host', async () => {
    const headers = await headersSeen({
      headers: {
        Host: 'other.test',
        Connection: 'close',
        'Content-Length': '9',
        'Transfer-Encoding': 'chunked',
        'Accept-Encoding': 'lzma',
        Upgrade: 'h2c',
        'Proxy-Authorization': 'Basic x',
      },
    });

    expect(headers['host']).toMatch(/^site\.test:/);
    expect(headers['connection']).toBe('keep-alive');
    expect(headers['accept-encoding']).toBe('gzip, deflate, br, zstd');
    for (const name of ['content-length', 'transfer-encoding', 'upgrade', 'proxy-authorization'])
      expect(headers).not.toHaveProperty(name);
  });
});

describe('a redirect to another origin', () => {
  test('carries no credentials, only headers that describe the reader', async () => {
    const other = await serve(({ headers }, response) => response.end(JSON.stringify(headers)));
    const site = await serve((_request, response) =>
      response.writeHead(302, { location: `http://other-site.test:${other.port}/` }).end(),
    );
    const fetchPage = fetchPageOn({ allow: [`site.test:${site.port}`, `other-site.test:${other.port}`] });
    const headers = {
      Authorization: 'Bearer key',
      Cookie: 'session=1',
      'X-Api-Key': 'key',
      'User-Agent': 'Mine/1.0',
      'Accept-Language': 'ru',
    };

    const page = await fetchPage({ url: `http://site.test:${site.port}/`, headers }, { signal });

    const seen = JSON.parse(textOf(page)) as IncomingHttpHeaders;
    expect(seen).toMatchObject({ 'user-agent': 'Mine/1.0', 'accept-language': 'ru' });
    for (const name of ['authorization', 'cookie', 'x-api-key']) expect(seen).not.toHaveProperty(name);
  });

  test('carries no credentials when it returns', async () => {
    const seen: IncomingHttpHeaders[] = [];
    const other = await serve((request, response) =>
      response.writeHead(302, { location: `http://site.test:${request.url?.slice(1)}/back` }).end(),
    );
    const site = await serve((request, response) => {
      seen.push(request.headers);
      if (request.url === '/back') response.end('back');
      else
        response
          .writeHead(302, { location: `http://other-site.test:${other.port}/${request.socket.localPort}` })
          .end();
    });
    const fetchPage = fetchPageOn({ allow: [`site.test:${site.port}`, `other-site.test:${other.port}`] });
    const headers = { Authorization: 'Bearer key' };

    const page = await fetchPage({ url: `http://site.test:${site.port}/`, headers }, { signal });

    expect(textOf(page)).toBe('back');
    expect(seen.map(({ authorization }) => authorization)).toEqual(['Bearer key', undefined]);
  });

  test('carries credentials within the origin', async () => {
    const site = await serve((request, response) => {
      if (request.url === '/in') response.end(request.headers.authorization);
      else response.writeHead(302, { location: '/in' }).end();
    });
    const fetchPage = fetchPageOn({ allow: [`site.test:${site.port}`] });

    const page = await fetchPage(
      { url: `http://site.test:${site.port}/`, headers: { Authorization: 'Bearer key' } },
      { signal },
    );

    expect(textOf(page)).toBe('Bearer key');
  });
});

describe('a site that redirects until its cookie comes back', () => {
  test('is read', async () => {
    const site = await serve((request, response) => {
      if (request.headers.cookie?.includes('ticket=7')) response.end(`welcome ${request.headers.cookie}`);
      else response.writeHead(302, { location: '/', 'set-cookie': ['ticket=7; Path=/', 'other=8'] }).end();
    });
    const fetchPage = fetchPageOn({ allow: [`site.test:${site.port}`] });

    const page = await fetchPage(
      { url: `http://site.test:${site.port}/`, headers: { Cookie: 'mine=1' } },
      { signal },
    );

    expect(textOf(page)).toBe('welcome mine=1; ticket=7; other=8');
  });

  test('fails when the cookie does not end the redirects', async () => {
    let asked = 0;
    const site = await serve((_request, response) => {
      asked += 1;
      response.writeHead(302, { location: '/', 'set-cookie': 'ticket=7' }).end();
    });
    const fetchPage = fetchPageOn({ allow: [`site.test:${site.port}`] });

    await expect(fetchPage({ url: `http://site.test:${site.port}/` }, { signal })).rejects.toMatchObject({
      code: 'TOO_MANY_REDIRECTS',
    });
    expect(asked).toBe(2);
  });

  test('is forgotten after the fetch', async () => {
    const site = await serve((request, response) => {
      response.setHeader('set-cookie', 'seen=1');
      response.end(request.headers.cookie ?? 'none');
    });
    const fetchPage = fetchPageOn({ allow: [`site.test:${site.port}`] });
    const read = () => fetchPage({ url: `http://site.test:${site.port}/` }, { signal });

    await read();

    expect(textOf(await read())).toBe('none');
  });
});

describe('the stealth profile', () => {
  test('leaves through the proxies of the operator, in turn', async () => {
    const site = await serve((_request, response) => response.end('ok'));
    const proxies = [
      await serveUpstreamProxy({ routeTo: site.port }),
      await serveUpstreamProxy({ routeTo: site.port }),
    ];
    const fetchPage = fetchPageOn({
      resolveName: async () => ['93.184.216.34'],
      nextProxy: proxiesIn(fixedSecret(proxies.map(({ port }) => `http://127.0.0.1:${port}`).join())),
    });

    for (let fetches = 0; fetches < 4; fetches += 1)
      await fetchPage({ url: `http://${fetches}.site.test/`, profile: 'stealth' }, { signal });

    expect(proxies.map(({ asked }) => asked.length)).toEqual([2, 2]);
  });

  test('leaves directly when there is no proxy, and the default profile always does', async () => {
    const site = await serve((_request, response) => response.end('direct'));
    const proxy = await serveUpstreamProxy({ routeTo: site.port });
    const allow = [`site.test:${site.port}`];
    const url = `http://site.test:${site.port}/`;

    const withoutProxy = await fetchPageOn({ allow })({ url, profile: 'stealth' }, { signal });
    const byDefault = await fetchPageOn({ allow, nextProxy: async () => `http://127.0.0.1:${proxy.port}` })(
      { url },
      { signal },
    );

    expect([textOf(withoutProxy), textOf(byDefault)]).toEqual(['direct', 'direct']);
    expect(proxy.asked).toEqual([]);
  });
});

describe('a deadline', () => {
  test.for([
    ['before the headers', ''],
    ['in a slow body', 'HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhal'],
    ['in an endless stream', 'HTTP/1.1 200 OK\r\n\r\ndata: 1\n\n'],
    ['in headers that drip', 'HTTP/1.1 200 OK\r\nX-A: '],
  ] as const)('ends the wait %s with its own reason', async ([, bytes]) => {
    const site = await serveBytes((socket) => socket.once('data', () => socket.write(bytes)));
    const fetchPage = fetchPageOn({ allow: [`site.test:${site.port}`] });
    const deadline = new AbortController();
    const reason = new AppError('SCRAPE_TIMEOUT', 'Too slow.');

    const attempt = fetchPage({ url: `http://site.test:${site.port}/` }, { signal: deadline.signal });
    setTimeout(() => deadline.abort(reason), 30);

    await expect(attempt).rejects.toBe(reason);
  });
});

describe('a failure', () => {
  test('is one sentence without IP addresses, with the cause apart', async () => {
    const port = await closedPort();
    const fetchPage = fetchPageOn({ allow: [`site.test:${port}`] });

    const failure = await fetchPage({ url: `http://site.test:${port}/` }, { signal }).then(
      () => expect.unreachable('an answer came'),
      (error: unknown) => error as AppError,
    );

    expect(failure).toMatchObject({
      code: 'CONNECTION_REFUSED',
      message: "The page's server refused the connection.",
    });
    expect(String(failure.cause)).toContain('127.0.0.1');
  });
});
