import { join } from 'node:path';

import type { TrainingPage } from '../read-pages.ts';
import { type Example, exampleOf } from '../training-set.ts';
import { agreedBlocks } from './agreement.ts';
import { blockKeys } from './block-keys.ts';
import { type Reading, readReadings } from './readings.ts';

const readingsFolder = join(import.meta.dirname, 'readings');

/** Two readings of a page that agree on less are not trained on. */
const minAgreement = 0.8;

const lengthsOf = ({ tokens }: Example): number[] => tokens.map(({ length }) => length);

/** The example with what readings say of its blocks in place of what its set says. */
function readExample(example: Example, first: Reading, second: Reading): Example | undefined {
  const { shares, known, agreement } = agreedBlocks(
    blockKeys(example.texts),
    lengthsOf(example),
    first,
    second,
  );
  if (agreement < minAgreement) return undefined;
  const truthTokens = example.tokens.filter((_, block) => shares[block] === 1).flat();
  return truthTokens.length === 0 ? undefined : { ...example, shares, known, truthTokens, type: first.type };
}

/** Examples of pages that two readers annotated. Pages without two readings that agree are left out. */
export async function twiceReadExamples(pages: readonly TrainingPage[]): Promise<Example[]> {
  const firsts = readReadings(join(readingsFolder, 'unlabelled-first.jsonl'));
  const seconds = readReadings(join(readingsFolder, 'unlabelled-second.jsonl'));
  const examples = pages.map(async (page) => {
    const [first, second] = [firsts.get(page.id), seconds.get(page.id)];
    const example = await exampleOf(Object.assign(page, { truth: {} }));
    if (first === undefined || second === undefined || example === undefined) return undefined;
    return readExample(example, first, second);
  });
  return (await Promise.all(examples)).filter((example) => example !== undefined);
}

/**
 * Adds one reading to an example whose set knows a few phrases only. Where the phrases and the reading differ, nothing
 * is known.
 */
export function withReading(example: Example, read: Reading): Example {
  const own = readExample(example, read, read);
  if (own === undefined) return example;
  const known = own.known.map((isKnown, block) =>
    example.known[block] === 1 && example.shares[block] !== own.shares[block] ? 0 : isKnown,
  );
  return { ...own, known, type: example.type };
}

/** Readings of the pages of `trafilatura`, by page. */
export const phrasePageReadings = (): ReadonlyMap<string, Reading> =>
  readReadings(join(readingsFolder, 'trafilatura.jsonl'));
