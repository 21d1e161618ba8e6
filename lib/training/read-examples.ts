import { phrasePageReadings, twiceReadExamples, withReading } from './annotations/annotated-examples.ts';
import { inventPage } from './invented-pages.ts';
import { readPages } from './read-pages.ts';
import { type Example, exampleOf, inventedExample } from './training-set.ts';

/** Sets whose licences allow training on them, with attribution (see NOTICE). */
export const trainingSets = ['wcxb-dev', 'trafilatura', 'unlabelled'] as const;

/** Sets that are never trained on: their annotations are under the GPL, or they are what a change is judged by. */
const measuredSets = ['multilingual', 'russian-dev', 'newspaper4k'] as const;

const inventedPages = 2400;

async function readSets(
  dataDir: string,
  sets: readonly string[],
  log: (line: string) => void,
): Promise<Example[]> {
  const examples: Example[] = [];
  for (const set of sets) {
    const pages = readPages(dataDir, set);
    const read = (await Promise.all(pages.map(exampleOf))).filter((example) => example !== undefined);
    log(`${set}: ${read.length} of ${pages.length} pages are HTML`);
    examples.push(...read);
  }
  return examples;
}

/** Examples to measure by, which no model is trained on. */
export const readMeasuredExamples = (
  dataDir: string,
  log: (line: string) => void,
): Promise<readonly Example[]> => readSets(dataDir, measuredSets, log);

/** All training examples, always in the same order. */
export async function readExamples(
  dataDir: string,
  log: (line: string) => void,
): Promise<readonly Example[]> {
  const readings = phrasePageReadings();
  const examples = (await readSets(dataDir, ['wcxb-dev', 'trafilatura'], log)).map((example) => {
    const read = example.set === 'trafilatura' ? readings.get(example.id) : undefined;
    return read === undefined ? example : withReading(example, read);
  });
  const annotated = await twiceReadExamples(readPages(dataDir, 'unlabelled'));
  log(`unlabelled: ${annotated.length} pages have two readings that agree`);
  examples.push(...annotated);
  for (let seed = 1; seed <= inventedPages; seed++) {
    const example = await inventedExample(inventPage(seed));
    if (example !== undefined) examples.push(example);
  }
  log(`${examples.length} examples`);
  return examples;
}
