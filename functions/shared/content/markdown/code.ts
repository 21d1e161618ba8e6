import { type Element, isTag } from 'domhandler';

import { rawText } from '#shared/content/dom/element-text.ts';

const backticks = /`+/g;

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(backticks)) longest = Math.max(longest, run.length);
  return longest;
}

/** Length of the shortest run of backticks that does not occur in the text (CommonMark, section 6.1). */
function missingRun(text: string): number {
  const taken = new Set(Array.from(text.matchAll(backticks), ([run]) => run.length));
  let length = 1;
  while (taken.has(length)) length += 1;
  return length;
}

/** A code span of one line. In a table cell, pipes are escaped even inside code (GFM: Tables). */
export function codeSpan(text: string, inTable: boolean): string {
  const fence = '`'.repeat(missingRun(text));
  const losesSpaces = text.startsWith(' ') && text.endsWith(' ') && text.trim() !== '';
  const padding = text.startsWith('`') || text.endsWith('`') || losesSpaces ? ' ' : '';
  const span = `${fence}${padding}${text}${padding}${fence}`;
  return inTable ? span.replaceAll('|', String.raw`\|`) : span;
}

const languageOf = (pre: Element): string => {
  const code = pre.children.find((child): child is Element => isTag(child) && child.name === 'code');
  return /(?:^|\s)language-([^\s`]+)/.exec(code?.attribs['class'] ?? '')?.[1] ?? '';
};

/** `<pre><code></code></pre>` is an empty code block; other empty elements are filled by a script. */
const isEmptyCode = ({ children: [only, ...others] }: Element): boolean =>
  others.length === 0 &&
  only !== undefined &&
  isTag(only) &&
  only.name === 'code' &&
  only.children.length === 0;

/**
 * The lines of a fenced code block; none for an element without code. Blank lines at the start, the indentation of the
 * end tag and white space at line ends are removed.
 */
export function fencedCode(pre: Element): readonly string[] {
  const text = rawText(pre)
    .replaceAll('\u00a0', ' ')
    .replace(/[\u200b\ufeff\u2060]/g, '');
  const lines = text.split('\n').map((line) => line.trimEnd());
  if (lines.at(-1) === '') lines.pop();
  const first = lines.findIndex((line) => line !== '');
  if (first === -1 && !isEmptyCode(pre)) return [];
  lines.splice(0, first === -1 ? lines.length : first);
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return [fence + languageOf(pre), ...lines, fence];
}
