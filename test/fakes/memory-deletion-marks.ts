import { type DeletionMark, type DeletionMarks, withPeople } from '#shared/deletion/deletion-marks.ts';

export function memoryDeletionMarks(): DeletionMarks {
  const marks = new Map<string, DeletionMark>();
  return {
    add: async (mark) => {
      const earlier = marks.get(mark.accountId);
      const people = withPeople(earlier?.people ?? [], mark.people);
      marks.set(mark.accountId, { ...(earlier ?? mark), people });
    },
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
