import { readPages, type TrainingPage } from '../read-pages.ts';
import { type Example, exampleOf } from '../training-set.ts';
import { blockKeys } from './block-keys.ts';
import { pageTypes, type Reading, readReadings, writeReadings } from './readings.ts';
import { showPage } from './show-page.ts';

/** Where the pages to annotate are: a folder, and a set in it. */
export interface AnnotatedSet {
  readonly data: string;
  readonly set: string;
}

/** The pages to annotate, without what others say of them. */
const pagesToAnnotate = ({ data, set }: AnnotatedSet): TrainingPage[] =>
  readPages(data, set).map((page) => Object.assign(page, { truth: { text: '' } }));

async function exampleNamed(pages: readonly TrainingPage[], id: string): Promise<Example> {
  const page = pages.find((listed) => listed.id === id);
  const example = page === undefined ? undefined : await exampleOf(page);
  if (example === undefined) throw new Error(`There is no page "${id}" of HTML.`);
  return example;
}

/** Prints the blocks of pages. */
export async function showPages(
  from: AnnotatedSet,
  ids: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  const pages = pagesToAnnotate(from);
  for (const id of ids) {
    const { context, texts } = await exampleNamed(pages, id);
    print(`=== ${id}`);
    print(`title: ${context.tree.title}`);
    for (const line of showPage(context.tree, texts)) print(line);
  }
}

/** Numbers of blocks such as `3-9,12`. Throws on anything else and on numbers that the page does not have. */
export function blocksIn(ranges: string, count: number): number[] {
  const text = ranges.replaceAll(/\s/g, '');
  if (text === '') return [];
  return text.split(',').flatMap((range) => {
    const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(range) ?? [];
    const from = Number(first);
    const to = Number(last);
    if (!(from <= to && to < count))
      throw new Error(`"${range}" is not a range of the page's ${count} blocks.`);
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
}

/**
 * Reads one line `page | type | language | content | either | comments`, whose last three are ranges of blocks. Throws
 * with the page and what is wrong with its line.
 */
async function readingOf(pages: readonly TrainingPage[], line: string): Promise<Reading> {
  const [page = '', type = '', language = '', content = '', either = '', comments = ''] = line
    .split('|')
    .map((field) => field.trim());
  const { texts } = await exampleNamed(pages, page);
  const keys = blockKeys(texts);
  const named = new Set<number>();
  const keysOf = (ranges: string): string => {
    const blocks = blocksIn(ranges, texts.length);
    const twice = blocks.find((block) => named.has(block));
    if (twice !== undefined) throw new Error(`${page}: block ${twice} is named twice.`);
    for (const block of blocks) named.add(block);
    return blocks.map((block) => keys[block]).join(' ');
  };
  const known = pageTypes.find((name) => name === type);
  if (known === undefined) throw new Error(`${page}: the type is one of ${pageTypes.join(', ')}.`);
  return {
    page,
    type: known,
    language,
    content: keysOf(content),
    either: keysOf(either),
    comments: keysOf(comments),
  };
}

/** Stores one reading for each line; returns what is wrong with lines that are not stored. */
export async function storeReadings(
  from: AnnotatedSet,
  file: string,
  lines: readonly string[],
): Promise<readonly string[]> {
  const pages = pagesToAnnotate(from);
  const readings = readReadings(file);
  const problems: string[] = [];
  for (const line of lines.filter((text) => text.trim() !== ''))
    try {
      const read = await readingOf(pages, line);
      readings.set(read.page, read);
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  writeReadings(file, readings);
  return problems;
}
