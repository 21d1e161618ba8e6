import { within } from '#shared/kernel/deadline.ts';
import type { NextProxy } from '#shared/web/egress/upstream-proxies.ts';

import type { RenderPage } from './render-page.ts';

/**
 * `RenderPage` whose stealth pages leave through the operator's proxies. The proxy is named in the request, because the
 * function with the browser opens strangers' pages and may read no secret.
 */
export const proxiedRenderPage =
  (renderPage: RenderPage, nextProxy: NextProxy): RenderPage =>
  async (request, options) => {
    if (request.profile !== 'stealth') return renderPage(request, options);
    const upstreamProxyUrl = await within(nextProxy(), options.signal);
    return renderPage({ ...request, upstreamProxyUrl }, options);
  };
