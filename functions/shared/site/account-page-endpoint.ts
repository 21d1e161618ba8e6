import type { accountPageRoutes } from '#shared/contract/account-routes.ts';
import { accountViews } from '#shared/contract/account-views.ts';
import { basePlaceholder } from '#shared/contract/site-files.ts';
import { chain, type Endpoint } from '#shared/http/chain.ts';
import { accountHeaders, failures, frame } from '#shared/http/frame.ts';
import type { GatewayRequest } from '#shared/http/gateway-request.ts';
import type { HttpReply } from '#shared/http/reply.ts';
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

type PagePath = Extract<(typeof accountPageRoutes)[number], { readonly function: 'account-page' }>['path'];

/**
 * The page runs its own scripts only, and speaks to its own origin only. A frame of the playground inherits this policy
 * (HTML, policy container), so that scraped pages in it load nothing from elsewhere.
 */
const pageHeaders = {
  ...accountHeaders,
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
} as const;

const isView = (name: string): boolean => (accountViews as readonly string[]).includes(name);

async function replyTo(request: GatewayRequest, files: SiteFiles): Promise<HttpReply> {
  const base = baseOf(request);
  const page = () =>
    documentReply(request, files, {
      name: 'index.html',
      complete: (template) => template.replaceAll(basePlaceholder, () => base.replaceAll('"', '%22')),
      // A browser that keeps no document shows no account after the sign-out.
      cacheControl: 'no-store',
    });
  switch (request.resource as PagePath) {
    case '/account':
      return page();
    case '/account/{view}':
      if (!isView(request.pathParameters['view'] ?? '')) throw nothingHere();
      return page();
    case '/account/assets/{asset}':
      return fileReply(request, files, `assets-${request.pathParameters['asset'] ?? ''}`);
    default:
      throw nothingHere();
  }
}

/** The files of the account's page, the same for everybody: who is signed in is known to the API alone. */
export const createAccountPageEndpoint = ({ files, telemetry, clock }: SiteDeps): Endpoint =>
  chain(clock)
    .use(frame(telemetry, clock, pageHeaders))
    .use(withoutBodyForHead)
    .use(failures({ failedSource: 'local', namesUrl: false }, telemetry, clock))
    .use(readOnly)
    .handler(async ({ request }) => slashRedirect(request) ?? replyTo(request, files));
