import type { Operation } from './usage.ts';

/** Why a request that finds its pages has no actions: they are for pages that the caller knows. */
export const actionsReason = 'are supported by scrape and batch only';
export const explainReason = 'is supported by scrape and search only';

/** Reasons for keys that the schema of an operation does not have, although another operation takes them. */
export const refusedKeys: Partial<Record<Operation, Readonly<Record<string, string>>>> = {
  batch: { explain: explainReason },
};
