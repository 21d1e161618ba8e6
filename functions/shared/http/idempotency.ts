import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

import { maxIdempotencyKeyLength } from '#shared/contract/idempotency.ts';
import type { Operation } from '#shared/contract/usage.ts';
import type {
  IdempotencyClaim,
  IdempotencyRecords,
} from '#shared/accounts/idempotency/idempotency-records.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { sha256 } from '#shared/kernel/ids.ts';
import type { BlobStore } from '#shared/storage/blob-store.ts';
import type { Authenticated } from './access.ts';
import type { Step } from './chain.ts';
import type { HttpReply } from './reply.ts';
import type { Timed } from './time-limit.ts';
import { settlingMs } from '#shared/contract/time-limits.ts';

export interface Idempotency {
  readonly records: IdempotencyRecords;
  readonly answers: BlobStore;
}

const answerName = ({ accountId, keyHash }: IdempotencyClaim) => `idempotency/${accountId}/${keyHash}`;

async function storedAnswer(answers: BlobStore, claim: IdempotencyClaim): Promise<HttpReply> {
  const bytes = await answers.get(answerName(claim));
  if (bytes === undefined) throw new Error('The answer of a finished request is missing.');
  return JSON.parse((await promisify(gunzip)(bytes)).toString('utf8')) as HttpReply;
}

export interface Claimed {
  /** Absent when the request has no key. */
  readonly claim: IdempotencyClaim | undefined;
  /** Stores the answer for the key; a streamed one at its end. */
  readonly keepAnswer: (reply: HttpReply) => Promise<void>;
  /** The job that an invocation of the same request began before it died. */
  readonly earlierJob: string | undefined;
  /** Called before a job begins that outlives the request: a repeated request then goes on with it. */
  readonly beginJob: (job: string) => Promise<void>;
  /** Gives the key back, with the job that was begun. */
  readonly leave: () => Promise<void>;
  /** Gives the key back. */
  readonly release: () => Promise<void>;
}

const withoutKey: Claimed = {
  claim: undefined,
  keepAnswer: async () => undefined,
  leave: async () => undefined,
  earlierJob: undefined,
  beginJob: async () => undefined,
  release: async () => undefined,
};

/** Most requests end within seconds. */
const runningRetrySeconds = 2;

/** When a request whose key is claimed until `leaseUntilMs` may have an answer, or has died. */
function retrySeconds(leaseUntilMs: number, nowMs: number): number {
  const leftMs = leaseUntilMs - nowMs;
  return leftMs > settlingMs ? runningRetrySeconds : Math.ceil(leftMs / 1_000);
}

/** Whether the request was carried out and failed, as a crawl without a page does: it has no job that goes on. */
const isFailedWork = (error: unknown): boolean => error instanceof AppError && error.status === 200;

/**
 * `Idempotency-Key`: the same key and body within 24 hours get the same answer and cost once. A request that fails
 * gives its key back, so that the caller can try again.
 */
export const idempotency = (
  operation: Operation,
  { records, answers }: Idempotency,
  clock: Clock,
): Step<Authenticated & Timed, Claimed> => ({
  before: async ({ request, caller, invocationId, deadline, headers }) => {
    const text = request.headers['idempotency-key'];
    if (text === undefined) return withoutKey;
    if (text === '' || text.length > maxIdempotencyKeyLength)
      throw new AppError(
        'INVALID_REQUEST',
        `Idempotency-Key: must have 1 to ${maxIdempotencyKeyLength} characters`,
      );
    const nowMs = clock.now();
    const claim: IdempotencyClaim = {
      accountId: caller.key.accountId,
      keyHash: sha256(text),
      bodyHash: sha256(`${operation}\n${request.body ?? ''}`),
      invocationId,
      nowMs,
      leaseUntilMs: deadline.atMs + settlingMs,
    };
    const claimed = await records.claim(claim);
    if (claimed.kind === 'mismatch')
      throw new AppError(
        'IDEMPOTENCY_MISMATCH',
        'This Idempotency-Key was used with another request: use a new key.',
      );
    if (claimed.kind === 'running')
      throw new AppError(
        'IDEMPOTENCY_IN_PROGRESS',
        'The first request with this Idempotency-Key is still running.',
        { retryAfterSeconds: retrySeconds(claimed.leaseUntilMs, nowMs) },
      );
    const release = (): Promise<void> => records.release(claim);
    if (claimed.kind === 'claimed')
      return {
        claim,
        leave: () => records.leave(claim),
        release,
        earlierJob: claimed.job,
        beginJob: (job) => records.begin(claim, job),
        keepAnswer: async (reply) => {
          try {
            await answers.put(answerName(claim), await promisify(gzip)(JSON.stringify(reply)));
            await records.complete(claim);
          } catch (error) {
            await release();
            throw error;
          }
        },
      };
    const earlyReply = await storedAnswer(answers, claim);
    headers['idempotency-replayed'] = 'true';
    return { earlyReply };
  },
  after: async ({ keepAnswer }, reply) => {
    if (typeof reply.body === 'string') await keepAnswer(reply);
  },
  onError: ({ leave, release }, error) => (isFailedWork(error) ? release() : leave()),
});
