import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';

import { createEgressPolicy } from '#shared/web/egress/egress-policy.ts';
import { createGuardedDispatcher } from '#shared/web/egress/guarded-dispatcher.ts';
import type { ResolveName } from '#shared/web/egress/name-resolver.ts';
import { type FetchPage, type FetchPageDeps, createFetchPage } from '#shared/web/fetch/fetch-page.ts';
import type { WebAnswer } from '../../fakes/memory-web.ts';

const testNames: ResolveName = async (hostname) => {
  if (!hostname.endsWith('site.test')) throw new Error('ENOTFOUND');
  return ['127.0.0.1'];
};

export interface RealWeb extends Partial<Omit<FetchPageDeps, 'dispatcher'>> {
  readonly allow?: readonly string[];
  readonly resolveName?: ResolveName;
  readonly trustedRoots?: readonly string[];
}

/** `FetchPage` on real sockets; `*site.test` is this machine. */
export function fetchPageOn({
  allow = [],
  resolveName = testNames,
  trustedRoots,
  ...deps
}: RealWeb): FetchPage {
  const dispatcher = createGuardedDispatcher({
    policy: createEgressPolicy({ allow, resolveName }),
    ...(trustedRoots === undefined ? {} : { trustedRoots }),
  });
  onTestFinished(() => dispatcher.close());
  return createFetchPage({ dispatcher, clock: { now: () => 0 }, userAgentToken: 'WinnowBot', ...deps });
}

/** Serves the answers by path; the body `COOKIE` is replaced by the cookies that came. */
export function answerFrom(pages: Readonly<Record<string, WebAnswer>>): RequestListener {
  return (request, response) => {
    const answer = pages[request.url ?? ''];
    if (answer === undefined || answer instanceof Error) {
      response.writeHead(404).end();
      return;
    }
    const { status = 200, headers = {}, body = '' } = typeof answer === 'string' ? { body: answer } : answer;
    const wire = Object.entries(headers).map(
      ([name, value]) => [name, Buffer.from(value).toString('latin1')] as const,
    );
    const bytes = Buffer.from(body === 'COOKIE' ? (request.headers.cookie ?? '') : body);
    response.writeHead(status, Object.fromEntries(wire));
    response.end(headers['content-encoding'] === 'gzip' ? gzipSync(bytes) : bytes);
  };
}
