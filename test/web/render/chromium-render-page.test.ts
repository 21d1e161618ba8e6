import { describe, expect, test } from 'vitest';

import type { RenderRequest } from '#shared/contract/render.ts';
import { createEgressPolicy } from '#shared/web/egress/egress-policy.ts';
import { createChromiumRenderPage } from '#shared/web/render/chromium-render-page.ts';
import { createCertificateAuthority } from '../egress/certificate-authority.ts';
import { serve, serveBytes, serveTls } from '../egress/loopback.ts';
import { asked, chromiumIn, openSite, textOf } from './browser.ts';

const { signal } = new AbortController();

describe('a server with an untrusted certificate', () => {
  const openSecure = async () => {
    const certificate = createCertificateAuthority().issue('site.test');
    const site = await serveTls(certificate, (_request, response) => response.end('<p>secret</p>'));
    return { renderPage: chromiumIn({ allow: [`site.test:${site.port}`] }), host: `site.test:${site.port}` };
  };

  test('is not read', async () => {
    const { renderPage, host } = await openSecure();

    await expect(renderPage(asked(`https://${host}/`), { signal })).rejects.toMatchObject({
      code: 'TLS_ERROR',
      message: "The certificate of the page's server comes from an issuer that is not trusted.",
    });
  });

  test('is read when verification is skipped', async () => {
    const { renderPage, host } = await openSecure();

    const page = await renderPage(asked(`https://${host}/`, { skipTlsVerification: true }), { signal });

    expect(textOf(page.html)).toBe('secret');
  });
});

test('a page whose headers the browser refuses to send fails at once', async () => {
  const { render } = await openSite({ '/': '<p>a page</p>' });

  await expect(render('/', { headers: { 'Set-Cookie': 'a=b' } })).rejects.toMatchObject({
    code: 'CONNECTION_FAILED',
  });
});

describe('a URL without a scheme', () => {
  test('is opened by http where https is not spoken', async () => {
    const site = await serve((_request, response) => response.end('<p>plain</p>'));
    const renderPage = chromiumIn({ allow: [`site.test:${site.port}`] });

    const page = await renderPage(asked(`site.test:${site.port}/a`), { signal });

    expect(page.finalUrl).toBe(`http://site.test:${site.port}/a`);
  });
});

describe('a page that declares no charset', () => {
  test.for([
    ['UTF-8', Buffer.from('<p>Die Straße führt über Köln nach Süden.</p>')],
    ['UTF-8 in Russian', Buffer.from('<p>Паром отходит в семь часов.</p>')],
    ['windows-1252', Buffer.from('<p>Die Straße führt über Köln nach Süden.</p>', 'latin1')],
  ] as const)('is read as %s when that is what it is', async ([, body]) => {
    const site = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(body);
    });
    const renderPage = chromiumIn({ allow: [`site.test:${site.port}`] });

    const { html } = await renderPage(asked(`http://site.test:${site.port}/`), {
      signal: new AbortController().signal,
    });

    expect(html).toMatch(/<p>(?:Die Straße führt über Köln nach Süden|Паром отходит в семь часов)\.<\/p>/);
  });
});

describe('a server that', () => {
  test('requires a password shows its error page', async () => {
    const site = await serve((_request, response) => {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="x"', 'content-type': 'text/html' });
      response.end('<h1>Members only</h1>');
    });
    const renderPage = chromiumIn({ allow: [`site.test:${site.port}`] });

    const page = await renderPage(asked(`http://site.test:${site.port}/`), { signal });

    expect([page.status, textOf(page.html)]).toEqual([401, 'Members only']);
  });

  test.for([
    ['speaks something else', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['hangs up', ''],
  ])('%s is reported', async ([, bytes]) => {
    const site = await serveBytes((socket) => socket.once('data', () => socket.end(bytes ?? '')));
    const renderPage = chromiumIn({ allow: [`site.test:${site.port}`] });

    await expect(renderPage(asked(`http://site.test:${site.port}/`), { signal })).rejects.toMatchObject({
      code: expect.stringMatching(/^(INVALID_RESPONSE|CONNECTION_FAILED)$/) as string,
    });
  });
});

describe('a page that leads to a file by a script', () => {
  const openPage = async (body: string, options: Partial<RenderRequest> = {}) => {
    const types: Readonly<Record<string, string>> = {
      '/report.pdf': 'application/pdf',
      '/dot.svg': 'image/svg+xml',
    };
    const site = await serve((request, response) => {
      const type = types[request.url ?? ''] ?? 'text/html';
      response.setHeader('content-type', type);
      if (type === 'application/pdf') response.end('%PDF-1.4');
      else if (type === 'image/svg+xml')
        response.end(
          '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><path d="M0 0h50v50z"/></svg>',
        );
      else response.end(`${body}<script>location.href = '/report.pdf'</script>`);
    });
    const origin = `http://site.test:${site.port}`;
    const renderPage = chromiumIn({ allow: [`site.test:${site.port}`] });
    return { origin, page: renderPage(asked(`${origin}/`, options), { signal }) };
  };

  test.for([['none'], ['viewport'], ['fullPage']] as const)(
    'and shows nothing else is refused with its URL (screenshot: %s)',
    async ([screenshot]) => {
      const nothing =
        '<style>p::after { content: " "; display: table }</style><p></p><img src="/dot.svg" hidden>';
      const { origin, page } = await openPage(nothing, { screenshot });

      await expect(page).rejects.toMatchObject({
        code: 'UNSUPPORTED_TYPE',
        message: `The page only leads to a file, which the browser cannot read: ${origin}/report.pdf`,
      });
    },
  );

  const drawing = '<svg width="50" height="50"><rect width="50" height="50"/></svg>';

  test.for([
    ['an element', drawing],
    ['a background', '<style>div { height: 50px; background: url(/dot.svg) }</style><div></div>'],
    ['a gradient', '<div style="height: 50px; background: linear-gradient(red, blue)"></div>'],
    ['a background of the page', '<body style="background-image: url(/dot.svg)">'],
    [
      'a background in front of an element',
      '<style>p::before { content: ""; display: block; height: 50px; background: url(/dot.svg) }</style><p></p>',
    ],
    ['the content of a pseudo-element', '<style>p::after { content: url(/dot.svg) }</style><p></p>'],
    ['a button', '<input type="image" src="/dot.svg" width="50" height="50">'],
    ['words that a style writes', '<style>p::before { content: "Wait" }</style><p></p>'],
    ['an object', '<object data="/dot.svg" width="50" height="50"></object>'],
    ['an embedded file', '<embed src="/dot.svg" width="50" height="50">'],
    ['a shadow tree', `<div><template shadowrootmode="open">${drawing}</template></div>`],
  ] as const)('and shows a picture has a screenshot: %s', async ([, body]) => {
    const { page } = await openPage(body, { screenshot: 'viewport' });

    expect((await page).screenshot).toBeDefined();
  });
});

describe('advertisements', () => {
  const visit = async (blockAds: boolean) => {
    const hosts: (string | undefined)[] = [];
    const site = await serve((request, response) => {
      hosts.push(request.headers.host?.replace(/:\d+$/, ''));
      response.setHeader('content-type', 'text/html');
      response.end(
        `<p>text</p><script src="http://ads.doubleclick.net:${site.port}/a.js"></script><script src="http://cdn.test:${site.port}/b.js"></script>`,
      );
    });
    const allow = ['site.test', 'ads.doubleclick.net', 'cdn.test'].map((host) => `${host}:${site.port}`);
    const renderPage = chromiumIn({ allow, resolveName: async () => ['127.0.0.1'] });
    await renderPage(asked(`http://site.test:${site.port}/`, { blockAds }), { signal });
    return hosts;
  };

  test('are left out, unless they are wanted', async () => {
    const [without, withAll] = [await visit(true), await visit(false)];

    expect(without).toContain('cdn.test');
    expect(without).not.toContain('ads.doubleclick.net');
    expect(withAll).toContain('ads.doubleclick.net');
  });
});

describe('the renderer', () => {
  test('opens no more pages at once than it may, in the order of asking', async () => {
    let open = 0;
    let most = 0;
    const order: (string | undefined)[] = [];
    const site = await serve((request, response) => {
      if (request.url !== '/favicon.ico') order.push(request.url);
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        response.end('<p>x</p>');
      }, 50);
    });
    const renderPage = chromiumIn({ allow: [`site.test:${site.port}`], pagesAtOnce: 1 });

    const paths = ['/1', '/2', '/3'];
    await Promise.all(
      paths.map((path) => renderPage(asked(`http://site.test:${site.port}${path}`), { signal })),
    );

    expect([most, order]).toEqual([1, paths]);
  });

  test('rejects when no turn comes before the timeout', async () => {
    const site = await serve(() => {});
    const renderPage = chromiumIn({ allow: [`site.test:${site.port}`], pagesAtOnce: 1 });
    const url = `http://site.test:${site.port}/`;

    const answers = await Promise.allSettled([
      renderPage(asked(url, { timeoutMs: 2_000 }), { signal }),
      renderPage(asked(url, { timeoutMs: 300 }), { signal }),
    ]);

    expect(answers).toMatchObject([
      { status: 'rejected', reason: { code: 'SCRAPE_TIMEOUT' } },
      {
        status: 'rejected',
        reason: { code: 'SCRAPE_TIMEOUT', message: 'No browser became free before the timeout.' },
      },
    ]);
    expect(site.connections()).toBe(1);
  });

  test('reports when there is no browser to start', async () => {
    const renderPage = createChromiumRenderPage({
      launchBrowser: () => Promise.reject(new Error('spawn ENOENT')),
      policy: createEgressPolicy({ allow: ['site.test:80'], resolveName: async () => ['127.0.0.1'] }),
      userAgentToken: 'WinnowBot',
      pagesAtOnce: 1,
    });

    await expect(renderPage(asked('http://site.test/'), { signal })).rejects.toMatchObject({
      code: 'RENDERER_UNAVAILABLE',
    });
  });

  test.for([
    ['its scripts', 'const kept = []; for (;;) kept.push(new Array(1e6).fill(Math.random()))'],
    ['what they keep outside the heap', 'const kept = []; for (;;) kept.push(new Uint8Array(5e7).fill(1))'],
  ])('ends a page that takes all memory for %s, and opens the next', async ([, script]) => {
    const { render } = await openSite({
      '/greedy': `<p>x</p><script>${script}</script>`,
      '/modest': '<p>modest</p>',
    });

    await expect(render('/greedy')).rejects.toMatchObject({ code: 'PAGE_CRASHED' });
    expect(textOf((await render('/modest')).html)).toBe('modest');
  });
});
