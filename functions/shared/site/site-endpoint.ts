import { Readable } from 'node:stream';

import { basePlaceholder, type Coding } from '#shared/contract/site-files.ts';
import type { siteRoutes } from '#shared/contract/site-routes.ts';
import { type Arrival, chain, type Endpoint, type Step } from '#shared/http/chain.ts';
import { failures, frame, type Telemetry } from '#shared/http/frame.ts';
import type { GatewayRequest } from '#shared/http/gateway-request.ts';
import { type HttpReply, jsonReply } from '#shared/http/reply.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { sha256 } from '#shared/kernel/ids.ts';
import { codingFor, wantsJson } from './accept.ts';
import { encoded, linksAt, withServer } from './base-documents.ts';
import type { SiteFiles } from './site-files.ts';

export interface SiteDeps {
  readonly files: SiteFiles;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
}

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

const readOnly: Step<Arrival> = {
  before: ({ request: { method } }) => {
    if (method !== 'GET' && method !== 'HEAD')
      throw new AppError('METHOD_NOT_ALLOWED', 'This URL accepts GET and HEAD only.', {
        headers: { allow: 'GET, HEAD' },
      });
  },
};

/** HEAD has the headers of GET and no body. */
const withoutBodyForHead: Step<Arrival> = {
  after: ({ request: { method } }, reply) => (method === 'HEAD' ? { ...reply, body: '' } : reply),
};

interface Content {
  readonly bytes: () => Promise<Buffer>;
  readonly type: string;
  readonly etag: string;
  readonly cacheControl: string;
  readonly coding: Coding;
}

async function contentReply(
  { headers }: GatewayRequest,
  { bytes, type, etag, cacheControl, coding }: Content,
): Promise<HttpReply> {
  // A coding is another representation, with a tag of its own (RFC 9110 §8.8.3).
  const tag = `"${etag}-${coding}"`;
  const common = { etag: tag, 'cache-control': cacheControl, vary: 'accept-encoding, accept' };
  const known = (headers['if-none-match'] ?? '').split(',').map((entry) => entry.trim());
  if (known.includes(tag)) return { statusCode: 304, headers: common, body: '' };
  return {
    statusCode: 200,
    headers: {
      ...common,
      'content-type': type,
      ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
    },
    body: Readable.from([await bytes()]),
  };
}

const nothingHere = () =>
  new AppError('NOT_FOUND', 'Nothing exists at this URL; the documentation is at /docs.');

async function fileReply(request: GatewayRequest, files: SiteFiles, name: string): Promise<HttpReply> {
  const file = await files.find(name);
  if (file === undefined) throw nothingHere();
  const coding = codingFor(request.headers['accept-encoding']);
  return contentReply(request, {
    ...file,
    coding,
    bytes: () => files.read(name, coding),
    cacheControl: file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
}

/** A document that names the deployment, made for each request from its file. */
async function documentReply(
  request: GatewayRequest,
  files: SiteFiles,
  name: string,
  complete: (template: string) => string,
): Promise<HttpReply> {
  const file = await files.find(name);
  if (file === undefined) throw nothingHere();
  const text = complete((await files.read(name, 'identity')).toString('utf8'));
  const coding = codingFor(request.headers['accept-encoding']);
  return contentReply(request, {
    type: file.type,
    etag: sha256(text).slice(0, 16),
    coding,
    bytes: () => encoded(text, coding),
    cacheControl: 'no-cache',
  });
}

/** The URL of the deployment: the request's without the route, so that it has the stage of API Gateway. */
function baseOf({ url, resource }: Pick<GatewayRequest, 'url' | 'resource'>): string {
  const { origin, pathname } = new URL(url);
  const depth = resource === '/' ? 0 : resource.split('/').length - 1;
  const segments = pathname.replace(/\/$/, '').split('/');
  return origin + segments.slice(0, segments.length - depth).join('/');
}

async function replyTo(request: GatewayRequest, files: SiteFiles): Promise<HttpReply> {
  const base = baseOf(request);
  const named = (template: string): string => template.replaceAll(basePlaceholder, () => base);
  switch (request.resource as SitePath) {
    case '/':
      if (wantsJson(request.headers['accept']))
        return jsonReply(200, linksAt(base), {
          'cache-control': 'no-cache',
          vary: 'accept-encoding, accept',
        });
      // Its URL may end with the stage or with a slash: relative links would lead to two places.
      return documentReply(request, files, 'index.html', named);
    case '/docs':
      return fileReply(request, files, 'docs.html');
    case '/docs/{asset}':
      return fileReply(request, files, `docs-${request.pathParameters['asset'] ?? ''}`);
    case '/openapi.json':
      return documentReply(request, files, 'openapi.json', (template) => withServer(template, base));
    case '/llms.txt':
      return documentReply(request, files, 'llms.txt', named);
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
    .handler(({ request }) => replyTo(request, files));
