import type { DeletionMark, DeletionMarks } from '#shared/deletion/deletion-marks.ts';

export function memoryDeletionMarks(): DeletionMarks {
  const marks = new Map<string, DeletionMark>();
  return {
    put: async (mark) => void marks.set(mark.accountId, mark),
    find: async (accountId) => marks.get(accountId),
    postpone: async (accountId, dueAtMs) => {
      const mark = marks.get(accountId);
      if (mark !== undefined) marks.set(accountId, { ...mark, dueAtMs });
    },
    due: async (nowMs, count) =>
      [...marks.values()]
        .filter(({ dueAtMs }) => dueAtMs <= nowMs)
        .toSorted((a, b) => a.dueAtMs - b.dueAtMs)
        .slice(0, count)
        .map(({ accountId }) => accountId),
  };
}
