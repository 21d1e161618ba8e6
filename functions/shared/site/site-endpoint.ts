import { basePlaceholder } from '#shared/contract/site-files.ts';
import type { siteRoutes } from '#shared/contract/site-routes.ts';
import { type Arrival, chain, type Endpoint, type Step } from '#shared/http/chain.ts';
import { failures, frame } from '#shared/http/frame.ts';
import type { GatewayRequest } from '#shared/http/gateway-request.ts';
import { type HttpReply, jsonReply } from '#shared/http/reply.ts';
import { wantsJson } from '#shared/http/accept.ts';
import { linksAt, withServer } from './base-documents.ts';
import {
  baseOf,
  documentReply,
  fileReply,
  nothingHere,
  readOnly,
  slashRedirect,
  type SiteDeps,
  withoutBodyForHead,
} from './file-reply.ts';
import type { SiteFiles } from './site-files.ts';

type SitePath = (typeof siteRoutes)[number]['path'];

/** Pages have no script, no form and no frame, and load nothing but their own style and icon. */
const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
} as const;

const guarded: Step<Arrival> = {
  after: (_known, reply) => ({ ...reply, headers: { ...reply.headers, ...pageHeaders } }),
};

async function replyTo(request: GatewayRequest, files: SiteFiles): Promise<HttpReply> {
  const base = baseOf(request);
  const named = (template: string): string =>
    template.replaceAll(basePlaceholder, () => base.replaceAll('"', '%22'));
  switch (request.resource as SitePath) {
    case '/':
      if (wantsJson(request.headers['accept'], 'text/html'))
        return jsonReply(200, linksAt(base), {
          'cache-control': 'no-cache',
          vary: 'accept-encoding, accept',
        });
      // Its URL may end with the stage or with a slash: relative links would lead to two places.
      return documentReply(request, files, { name: 'index.html', complete: named });
    case '/docs':
      return fileReply(request, files, 'docs.html');
    case '/docs/{asset}':
      return fileReply(request, files, `docs-${request.pathParameters['asset'] ?? ''}`);
    case '/openapi.json':
      return documentReply(request, files, {
        name: 'openapi.json',
        complete: (template) => withServer(template, base),
      });
    case '/llms.txt':
      return documentReply(request, files, { name: 'llms.txt', complete: named });
    case '/health':
      return fileReply(request, files, 'health.json');
    default:
      throw nothingHere();
  }
}

/** The pages and documents of the site: no key, no table, nothing of any account. */
export const createSiteEndpoint = ({ files, telemetry, clock }: SiteDeps): Endpoint =>
  chain(clock)
    .use(frame(telemetry, clock))
    .use(guarded)
    .use(withoutBodyForHead)
    .use(failures({ failedSource: 'local', namesUrl: false }, telemetry, clock))
    .use(readOnly)
    .handler(async ({ request }) => slashRedirect(request) ?? replyTo(request, files));
