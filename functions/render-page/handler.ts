import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { renderPageEnvironment } from '#shared/contract/environment.ts';
import { createEgressPolicy } from '#shared/web/egress/egress-policy.ts';
import { createCachingResolver, systemResolver } from '#shared/web/egress/name-resolver.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { createLogger } from '#shared/kernel/logger.ts';
import { installedBrowser, unpackBrowser } from '#shared/web/render/browser-files.ts';
import { createLaunchBrowser } from '#shared/web/render/browser-process.ts';
import { createChromiumRenderPage } from '#shared/web/render/chromium-render-page.ts';
import { createRenderPageHandler } from '#shared/web/render/render-page-handler.ts';

const environment = readEnvironment(renderPageEnvironment);
const assets = join(import.meta.dirname, 'browser');
const workDirectory = join(tmpdir(), 'winnow-browser');
const { CHROME_PATH: installed } = environment;
// While the environment starts, Lambda gives every function a whole processor.
const browser =
  installed === undefined
    ? await unpackBrowser(assets, workDirectory)
    : installedBrowser(installed, assets, workDirectory);

const renderPage = createRenderPageHandler({
  renderPage: createChromiumRenderPage({
    launchBrowser: createLaunchBrowser(browser),
    policy: createEgressPolicy({
      allow: environment.EGRESS_ALLOW,
      resolveName: createCachingResolver(systemResolver, systemClock),
    }),
    userAgentToken: environment.USER_AGENT_TOKEN,
    pagesAtOnce: 1,
  }),
  logger: createLogger('render-page'),
});

export const handler = awslambda.streamifyResponse(async (event: unknown, stream, context) => {
  await pipeline(await renderPage(event, context), stream);
});
