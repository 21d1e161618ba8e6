import {
  idempotencySeconds,
  type IdempotencyClaim,
  type IdempotencyRecords,
} from '#shared/accounts/idempotency/idempotency-records.ts';

export function memoryIdempotencyRecords(): IdempotencyRecords {
  const records = new Map<string, { claim: IdempotencyClaim; done: boolean }>();
  const nameOf = ({ accountId, keyHash }: IdempotencyClaim) => `${accountId}/${keyHash}`;
  const isMine = (claim: IdempotencyClaim) =>
    records.get(nameOf(claim))?.claim.invocationId === claim.invocationId;
  return {
    claim: async (claim) => {
      const known = records.get(nameOf(claim));
      const isExpired = known !== undefined && known.claim.nowMs + idempotencySeconds * 1000 <= claim.nowMs;
      if (known === undefined || isExpired || isMine(claim)) {
        records.set(nameOf(claim), { claim, done: false });
        return { kind: 'claimed' };
      }
      if (known.claim.bodyHash !== claim.bodyHash) return { kind: 'mismatch' };
      if (known.done) return { kind: 'done' };
      if (known.claim.leaseUntilMs > claim.nowMs) return { kind: 'running' };
      records.set(nameOf(claim), { claim, done: false });
      return { kind: 'claimed' };
    },
    complete: async (claim) => {
      if (isMine(claim)) records.set(nameOf(claim), { claim, done: true });
    },
    release: async (claim) => {
      if (isMine(claim)) records.delete(nameOf(claim));
    },
  };
}
