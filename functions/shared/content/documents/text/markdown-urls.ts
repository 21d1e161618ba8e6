import { newElement } from '#shared/content/dom/element-edit.ts';
import { urlsIn } from '#shared/content/metadata/crawl-links.ts';
import { imageUrls } from '#shared/content/normalise/images/image-sources.ts';
import { spelledIn, type TextUrls } from './text-urls.ts';

/** A URL as it is written, and the part of the text that makes it a link or an image. */
interface Found {
  readonly url: string;
  readonly start: number;
  readonly end: number;
  readonly isImage: boolean;
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** The text with spaces in place of fenced code. */
export function withoutFences(source: string): string {
  let fence: string | undefined;
  const lines = source.split('\n').map((line) => {
    const mark = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
    const isCode = mark !== undefined || fence !== undefined;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) === true && line.trim() === mark) fence = undefined;
    return isCode ? blank(line) : line;
  });
  return lines.join('\n');
}

/** The text with spaces in place of code, which has no links. */
const withoutCode = (source: string): string =>
  withoutFences(source).replace(/(?<!`)(`+)(?!`)[^`\n]+\1(?!`)/g, blank);

// CommonMark 0.31, sections 4.7 and 6.3 to 6.6. Each pattern ends at the next bracket, quote or line at the latest, which keeps the search
// linear.
const bracket = /\\[^\n]|\n[^\S\n]*\n|[[\]]/g;
const destination = String.raw`(?:<([^<>\n]*)>|([^\s()<>[\]]*(?:\([^\s()<>[\]]*\)[^\s()<>[\]]*){0,20}))`;
const title = String.raw`\s+(?:"[^"]*"|'[^']*'|\([^()]*\))`;
/** White space, all of it: a shorter run is not tried. */
const space = String.raw`\s*(?!\s)`;
const target = new RegExp(String.raw`\(${space}${destination}(?:${title})?${space}\)`, 'y');
const reference = /\[([^[\]\n]{1,999})\]/y;
const definition = /^ {0,3}\[([^[\]^\n][^[\]\n]{0,998})\]:[^\S\n]*(?:<([^<>\n]*)>|([^\s<]\S*))/gm;
const tag = /<(a|img)\s(?:[^<>]*\s)?(?:href|src)=(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))/gi;

const maxLabelCharacters = 999;

const labelOf = (written: string): string => written.trim().replace(/\s+/g, ' ').toLowerCase();

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Links and images in brackets, and the labels of images whose URL is in a definition. */
function bracketed(text: string): { readonly found: readonly Found[]; readonly labels: ReadonlySet<string> } {
  const found: Found[] = [];
  const labels = new Set<string>();
  const close = (start: number, end: number): void => {
    const isImage = text[start - 1] === '!' && text[start - 2] !== '\\';
    const match = matchAt(target, text, end + 1);
    if (match !== null) {
      const url = match[1] ?? match[2] ?? '';
      found.push({ url, start, end: end + 1 + match[0].length, isImage });
    } else if (isImage && end - start <= maxLabelCharacters)
      labels.add(labelOf(matchAt(reference, text, end + 1)?.[1] ?? text.slice(start + 1, end)));
  };
  let opened: number[] = [];
  for (const { 0: sign, index } of text.matchAll(bracket)) {
    if (sign === '[') opened.push(index);
    else if (sign === ']') {
      const start = opened.pop();
      if (start !== undefined) close(start, index);
    } else if (sign.startsWith('\n')) opened = [];
  }
  return { found, labels };
}

function definitions(text: string, imageLabels: ReadonlySet<string>): readonly Found[] {
  return Array.from(
    text.matchAll(definition),
    ({ 0: { length }, 1: label = '', 2: inAngles, 3: bare, index }) => ({
      url: inAngles ?? bare ?? '',
      start: index,
      end: index + length,
      isImage: imageLabels.has(labelOf(label)),
    }),
  );
}

function tags(text: string): readonly Found[] {
  return Array.from(
    text.matchAll(tag),
    ({ 0: { length }, 1: name, 2: double, 3: single, 4: bare, index }) => ({
      url: double ?? single ?? bare ?? '',
      start: index,
      end: index + length,
      isImage: name?.toLowerCase() === 'img',
    }),
  );
}

/** The text with spaces in place of what is found already. */
function withoutFound(text: string, found: readonly Found[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of found) {
    if (end <= at) continue;
    parts.push(text.slice(at, Math.max(at, start)), ' '.repeat(end - Math.max(at, start)));
    at = end;
  }
  return parts.join('') + text.slice(at);
}

const byStart = (one: Found, other: Found): number => one.start - other.start;

/** A URL without the escapes of Markdown and the one that URLs need in HTML. */
const unescaped = (url: string): string => url.replace(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('&amp;', '&');

/** The links and images of a Markdown text and of the HTML in it, in its order. Relative URLs are resolved against `baseUrl`. */
export function markdownUrls(markdown: string, baseUrl: string): TextUrls {
  const text = withoutCode(markdown);
  const { found, labels } = bracketed(text);
  const marked = [...found, ...definitions(text, labels), ...tags(text)].toSorted(byStart);
  const spelled = spelledIn(withoutFound(text, marked)).map(({ url, start }) => ({
    url,
    start,
    end: start + url.length,
    isImage: false,
  }));
  const nodes = [...marked, ...spelled]
    .toSorted(byStart)
    .map(({ url, isImage }) =>
      isImage
        ? newElement('img', { src: unescaped(url) }, [])
        : newElement('a', { href: unescaped(url) }, []),
    );
  return { links: urlsIn(nodes, baseUrl), images: imageUrls(nodes, baseUrl) };
}
