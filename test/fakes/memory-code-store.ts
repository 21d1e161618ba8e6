import type {
  AuthorizationCode,
  CodeReference,
  CodeStore,
} from '#shared/accounts/authorization/code-store.ts';

interface KeptCode {
  readonly code: AuthorizationCode;
  readonly usedBy?: string;
  readonly isUsedAgain?: boolean;
  readonly keyId?: string;
}

export function memoryCodeStore(): CodeStore {
  const codes = new Map<string, KeptCode>();
  const nameOf = ({ accountId, codeHash }: CodeReference): string => `${accountId}#${codeHash}`;
  return {
    put: async (code) => void codes.set(nameOf(code), { code }),
    claim: async (reference, claimId) => {
      const kept = codes.get(nameOf(reference));
      if (kept === undefined) return undefined;
      const { code, usedBy = claimId, keyId } = kept;
      const isFirst = usedBy === claimId;
      codes.set(nameOf(reference), { ...kept, usedBy, ...(isFirst ? {} : { isUsedAgain: true }) });
      return isFirst ? { isFirst, code } : { isFirst, keyId };
    },
    noteKey: async (reference, keyId) => {
      const kept = codes.get(nameOf(reference));
      if (kept === undefined || kept.isUsedAgain === true) return false;
      codes.set(nameOf(reference), { ...kept, keyId });
      return true;
    },
  };
}
