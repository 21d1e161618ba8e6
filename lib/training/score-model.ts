import { judgeBlocks } from '#shared/content/main-content/judge-blocks.ts';
import { type PackedContentModel, readContentModel } from '#shared/content/main-content/content-model.ts';

import { mean, type SnippetHits, snippetF1, snippetHits, wordF1 } from './measure-selection.ts';
import type { Example } from './training-set.ts';

/** The scores of one page. */
export interface PageScore {
  readonly set: string;
  readonly type: string;
  /** Only where the whole main text is known. */
  readonly f1?: number;
  readonly snippets?: SnippetHits;
}

/** Scores how well the model selects the content of pages; hand it pages that it was not trained on. */
export function scoreModel(packed: PackedContentModel, examples: readonly Example[]): PageScore[] {
  const model = readContentModel(packed);
  return examples.map((example) => {
    const { set, type, truth, known } = example;
    const { accepted } = judgeBlocks(example.context, model);
    // People differ about the blocks of an annotated page that are not known.
    const isKept = (block: number): boolean =>
      accepted[block] === 1 && (truth.must !== undefined || known[block] === 1);
    return {
      set,
      type,
      ...(truth.text === undefined && truth.must !== undefined ? {} : { f1: wordF1(example, isKept) }),
      ...(truth.must === undefined ? {} : { snippets: snippetHits(example, isKept) }),
    };
  });
}

export interface SetScore {
  readonly pages: number;
  readonly f1?: number;
  readonly snippetF1?: number;
}

const rounded = (share: number): number => Math.round(share * 10_000) / 10_000;

const present = <T>(value: T | undefined): value is T => value !== undefined;

/** Mean scores by set, and by set and type. */
export function summariseScores(scores: readonly PageScore[]): Record<string, SetScore> {
  const groups = new Map<string, PageScore[]>();
  for (const score of scores)
    for (const name of score.type === '' ? [score.set] : [score.set, `${score.set} ${score.type}`])
      groups.set(name, [...(groups.get(name) ?? []), score]);
  return Object.fromEntries(
    [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, group]) => [name, summary(group)]),
  );
}

function summary(group: readonly PageScore[]): SetScore {
  const f1 = group.map((page) => page.f1).filter(present);
  const snippets = group.map((page) => page.snippets).filter(present);
  return {
    pages: group.length,
    ...(f1.length === 0 ? {} : { f1: rounded(mean(f1)) }),
    ...(snippets.length === 0 ? {} : { snippetF1: rounded(snippetF1(snippets)) }),
  };
}
