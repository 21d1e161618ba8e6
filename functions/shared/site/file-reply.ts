import { Readable } from 'node:stream';

import type { Coding } from '#shared/contract/site-files.ts';
import { codingFor } from '#shared/http/accept.ts';
import type { Arrival, Step } from '#shared/http/chain.ts';
import { encoded } from '#shared/http/content-coding.ts';
import type { Telemetry } from '#shared/http/frame.ts';
import type { GatewayRequest } from '#shared/http/gateway-request.ts';
import type { HttpReply } from '#shared/http/reply.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { sha256 } from '#shared/kernel/ids.ts';
import type { SiteFiles } from './site-files.ts';

export interface SiteDeps {
  readonly files: SiteFiles;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
}

export const readOnly: Step<Arrival> = {
  before: ({ request: { method } }) => {
    if (method !== 'GET' && method !== 'HEAD')
      throw new AppError('METHOD_NOT_ALLOWED', 'This URL accepts GET and HEAD only.', {
        headers: { allow: 'GET, HEAD' },
      });
  },
};

/** HEAD has the headers of GET and no body. */
export const withoutBodyForHead: Step<Arrival> = {
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

/**
 * A redirect to the same URL without the slash at its end: with the slash, the page's relative links would be wrong. API Gateway
 * routes both to one resource.
 */
export function slashRedirect({ url, resource, query }: GatewayRequest): HttpReply | undefined {
  if (resource === '/' || !url.endsWith('/')) return undefined;
  const search = String(new URLSearchParams(query));
  return {
    statusCode: 308,
    headers: {
      location: url.replace(/(?<!\/)\/+$/, '') + (search === '' ? '' : `?${search}`),
      'cache-control': 'no-cache',
    },
    body: '',
  };
}

export const nothingHere = () =>
  new AppError('NOT_FOUND', 'Nothing exists at this URL; the documentation is at /docs.');

export async function fileReply(request: GatewayRequest, files: SiteFiles, name: string): Promise<HttpReply> {
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

interface CompletedDocument {
  readonly name: string;
  readonly complete: (template: string) => string;
  /** `no-cache` by default: caches ask again by its tag. */
  readonly cacheControl?: string;
}

/** A document that names the deployment, made for each request from its file. */
export async function documentReply(
  request: GatewayRequest,
  files: SiteFiles,
  { name, complete, cacheControl = 'no-cache' }: CompletedDocument,
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
    cacheControl,
  });
}

/** The URL of the deployment: the request's without the route, so that it has the stage of API Gateway. */
export function baseOf({ url, resource }: Pick<GatewayRequest, 'url' | 'resource'>): string {
  const { origin, pathname } = new URL(url);
  const depth = resource === '/' ? 0 : resource.split('/').length - 1;
  const segments = pathname.replace(/\/$/, '').split('/');
  return origin + segments.slice(0, segments.length - depth).join('/');
}
