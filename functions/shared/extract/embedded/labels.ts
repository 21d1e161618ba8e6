import { findDate } from '#shared/values/dates.ts';
import { withoutEnd } from '#shared/values/trimming.ts';

import { conceptOf, concepts, conceptsSpelt } from './concepts.ts';
import type { Concept } from './concept.ts';
import { type Block, type Line, type PageLines, textOfLines } from '#shared/content/formats/page-lines.ts';
import { labelKey, casedWords } from './stems.ts';
import { headRows } from './table-heads.ts';

/** A value with its label on the page. */
export interface LabelledValue {
  /** As written, without a colon and brackets. */
  readonly label: string;
  /** See `labelKey`. */
  readonly key: string;
  /** The concepts with the label, exactly as spelled, among their phrases. */
  readonly spelt: readonly Concept[];
  readonly meaning: Concept | undefined;
  readonly value: string;
  /** Lines of the label and of the value. */
  readonly line: number;
  readonly valueLine: number;
  /**
   * `marked`: by a colon, a cell, bold words. `loose`: a short line above another, or words that begin a line, which
   * is a label only for a field with that name.
   */
  readonly binding: 'marked' | 'loose';
}

const maxLabels = 10_000;
const maxLabelCharacters = 60;
const maxLabelWords = 6;
/** Shorter words, such as `by`, belong to those before them: `Reviewed by`. */
const minInnerCharacters = 3;
const maxOpeningCharacters = 160;
const maxValueCharacters = 5_000;
/** Labels in one line. */
const maxCuts = 50;

const knownKeys: ReadonlySet<string> = new Set(concepts.flatMap(({ phrases }) => phrases.map(labelKey)));

function isLabel(text: string): boolean {
  if (text.length > maxLabelCharacters || !/\p{L}/u.test(text)) return false;
  const words = casedWords(text).length;
  return words > 0 && words <= maxLabelWords;
}

const labelMarks: ReadonlySet<string> = new Set(':：. ');
const bare = (label: string): string => withoutEnd(label.replace(/\([^()]*\)/g, ' '), labelMarks);

/** Whether a text is a label of something that pages tell of things. */
export const isKnownLabel = (text: string): boolean => knownKeys.has(labelKey(bare(text)));

const linesOf = ({ start, end }: Block): readonly number[] =>
  Array.from({ length: end - start }, (_, at) => start + at);

export type LabelName = Pick<LabelledValue, 'label' | 'key' | 'spelt' | 'meaning'>;

/** The meaning of a label, looked up once for all fields. */
export function labelName(text: string): LabelName {
  const label = bare(text).trim();
  return { label, key: labelKey(label), spelt: conceptsSpelt(label), meaning: conceptOf(label) };
}

interface Cut {
  /** Offsets of the label and of its value in the line. */
  readonly start: number;
  readonly label: string;
  readonly valueStart: number;
}

/** Inside a line, a label can be told from the value before it only when its words are known. */
function knownLabelBefore(text: string, end: number, from: number): Cut | undefined {
  const before = text.slice(Math.max(from, end - maxLabelCharacters), end);
  const words = [...before.matchAll(/[\p{L}\p{N}-]+/gu)].slice(-4);
  for (const word of words) {
    const label = before.slice(word.index);
    if (label.length < minInnerCharacters && /\p{L}\s$/u.test(before.slice(0, word.index))) continue;
    if (knownKeys.has(labelKey(label)) && /^[\p{Lu}\p{Lo}]/u.test(label))
      return { start: end - label.length, label, valueStart: end + 1 };
  }
  return undefined;
}

function colonCuts(text: string): readonly Cut[] {
  const cuts: Cut[] = [];
  for (const { index } of text.matchAll(/:(?=\s|$)|：/g)) {
    if (cuts.length >= maxCuts) break;
    const whole = text.slice(0, index);
    const known = knownLabelBefore(text, index, cuts.at(-1)?.valueStart ?? 0);
    const isWhole =
      cuts.length === 0 && isLabel(whole) && (known === undefined || knownKeys.has(labelKey(bare(whole))));
    const cut = isWhole ? { start: 0, label: whole, valueStart: index + 1 } : known;
    if (cut !== undefined) cuts.push(cut);
  }
  return cuts;
}

function dashCut(text: string): readonly Cut[] {
  const match = /^([^—–:]{2,60}?)\s+[—–]\s+/u.exec(text);
  const label = match?.[1] ?? '';
  return match !== null && isLabel(label) && !/\d/.test(label)
    ? [{ start: 0, label, valueStart: match[0].length }]
    : [];
}

function leaderCut(text: string): readonly Cut[] {
  const match = /\s?(?:\.{3,}|…{2,}|_{3,}|(?:\. ){3,})\s?/u.exec(text);
  const label = text.slice(0, match?.index ?? 0);
  return match !== null && isLabel(label)
    ? [{ start: 0, label, valueStart: match.index + match[0].length }]
    : [];
}

function boldCut({ text, bold }: Line): readonly Cut[] {
  return bold !== '' &&
    bold.length < text.length &&
    text.startsWith(bold) &&
    isLabel(bold) &&
    !/[.!?,]$/.test(bold)
    ? [{ start: 0, label: bold, valueStart: bold.length }]
    : [];
}

const cutsOf = (line: Line): readonly Cut[] =>
  [() => colonCuts(line.text), () => leaderCut(line.text), () => boldCut(line), () => dashCut(line.text)]
    .values()
    .map((find) => find())
    .find((cuts) => cuts.length > 0) ?? [];

const valueMarks: ReadonlySet<string> = new Set(' ;|·,');

/** A middle dot or a bar ends the value. */
const trimmedValue = (text: string): string => {
  const [value = ''] = text.replace(/^[\s.:：—–-]+(?=\S)/u, '').split(/\s[·|•]\s/u, 1);
  return withoutEnd(value, valueMarks).trim();
};

function inLine(line: Line, at: number): readonly LabelledValue[] {
  const cuts = cutsOf(line);
  return cuts.flatMap(({ label, valueStart }, index) => {
    const end = Math.min(cuts[index + 1]?.start ?? line.text.length, valueStart + maxValueCharacters);
    const raw = trimmedValue(line.text.slice(valueStart, end));
    // The full stop before the next label ends a sentence, it is not part of the value.
    const value = index + 1 < cuts.length ? raw.replace(/\.$/, '') : raw;
    if (value === '') return [];
    return [{ ...labelName(label), value, line: at, valueLine: at, binding: 'marked' as const }];
  });
}

/** The beginning of a value that needs no colon before it. */
const opensValue = /^(?:(?:on|at|от|с|from|№|no\.?)\s)?[\d№#+(£$€₽]/iu;
const opensWithDate = (text: string): boolean => findDate(text)?.start === 0;

/** `Код товара 55120`, `Published March 3, 2026`: known words followed by a number or a date. */
function opening(line: Line, at: number): readonly LabelledValue[] {
  if (line.text.length > maxOpeningCharacters || line.level > 0) return [];
  const words = [...line.text.matchAll(/[\p{L}\p{N}-]+/gu)].slice(0, 5);
  for (let count = Math.min(4, words.length - 1); count > 0; count--) {
    const next = words[count];
    const label = line.text.slice(0, next?.index ?? 0);
    const value = trimmedValue(line.text.slice(label.replace(/[^\p{L}\p{N}]+$/u, '').length));
    if (knownKeys.has(labelKey(bare(label))) && (opensValue.test(value) || opensWithDate(value)))
      return [{ ...labelName(label), value, line: at, valueLine: at, binding: 'loose' }];
  }
  return [];
}

/** A short line bound to the next one by a colon, by bold type, or by a box around the two. */
function above(lines: readonly Line[], at: number, boxes: ReadonlySet<number>): readonly LabelledValue[] {
  const line = lines[at];
  const next = lines[at + 1];
  if (line === undefined || next === undefined || !isLabel(line.text) || /[.!?;]$/.test(line.text)) return [];
  if ((next.level > 0 && next.level <= (line.level || 6)) || /[:：]$/.test(next.text)) return [];
  const hasColon = /[:：]$/.test(line.text);
  if (!hasColon && line.level === 0 && line.bold !== line.text && !boxes.has(at)) return [];
  const binding = hasColon ? 'marked' : 'loose';
  return [
    {
      ...labelName(line.text),
      value: next.current.slice(0, maxValueCharacters),
      line: at,
      valueLine: at + 1,
      binding,
    },
  ];
}

/** First lines of the blocks that consist of two lines. */
function boxesIn({ start, end, children }: Block, boxes = new Set<number>()): ReadonlySet<number> {
  if (end - start === 2) boxes.add(start);
  for (const child of children) boxesIn(child, boxes);
  return boxes;
}

/** Rows of two cells and the pairs of a definition list. */
function addCellLabels(
  block: Block,
  lines: readonly Line[],
  heads: ReadonlySet<Block>,
  found: LabelledValue[],
): void {
  const pair = (label: Block, value: Block): void => {
    const text = textOfLines(lines, label, maxLabelCharacters + 1);
    if (isLabel(text) && value.end > value.start && found.length < maxLabels)
      found.push({
        ...labelName(text),
        value: textOfLines(lines, value, maxValueCharacters),
        line: label.start,
        valueLine: value.start,
        binding: 'marked',
      });
  };
  const { children } = block;
  if (block.name === 'tr' && children.length % 2 === 0 && !heads.has(block))
    for (let at = 0; at + 1 < children.length; at += 2)
      pair(children[at] as Block, children[at + 1] as Block);
  for (const [at, child] of children.entries()) {
    const next = children[at + 1];
    if (child.name === 'dt' && next?.name === 'dd') pair(child, next);
    addCellLabels(child, lines, heads, found);
  }
}

/** All labelled values of a page, in the order of their labels. */
export function labelledValues({ lines, root }: PageLines): readonly LabelledValue[] {
  const found: LabelledValue[] = [];
  const heads = headRows(root, lines, isKnownLabel);
  addCellLabels(root, lines, heads, found);
  const boxes = boxesIn(root);
  const title = lines.findIndex(({ level }) => level === 1);
  /** Lines that name no value below them: labels in cells, columns, and the subject of the page. */
  const own = new Set([title, ...found.map(({ line }) => line), ...[...heads].flatMap(linesOf)]);
  for (const [at, line] of lines.entries()) {
    if (found.length >= maxLabels) break;
    const inside = inLine(line, at);
    found.push(...inside);
    if (inside.length > 0) continue;
    found.push(...opening(line, at));
    if (!own.has(at)) found.push(...above(lines, at, boxes));
  }
  return found.toSorted((a, b) => a.line - b.line);
}
