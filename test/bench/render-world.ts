import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createEgressPolicy } from '#shared/egress/egress-policy.ts';
import { systemResolver } from '#shared/egress/name-resolver.ts';
import { type BrowserFiles, unpackBrowser } from '#shared/rendering/browser-files.ts';
import { createLaunchBrowser } from '#shared/rendering/browser-process.ts';
import { createChromiumRenderPage } from '#shared/rendering/chromium-render-page.ts';
import type { RenderPage } from '#shared/rendering/render-page.ts';
import { prepareBrowserAssets } from '../../lib/browser-assets.ts';
import { browserAssetsDirectory } from '../../lib/bundles.ts';
import { hostilePages } from '../rendering/hostile-pages.ts';

/** The renderer as the function makes it, and what it was unpacked to. */
export async function browserIn(
  directory: string,
  allow: readonly string[],
  pagesAtOnce: number,
): Promise<{ renderPage: RenderPage; files: BrowserFiles; unpackMs: number }> {
  await prepareBrowserAssets(browserAssetsDirectory);
  const startedMs = performance.now();
  const files = await unpackBrowser(browserAssetsDirectory, directory);
  const unpackMs = performance.now() - startedMs;
  const renderPage = createChromiumRenderPage({
    launchBrowser: createLaunchBrowser(files),
    policy: createEgressPolicy({ allow, resolveName: systemResolver }),
    userAgentToken: 'WinnowBot',
    pagesAtOnce,
  });
  return { renderPage, files, unpackMs };
}

export async function startServer(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const authority = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    authority,
    url: `http://${authority}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export const startHostileSite = () => startServer(hostilePages);
