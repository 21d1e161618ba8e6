import { inventPage } from './invented-pages.ts';
import { readPages } from './read-pages.ts';
import { type Example, exampleOf, inventedExample } from './training-set.ts';

/** Sets whose licences allow training on them, with attribution (see NOTICE). */
export const trainingSets = ['wcxb-dev', 'multilingual', 'trafilatura'] as const;

const inventedPages = 1600;

/** All training examples, always in the same order. */
export async function readExamples(
  dataDir: string,
  log: (line: string) => void,
): Promise<readonly Example[]> {
  const examples: Example[] = [];
  for (const set of trainingSets) {
    const pages = readPages(dataDir, set);
    const read = (await Promise.all(pages.map(exampleOf))).filter((example) => example !== undefined);
    log(`${set}: ${read.length} of ${pages.length} pages are HTML`);
    examples.push(...read);
  }
  for (let seed = 1; seed <= inventedPages; seed++) {
    const example = await inventedExample(inventPage(seed));
    if (example !== undefined) examples.push(example);
  }
  log(`${examples.length} examples`);
  return examples;
}
