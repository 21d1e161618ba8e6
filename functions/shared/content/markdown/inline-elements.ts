import { type ChildNode, type Element, isTag, isText, type ParentNode } from 'domhandler';

import { headingNames } from '#shared/content/dom/html-elements.ts';
import { footnoteMark } from '#shared/content/dom/own-markers.ts';
import { isBlock, isSilent } from '#shared/content/dom/element-display.ts';
import { findElement, firstCharacter, lastCharacters, rawText } from '#shared/content/dom/element-text.ts';
import type { Mark } from './inline-pieces.ts';
import type { MarkdownContext } from './context.ts';
import { linkDestination, linkTitle } from './escape.ts';
import type { Choice } from '#shared/content/dom/selection.ts';
import { subscript, superscript } from './small-digits.ts';

type InlineRule = (context: MarkdownContext, element: Element, choice: Choice) => void;

/** The text of most elements begins sooner. */
const sampleCharacters = 20;

/** Whether an element holds images and no text, which marks would surround without effect. */
const isOfImages = (element: Element): boolean =>
  rawText(element, sampleCharacters).trim() === '' &&
  findElement(element, ({ name }) => name === 'img') !== undefined &&
  rawText(element).trim() === '';

const markRule =
  (kind: Mark['kind']): InlineRule =>
  (context, element, choice) =>
    isOfImages(element) ? context.nodes(element.children, choice) : context.marked({ kind }, element, choice);

const hasWords = (element: Element): boolean => /\p{L}{2}/u.test(rawText(element, 200));

/** Whether an element is a line of text, and no box around others. */
const isLine = (element: Element): boolean =>
  isBlock(element) &&
  (element.children.some((child) => isText(child) && child.data.trim() !== '') ||
    (hasWords(element) && findElement(element, (inner) => isBlock(inner) && hasWords(inner)) === undefined));

/** Tells whether an element is a line because a block is beside it. */
function linesBesideBlocks(): (element: Element) => boolean {
  const known = new Map<ParentNode, boolean>();
  const holdsBlock = (parent: ParentNode): boolean => {
    const found =
      known.get(parent) ?? parent.children.some((child) => isTag(child) && isBlock(child) && hasWords(child));
    known.set(parent, found);
    return found;
  };
  return (element) =>
    !isBlock(element) &&
    !isSilent(element.name) &&
    !inlineRules.has(element.name) &&
    hasWords(element) &&
    element.parent !== null &&
    holdsBlock(element.parent);
}

const maxTitleCharacters = 300;
const lengthOf = (element: Element): number => rawText(element, maxTitleCharacters).trim().length;

/**
 * The part of a card that carries its link, of those that are written: its highest heading, else the first block with text, or
 * a longer line before that, which is no badge or date.
 */
function captionOf(context: MarkdownContext, card: Element, choice: Choice): Element | undefined {
  const first = (matches: (element: Element) => boolean): Element | undefined =>
    findElement(card, (element) => matches(element) && context.choiceIn(card, element, choice) !== 'drop');
  for (const heading of headingNames) {
    const found = first((element) => element.name === heading && hasWords(element));
    if (found !== undefined) return found;
  }
  const line = first(isLine);
  const isBeside = linesBesideBlocks();
  const before = first((element) => element === line || isBeside(element));
  return line === undefined || (before !== undefined && lengthOf(before) > lengthOf(line)) ? before : line;
}

const collapsed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Whether the title of a link repeats its text. */
const repeatsText = (title: string, link: Element): boolean =>
  collapsed(rawText(link, 2 * title.length)) === collapsed(title);

function writeLink(context: MarkdownContext, element: Element, choice: Choice): void {
  const { href, title } = element.attribs;
  if (href === undefined || context.inLink) return context.nodes(element.children, choice);
  const hasTitle = title !== undefined && !repeatsText(title, element);
  const wrapsBlocks = context.flat === undefined && findElement(element, isBlock) !== undefined;
  const mark: Mark = { kind: 'link', href, once: wrapsBlocks, ...(hasTitle ? { title } : {}) };
  const caption = wrapsBlocks ? captionOf(context, element, choice) : undefined;
  context.inLink = true;
  if (caption === undefined) context.marked(mark, element, choice);
  else {
    context.cardLink = { mark, caption };
    context.nodes(element.children, choice);
    context.cardLink = undefined;
  }
  context.inLink = false;
}

/** Whether an image floats beside the text, and does not touch its first sign either. */
const floats = ({ align, class: names, style }: Element['attribs']): boolean =>
  /^(?:left|right)$/i.test(align ?? '') ||
  /(?:^|\s)(?:align|float|pull)-?(?:left|right)(?:\s|$)/i.test(names ?? '') ||
  /float\s*:\s*(?:left|right)/i.test(style ?? '');

/** `_` inside a word opens no emphasis: `tide_chart`. */
const signsInAlt = /[\\`*[\]<|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)/gu;

function writeImage({ inline, inlineImages }: MarkdownContext, { attribs }: Element): void {
  const source = attribs['src']?.trim() ?? '';
  if (source === '' || (!inlineImages && source.startsWith('data:'))) return;
  const alt = (attribs['alt'] ?? '')
    .replace(/[\u200b\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const escaped = alt.replace(signsInAlt, String.raw`\$&`);
  inline.image(`![${escaped}](${linkDestination(source)}${linkTitle(attribs['title'], alt)})`);
  if (floats(attribs)) inline.space();
}

const touchesWord = (node: ChildNode | null, side: 'before' | 'after'): boolean => {
  if (node === null || !isText(node)) return false;
  const character = side === 'before' ? node.data.at(-1) : node.data[0];
  return character !== undefined && /\S/.test(character);
};

function writeCode(context: MarkdownContext, element: Element, choice: Choice): void {
  const { inline, inLink } = context;
  const text = rawText(element);
  if (text === '') return context.nodes(element.children, choice);
  // Manuals set the space between a number and a title in code.
  if (text.trim() === '' && /[\n\u00a0]/.test(text)) return inline.space();
  // Spaces belong to the code, unless they separate it from a word or are indentation.
  const separates = touchesWord(element.prev, 'before') || touchesWord(element.next, 'after');
  const isTrimmed = text.trim() !== '' && (separates || text.includes('\n'));
  if (isTrimmed && /^\s/.test(text)) inline.space();
  const link = findElement(element, ({ name }) => name === 'a');
  const href = link?.attribs['href'];
  // A link around all of the code is written around the span; a part of a code span cannot be a link.
  const isLink = link !== undefined && !inLink && rawText(link).trim() === text.trim();
  const mark: Mark | undefined = isLink && href !== undefined ? { kind: 'link', href } : undefined;
  if (mark !== undefined) inline.open(mark);
  inline.code((isTrimmed ? text.trim() : text).replace(/[\s\u00a0]+/g, ' '));
  if (mark !== undefined) inline.close(mark);
  if (isTrimmed && /\s$/.test(text)) inline.space();
}

const noteNumber = ({ attribs }: Element): string | undefined => attribs[footnoteMark];

/** Whether superscript or subscript text without such characters would join the number before it. */
const continuesNumber = ({ prev }: Element, text: string): boolean =>
  prev !== null && isText(prev) && /\d$/.test(prev.data) && /^\d/.test(text);

const textBefore = ({ prev }: Element, characters = 1): string =>
  prev === null ? '' : lastCharacters(prev, characters);

/** Endings of ordinals in French and Spanish, and of forms of address, are parts of the word before them. */
const ending = /^(?:i?[èe]mes?|i?[èe]res?|ndes?|iers?|lles?|mes)$/iu;
const minLabelledCharacters = 3;
const minLabelLetters = 3;
const labelled = new RegExp(String.raw`^[\p{L}\p{N}]{${minLabelledCharacters}}$`, 'u');
const labelOpening = new RegExp(String.raw`^\p{L}{${minLabelLetters}}`, 'u');

/** Whether a superscript is a label of the word right before it: `tomcat<sup>AUR</sup>`. */
function isLabel(superscript: Element, text: string): boolean {
  const before = textBefore(superscript, minLabelledCharacters);
  return labelOpening.test(text) && !ending.test(text) && labelled.test(before) && /\p{L}/u.test(before);
}

const smallRule =
  (transcribe: (text: string, before: string) => string | undefined, apart: string): InlineRule =>
  (context, element, choice) => {
    const note = noteNumber(element);
    if (note !== undefined) return context.inline.verbatim(`[^${note}]`);
    const text = rawText(element).trim();
    const small = transcribe(text, textBefore(element));
    const isPlain =
      findElement(element, (inner) => inner.name === 'a' || noteNumber(inner) !== undefined) === undefined;
    if (small !== undefined && isPlain) return context.inline.text(small);
    if (isPlain && continuesNumber(element, text)) context.inline.text(apart);
    if (element.name === 'sup' && isLabel(element, text)) context.inline.space();
    context.nodes(element.children, choice);
  };

/** Marks that open and close a quotation, in several languages. Single ones may be apostrophes: `l’<q>ami</q>`. */
const opening = /["«»‹›“„”「『][\s\u00a0\u202f]?$/u;
const closing = /^[\s\u00a0\u202f]?["«»‹›“”」』]/u;
const marked = /^(?:"[^"]*"|«[^«»]*»|»[^«»]*«|“[^“”]*”|„[^„“”]*[“”]|「[^「」]*」|『[^『』]*』)$/u;
const maxQuoteCharacters = 2_000;

/** The text right behind an element, at least its first characters. */
const textBehind = ({ next }: Element): string => {
  if (next === null) return '';
  return isText(next) ? next.data.slice(0, 2) : firstCharacter(next);
};

/** Whether the page writes the marks of a `<q>` itself, whose own its style sheet removes. */
const isMarked = (element: Element): boolean =>
  (opening.test(textBefore(element, 2)) && closing.test(textBehind(element))) ||
  marked.test(rawText(element, maxQuoteCharacters).trim());

function writeQuote(context: MarkdownContext, element: Element, choice: Choice): void {
  if (isMarked(element)) return context.nodes(element.children, choice);
  context.inline.text('“');
  context.nodes(element.children, choice);
  context.inline.text('”');
}

/**
 * LaTeX that readers without math support take for text: brackets before a parenthesis would be a link, and a tag would
 * be HTML. The added spaces mean nothing in LaTeX.
 */
const inertLatex = (latex: string): string =>
  latex
    .trim()
    .replace(/\](?=[([:])/g, '] ')
    .replace(/<(?=[a-z/!?])/gi, '< ')
    .replace(/\\?\$/g, () => String.raw`\text{\textdollar}`);

function writeMath(context: MarkdownContext, { attribs }: Element): void {
  const latex = inertLatex(attribs['data-latex'] ?? '');
  if (latex === '') return;
  if (attribs['display'] === 'block' && context.flat === undefined) {
    context.endParagraph();
    const lines = latex.split('\n').map((line) => line.trimEnd());
    return context.block(['$$', ...lines.filter((line) => line !== ''), '$$']);
  }
  const source = latex.replace(/\s+/g, ' ');
  const inCell = source.replaceAll('|', String.raw`\vert `);
  context.inline.verbatim(`$${context.flat === 'cell' ? inCell : source}$`);
}

/** One break is a new line; two separate paragraphs, as old pages write them. */
function writeBreak(context: MarkdownContext): void {
  const { flat, inline } = context;
  if (flat === 'heading') inline.space();
  else if (flat === undefined && inline.endsWithBreak) context.endParagraph();
  else inline.lineBreak();
}

export const inlineRules: ReadonlyMap<string, InlineRule> = new Map<string, InlineRule>([
  ['b', markRule('strong')],
  ['strong', markRule('strong')],
  ['i', markRule('em')],
  ['em', markRule('em')],
  ['s', markRule('del')],
  ['strike', markRule('del')],
  ['del', markRule('del')],
  ['a', writeLink],
  ['img', writeImage],
  ['code', writeCode],
  ['tt', writeCode],
  ['samp', writeCode],
  ['sup', smallRule(superscript, '^')],
  ['sub', smallRule(subscript, ' ')],
  ['q', writeQuote],
  ['math', writeMath],
  ['br', writeBreak],
  ['wbr', () => undefined],
]);
