import { AppError } from '#shared/kernel/errors.ts';
import { isObject } from '#shared/kernel/json.ts';
import type { ExtractedItem, ItemEvidence } from './extracted-item.ts';
import { confidenceOf, evidenceFor, onlyEvidenced } from './ground-item.ts';
import type { PageEvidence } from './page-evidence.ts';
import type { PreparedTask } from '#shared/extract/task/prepare-task.ts';

/** A value of a model or of the page, with the evidence that came along. */
export interface Candidate {
  readonly value: unknown;
  readonly evidence: readonly ItemEvidence[];
}

export interface AcceptedItems {
  readonly items: readonly ExtractedItem[];
  readonly warnings: readonly string[];
}

export interface AcceptContext {
  readonly url: string;
  readonly prepared: PreparedTask;
  readonly evidence: PageEvidence;
  readonly isRepaired: boolean;
}

const maxProblems = 5;
/** A value that is more likely wrong than right is no evidence. */
const minChance = 0.5;

export const schemaError = (problems: readonly string[]): AppError =>
  new AppError(
    'EXTRACTION_SCHEMA_ERROR',
    `The page has no result that fits the schema: ${problems.slice(0, maxProblems).join('; ')}.`,
  );

/** With `requireEvidence`, the candidate without its unsupported values. */
function evidenced({ value, evidence }: Candidate, context: AcceptContext): readonly Candidate[] {
  const { task, itemProblems } = context.prepared;
  const isValid = (changed: unknown) => itemProblems(changed).length === 0;
  if (!task.requireEvidence || !isValid(value)) return [{ value, evidence }];
  const likely = evidenceFor(value, context.evidence, evidence).filter(({ chance }) => chance >= minChance);
  const kept = onlyEvidenced(value, likely, isValid);
  return kept === undefined ? [] : [{ value: kept, evidence: likely }];
}

const isAllNull = (value: unknown): boolean =>
  value === null || (isObject(value) && Object.values(value).every(isAllNull));

/** Whether an item has a value other than null; otherwise nothing was found. An empty list is a value. */
export const holdsValue = ({ value }: Pick<ExtractedItem, 'value'>): boolean => !isAllNull(value);

/** The valid candidates with their evidence. Throws EXTRACTION_SCHEMA_ERROR when there are candidates and none is valid. */
export function acceptItems(candidates: readonly Candidate[], context: AcceptContext): AcceptedItems {
  const { url, prepared, isRepaired } = context;
  const kept = candidates.flatMap((candidate) => evidenced(candidate, context));
  const valid = kept.filter(({ value }) => prepared.itemProblems(value).length === 0);
  if (candidates.length > 0 && valid.length === 0) {
    const [first] = kept;
    throw schemaError(
      first === undefined ? ['required values are not on the page'] : prepared.itemProblems(first.value),
    );
  }
  const dropped = candidates.length - valid.length;
  return {
    items: valid.map(({ value, evidence: known }) => {
      const evidence = evidenceFor(value, context.evidence, known);
      return { url, value, evidence, confidence: confidenceOf(value, evidence, { isRepaired }) };
    }),
    warnings:
      dropped === 0
        ? []
        : [
            `${dropped} of the ${candidates.length} results of ${url} were dropped: they do not fit the schema${prepared.task.requireEvidence ? ' or are not on the page' : ''}.`,
          ],
  };
}
