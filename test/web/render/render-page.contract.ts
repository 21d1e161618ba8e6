import type { RequestListener } from 'node:http';

import { describe, expect, test } from 'vitest';

import type { RenderRequest } from '#shared/contract/render.ts';
import type { RenderPage } from '#shared/web/render/render-page.ts';
import { closedPort, serve } from '../egress/loopback.ts';
import { asked, textOf } from './browser.ts';
import { readPng } from './png.ts';

export interface RenderPageSubject {
  /** A browser that may open these `host:port`, all of which lead to this machine. */
  readonly open: (allow: readonly string[]) => Promise<RenderPage>;
}

const { signal } = new AbortController();

type Answers = Readonly<Record<string, string | RequestListener>>;

const answering =
  (answers: Answers): RequestListener =>
  (request, response) => {
    const answer = answers[(request.url ?? '').replace(/\?.*$/, '')];
    if (typeof answer === 'function') return answer(request, response);
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    return response.end(answer);
  };

const echo: RequestListener = (request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(request.headers));
};

/** What every `RenderPage` does. */
export function testRenderPage({ open }: RenderPageSubject): void {
  const visit = async (answers: Answers, path: string, options: Partial<RenderRequest> = {}) => {
    const site = await serve(answering(answers));
    const origin = `http://site.test:${site.port}`;
    const renderPage = await open([`site.test:${site.port}`]);
    return { origin, page: await renderPage(asked(origin + path, options), { signal }) };
  };

  describe('as every RenderPage', () => {
    test('returns the document after its scripts', async () => {
      const { origin, page } = await visit(
        {
          '/': `<!doctype html><title>Before</title><main id="app"></main><script>
            fetch('/api').then((answer) => answer.json()).then(({ title, items }) => {
              document.title = title;
              app.innerHTML = '<h1>' + title + '</h1>' + items.map((item) => '<p>' + item + '</p>').join('');
            });</script>`,
          '/api': (_request, response) => response.end('{"title": "After", "items": ["first", "Ünï"]}'),
        },
        '/',
      );

      expect(page.html).toMatch(/^<!DOCTYPE html>/i);
      expect(page.html).toContain('<title>After</title>');
      expect(page.html).toContain('<h1>After</h1><p>first</p><p>Ünï</p>');
      expect(page).toMatchObject({ finalUrl: `${origin}/`, status: 200, settledBy: 'stable', warnings: [] });
      expect(page.screenshot).toBeUndefined();
    });

    test('returns the status and the headers, names in lower case', async () => {
      const { page } = await visit(
        {
          '/': (_request, response) => {
            response.writeHead(503, { 'Content-Type': 'text/html', 'X-Two-Words': 'b', 'Retry-After': '7' });
            response.end('<h1>Closed for repairs</h1>');
          },
        },
        '/',
      );

      expect(page).toMatchObject({ status: 503, headers: { 'x-two-words': 'b', 'retry-after': '7' } });
      expect(textOf(page.html)).toBe('Closed for repairs');
    });

    test.for([
      ['a redirect', (_request, response) => response.writeHead(302, { location: '/there?a=b' }).end()],
      ['a refresh in the markup', '<meta http-equiv="refresh" content="0; url=/there?a=b">'],
      ['a script', '<script>location.replace("/there?a=b")</script>'],
      [
        'a script that is late',
        '<p>wait</p><script>setTimeout(() => { location = "/there?a=b" }, 400)</script>',
      ],
    ] as const satisfies (readonly [string, string | RequestListener])[])(
      'follows %s to where it leads',
      async ([, answer]) => {
        const { origin, page } = await visit({ '/': answer, '/there': '<h1>There</h1>' }, '/');

        expect(page).toMatchObject({ finalUrl: `${origin}/there?a=b`, status: 200 });
        expect(textOf(page.html)).toBe('There');
      },
    );

    test('returns the URL that the page set itself', async () => {
      const { origin, page } = await visit(
        { '/': '<p>list</p><script>history.replaceState(null, "", "/list?page=1")</script>' },
        '/',
      );

      expect(page.finalUrl).toBe(`${origin}/list?page=1`);
    });

    test.for([
      ['application/json', '{"a": "<b>"}'],
      ['text/plain; charset=utf-8', 'Just <b>text</b>, ü.'],
      ['application/rss+xml', '<?xml version="1.0"?><rss><channel><title>T</title></channel></rss>'],
    ])('hands %s on as it came', async ([type, body]) => {
      const { page } = await visit(
        { '/': (_request, response) => response.writeHead(200, { 'content-type': type }).end(body) },
        '/',
      );

      expect(page.html).toBe(body);
    });

    test('opens shadow trees and frames of the same origin, one inside the other', async () => {
      const { page } = await visit(
        {
          '/': `<x-card><b slot="name">Slotted</b></x-card><iframe src="/frame"></iframe><script>
            customElements.define('x-card', class extends HTMLElement {
              constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<h2>Card</h2><slot name="name"></slot><x-foot></x-foot>'; }
            });
            customElements.define('x-foot', class extends HTMLElement {
              constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<i>Foot</i>'; }
            });</script>`,
          '/frame': '<p>Framed</p><iframe srcdoc="<p>Deeper</p>"></iframe>',
        },
        '/',
      );

      expect(page.html).toContain(
        '<x-card><template shadowrootmode="open"><h2>Card</h2><slot name="name"></slot><x-foot><template shadowrootmode="open"><i>Foot</i></template></x-foot></template><b slot="name">Slotted</b></x-card>',
      );
      expect(page.html).toContain('<div><p>Framed</p><div><p>Deeper</p></div></div>');
    });

    test('shows the frames of a frameset as parts of a page', async () => {
      const { page } = await visit(
        {
          '/': '<frameset cols="20%,80%"><frame src="/left"><frameset rows="50%,50%"><frame src="/top"><frame src="/left"></frameset></frameset>',
          '/left': '<p>Left</p>',
          '/top': '<p>Top</p>',
        },
        '/',
      );

      expect(page.html).toContain(
        '<body><div><p>Left</p></div><div><div><p>Top</p></div><div><p>Left</p></div></div></body>',
      );
    });

    test('warns of a page that is a frame of another origin', async () => {
      const frame = (html: string) =>
        `${html}<iframe sandbox srcdoc="Inside" width="800" height="600"></iframe>`;
      const { page } = await visit({ '/': frame('<h1>Map</h1>') }, '/');
      const { page: article } = await visit(
        { '/': frame(`<p>${'A sentence about it. '.repeat(20)}</p>`) },
        '/',
      );

      expect(page.warnings).toEqual([
        'Most of the page is a frame of another site, whose text is not part of the result.',
      ]);
      expect(article.warnings).toEqual([]);
    });

    test('opens shadow trees that are twelve deep', async () => {
      const { page } = await visit(
        {
          '/': `<x-level level="1"></x-level><script>
            customElements.define('x-level', class extends HTMLElement {
              connectedCallback() {
                const level = Number(this.getAttribute('level'));
                this.attachShadow({ mode: 'open' }).innerHTML = level === 12 ? '<p>Innermost</p>' : '<x-level level="' + (level + 1) + '"></x-level>';
              }
            });</script>`,
        },
        '/',
      );

      expect(page.html).toContain('<p>Innermost</p>');
    });

    test('identifies itself by name, and as a phone for mobile requests', async () => {
      const headersOf = async (options: Partial<RenderRequest>) =>
        JSON.parse((await visit({ '/': echo }, '/', options)).page.html) as Record<string, string>;

      const [desktop, mobile] = [await headersOf({}), await headersOf({ mobile: true })];

      expect(desktop['user-agent']).toMatch(/Chrome\/\d+.*WinnowBot\/1\.0/);
      expect(desktop['user-agent']).not.toMatch(/Headless|Mobile/);
      expect(mobile['user-agent']).toMatch(/Android.*Mobile Safari.*WinnowBot\/1\.0/);
    });

    test('sends the caller’s headers to the page’s origin and to no other', async () => {
      const other = await serve((request, response) => {
        response.setHeader('access-control-allow-origin', '*');
        echo(request, response);
      });
      const site = await serve(
        answering({
          '/': `<p id="own"></p><p id="other"></p><script>
            fetch('/echo').then((answer) => answer.text()).then((text) => own.append(text));
            fetch('http://other.test:${other.port}/').then((answer) => answer.text()).then((text) => other.append(text));</script>`,
          '/echo': echo,
        }),
      );
      const renderPage = await open([`site.test:${site.port}`, `other.test:${other.port}`]);
      const headers = { Authorization: 'Bearer key', 'X-Api-Key': 'k', Cookie: 'session=1; theme=dark' };

      const page = await renderPage(asked(`http://site.test:${site.port}/`, { headers }), { signal });

      const [, own = '', foreign = ''] = /id="own">(.*?)<.*id="other">(.*?)</s.exec(page.html) ?? [];
      expect(JSON.parse(own)).toMatchObject({
        authorization: 'Bearer key',
        'x-api-key': 'k',
        cookie: 'session=1; theme=dark',
      });
      expect(foreign).toContain('user-agent');
      expect(foreign).not.toMatch(/Bearer|x-api-key|session/);
    });

    test('does not send the caller’s headers to another origin', async () => {
      const other = await serve(echo);
      const site = await serve((_request, response) =>
        response.writeHead(302, { location: `http://other.test:${other.port}/` }).end(),
      );
      const renderPage = await open([`site.test:${site.port}`, `other.test:${other.port}`]);
      const headers = {
        Authorization: 'Bearer key',
        'User-Agent': 'Mine/1.0',
        'Accept-Language': 'ru;q=0.9',
      };

      const page = await renderPage(asked(`http://site.test:${site.port}/`, { headers }), { signal });

      expect(JSON.parse(page.html)).toMatchObject({ 'user-agent': 'Mine/1.0', 'accept-language': 'ru' });
      expect(page.html).not.toContain('Bearer');
    });

    test('does not send the caller’s cookies to another port of the host', async () => {
      const other = await serve((request, response) => {
        response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
        response.setHeader('access-control-allow-credentials', 'true');
        echo(request, response);
      });
      const site = await serve(
        answering({
          '/': `<p id="other"></p><script>
            fetch('http://site.test:${other.port}/', { credentials: 'include' })
              .then((answer) => answer.text()).then((text) => other.append(text));</script>`,
        }),
      );
      const renderPage = await open([`site.test:${site.port}`, `site.test:${other.port}`]);
      const headers = { Cookie: 'session=1' };

      const page = await renderPage(asked(`http://site.test:${site.port}/`, { headers }), { signal });

      expect(page.html).toContain('user-agent');
      expect(page.html).not.toContain('session');
    });

    test('waits after load for as long as requested', async () => {
      const late = {
        '/': `<p>${'words '.repeat(60)}</p><script>setTimeout(() => document.body.append("LATE"), 2500)</script>`,
      };

      const [hasty, patient] = [await visit(late, '/'), await visit(late, '/', { waitForMs: 3_000 })];

      expect(textOf(hasty.page.html)).not.toContain('LATE');
      expect(textOf(patient.page.html)).toContain('LATE');
    });

    test.for([
      ['a desktop', {}, [1_280, 800]],
      ['a phone, with two pixels for one', { mobile: true }, [824, 1_830]],
      ['a window of its own', { viewport: { width: 600, height: 300 } }, [600, 300]],
      ['the whole page', { screenshot: 'fullPage' }, [1_280, 2_500]],
    ] as const)('takes a picture of %s', async ([, options, size]) => {
      const { page } = await visit(
        { '/': '<body style="margin: 0"><div style="height: 2500px">tall</div>' },
        '/',
        { screenshot: 'viewport', ...options },
      );

      const { width, height } = readPng(page.screenshot ?? new Uint8Array());
      expect([width, height]).toEqual(size);
    });

    test('warns when it cuts the screenshot of an endless page', async () => {
      const { page } = await visit({ '/': '<div style="height: 90000px">endless</div>' }, '/', {
        screenshot: 'fullPage',
      });

      expect(readPng(page.screenshot ?? new Uint8Array()).height).toBe(16_000);
      expect(page.warnings.join(' ')).toMatch(/90\d\d\d pixels tall; the screenshot shows the first 16000/);
    });

    test.for([
      ['a name without an address', 'http://no-such-name.invalid/', 'DNS_ERROR'],
      ['loopback', 'http://127.0.0.1:3000/', 'FORBIDDEN_TARGET'],
      ['the metadata service', 'http://169.254.169.254/latest/', 'FORBIDDEN_TARGET'],
      ['a mail server', 'http://site.test:25/', 'FORBIDDEN_TARGET'],
      ['a file', 'file:///etc/passwd', 'FORBIDDEN_TARGET'],
      ['an inner page of the browser', 'chrome://version', 'FORBIDDEN_TARGET'],
      ['a source view', 'view-source:http://site.test/', 'FORBIDDEN_TARGET'],
    ])('refuses or reports %s', async ([, url, code]) => {
      const renderPage = await open([]);

      await expect(renderPage(asked(url!), { signal })).rejects.toMatchObject({ code });
    });

    test('reports an unreachable server', async () => {
      const port = await closedPort();
      const renderPage = await open([`site.test:${port}`]);

      await expect(renderPage(asked(`http://site.test:${port}/`), { signal })).rejects.toMatchObject({
        code: 'CONNECTION_REFUSED',
      });
    });

    test('reports a redirect to a private address as forbidden', async () => {
      const inside: RequestListener = (_request, response) =>
        response.writeHead(302, { location: 'http://127.0.0.1:8080/' }).end();

      await expect(visit({ '/': inside }, '/')).rejects.toMatchObject({ code: 'FORBIDDEN_TARGET' });
    });

    test('reports a file that a browser would download', async () => {
      const file: RequestListener = (_request, response) =>
        response.writeHead(200, { 'content-type': 'application/zip' }).end('PK');

      await expect(visit({ '/': file }, '/')).rejects.toMatchObject({ code: 'UNSUPPORTED_TYPE' });
    });

    const leaving: Answers = {
      '/': `<div id="root"></div><script>
        root.innerHTML = '<main><h1>Your download starts</h1></main>';
        setTimeout(() => { location.href = location.search.slice(1); }, 200);</script>`,
      '/empty': '<script>location.href = location.search.slice(1)</script>',
      '/file.zip': (_request, response) => {
        const headers = { 'content-type': 'application/zip', 'content-disposition': 'attachment' };
        response.writeHead(200, headers).end('PK');
      },
      '/table.csv': (_request, response) =>
        response
          .writeHead(200, { 'content-type': 'text/csv', 'content-disposition': 'attachment' })
          .end('a,b'),
      '/nothing': (_request, response) => response.writeHead(204).end(),
    };

    test.for([
      ['begins a download', '/?/file.zip'],
      ['begins the download of a text', '/?/table.csv'],
      ['goes to a URL without content', '/?/nothing'],
    ] as const)('returns the page that %s, as it is shown', async ([, path]) => {
      const { origin, page } = await visit(leaving, path);

      expect(textOf(page.html)).toContain('Your download starts');
      expect(page).toMatchObject({ finalUrl: origin + path, status: 200 });
    });

    test.for(['/file.zip', '/table.csv'])('reports a page without text that leads to %s', async (file) => {
      await expect(visit(leaving, `/empty?${file}`)).rejects.toMatchObject({ code: 'UNSUPPORTED_TYPE' });
    });

    test.for([
      ['never answers', (): void => {}],
      ['never lets its script end', '<p>busy</p><script>for (;;);</script>'],
      ['asks for ever', '<p>dialogs</p><script>for (;;) alert("again");</script>'],
    ] as const satisfies (readonly [string, string | RequestListener])[])(
      'gives a page up that %s, when the time is over',
      async ([, answer]) => {
        await expect(visit({ '/': answer }, '/', { timeoutMs: 2_000 })).rejects.toMatchObject({
          code: 'SCRAPE_TIMEOUT',
        });
      },
    );

    test('rejects with the caller’s abort reason', async () => {
      const site = await serve(() => {});
      const renderPage = await open([`site.test:${site.port}`]);
      const caller = new AbortController();
      const reason = new Error('The caller has left.');

      const page = renderPage(asked(`http://site.test:${site.port}/`, { timeoutMs: 3_000 }), {
        signal: caller.signal,
      });
      setTimeout(() => caller.abort(reason), 500);

      await expect(page).rejects.toBe(reason);
    });
  });
}
