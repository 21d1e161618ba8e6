import type { FirecrawlPath } from '#shared/contract/firecrawl-paths.ts';
import type { Access } from '#shared/http/access.ts';
import { authentication } from '#shared/http/access.ts';
import { asAppError } from '#shared/http/app-error.ts';
import { type Arrival, chain, type Endpoint, type Step } from '#shared/http/chain.ts';
import { compression } from '#shared/http/content-coding.ts';
import { frame, type Telemetry } from '#shared/http/frame.ts';
import type { GatewayRequest } from '#shared/http/gateway-request.ts';
import { type HttpReply, jsonReply } from '#shared/http/reply.ts';
import { decoded } from '#shared/http/request-body.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { loggedMessage } from '#shared/kernel/errors.ts';
import type { BlobStore } from '#shared/storage/blob-store.ts';
import { concurrency, creditHistory, creditUsage, queueStatus, tokenHistory, tokenUsage } from './account.ts';
import type { CallOperation } from '#shared/operations/call-operation.ts';
import { FirecrawlError, type FirecrawlReply, type Version } from './dialect.ts';
import { extract, extractStatus } from './extract.ts';
import { activeCrawls, cancelJob, jobErrors, jobStatus, startBatch, startCrawl } from './jobs.ts';
import { map } from './map.ts';
import { scrape } from './scrape.ts';
import { search } from './search.ts';
import type { Session } from './session.ts';

export interface FirecrawlDeps {
  readonly access: Access;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
  readonly callOperation: CallOperation;
  readonly answers: BlobStore;
}

type Work = (session: Session) => Promise<FirecrawlReply>;
type Methods = Readonly<Partial<Record<'GET' | 'POST' | 'DELETE', Work>>>;

const job: Methods = { GET: jobStatus, DELETE: cancelJob };
/** The client of v1 asks with DELETE. */
const errorsOfJob: Methods = { GET: jobErrors, DELETE: jobErrors };

const works = {
  '/scrape': { POST: scrape },
  '/crawl': { POST: startCrawl },
  '/crawl/active': { GET: activeCrawls },
  // Firecrawl's older name.
  '/crawl/ongoing': { GET: activeCrawls },
  '/crawl/{id}': job,
  '/crawl/{id}/errors': errorsOfJob,
  '/batch/scrape': { POST: startBatch },
  '/batch/scrape/{id}': job,
  '/batch/scrape/{id}/errors': errorsOfJob,
  '/map': { POST: map },
  '/search': { POST: search },
  '/extract': { POST: extract },
  '/extract/{id}': { GET: extractStatus },
  '/team/credit-usage': { GET: creditUsage },
  '/team/credit-usage/historical': { GET: creditHistory },
  '/team/token-usage': { GET: tokenUsage },
  '/team/token-usage/historical': { GET: tokenHistory },
  '/team/queue-status': { GET: queueStatus },
  '/concurrency-check': { GET: concurrency },
} as const satisfies Record<FirecrawlPath, Methods>;

/** Paths of Firecrawl that would be taken for those of a job. */
const unansweredPaths: ReadonlySet<string> = new Set(['/crawl/params-preview']);

const isVersion = (text: string | undefined): text is Version => text === 'v1' || text === 'v2';

interface Found {
  readonly version: Version;
  readonly id: string;
  readonly methods: Methods;
}

const patterns = Object.entries(works).map(([path, methods]) => ({
  methods: methods as Methods,
  pattern: new RegExp(`^${path.replace('{id}', '(?<id>[^/]+)')}$`),
}));

/** What answers a path below /firecrawl. */
function found(path: string): Found | undefined {
  const [version, ...rest] = path.split('/');
  const below = `/${rest.join('/')}`;
  if (!isVersion(version) || unansweredPaths.has(below)) return undefined;
  for (const { pattern, methods } of patterns) {
    const match = pattern.exec(below);
    if (match !== null) return { version, id: match.groups?.['id'] ?? '', methods };
  }
  return undefined;
}

function workOf({
  method,
  pathParameters,
}: GatewayRequest): Omit<Found, 'methods'> & { readonly work: Work } {
  const target = found(pathParameters['proxy'] ?? '');
  if (target === undefined)
    throw new FirecrawlError(404, 'This URL is not part of the Firecrawl API that this service answers.');
  const { methods, ...rest } = target;
  const work = methods[method as keyof Methods];
  if (work === undefined)
    throw new FirecrawlError(405, `This URL accepts ${Object.keys(methods).join(' and ')} only.`, {
      headers: { allow: Object.keys(methods).join(', ') },
    });
  return { ...rest, work };
}

/** Turns anything thrown into an error as Firecrawl sends it. */
const firecrawlFailures = ({ logger }: Telemetry): Step<Arrival> => ({
  onError: ({ request, invocationId, logFields }, thrown): HttpReply => {
    const known = thrown instanceof FirecrawlError ? thrown.more.code : undefined;
    logFields['failure'] = loggedMessage(thrown, known);
    if (thrown instanceof FirecrawlError) {
      const { status, message, more } = thrown;
      const { code, details, headers } = more;
      return jsonReply(
        status,
        {
          success: false,
          ...(code === undefined ? {} : { code }),
          error: message,
          ...(details === undefined ? {} : { details }),
        },
        headers,
      );
    }
    const { status, code, message, cause, retryAfterSeconds, headers } = asAppError(thrown);
    if (status >= 500)
      logger.error('failed', cause ?? thrown, { requestId: request.requestId, invocationId, code });
    return jsonReply(
      status,
      { success: false, code, error: status === 401 ? `Unauthorized: ${message}` : message },
      {
        ...headers,
        ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
      },
    );
  },
});

/** Left for the reply after the operation has been given up. */
const replyMs = 2_000;

/**
 * Everything below /firecrawl: the API of Firecrawl, versions 1 and 2, translated into requests to the operations,
 * which check, limit and count them.
 */
export const createFirecrawlEndpoint = ({
  access,
  telemetry,
  clock,
  callOperation,
  answers,
}: FirecrawlDeps): Endpoint =>
  chain(clock)
    .use(compression)
    .use(frame(telemetry, clock))
    .use(firecrawlFailures(telemetry))
    .use(authentication(access, clock))
    .handler(async ({ request, caller, invocationLeftMs }) => {
      const { work, version, id } = workOf(request);
      const signal = AbortSignal.timeout(Math.max(1, invocationLeftMs() - replyMs));
      const { status, body, headers } = await work({
        version,
        id,
        request,
        body: request.method === 'POST' ? decoded(request.body) : undefined,
        accountId: caller.key.accountId,
        nowMs: clock.now(),
        call: (call) => callOperation(call, request, signal),
        answers,
      });
      return jsonReply(status, body, headers);
    });
