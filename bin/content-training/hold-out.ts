import type { PackedContentModel } from '#shared/content/content-model.ts';

import { type PageScore, scoreModel, type SetScore, summariseScores } from './score-model.ts';
import { foldOf, trainModel } from './train-model.ts';
import type { Example } from './training-set.ts';

export const heldOutFolds = 5;
/** Parts that a model under test is itself fitted in; fewer than the final one's, for time. */
const innerFolds = 2;

interface HoldOut {
  readonly log: (line: string) => void;
  /** Called with each model and what it was not trained on. */
  readonly onModel?: (name: string, model: PackedContentModel) => void;
}

function holdOut(
  examples: readonly Example[],
  partOf: (example: Example) => string,
  parts: readonly string[],
  { log, onModel }: HoldOut,
): readonly PageScore[] {
  return parts.flatMap((part) => {
    const model = trainModel(
      examples.filter((example) => partOf(example) !== part),
      innerFolds,
    );
    onModel?.(part, model);
    const scores = scoreModel(
      model,
      examples.filter((example) => partOf(example) === part),
    );
    log(`held out ${part}: ${JSON.stringify(summariseScores(scores))}`);
    return scores;
  });
}

/** Scores by models that were trained on other sites only, in every step. */
export function holdOutSites(examples: readonly Example[], context: HoldOut): Record<string, SetScore> {
  const parts = Array.from({ length: heldOutFolds }, (_, fold) => `fold-${fold}`);
  const partOf = ({ site }: Example): string => `fold-${foldOf(site, heldOutFolds)}`;
  return summariseScores(holdOut(examples, partOf, parts, context));
}

/** The language that nearly all pages of a set are in. */
function languageOf({ set, type, id }: Example): string {
  if (set === 'multilingual') return type;
  if (set === 'trafilatura') return 'German';
  return set === 'invented' && !id.endsWith('-en') ? 'Russian' : 'English';
}

/** Scores of the multilingual set by models that were trained on pages in other languages only. */
export function holdOutLanguages(examples: readonly Example[], context: HoldOut): Record<string, SetScore> {
  const languages = new Set(examples.filter(({ set }) => set === 'multilingual').map(languageOf));
  const scores = holdOut(examples, languageOf, [...languages].sort(), context);
  return summariseScores(scores.filter(({ set }) => set === 'multilingual'));
}
