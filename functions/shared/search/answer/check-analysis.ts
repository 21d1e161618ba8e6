import { neutralMarkdown } from './neutral-markdown.ts';

export interface CheckedAnalysis {
  readonly markdown: string;
  /** Citations of sources that do not exist, which were removed. */
  readonly removedCitations: readonly string[];
  /** Numbers of the text that are in no source. */
  readonly unsupportedFigures: readonly string[];
}

const citation = /\[\s*\d{1,4}(?:\s*[,;–-]\s*\d{1,4})*\s*\](?!\()/g;
const figure = /\d+(?:[.,\u00a0\u202f’']\d+)*/g;

/** An answer that is written as one block of Markdown's own code. */
const fenced = /^\s*(`{3,})(?:markdown|md)[ \t]*\n([^]*)\n\1`*\s*$/i;
/** Citations in the brackets of East Asia, as some models write them: `【1】`, `【2†source】`. */
const otherBrackets = /【\s*(\d{1,4}(?:\s*[,;–、，-]\s*\d{1,4})*)\s*(?:†[^】\n]{0,100})?】/g;

/** The answer without a fence around all of it, and with citations in square brackets. */
const asWritten = (text: string): string =>
  (fenced.exec(text)?.[2] ?? text).replaceAll(
    otherBrackets,
    (_bracket, cited: string) => `[${cited.replaceAll(/[、，]/g, ',')}]`,
  );

/** One spelling of a number: 1,000 and 1 000 and 1.000 are the same, 1.5 and 15 are not. */
const sameNumber = (text: string): string => text.replaceAll(/\D(?=\d{3}(?!\d))/g, '').replaceAll(/\D/g, '.');

const figuresOf = (text: string): readonly string[] =>
  text.replaceAll(/(\d)[\u00a0\u202f ](?=\d{3}(?!\d))/g, '$1,').match(figure) ?? [];

const numbersOf = (cited: string): readonly number[] =>
  Array.from(cited.matchAll(/(\d+)(?:\s*[–-]\s*(\d+))?/g)).flatMap(([, from = '', to = from]) => {
    const [first, last] = [Number(from), Math.min(Number(to), Number(from) + 100)];
    return Array.from({ length: Math.max(0, last - first) + 1 }, (_, index) => first + index);
  });

/** Checks a model's text against its sources: citations and links must lead to a source, figures must be in one. */
export function checkAnalysis(
  text: string,
  sources: readonly { readonly url: string; readonly text: string }[],
): CheckedAnalysis {
  const removedCitations: string[] = [];
  const markdown = neutralMarkdown(asWritten(text), {
    urls: sources.map(({ url }) => url),
    showsEmail: (address) => sources.some((source) => source.text.includes(address)),
    citation: (cited) => {
      const numbers = numbersOf(cited);
      const existing = numbers.filter((number) => number >= 1 && number <= sources.length);
      if (existing.length < numbers.length) removedCitations.push(cited);
      return existing.map((number) => `[${number}]`).join('');
    },
  });
  const known = new Set(sources.flatMap((source) => figuresOf(source.text).map(sameNumber)));
  const claims = markdown.replaceAll(citation, '').replaceAll(/^\s*\d+[.)]\s/gm, '');
  const unsupportedFigures = [...new Set(figuresOf(claims).filter((value) => !known.has(sameNumber(value))))];
  return { markdown: markdown.trim(), removedCitations, unsupportedFigures };
}
