import {
  idempotencySeconds,
  type IdempotencyClaim,
  type IdempotencyRecords,
} from '#shared/accounts/idempotency/idempotency-records.ts';

export function memoryIdempotencyRecords(): IdempotencyRecords {
  const records = new Map<string, { claim: IdempotencyClaim; done: boolean; job?: string }>();
  const nameOf = ({ accountId, keyHash }: IdempotencyClaim) => `${accountId}/${keyHash}`;
  const isMine = (claim: IdempotencyClaim) =>
    records.get(nameOf(claim))?.claim.invocationId === claim.invocationId;
  const claimed = (claim: IdempotencyClaim, { job }: { readonly job?: string } = {}) => {
    const known = job === undefined ? {} : { job };
    records.set(nameOf(claim), { claim, done: false, ...known });
    return { kind: 'claimed', ...known } as const;
  };
  return {
    claim: async (claim) => {
      const known = records.get(nameOf(claim));
      const isExpired = known !== undefined && known.claim.nowMs + idempotencySeconds * 1000 <= claim.nowMs;
      if (known === undefined || isExpired) return claimed(claim);
      if (isMine(claim)) return claimed(claim, known);
      if (known.claim.bodyHash !== claim.bodyHash) return { kind: 'mismatch' };
      if (known.done) return { kind: 'done' };
      const { leaseUntilMs } = known.claim;
      if (leaseUntilMs > claim.nowMs) return { kind: 'running', leaseUntilMs };
      return claimed(claim, known);
    },
    begin: async (claim, job) => {
      const known = records.get(nameOf(claim));
      if (known !== undefined && isMine(claim)) records.set(nameOf(claim), { ...known, job });
    },
    complete: async (claim) => {
      if (isMine(claim)) records.set(nameOf(claim), { claim, done: true });
    },
    leave: async (claim) => {
      if (!isMine(claim)) return;
      const known = records.get(nameOf(claim));
      if (known?.job === undefined) records.delete(nameOf(claim));
      else records.set(nameOf(claim), { ...known, claim: { ...claim, leaseUntilMs: 0 } });
    },
    release: async (claim) => {
      if (isMine(claim)) records.delete(nameOf(claim));
    },
  };
}
