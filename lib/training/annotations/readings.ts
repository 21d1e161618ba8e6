import { readFileSync, writeFileSync } from 'node:fs';

import { z } from 'zod';

export const pageTypes = [
  'article',
  'forum',
  'product',
  'listing',
  'collection',
  'documentation',
  'service',
  'error',
] as const;

/** Keys of blocks, separated by spaces. Blocks that are not named are no content. */
const keys = z.string();

const reading = z.strictObject({
  page: z.string(),
  type: z.enum(pageTypes),
  language: z.string().regex(/^[a-z]{2,3}$/),
  content: keys,
  either: keys,
  comments: keys,
});

/** One person's reading of one page. */
export type Reading = z.infer<typeof reading>;

/** The readings of a reader, one to a line, by page. A missing file is an empty one. */
export function readReadings(file: string): Map<string, Reading> {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => reading.parse(JSON.parse(line))).map((read) => [read.page, read]));
}

/** Stores readings in the order of their pages' names, so that a change is one line. */
export function writeReadings(file: string, readings: ReadonlyMap<string, Reading>): void {
  const sorted = [...readings.values()].toSorted((a, b) => (a.page < b.page ? -1 : 1));
  writeFileSync(file, sorted.map((read) => `${JSON.stringify(read)}\n`).join(''));
}
