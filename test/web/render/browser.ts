import { inject } from 'vitest';

import { type RenderRequest, renderRequest } from '#shared/contract/render.ts';
import { createEgressPolicy } from '#shared/web/egress/egress-policy.ts';
import type { ResolveName } from '#shared/web/egress/name-resolver.ts';
import { createLaunchBrowser } from '#shared/web/render/browser-process.ts';
import { createChromiumRenderPage } from '#shared/web/render/chromium-render-page.ts';
import type { RenderPage } from '#shared/web/render/render-page.ts';
import { serve } from '../egress/loopback.ts';

export interface World {
  readonly allow: readonly string[];
  readonly resolveName?: ResolveName;
  readonly pagesAtOnce?: number;
}

/** Names of sites lead to this machine; there are no others. */
const siteNames: ResolveName = async (hostname) => {
  if (!hostname.endsWith('.test')) throw new Error(`ENOTFOUND ${hostname}`);
  return ['127.0.0.1'];
};

/** A real browser that may open these `host:port`. */
export const chromiumIn = ({ allow, resolveName, pagesAtOnce }: World): RenderPage =>
  createChromiumRenderPage({
    launchBrowser: createLaunchBrowser(inject('browser')),
    policy: createEgressPolicy({ allow, resolveName: resolveName ?? siteNames }),
    userAgentToken: 'WinnowBot',
    pagesAtOnce: pagesAtOnce ?? 2,
  });

export const asked = (url: string, options: Partial<RenderRequest> = {}): RenderRequest =>
  renderRequest.parse({ url, timeoutMs: 40_000, ...options });

/** A site of these documents, and a browser that may open it. `?ms=500` has an answer begin after 500 ms. */
export async function openSite(documents: Readonly<Record<string, string>>) {
  const requests: string[] = [];
  const site = await serve((request, response) => {
    requests.push(request.url ?? '');
    const document = documents[(request.url ?? '').replace(/\?.*$/, '')];
    const lateMs = Number(/[?&]ms=(\d+)/.exec(request.url ?? '')?.[1] ?? 0);
    setTimeout(() => {
      response.writeHead(document === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(document);
    }, lateMs);
  });
  const origin = `http://site.test:${site.port}`;
  const renderPage = chromiumIn({ allow: [`site.test:${site.port}`] });
  return {
    origin,
    requests,
    connections: site.connections,
    render: (path: string, options: Partial<RenderRequest> = {}) =>
      renderPage(asked(`${origin}${path}`, options), { signal: new AbortController().signal }),
  };
}

/** Text that a document shows, roughly: tags and scripts left out. */
export const textOf = (html: string): string =>
  html
    .replaceAll(/<(script|style)\b.*?<\/\1>/gs, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
