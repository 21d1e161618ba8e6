import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';

import { createEgressPolicy } from '#shared/web/egress/egress-policy.ts';
import {
  type ForwardingProxy,
  type ForwardingProxyOptions,
  startForwardingProxy,
} from '#shared/web/egress/forwarding-proxy.ts';
import type { ResolveName } from '#shared/web/egress/name-resolver.ts';

import { createCertificateAuthority } from './certificate-authority.ts';
import { canary, closedPort, serve, serveBytes, serveTls } from './loopback.ts';
import { askPlainly, openTunnel } from './proxy-client.ts';
import { serveUpstreamProxy } from './upstream-proxy-server.ts';

interface World extends Omit<ForwardingProxyOptions, 'policy'> {
  readonly allow?: readonly string[];
  readonly resolveName?: ResolveName;
}

async function proxyIn({ allow = [], resolveName = async () => ['127.0.0.1'], ...options }: World) {
  const policy = createEgressPolicy({ allow, resolveName });
  const proxy = await startForwardingProxy({ policy, ...options });
  onTestFinished(() => proxy.close());
  return proxy;
}

const until = async (claim: () => boolean): Promise<void> => {
  while (!claim()) await new Promise((resolve) => setTimeout(resolve, 2));
};

describe('the forwarding proxy, asked for a plain page', () => {
  test('passes the request on without the headers for the proxy', async () => {
    const site = await serve((request, response) =>
      response.end(JSON.stringify({ url: request.url, ...request.headers })),
    );
    const proxy = await proxyIn({ allow: [`site.test:${site.port}`] });

    const answer = await askPlainly(proxy, `http://site.test:${site.port}/a?b=c`, {
      headers: { 'x-a': '1', connection: 'x-private', 'x-private': '2', 'proxy-connection': 'keep-alive' },
    });

    expect(JSON.parse(answer?.body ?? '')).toEqual({
      url: '/a?b=c',
      host: `site.test:${site.port}`,
      connection: 'keep-alive',
      'x-a': '1',
    });
  });

  test('passes the response on unchanged, repeated headers included', async () => {
    const site = await serve((_request, response) => {
      response.writeHead(418, 'Teapot', ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'Content-Encoding', 'br']);
      response.end('not really brotli');
    });
    const proxy = await proxyIn({ allow: [`127.0.0.1:${site.port}`] });

    const answer = await askPlainly(proxy, `http://127.0.0.1:${site.port}/`);

    expect(answer).toMatchObject({ status: 418, body: 'not really brotli' });
    expect(answer?.rawHeaders.slice(0, 6)).toEqual([
      'Set-Cookie',
      'a=1',
      'Set-Cookie',
      'b=2',
      'Content-Encoding',
      'br',
    ]);
  });

  test('streams the body of a form', async () => {
    const site = await serve((request, response) => {
      response.write(`${request.method} `);
      request.pipe(response);
    });
    const proxy = await proxyIn({ allow: [`127.0.0.1:${site.port}`] });
    const body = 'field=value&'.repeat(20_000);

    const answer = await askPlainly(proxy, `http://127.0.0.1:${site.port}/`, { method: 'POST', body });

    expect(answer?.body).toBe(`POST ${body}`);
    expect(proxy.counters).toMatchObject({
      forwarded: 1,
      sentBytes: body.length,
      receivedBytes: body.length + 5,
    });
  });

  test.for([
    ['in https, which must come as a tunnel', 'https://site.test/'],
    ['without a host', '/'],
    ['of the proxy itself', 'PROXY'],
    ['in another scheme', 'ftp://site.test/'],
    ['with credentials', 'http://user:pass@site.test/'],
  ] as const)('cuts the connection when it is asked for one %s', async ([, address]) => {
    const proxy = await proxyIn({ allow: ['site.test:443'] });

    const answer = await askPlainly(proxy, address === 'PROXY' ? `http://127.0.0.1:${proxy.port}/` : address);

    expect(answer).toBeUndefined();
    expect(proxy.counters).toMatchObject({ forwarded: 0, refused: 1 });
  });

  test('cuts the connection when the server is unreachable, and reports it', async () => {
    const port = await closedPort();
    const failures: string[] = [];
    const proxy = await proxyIn({
      allow: [`127.0.0.1:${port}`],
      onFailure: (authority, { code }) => failures.push(`${authority} ${code}`),
    });

    expect(await askPlainly(proxy, `http://127.0.0.1:${port}/`)).toBeUndefined();
    expect(failures).toEqual([`127.0.0.1:${port} CONNECTION_REFUSED`]);
    expect(proxy.counters.failed).toBe(1);
  });

  test('cuts the connection at a response that cannot be passed on', async () => {
    const site = await serveBytes((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nX-A: \u0001\r\nContent-Length: 0\r\n\r\n')),
    );
    const proxy = await proxyIn({ allow: [`127.0.0.1:${site.port}`] });

    expect(await askPlainly(proxy, `http://127.0.0.1:${site.port}/`)).toBeUndefined();
  });

  test('leaves the server when the browser has left', async () => {
    let left = false;
    const site = await serve((_request, response) => {
      response.write('slow');
      response.once('close', () => {
        left = true;
      });
    });
    const proxy = await proxyIn({ allow: [`127.0.0.1:${site.port}`] });
    const browser = connect(proxy.port, '127.0.0.1');
    const credentials = Buffer.from(`${proxy.username}:${proxy.password}`).toString('base64');
    browser.write(
      `GET http://127.0.0.1:${site.port}/ HTTP/1.1\r\nHost: x\r\nProxy-Authorization: Basic ${credentials}\r\n\r\n`,
    );
    await once(browser, 'data');

    browser.destroy();

    await until(() => left);
    expect(left).toBe(true);
  });
});

describe('the forwarding proxy, asked for a tunnel', () => {
  test('carries TLS that ends at the page', async () => {
    const authority = createCertificateAuthority();
    const site = await serveTls(authority.issue('site.test'), (_request, response) => response.end('secret'));
    const proxy = await proxyIn({ allow: [`site.test:${site.port}`] });

    const { status, socket } = await openTunnel(proxy, `site.test:${site.port}`);
    const secure = connectTls({ socket, servername: 'site.test', ca: [authority.certificate] });
    secure.write('GET / HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n\r\n');

    expect(status).toBe(200);
    expect(await text(secure)).toContain('secret');
    expect(proxy.counters.forwarded).toBe(1);
  });

  test('carries a web socket', async () => {
    const site = await serveBytes((socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
        socket.on('data', (chunk) => socket.write(`echo ${chunk.toString()}`));
      }),
    );
    const proxy = await proxyIn({ allow: [`site.test:${site.port}`] });

    const { socket } = await openTunnel(proxy, `site.test:${site.port}`);
    socket.write('GET /live HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
    const [handshake] = (await once(socket, 'data')) as [Buffer];
    socket.write('frame');
    const [frame] = (await once(socket, 'data')) as [Buffer];

    expect(handshake.toString()).toContain('101 Switching Protocols');
    expect(frame.toString()).toBe('echo frame');
  });

  test('passes on bytes that the browser sent before the tunnel was open', async () => {
    const site = await serveBytes((socket) =>
      socket.on('data', (chunk) => socket.end(`got ${chunk.toString()}`)),
    );
    const proxy = await proxyIn({ allow: [`127.0.0.1:${site.port}`] });
    const credentials = Buffer.from(`${proxy.username}:${proxy.password}`).toString('base64');
    const browser = connect(proxy.port, '127.0.0.1');

    browser.write(
      `CONNECT 127.0.0.1:${site.port} HTTP/1.1\r\nProxy-Authorization: Basic ${credentials}\r\n\r\nearly`,
    );

    expect(await text(browser)).toBe('HTTP/1.1 200 Connection Established\r\n\r\ngot early');
  });

  test('returns 502 when the server is unreachable', async () => {
    const port = await closedPort();
    const proxy = await proxyIn({ allow: [`127.0.0.1:${port}`] });

    expect((await openTunnel(proxy, `127.0.0.1:${port}`)).status).toBe(502);
  });

  test('returns 502 when the name does not resolve', async () => {
    const proxy = await proxyIn({ resolveName: () => Promise.reject(new Error('ENOTFOUND')) });

    expect((await openTunnel(proxy, 'gone.test:443')).status).toBe(502);
    expect(proxy.counters).toMatchObject({ failed: 1, refused: 0 });
  });
});

describe('the forwarding proxy and other processes', () => {
  const wrong = [
    ['no credentials', ''],
    ['another password', `Basic ${Buffer.from('user:password').toString('base64')}`],
    ['another scheme', 'Bearer token'],
  ] as const;

  test.for(wrong)('refuses a request with %s', async ([, authorization]) => {
    const site = await canary();
    const proxy = await proxyIn({ allow: [`127.0.0.1:${site.port}`] });

    const answer = await askPlainly(proxy, `http://127.0.0.1:${site.port}/`, { authorization });

    expect(answer?.status).toBe(407);
    expect(answer?.rawHeaders).toContain('Basic realm="egress"');
    expect(site.connections()).toBe(0);
  });

  test.for(wrong)('refuses a tunnel with %s', async ([, authorization]) => {
    const site = await canary();
    const proxy = await proxyIn({ allow: [`127.0.0.1:${site.port}`] });

    expect((await openTunnel(proxy, `127.0.0.1:${site.port}`, authorization)).status).toBe(407);
    expect(site.connections()).toBe(0);
  });

  test('has other credentials each time', async () => {
    const [one, two] = [await proxyIn({}), await proxyIn({})];

    expect(one.password).not.toBe(two.password);
    expect(one.password.length).toBeGreaterThanOrEqual(32);
  });

  test('listens on loopback only', async () => {
    const proxy = await proxyIn({});
    const elsewhere = connect(proxy.port, '127.0.0.2');

    const [error] = (await once(elsewhere, 'error')) as [Error];

    expect(error).toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('the limits of the forwarding proxy', () => {
  /** Says nothing, or talks for ever. */
  const silent = () => serveBytes(() => {});
  const endless = () =>
    serveBytes((socket) => {
      const talk = () => {
        while (socket.writable && socket.write(Buffer.alloc(16_384))) continue;
        if (socket.writable) socket.once('drain', talk);
      };
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        talk();
      });
    });

  const tunnelTo = async (port: number, limits: NonNullable<World['limits']>) => {
    const proxy = await proxyIn({ allow: [`127.0.0.1:${port}`], limits });
    const { socket } = await openTunnel(proxy, `127.0.0.1:${port}`);
    return { proxy, socket };
  };

  test('end an idle tunnel', async () => {
    const site = await silent();
    const { socket } = await tunnelTo(site.port, { idleMs: 30 });

    await once(socket.resume(), 'close');

    expect(socket.destroyed).toBe(true);
  });

  test('end a tunnel that lives too long, however busy', async () => {
    const site = await serveBytes((socket) => {
      const ticking = setInterval(() => socket.write('tick'), 5);
      socket.once('close', () => clearInterval(ticking));
    });
    const { socket } = await tunnelTo(site.port, { lifetimeMs: 60, idleMs: 5_000 });

    await once(socket.resume(), 'close');

    expect(socket.destroyed).toBe(true);
  });

  test('end a tunnel that carries too much', async () => {
    const site = await endless();
    const { proxy, socket } = await tunnelTo(site.port, { connectionBytes: 1_000_000 });
    let received = 0;
    socket.on('data', (chunk) => {
      received += chunk.length;
    });
    socket.write('go');

    await once(socket, 'close');

    expect(received).toBeLessThanOrEqual(1_100_000);
    expect(proxy.counters.receivedBytes).toBeLessThan(1_200_000);
  });

  test('end a plain response that carries too much', async () => {
    const site = await endless();
    const proxy = await proxyIn({
      allow: [`127.0.0.1:${site.port}`],
      limits: { connectionBytes: 1_000_000 },
    });

    expect(await askPlainly(proxy, `http://127.0.0.1:${site.port}/`)).toBeUndefined();
    expect(proxy.counters.receivedBytes).toBeLessThan(1_500_000);
  });

  test('keep the number of connections down', async () => {
    const site = await silent();
    const { proxy } = await tunnelTo(site.port, { connections: 1 });

    await expect(openTunnel(proxy, `127.0.0.1:${site.port}`)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });
});

describe('closing the forwarding proxy', () => {
  const isListening = async ({ port }: ForwardingProxy) => {
    const probe = connect(port, '127.0.0.1');
    return once(probe, 'connect').then(
      () => true,
      () => false,
    );
  };

  test('ends tunnels and requests in use on both sides, and the port', async () => {
    let atTheSite = 0;
    const site = await serve((_request, response) => {
      atTheSite += 1;
      response.write('begun');
      response.once('close', () => {
        atTheSite -= 1;
      });
    });
    const proxy = await proxyIn({ allow: [`127.0.0.1:${site.port}`] });
    const { socket } = await openTunnel(proxy, `127.0.0.1:${site.port}`);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const plain = askPlainly(proxy, `http://127.0.0.1:${site.port}/`);
    await until(() => atTheSite === 2);

    await Promise.all([proxy.close(), once(socket.resume(), 'close')]);

    expect(await plain).toBeUndefined();
    await until(() => atTheSite === 0);
    expect(await isListening(proxy)).toBe(false);
  });
});

describe("the forwarding proxy behind the operator's proxy", () => {
  test('asks it for the checked address, in both forms', async () => {
    const site = await serve((request, response) => response.end(`${request.headers.host} seen`));
    const upstream = await serveUpstreamProxy({ routeTo: site.port });
    const proxy = await proxyIn({
      resolveName: async () => ['2606:4700::1111', '93.184.216.34'],
      upstreamProxyUrl: `http://127.0.0.1:${upstream.port}`,
    });

    const plain = await askPlainly(proxy, 'http://site.test/');
    const { status } = await openTunnel(proxy, 'site.test:443');

    expect(plain?.body).toBe('site.test seen');
    expect(status).toBe(200);
    expect(upstream.asked.map(({ authority }) => authority)).toEqual([
      '93.184.216.34:80',
      '93.184.216.34:443',
    ]);
  });

  test('does not pass refused requests to it', async () => {
    const upstream = await serveUpstreamProxy({});
    const proxy = await proxyIn({
      resolveName: async () => ['10.0.0.1'],
      upstreamProxyUrl: `http://127.0.0.1:${upstream.port}`,
    });

    expect(await askPlainly(proxy, 'http://intranet.test/')).toBeUndefined();
    expect((await openTunnel(proxy, 'intranet.test:443')).status).toBe(403);
    expect(upstream.asked).toEqual([]);
  });
});
