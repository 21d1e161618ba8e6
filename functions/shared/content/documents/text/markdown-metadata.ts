import { momentOf } from '#shared/content/metadata/article-dates.ts';
import type { ContentMetadata } from '#shared/content/metadata/metadata.ts';
import { dateOrderOf } from '#shared/values/dates.ts';
import { withoutFences } from './markdown-urls.ts';

/** Longer metadata before a text is taken for text. */
const maxFrontMatterCharacters = 5_000;

const yamlKey = /^(?:[\p{L}\p{N}_][\p{L}\p{M}\p{N}_./-]*|"[^"]*"|'[^']*'):(?:\s|$)/u;
/** A key of a few words, which may also begin a sentence; a remark, a part of the value above, or nothing. */
const otherLine =
  /^(?:[\p{L}\p{N}_][\p{L}\p{M}\p{N}_./-]*(?: [\p{L}\p{M}\p{N}_./-]+){1,3}:(?:\s|$)|#|\s|- |$)/u;
/** A list or map in brackets, which may go on over several lines. */
const bracketedValue = /(?<=:[^\S\n]+)(?:\[[^[\]]*\]|\{[^{}]*\})(?=[^\S\n]*$)/gm;

const fields: Readonly<Record<string, string>> = {
  title: 'title',
  description: 'description',
  author: 'author',
  lang: 'language',
  language: 'language',
  date: 'publishedTime',
};

/** The value of a line; `undefined` for lists, blocks and other values that are no plain text. */
function plainValue(written: string): string | undefined {
  const quoted = /^(["'])((?:(?!\1)[^\\])*)\1$/.exec(written)?.[2];
  const value = quoted ?? (/^[[{|>&*!%@`"']/.test(written) ? '' : written);
  return value === '' ? undefined : value;
}

function metadataOf(lines: readonly string[]): ContentMetadata {
  const found: Record<string, string> = {};
  for (const line of lines) {
    const [, key = '', written = ''] = /^(\w+):[^\S\n]+(.*)$/.exec(line) ?? [];
    const field = Object.hasOwn(fields, key.toLowerCase()) ? fields[key.toLowerCase()] : undefined;
    const value = plainValue(written.trim());
    if (field !== undefined && value !== undefined) found[field] ??= value;
  }
  const { publishedTime: date = '', ...rest } = found;
  const publishedTime = momentOf(date, dateOrderOf(found['language']));
  return { ...rest, ...(publishedTime === undefined ? {} : { publishedTime }) };
}

/**
 * A Markdown text without the metadata before it, and the metadata: lines of YAML between two lines `---`. A text that begins with a rule
 * has none.
 */
export function withoutFrontMatter(text: string): {
  readonly source: string;
  readonly metadata: ContentMetadata;
} {
  const none = { source: text, metadata: {} };
  if (!text.startsWith('---\n')) return none;
  // The last line of a file may have no line break.
  const end = `${text}\n`.slice(0, maxFrontMatterCharacters).indexOf('\n---\n', 3);
  if (end === -1) return none;
  const yaml = text.slice(4, end).replace(bracketedValue, (value) => value.replaceAll('\n', ' '));
  const lines = yaml.split('\n');
  const isYaml = lines.every((line) => yamlKey.test(line) || otherLine.test(line)) && lines[0]?.trim() !== '';
  if (!isYaml || !lines.some((line) => yamlKey.test(line))) return none;
  return { source: text.slice(end + '\n---\n'.length), metadata: metadataOf(lines) };
}

// The second line of a heading is read only below a line that may be its first, which keeps the search linear.
const heading =
  /^ {0,3}#{1,2}[^\S\n]+(?!#+[^\S\n]*$)(\S.{0,999})|^ {0,3}([^\s>#].{0,150})\n {0,3}=+[^\S\n]*$/m;

/** The words of a heading, without the marks of Markdown and of HTML. */
const plainHeading = (written: string): string =>
  written
    .replace(/(?<!\s)\s+#+\s*$|\s*\{#[^{}]*\}\s*$/, '')
    .replace(/!\[[^[\]]*\]\([^()]*\)|<[^<>]*>/g, '')
    .replace(/\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, '$1')
    .replace(/(?<![\w\\])(\*{1,3}|_{1,3})(?=\S)([^*_]+)\1(?!\w)/g, '$2')
    .replace(/`+/g, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();

/** The first heading of a Markdown text, of the first or second level, outside of code; `undefined` without one. */
export function headingOf(source: string): string | undefined {
  const [, marked, underlined] = heading.exec(withoutFences(source)) ?? [];
  const words = plainHeading(marked ?? underlined ?? '');
  return words === '' ? undefined : words;
}
