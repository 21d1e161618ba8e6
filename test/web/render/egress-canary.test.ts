import type { RequestListener } from 'node:http';

import { describe, expect, test } from 'vitest';

import type { RenderRequest } from '#shared/contract/render.ts';
import type { ResolveName } from '#shared/web/egress/name-resolver.ts';
import { canary, serve } from '../egress/loopback.ts';
import { serveUpstreamProxy } from '../egress/upstream-proxy-server.ts';
import { asked, chromiumIn } from './browser.ts';
import { type EgressTry, egressTries, withheldTries } from './egress-tries.ts';

// The same page twice: while its target may be reached every try arrives, which proves that it is one; while
// the target may not be reached, nobody ever connects to it.

const { signal } = new AbortController();

const filling = `<p>${'filling '.repeat(40)}</p>`;

/** `/redirect?address` leads there; any other path is the page. */
const site =
  (page: () => string): RequestListener =>
  (request, response) => {
    const [, address] = (request.url ?? '').split(/\?(.*)/s);
    if (request.url?.startsWith('/redirect?') === true)
      return response.writeHead(307, { location: address }).end();
    response.writeHead(200, { 'content-type': 'text/html' });
    return response.end(page());
  };

interface Page {
  readonly tries: readonly EgressTry[];
  /** `host:port` of the target in the page's own spelling. */
  readonly target: string;
  readonly allow?: readonly string[];
  readonly resolveName?: ResolveName;
  /** Everything leaves through a proxy of the operator's, which leads all of it to the page's own server. */
  readonly behindProxy?: boolean;
}

/** Returns what the proxy was asked for, if there is one. */
async function open(page: Page): Promise<readonly (string | undefined)[]> {
  const { tries, target, allow = [], resolveName, behindProxy = false } = page;
  const origin = { port: 0 };
  const server = await serve(
    site(() => {
      const own = `http://127.0.0.1:${origin.port}`;
      return `<!doctype html><body>${filling}${tries.map(({ name, markup }) => markup(`http://${target}/${name}`, own)).join('\n')}`;
    }),
  );
  origin.port = server.port;
  const proxy = behindProxy ? await serveUpstreamProxy({ routeTo: server.port }) : undefined;
  const renderPage = chromiumIn({
    allow: [`127.0.0.1:${server.port}`, ...allow],
    ...(resolveName === undefined ? {} : { resolveName }),
  });
  const through: Partial<RenderRequest> =
    proxy === undefined ? {} : { profile: 'stealth', upstreamProxyUrl: `http://127.0.0.1:${proxy.port}` };
  // Without a screenshot, images are not requested at all.
  const options: Partial<RenderRequest> = { waitForMs: 1_500, screenshot: 'viewport', ...through };
  await renderPage(asked(`http://127.0.0.1:${server.port}/`, options), { signal });
  return proxy?.asked.map(({ authority }) => authority) ?? [];
}

/** Records connections; replies so that clients are satisfied. */
async function openTarget() {
  const arrived = new Set<string>();
  const note: RequestListener = (request, response) => {
    arrived.add((request.url ?? '').slice(1).replace(/\?.*$/, ''));
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    response.end();
  };
  const target = await serve(note);
  return { arrived, ...target };
}

const spellings = [
  'localhost',
  'sub.localhost',
  '127.1',
  '0x7f.1',
  '0177.0.0.1',
  '2130706433',
  '127.0.0.1.',
  '0.0.0.0',
  '0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '１２７.0.0.1',
  '127。0。0。1',
  'inside.test',
  'mixed.test',
];

const namesOf = (tries: readonly EgressTry[]): string[] => tries.map(({ name }) => name).toSorted();

describe('a page’s attempts to reach private addresses', () => {
  test('are at least 60, and each arrives where it is allowed to go', { timeout: 90_000 }, async () => {
    const target = await openTarget();

    await open({
      tries: egressTries,
      target: `127.0.0.1:${target.port}`,
      allow: [`127.0.0.1:${target.port}`],
    });

    expect(egressTries.length).toBeGreaterThanOrEqual(60);
    expect([...target.arrived].filter((name) => name !== 'favicon.ico').toSorted()).toEqual(
      namesOf(egressTries),
    );
  });

  test('make no connection to forbidden addresses', { timeout: 90_000 }, async () => {
    const inside = await canary();

    await open({ tries: [...egressTries, ...withheldTries], target: `127.0.0.1:${inside.port}` });

    expect(inside.connections()).toBe(0);
  });

  test('through interfaces that the browser lacks make no connection', async () => {
    const target = await openTarget();

    await open({
      tries: withheldTries,
      target: `127.0.0.1:${target.port}`,
      allow: [`127.0.0.1:${target.port}`],
    });

    expect([...target.arrived]).toEqual([]);
  });

  test('make no connection under any spelling of a private address', async () => {
    const inside = await canary();
    const resolveName: ResolveName = async (name) =>
      name === 'mixed.test' ? ['93.184.216.34', '127.0.0.1'] : ['127.0.0.1'];
    const tries = egressTries.filter(({ name }) =>
      ['img', 'fetch', 'iframe', 'web-socket', 'worker-fetch', 'preload-script'].includes(name),
    );
    const everySpelling = tries.map(({ name, markup }): EgressTry => ({
      name,
      markup: (_address, own) =>
        spellings.map((host) => markup(`http://${host}:${inside.port}/${name}`, own)).join('\n'),
    }));

    await open({ tries: everySpelling, target: '', resolveName });

    expect(inside.connections()).toBe(0);
  });

  test('make no connection when the name changes its address after it was checked', async () => {
    const inside = await canary();
    const answers: string[] = [];
    const resolveName: ResolveName = async () => {
      const address = answers.length % 2 === 0 ? '93.184.216.34' : '127.0.0.1';
      answers.push(address);
      return [address];
    };
    const tries = egressTries.filter(({ name }) => ['img', 'fetch', 'xhr', 'redirect-img'].includes(name));
    // Requests to one host may share a connection, whose name is looked up once.
    const everyHost = tries.map(({ name, markup }): EgressTry => ({
      name,
      markup: (_address, own) => markup(`http://${name}.rebinding.test:${inside.port}/${name}`, own),
    }));

    const proxied = await open({ tries: everyHost, target: '', resolveName, behindProxy: true });

    expect(new Set(answers)).toEqual(new Set(['93.184.216.34', '127.0.0.1']));
    const dialled = proxied.filter((authority) => authority?.endsWith(`:${inside.port}`));
    expect(new Set(dialled)).toEqual(new Set([`93.184.216.34:${inside.port}`]));
    expect(inside.connections()).toBe(0);
  });

  test.for([
    [
      'a redirect',
      (to: string): RequestListener =>
        (_request, response) =>
          response.writeHead(302, { location: to }).end(),
    ],
    [
      'a refresh',
      (to: string): RequestListener =>
        (_request, response) =>
          response.end(`<meta http-equiv="refresh" content="0; url=${to}">`),
    ],
    [
      'a script',
      (to: string): RequestListener =>
        (_request, response) =>
          response.end(`<script>location = '${to}'</script>`),
    ],
    [
      'a form',
      (to: string): RequestListener =>
        (_request, response) =>
          response.end(
            `<form method="post" action="${to}"></form><script>document.forms[0].submit()</script>`,
          ),
    ],
  ] as const)('fail the page whose document is to be moved inside by %s', async ([, move]) => {
    const inside = await canary();
    const outside = await serve((request, response) => {
      response.setHeader('content-type', 'text/html');
      move(`http://127.0.0.1:${inside.port}/`)(request, response);
    });
    const renderPage = chromiumIn({ allow: [`site.test:${outside.port}`] });

    const page = renderPage(asked(`http://site.test:${outside.port}/`), { signal });

    await expect(page).rejects.toMatchObject({ code: 'FORBIDDEN_TARGET' });
    expect(inside.connections()).toBe(0);
  });
});
