import type { IncomingHttpHeaders } from 'node:http';

import { describe, expect, test } from 'vitest';

import type { RenderRequest } from '#shared/contract/render.ts';
import { serve } from '../egress/loopback.ts';
import { serveUpstreamProxy } from '../egress/upstream-proxy-server.ts';
import { asked, chromiumIn } from './browser.ts';

const { signal } = new AbortController();

const self = `<p>${'filling '.repeat(40)}</p><p id="out"></p><script type="module">
  const facts = (scope) => ({ userAgent: scope.navigator.userAgent, webdriver: scope.navigator.webdriver, languages: scope.navigator.languages, platform: scope.navigator.platform });
  const worker = new Worker(URL.createObjectURL(new Blob(['postMessage({ userAgent: navigator.userAgent, languages: navigator.languages, platform: navigator.platform })'])));
  const inWorker = await new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data); });
  const frame = document.body.appendChild(document.createElement('iframe'));
  out.textContent = JSON.stringify({
    page: facts(window), frame: facts(frame.contentWindow), worker: inWorker,
    brands: navigator.userAgentData?.brands.map(({ brand }) => brand), mobile: navigator.userAgentData?.mobile,
    system: navigator.userAgentData?.platform, chrome: typeof chrome, touch: navigator.maxTouchPoints,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone, outer: outerWidth >= innerWidth && outerHeight > innerHeight,
    notifications: [Notification.permission, (await navigator.permissions.query({ name: 'notifications' })).state],
    own: Object.keys(window).filter((name) => /cdc_|puppeteer|webdriver|winnow/i.test(name)),
  });
</script>`;

interface Facts {
  readonly userAgent: string;
  readonly webdriver?: boolean;
  readonly languages: readonly string[];
  readonly platform: string;
}

interface Self {
  readonly page: Facts;
  readonly frame: Facts;
  readonly worker: Facts;
  readonly brands: readonly string[];
}

async function lookAt(options: Partial<RenderRequest>) {
  const headers: IncomingHttpHeaders[] = [];
  const site = await serve((request, response) => {
    headers.push(request.headers);
    response.setHeader('content-type', 'text/html');
    response.end(self);
  });
  const renderPage = chromiumIn({ allow: [`127.0.0.1:${site.port}`] });
  const page = await renderPage(asked(`http://127.0.0.1:${site.port}/`, options), { signal });
  const found = JSON.parse(/id="out">(.*?)</s.exec(page.html)?.[1] ?? '') as Self & Record<string, unknown>;
  return { found, sent: headers[0] ?? {}, page };
}

describe('the stealth profile', () => {
  test('is one desktop browser in headers, page, frame and worker', async () => {
    const { found, sent } = await lookAt({ profile: 'stealth' });

    const { userAgent } = found.page;
    expect(userAgent).toMatch(
      /^Mozilla\/5\.0 \(X11; Linux x86_64\) .* Chrome\/\d+\.0\.0\.0 Safari\/537\.36$/,
    );
    for (const facts of [found.page, found.frame, found.worker])
      expect(facts).toMatchObject({ userAgent, languages: ['en-US', 'en'], platform: 'Linux x86_64' });
    expect(sent['user-agent']).toBe(userAgent);
    expect(sent['accept-language']).toBe('en-US,en;q=0.9');
    expect(sent['sec-ch-ua']).toContain('"Google Chrome"');
    expect(sent['sec-ch-ua-platform']).toBe('"Linux"');
    expect(found).toMatchObject({
      brands: expect.arrayContaining(['Google Chrome', 'Chromium']) as string[],
      mobile: false,
      system: 'Linux',
      timezone: 'America/New_York',
    });
  });

  test('does not reveal automation', async () => {
    const { found } = await lookAt({ profile: 'stealth' });

    expect(found.page.webdriver).toBe(false);
    expect(found).toMatchObject({
      chrome: 'object',
      outer: true,
      notifications: ['default', 'prompt'],
      own: [],
    });
  });

  test('is one phone for mobile requests', async () => {
    const { found, sent } = await lookAt({ profile: 'stealth', mobile: true });

    expect(found.page.userAgent).toMatch(/Android.*Mobile Safari/);
    expect(found).toMatchObject({ mobile: true, system: 'Android', touch: 5 });
    expect(sent['sec-ch-ua-mobile']).toBe('?1');
  });

  test('warns when the deployment has no proxy', async () => {
    const { page } = await lookAt({ profile: 'stealth' });

    expect(page.warnings.join(' ')).toContain('no upstream proxy');
  });

  test('leaves through the proxy that the request names, with its credentials', async () => {
    const site = await serve((_request, response) => response.end('<p>through</p>'));
    const proxy = await serveUpstreamProxy({ routeTo: site.port });
    const renderPage = chromiumIn({ allow: [], resolveName: async () => ['93.184.216.34'] });
    const upstreamProxyUrl = `http://user:pass@127.0.0.1:${proxy.port}`;

    const request = asked('http://a.site.test/', { profile: 'stealth', upstreamProxyUrl });
    const { warnings } = await renderPage(request, { signal });

    expect(warnings).toEqual([]);
    expect(proxy.asked[0]).toEqual({
      authority: '93.184.216.34:80',
      authorization: `Basic ${Buffer.from('user:pass').toString('base64')}`,
    });
  });

  test('is used only when requested', async () => {
    const { found } = await lookAt({});

    expect(found.page.userAgent).toContain('WinnowBot');
    expect(found.worker.userAgent).toBe(found.page.userAgent);
    expect(found.brands).not.toContain('Google Chrome');
  });
});
