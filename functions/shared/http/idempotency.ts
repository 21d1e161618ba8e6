import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

import type { Operation } from '#shared/contract/usage.ts';
import type {
  IdempotencyClaim,
  IdempotencyRecords,
} from '#shared/accounts/idempotency/idempotency-records.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { sha256 } from '#shared/kernel/ids.ts';
import type { BlobStore } from '#shared/storage/blob-store.ts';
import { type ChainMiddleware, type ChainState, established } from './chain.ts';
import type { HttpReply } from './reply.ts';

export interface Idempotency {
  readonly records: IdempotencyRecords;
  readonly answers: BlobStore;
}

const answerName = ({ accountId, keyHash }: IdempotencyClaim) => `idempotency/${accountId}/${keyHash}`;
const maxKeyLength = 255;

async function storedAnswer(answers: BlobStore, claim: IdempotencyClaim): Promise<HttpReply> {
  const bytes = await answers.get(answerName(claim));
  if (bytes === undefined) throw new Error('A finished request left no answer behind.');
  return JSON.parse((await promisify(gunzip)(bytes)).toString('utf8')) as HttpReply;
}

/**
 * `Idempotency-Key`: the same key and body within 24 hours get the same answer and cost once. A request that
 * fails gives its key back, so that trying again tries again.
 */
export function idempotency(
  operation: Operation,
  { records, answers }: Idempotency,
  clock: Clock,
): ChainMiddleware {
  const claims = new WeakMap<ChainState, IdempotencyClaim>();
  return {
    before: async ({ context }) => {
      const { chain } = context;
      const text = chain.request.headers['idempotency-key'];
      if (text === undefined) return;
      if (text === '' || text.length > maxKeyLength)
        throw new AppError('INVALID_REQUEST', `Idempotency-Key: must have 1 to ${maxKeyLength} characters`);
      const nowMs = clock.now();
      const claim: IdempotencyClaim = {
        accountId: established(chain.caller, 'caller').key.accountId,
        keyHash: sha256(text),
        bodyHash: sha256(`${operation}\n${chain.request.body ?? ''}`),
        invocationId: chain.invocationId,
        nowMs,
        leaseUntilMs: nowMs + context.getRemainingTimeInMillis(),
      };
      const { kind } = await records.claim(claim);
      if (kind === 'mismatch')
        throw new AppError('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used with another request.');
      if (kind === 'running')
        throw new AppError(
          'IDEMPOTENCY_IN_PROGRESS',
          'The first request with this Idempotency-Key is still running.',
          {
            retryAfterSeconds: 2,
          },
        );
      if (kind === 'claimed') {
        claims.set(chain, claim);
        return;
      }
      chain.replay = await storedAnswer(answers, claim);
      chain.headers['idempotency-replayed'] = 'true';
    },
    after: async ({ context: { chain }, response }) => {
      const claim = claims.get(chain);
      if (claim === undefined || response === undefined || response === null) return;
      await answers.put(answerName(claim), await promisify(gzip)(JSON.stringify(response)));
      await records.complete(claim);
    },
    onError: async ({ context: { chain } }) => {
      const claim = claims.get(chain);
      if (claim !== undefined) await records.release(claim);
    },
  };
}
