import type { IncomingMessage } from 'node:http';
import type { ServerOptions } from 'node:https';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';

import { createEgressPolicy } from '#shared/web/egress/egress-policy.ts';
import {
  type GuardedDispatcher,
  type OutgoingRequest,
  createGuardedDispatcher,
} from '#shared/web/egress/guarded-dispatcher.ts';
import type { ResolveName } from '#shared/web/egress/name-resolver.ts';
import { AppError } from '#shared/kernel/errors.ts';

import { type ServerIdentity, createCertificateAuthority, selfSigned } from './certificate-authority.ts';
import { canary, closedPort, serve, serveBytes, serveTls } from './loopback.ts';
import { serveUpstreamProxy } from './upstream-proxy-server.ts';

const loopbackOnly: ResolveName = async () => ['127.0.0.1'];

interface World {
  readonly allow?: readonly string[];
  readonly resolveName?: ResolveName;
  readonly trustedRoots?: readonly string[];
}

function dispatcherIn({ allow = [], resolveName = loopbackOnly, trustedRoots }: World): GuardedDispatcher {
  const dispatcher = createGuardedDispatcher({
    policy: createEgressPolicy({ allow, resolveName }),
    ...(trustedRoots === undefined ? {} : { trustedRoots }),
  });
  onTestFinished(() => dispatcher.close());
  return dispatcher;
}

type Options = Partial<Omit<OutgoingRequest, 'url'>>;

const ask = (dispatcher: GuardedDispatcher, url: string, options: Options = {}): Promise<IncomingMessage> =>
  dispatcher.dispatch({ url: new URL(url), headers: {}, signal: AbortSignal.timeout(5_000), ...options });

const read = async (response: Promise<IncomingMessage>): Promise<string> => text(await response);

const failureOf = (attempt: Promise<unknown>): Promise<AppError> =>
  attempt.then(
    () => expect.unreachable('an answer came'),
    (error: unknown) => error as AppError,
  );

describe('the guarded dispatcher', () => {
  test('sends the request to the address from the policy', async () => {
    const site = await serve((request, response) =>
      response.end([request.method, request.headers.host, request.url, request.headers['x-a']].join(' ')),
    );
    const dispatcher = dispatcherIn({ allow: [`site.test:${site.port}`] });

    const answer = await read(
      ask(dispatcher, `http://site.test:${site.port}/a%20b?c=d#e`, { headers: { 'X-A': '1' } }),
    );

    expect(answer).toBe(`GET site.test:${site.port} /a%20b?c=d 1`);
  });

  test('sends a body once', async () => {
    const site = await serve((request, response) => {
      response.write(`${request.method} ${request.headers['content-length']} `);
      request.pipe(response);
    });
    const dispatcher = dispatcherIn({ allow: [`127.0.0.1:${site.port}`] });

    const answer = await read(
      ask(dispatcher, `http://127.0.0.1:${site.port}/`, {
        method: 'POST',
        headers: { 'Content-Length': '5' },
        body: 'hello',
      }),
    );

    expect(answer).toBe('POST 5 hello');
  });

  test('keeps the connection for the next request to the same origin', async () => {
    const site = await serve((_request, response) => response.end('ok'));
    const dispatcher = dispatcherIn({ allow: [`127.0.0.1:${site.port}`] });

    for (const path of ['a', 'b', 'c']) await read(ask(dispatcher, `http://127.0.0.1:${site.port}/${path}`));

    expect(site.connections()).toBe(1);
  });

  test('keeps the connections of twenty requests at once for the next twenty', async () => {
    const site = await serve((_request, response) => void setTimeout(() => response.end('ok'), 20));
    const dispatcher = dispatcherIn({ allow: [`127.0.0.1:${site.port}`] });
    const askTwenty = () =>
      Promise.all(Array.from({ length: 20 }, () => read(ask(dispatcher, `http://127.0.0.1:${site.port}/`))));

    await askTwenty();
    const opened = site.connections();
    await askTwenty();

    expect([opened, site.connections()]).toEqual([20, 20]);
  });

  test('opens no more than 32 connections to an origin', async () => {
    let busy = 0;
    let busiest = 0;
    const site = await serve((_request, response) => {
      busy += 1;
      busiest = Math.max(busiest, busy);
      setTimeout(() => {
        busy -= 1;
        response.end('ok');
      }, 5);
    });
    const dispatcher = dispatcherIn({ allow: [`127.0.0.1:${site.port}`] });

    const answers = await Promise.all(
      Array.from({ length: 80 }, () => read(ask(dispatcher, `http://127.0.0.1:${site.port}/`))),
    );

    expect(answers).toHaveLength(80);
    expect(busiest).toBeLessThanOrEqual(32);
    expect(site.connections()).toBeLessThanOrEqual(32);
  });

  test('does not blame the server for a header that cannot be sent', async () => {
    const site = await canary();
    const dispatcher = dispatcherIn({ allow: [`127.0.0.1:${site.port}`] });

    const attempt = ask(dispatcher, `http://127.0.0.1:${site.port}/`, { headers: { 'X-A': 'a\r\nb' } });

    await expect(attempt).rejects.toBeInstanceOf(TypeError);
    expect(site.connections()).toBe(0);
  });

  test('rethrows the reason of the signal as it is', async () => {
    const site = await serve(() => {});
    const dispatcher = dispatcherIn({ allow: [`127.0.0.1:${site.port}`] });
    const reason = new AppError('SCRAPE_TIMEOUT', 'Too slow.');
    const controller = new AbortController();

    const attempt = failureOf(
      ask(dispatcher, `http://127.0.0.1:${site.port}/`, { signal: controller.signal }),
    );
    setTimeout(() => controller.abort(reason), 20);

    expect(await attempt).toBe(reason);
  });

  test('dials no address once the signal has aborted', async () => {
    const alone = await canary();
    const dispatcher = dispatcherIn({ allow: [`127.0.0.1:${alone.port}`] });
    const signal = AbortSignal.abort(new Error('over'));

    await expect(ask(dispatcher, `http://127.0.0.1:${alone.port}/`, { signal })).rejects.toThrow('over');

    expect(alone.connections()).toBe(0);
  });
});

describe('a kept connection that the server has closed', () => {
  /** Answers the first request of each connection and cuts it at the second. */
  const forgetful = () =>
    serveBytes((socket) => {
      let requests = 0;
      socket.on('data', () => {
        requests += 1;
        if (requests > 1) socket.resetAndDestroy();
        else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      });
    });

  test('is replaced once, unnoticed by the caller', async () => {
    const site = await forgetful();
    const dispatcher = dispatcherIn({ allow: [`127.0.0.1:${site.port}`] });
    const url = `http://127.0.0.1:${site.port}/`;

    const answers = [await read(ask(dispatcher, url)), await read(ask(dispatcher, url))];

    expect(answers).toEqual(['ok', 'ok']);
    expect(site.connections()).toBe(2);
  });

  test.for([
    ['a form', { method: 'POST', body: 'x' }],
    ['a POST without a body', { method: 'POST' }],
    ['a DELETE', { method: 'DELETE' }],
  ] as const)('is not replaced for %s, which may have changed something', async ([, options]) => {
    const site = await forgetful();
    const dispatcher = dispatcherIn({ allow: [`127.0.0.1:${site.port}`] });
    const url = `http://127.0.0.1:${site.port}/`;

    await read(ask(dispatcher, url));
    const failure = await failureOf(ask(dispatcher, url, options));

    expect(failure.code).toBe('CONNECTION_FAILED');
    expect(site.connections()).toBe(1);
  });

  test('is the only reason to repeat a request', async () => {
    const site = await serveBytes((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const dispatcher = dispatcherIn({ allow: [`127.0.0.1:${site.port}`] });

    const failure = await failureOf(ask(dispatcher, `http://127.0.0.1:${site.port}/`));

    expect(failure.code).toBe('CONNECTION_FAILED');
    expect(site.connections()).toBe(1);
  });
});

describe('names with several addresses', () => {
  test('are dialled at the next address when one refuses', async () => {
    const site = await serve((_request, response) => response.end('ok'), '127.0.0.2');
    const dispatcher = dispatcherIn({
      allow: [`site.test:${site.port}`],
      // Another server may listen on the same port of 127.0.0.1.
      resolveName: async () => ['127.0.0.77', '127.0.0.2'],
    });

    expect(await read(ask(dispatcher, `http://site.test:${site.port}/`))).toBe('ok');
  });

  test('are reported by the failure that says most about the server', async () => {
    const port = await closedPort();
    const dispatcher = dispatcherIn({
      allow: [`site.test:${port}`],
      resolveName: async () => ['127.0.0.1', '255.255.255.255'],
    });

    expect((await failureOf(ask(dispatcher, `http://site.test:${port}/`))).code).toBe('CONNECTION_REFUSED');
  });

  test('are refused, without a connection, when one of them is private', async () => {
    const alone = await canary();
    const dispatcher = dispatcherIn({ resolveName: async () => ['93.184.216.34', '127.0.0.1'] });

    const failure = await failureOf(ask(dispatcher, `http://site.test:${alone.port}/`));

    expect(failure.code).toBe('FORBIDDEN_TARGET');
    expect(alone.connections()).toBe(0);
  });
});

describe('a name that resolves differently the second time', () => {
  test('is used once for check and dial', async () => {
    const site = await serve((_request, response) => response.end('site'), '127.0.0.2');
    const asked: string[] = [];
    const dispatcher = dispatcherIn({
      allow: [`site.test:${site.port}`],
      resolveName: async (hostname) => {
        asked.push(hostname);
        return asked.length === 1 ? ['127.0.0.2'] : ['127.0.0.1'];
      },
    });

    expect(await read(ask(dispatcher, `http://site.test:${site.port}/`))).toBe('site');
    expect(asked).toEqual(['site.test']);
  });

  test('cannot move the dial from a public address to a private one', async () => {
    const alone = await canary();
    // Global unicast by number, allocated to nobody: a dial leads nowhere.
    const answers = [['2000::1']];
    const dispatcher = dispatcherIn({ resolveName: async () => answers.shift() ?? ['127.0.0.1'] });
    const url = `http://rebind.test:${alone.port}/`;

    const first = await failureOf(ask(dispatcher, url, { connectTimeoutMs: 50 }));
    const second = await failureOf(ask(dispatcher, url, { connectTimeoutMs: 50 }));

    expect(first.code).toBe('CONNECTION_FAILED');
    expect(second.code).toBe('FORBIDDEN_TARGET');
    expect(alone.connections()).toBe(0);
  });
});

describe('TLS', () => {
  const authority = createCertificateAuthority();
  const trusting: World = { trustedRoots: [authority.certificate] };

  const secureSite = async (identity: ServerIdentity & ServerOptions, world: World = trusting) => {
    const site = await serveTls(identity, (_request, response) => response.end('secret'));
    const dispatcher = dispatcherIn({
      ...world,
      allow: [`site.test:${site.port}`, `127.0.0.1:${site.port}`],
    });
    return { dispatcher, url: `https://site.test:${site.port}/`, port: site.port };
  };

  test('works with a server whose certificate is valid', async () => {
    const { dispatcher, url } = await secureSite(authority.issue('site.test'));

    expect(await read(ask(dispatcher, url))).toBe('secret');
  });

  test('sends the host name, and never an IP address, to a server with many certificates', async () => {
    const site = await serveTls(authority.issue('site.test'), ({ socket }, response) =>
      response.end(String((socket as TLSSocket).servername)),
    );
    const dispatcher = dispatcherIn({ allow: [`site.test:${site.port}`, `127.0.0.1:${site.port}`] });
    const unverified = { skipTlsVerification: true };

    const names = [
      await read(ask(dispatcher, `https://site.test:${site.port}/`, unverified)),
      await read(ask(dispatcher, `https://127.0.0.1:${site.port}/`, unverified)),
    ];

    expect(names).toEqual(['site.test', 'false']);
  });

  test('accepts a certificate for an IP address', async () => {
    const { dispatcher, port } = await secureSite(authority.issue('127.0.0.1'));

    expect(await read(ask(dispatcher, `https://127.0.0.1:${port}/`))).toBe('secret');
  });

  test('works at the next address when one refuses', async () => {
    const { dispatcher, url } = await secureSite(authority.issue('site.test'), {
      ...trusting,
      resolveName: async () => ['127.0.0.2', '127.0.0.1'],
    });

    expect(await read(ask(dispatcher, url))).toBe('secret');
  });

  test('ignores the closing dot of a host name', async () => {
    const { dispatcher, port } = await secureSite(authority.issue('site.test'));

    expect(await read(ask(dispatcher, `https://site.test.:${port}/`))).toBe('secret');
  });

  const problems: readonly (readonly [string, () => ServerIdentity, World, string])[] = [
    ['has expired', () => authority.issue('site.test', new Date('2020-01-01')), trusting, 'has expired'],
    ['is for another host', () => authority.issue('other.test'), trusting, 'is for another host name'],
    ['signs itself', () => selfSigned('site.test'), trusting, 'is signed by the server itself'],
    [
      'comes from a stranger',
      () => createCertificateAuthority('Stranger').issue('site.test'),
      trusting,
      'comes without the certificates of its issuer',
    ],
    [
      'is from no public issuer',
      () => authority.issue('site.test'),
      {},
      'comes without the certificates of its issuer',
    ],
  ];

  test.for(problems)('refuses a certificate that %s', async ([, identity, world, sentence]) => {
    const { dispatcher, url } = await secureSite(identity(), world);

    const failure = await failureOf(ask(dispatcher, url));

    expect(failure).toMatchObject({
      code: 'TLS_ERROR',
      message: `The certificate of the page's server ${sentence}.`,
    });
  });

  test.for(problems)(
    'reads a server whose certificate %s when told not to verify',
    async ([, identity, world]) => {
      const { dispatcher, url } = await secureSite(identity(), world);

      expect(await read(ask(dispatcher, url, { skipTlsVerification: true }))).toBe('secret');
      expect((await failureOf(ask(dispatcher, url))).code).toBe('TLS_ERROR');
    },
  );

  test('uses a retired version only when verification is skipped', async () => {
    const { dispatcher, url } = await secureSite({
      ...authority.issue('site.test'),
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    });

    expect(await read(ask(dispatcher, url, { skipTlsVerification: true }))).toBe('secret');
    expect((await failureOf(ask(dispatcher, url))).code).toBe('TLS_ERROR');
  });

  test('fails with a server that speaks plain HTTP', async () => {
    const site = await serve((_request, response) => response.end('ok'));
    const dispatcher = dispatcherIn({ allow: [`127.0.0.1:${site.port}`] });

    expect((await failureOf(ask(dispatcher, `https://127.0.0.1:${site.port}/`))).code).toBe('TLS_ERROR');
  });

  test('fails with a server that hangs up during the handshake', async () => {
    const site = await serveBytes((socket) => socket.end());
    const dispatcher = dispatcherIn({ allow: [`127.0.0.1:${site.port}`] });

    expect((await failureOf(ask(dispatcher, `https://127.0.0.1:${site.port}/`))).code).toBe('TLS_ERROR');
  });
});

describe('a server that', () => {
  const reach = async (port: number, options: Options = {}) => {
    const dispatcher = dispatcherIn({ allow: [`127.0.0.1:${port}`] });
    return failureOf(ask(dispatcher, `http://127.0.0.1:${port}/`, options));
  };

  test('refuses the connection', async () => {
    const failure = await reach(await closedPort());

    expect(failure).toMatchObject({
      code: 'CONNECTION_REFUSED',
      message: "The page's server refused the connection.",
    });
    expect(failure.cause).toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('has no name', async () => {
    const dispatcher = dispatcherIn({ resolveName: () => Promise.reject(new Error('ENOTFOUND')) });

    expect((await failureOf(ask(dispatcher, 'http://gone.test/'))).code).toBe('DNS_ERROR');
  });

  test('does not accept in time', async () => {
    const dispatcher = dispatcherIn({ resolveName: () => new Promise(() => {}) });

    const failure = await failureOf(ask(dispatcher, 'http://slow.test/', { connectTimeoutMs: 30 }));

    expect(failure).toMatchObject({
      code: 'CONNECTION_FAILED',
      message: "The page's server did not accept the connection in time.",
    });
  });

  test('does not finish its handshake in time', async () => {
    const site = await serveBytes(() => {});
    const dispatcher = dispatcherIn({ allow: [`127.0.0.1:${site.port}`] });

    const failure = await failureOf(
      ask(dispatcher, `https://127.0.0.1:${site.port}/`, { connectTimeoutMs: 30 }),
    );

    expect(failure.code).toBe('CONNECTION_FAILED');
  });

  test.for([
    ['closes without an answer', '', 'CONNECTION_FAILED'],
    ['talks another protocol', 'SSH-2.0-OpenSSH_9.6\r\n', 'INVALID_RESPONSE'],
    ['answers in HTTP/0.9', '<html>hello</html>', 'INVALID_RESPONSE'],
    ['breaks off in the headers', 'HTTP/1.1 200 OK\r\nContent-Ty', 'CONNECTION_FAILED'],
    [
      'switches protocols unasked',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
      'INVALID_RESPONSE',
    ],
    [
      'sends headers without end',
      `HTTP/1.1 200 OK\r\n${'X-Filler: 0123456789abcdef\r\n'.repeat(4_000)}`,
      'TOO_LARGE',
    ],
    ['sends one endless header', `HTTP/1.1 200 OK\r\nX-Filler: ${'a'.repeat(100_000)}`, 'TOO_LARGE'],
  ] as const)('%s', async ([, bytes, code]) => {
    const site = await serveBytes((socket) => socket.once('data', () => socket.end(bytes, 'latin1')));

    expect((await reach(site.port)).code).toBe(code);
  });
});

describe('a malformed response that browsers accept', () => {
  const answerTo = async (bytes: string) => {
    const site = await serveBytes((socket) => socket.on('data', () => socket.write(bytes, 'latin1')));
    const dispatcher = dispatcherIn({ allow: [`127.0.0.1:${site.port}`] });
    const url = `http://127.0.0.1:${site.port}/`;
    return { site, read: () => read(ask(dispatcher, url)) };
  };

  test.for([
    ['bare line feeds', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok'],
    ['no reason phrase', 'HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok'],
    ['control characters in a header', 'HTTP/1.1 200 OK\r\nX-A: a\u0001b\r\nContent-Length: 2\r\n\r\nok'],
    [
      'informational answers before it',
      `${'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(3)}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok`,
    ],
    [
      'length and chunks at once',
      'HTTP/1.1 200 OK\r\nContent-Length: 99\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
    ],
  ] as const)('is read: %s', async ([, bytes]) => {
    const { read } = await answerTo(bytes);

    expect(await read()).toBe('ok');
  });

  test('ends its connection when it was framed twice', async () => {
    const { site, read } = await answerTo(
      'HTTP/1.1 200 OK\r\nContent-Length: 99\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
    );

    await read();
    await read();

    expect(site.connections()).toBe(2);
  });

  test('survives bytes after its end', async () => {
    const { read } = await answerTo(
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\n\r\nevil',
    );

    expect([await read(), await read()]).toEqual(['ok', 'ok']);
  });
});

describe("the operator's proxy", () => {
  const through = async (proxyOptions: Parameters<typeof serveUpstreamProxy>[0] = {}) => {
    const site = await serve((request, response) => response.end(`${request.headers.host} seen`));
    const proxy = await serveUpstreamProxy({ routeTo: site.port, ...proxyOptions });
    return { site, proxy, dispatcher: dispatcherIn({ resolveName: async () => ['93.184.216.34'] }) };
  };

  test('is asked for the address that was checked, not for the name', async () => {
    const { proxy, dispatcher } = await through();

    const answer = await read(
      ask(dispatcher, 'http://site.test/', { proxyUrl: `http://127.0.0.1:${proxy.port}` }),
    );

    expect(answer).toBe('site.test seen');
    expect(proxy.asked).toEqual([{ authority: '93.184.216.34:80', authorization: undefined }]);
  });

  test('gets the credentials of its URL', async () => {
    const { proxy, dispatcher } = await through();

    await read(
      ask(dispatcher, 'http://site.test/', { proxyUrl: `http://us%40er:p%3Ass@127.0.0.1:${proxy.port}` }),
    );

    expect(proxy.asked[0]?.authorization).toBe(`Basic ${Buffer.from('us@er:p:ss').toString('base64')}`);
  });

  test('carries TLS that ends at the page', async () => {
    const authority = createCertificateAuthority();
    const site = await serveTls(authority.issue('site.test'), (_request, response) => response.end('secret'));
    const proxy = await serveUpstreamProxy({ routeTo: site.port });
    const dispatcher = dispatcherIn({
      resolveName: async () => ['93.184.216.34'],
      trustedRoots: [authority.certificate],
    });

    const answer = await read(
      ask(dispatcher, 'https://site.test/', { proxyUrl: `http://127.0.0.1:${proxy.port}` }),
    );

    expect(answer).toBe('secret');
    expect(proxy.asked[0]?.authority).toBe('93.184.216.34:443');
  });

  test.for([
    ['an address', 'http://169.254.169.254/'],
    ['a name', 'http://metadata.test/'],
  ] as const)('is never asked for %s that is not public', async ([, url]) => {
    const { proxy } = await through();
    const dispatcher = dispatcherIn({ resolveName: async () => ['169.254.169.254'] });

    const failure = await failureOf(ask(dispatcher, url, { proxyUrl: `http://127.0.0.1:${proxy.port}` }));

    expect(failure.code).toBe('FORBIDDEN_TARGET');
    expect(proxy.asked).toEqual([]);
  });

  test('may take longer to answer than to connect', async () => {
    const site = await serve((_request, response) => setTimeout(() => response.end('late'), 80));
    const proxy = await serveUpstreamProxy({ routeTo: site.port });
    const dispatcher = dispatcherIn({ resolveName: async () => ['93.184.216.34'] });

    const answer = await read(
      ask(dispatcher, 'http://site.test/', {
        proxyUrl: `http://127.0.0.1:${proxy.port}`,
        connectTimeoutMs: 40,
      }),
    );

    expect(answer).toBe('late');
  });

  test('that rejects our credentials makes the service unavailable', async () => {
    const { proxy, dispatcher } = await through({ status: 407 });

    const failure = await failureOf(
      ask(dispatcher, 'http://site.test/', { proxyUrl: `http://127.0.0.1:${proxy.port}` }),
    );

    expect(failure.code).toBe('SERVICE_UNAVAILABLE');
  });

  test('that is unreachable makes the service unavailable, and is not named', async () => {
    const port = await closedPort();
    const dispatcher = dispatcherIn({ resolveName: async () => ['93.184.216.34'] });

    const failure = await failureOf(
      ask(dispatcher, 'http://site.test/', { proxyUrl: `http://127.0.0.1:${port}` }),
    );

    expect(failure).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: "The deployment's upstream proxy is not available.",
    });
  });

  test('that cannot reach the page fails the page', async () => {
    const { proxy, dispatcher } = await through({ status: 502 });

    const failure = await failureOf(
      ask(dispatcher, 'http://site.test/', { proxyUrl: `http://127.0.0.1:${proxy.port}` }),
    );

    expect(failure.code).toBe('CONNECTION_FAILED');
  });
});
