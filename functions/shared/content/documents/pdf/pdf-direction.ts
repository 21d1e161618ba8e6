import type { PdfRun } from './pdf-run.ts';

const letter = /\p{L}/gu;
const backwardLetter = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/gu;

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** The direction in which most letters of runs are read; `undefined` without letters. */
export function directionOf(runs: readonly PdfRun[]): 'ltr' | 'rtl' | undefined {
  let letters = 0;
  let backward = 0;
  for (const { text } of runs) {
    letters += countOf(text, letter);
    backward += countOf(text, backwardLetter);
  }
  if (letters === 0) return undefined;
  return backward * 2 > letters ? 'rtl' : 'ltr';
}

/** The runs of a line that is read from right to left, as in a mirror: their `x` grows in the direction of reading. */
export const mirrored = (runs: readonly PdfRun[]): readonly PdfRun[] =>
  runs.map((run) => ({ ...run, x: -(run.x + run.width) })).toSorted((a, b) => a.x - b.x);

const brackets = new Map(['()', ')(', '[]', '][', '{}', '}{', '«»', '»«'].map(([a = '', b = '']) => [a, b]));

const hasWords = ({ text }: PdfRun): boolean => /[\p{L}\p{Nd}]/u.test(text);

/** The brackets of a PDF are as they are drawn; those of Unicode, as they are read. */
const withReadBrackets = (run: PdfRun): PdfRun => ({
  ...run,
  text: Array.from(run.text, (sign) => brackets.get(sign) ?? sign).join(''),
});

const signOf = (run: PdfRun): PdfRun => (hasWords(run) ? run : withReadBrackets(run));

/**
 * Runs between two that are read from right to left, in that order. Foreign words, and numbers behind one, are read from
 * left to right (Unicode Standard Annex 9: W7, N1 and L2, for runs).
 */
function withForeignWords(between: readonly PdfRun[]): readonly PdfRun[] {
  const end = between.findLastIndex((run) => directionOf([run]) === 'ltr') + 1;
  const start = between.findIndex(hasWords);
  if (end === 0) return between.map(signOf);
  return [
    ...between.slice(0, start).map(signOf),
    ...between.slice(start, end).reverse(),
    ...between.slice(end).map(signOf),
  ];
}

/** Mirrored runs of a cell in the order in which they are read. */
export function readOrder(runs: readonly PdfRun[]): readonly PdfRun[] {
  const ordered: PdfRun[] = [];
  let between: PdfRun[] = [];
  for (const run of runs) {
    if (directionOf([run]) !== 'rtl') between.push(run);
    else {
      for (const other of withForeignWords(between)) ordered.push(other);
      ordered.push(withReadBrackets(run));
      between = [];
    }
  }
  return [...ordered, ...withForeignWords(between)];
}
