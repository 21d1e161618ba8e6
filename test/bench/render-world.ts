import { createEgressPolicy } from '#shared/web/egress/egress-policy.ts';
import { systemResolver } from '#shared/web/egress/name-resolver.ts';
import { type BrowserFiles, unpackBrowser } from '#shared/web/render/browser-files.ts';
import { createLaunchBrowser } from '#shared/web/render/browser-process.ts';
import { createChromiumRenderPage } from '#shared/web/render/chromium-render-page.ts';
import type { RenderPage } from '#shared/web/render/render-page.ts';
import { prepareBrowserAssets } from '../../lib/browser-assets.ts';
import { browserAssetsDirectory } from '../../lib/bundles.ts';
import { hostilePages } from '../web/render/hostile-pages.ts';
import { serveLoopback } from '../fixtures/sites/loopback-server.ts';

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

export const startHostileSite = () => serveLoopback(hostilePages);
