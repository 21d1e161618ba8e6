import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { headingNames } from '#shared/content/dom/html-elements.ts';
import { isBlock, isSilent } from '#shared/content/dom/element-display.ts';
import { rawText } from '#shared/content/dom/element-text.ts';
import { standsApart } from '#shared/content/dom/stands-apart.ts';
import { elementBeside } from '#shared/content/dom/element-edit.ts';
import { fencedCode } from './code.ts';
import { MarkdownContext } from './context.ts';
import { inlineRules } from './inline-elements.ts';
import { followsLabel, isLabelOfNext } from './labels.ts';
import { MarkdownLines } from './lines.ts';
import { isFootnote, writeDefinitions, writeFootnote, writeList } from './lists.ts';
import { markdownTable } from './table.ts';
import { type Choice, everything, type Selection } from '#shared/content/dom/selection.ts';
import { isLayoutTable, tableGrid } from '#shared/content/dom/table-grid.ts';

type BlockRule = (context: MarkdownContext, element: Element, choice: Choice) => void;

/** Writes the content of an element, with the link of its card when it is the caption. */
function writeCaption(context: MarkdownContext, element: Element, choice: Choice): void {
  const { cardLink } = context;
  if (cardLink?.caption === element) context.marked(cardLink.mark, element, choice);
  else context.nodes(element.children, choice);
}

function writeHeading(context: MarkdownContext, element: Element, choice: Choice): void {
  const text = context.inlineOf('heading', () => writeCaption(context, element, choice));
  if (text !== '') context.block([`${'#'.repeat(Number(element.name[1]))} ${text}`]);
}

/** "Ada said:", "On 3/5/2024 at 7:29 PM, Ada said:" */
const maxAttributionCharacters = 100;
/** A line has fewer: quotations in quotations are not read for each of them. */
const maxAttributionNodes = 60;

/** Whether all that the selection keeps of a quotation is the line that says whose words they are. */
function isOnlyAttribution(context: MarkdownContext, { children }: Element, choice: Choice): boolean {
  let text = '';
  let count = 0;
  let isShortened = false;
  const read = (nodes: readonly ChildNode[], above: Choice): void => {
    for (const node of nodes) {
      count += 1;
      if (text.length > maxAttributionCharacters || count > maxAttributionNodes) return;
      const own = context.selection.of(node, above);
      if (own === 'drop') isShortened ||= isText(node) ? node.data.trim() !== '' : isTag(node);
      else if (isText(node)) text += node.data.replace(/\s+/g, ' ');
      else if (isTag(node)) read(node.children, own);
    }
  };
  read(children, choice);
  const isLine = text.length <= maxAttributionCharacters && count <= maxAttributionNodes;
  return isShortened && isLine && /[:：↑] *$/.test(text);
}

function writeQuotation(context: MarkdownContext, element: Element, choice: Choice): void {
  const { attribs, children } = element;
  // An empty one as CommonMark writes it; others are what a script or an editor has left.
  const isOfCommonMark =
    choice === 'keep' &&
    Object.keys(attribs).length === 0 &&
    children.every((child) => isText(child) && /^[\t\n\r ]*$/.test(child.data));
  context.quotation(isOfCommonMark ? 'keep' : 'drop', () => {
    context.nodes(children, choice);
    if (!isOnlyAttribution(context, element, choice)) return;
    context.endParagraph();
    context.inline.verbatim('[…]');
  });
}

function writeRule(context: MarkdownContext): void {
  // In a list item, "- ---" would be one long rule.
  context.block([context.itemDepth > 0 ? '***' : '---']);
}

function writeTable(context: MarkdownContext, table: Element, choice: Choice): void {
  const choiceOf = (part: Element) => context.choiceIn(table, part, choice);
  const grid = tableGrid(table, (row) => choiceOf(row) !== 'drop');
  if (isLayoutTable(table, grid)) {
    context.nodes(table.children, choice);
    return context.endParagraph();
  }
  const cellText = (cell: Element): string => {
    const chosen = choiceOf(cell);
    if (chosen === 'drop') return '';
    return context.inlineOf('cell', () => context.nodes(cell.children, chosen));
  };
  const lines = markdownTable(grid, cellText);
  if (isOneCell(lines)) {
    context.nodes(table.children, choice);
    return context.endParagraph();
  }
  if (grid.caption !== undefined) {
    context.nodes([grid.caption], choice);
    context.endParagraph();
  }
  for (const title of grid.titles) {
    const chosen = choiceOf(title);
    if (chosen !== 'drop') context.nodes(title.children, chosen);
    context.endParagraph();
  }
  context.block(lines);
}

/** Whether a table has no more than one cell: what the selection left of a table that arranges the page. */
const isOneCell = ([, delimiters, ...body]: readonly string[]): boolean =>
  delimiters !== undefined && /^\| :?-+:? \|$/.test(delimiters) && body.length === 0;

const blockRules: ReadonlyMap<string, BlockRule> = new Map<string, BlockRule>([
  ...headingNames.map((name): [string, BlockRule] => [name, writeHeading]),
  ...['ul', 'ol', 'menu', 'dir'].map((name): [string, BlockRule] => [name, writeList]),
  ...['pre', 'listing', 'xmp'].map((name): [string, BlockRule] => [
    name,
    (context, element) => context.block(fencedCode(element), context.joinsItem ? 'tight' : 'apart'),
  ]),
  ['dl', writeDefinitions],
  ['hr', writeRule],
  ['table', writeTable],
  ['blockquote', writeQuotation],
  [
    'summary',
    (context, element, choice) => {
      context.marked({ kind: 'strong' }, element, choice);
      context.endParagraph();
    },
  ],
]);

const maxSpaceCharacters = 200;
/** Whether the first content of an element is text in a line, and no paragraph. */
function beginsWithLine({ children }: Element): boolean {
  const first = children.find((child) => !isText(child) || child.data.trim() !== '');
  return first !== undefined && !(isTag(first) && isBlock(first));
}

/** Whether an element is one of several points of a list, with a text right in it. */
function isPoint(element: Element): boolean {
  const { name, parent } = element;
  if (name !== 'li' || parent === null || !isTag(parent) || parent.name !== 'ul') return false;
  const hasSiblings = (elementBeside(element, 'prev') ?? elementBeside(element, 'next')) !== undefined;
  return hasSiblings && beginsWithLine(element) && /^\s*[^\s•]/.test(rawText(element, maxSpaceCharacters));
}

/** Writes a block in a heading or cell, where everything is in one line. */
function writeFlatBlock(context: MarkdownContext, element: Element, choice: Choice): void {
  const { flat, inline, inLink } = context;
  // The rows of a table in a cell are its lines.
  const isInRow = element.name === 'td' || element.name === 'th';
  const separate = () => (flat === 'cell' && !inLink && !isInRow ? inline.lineBreak() : inline.space());
  separate();
  if (flat === 'cell' && isPoint(element)) {
    inline.verbatim('•');
    inline.space();
  }
  if (element.name === 'pre') {
    for (const line of rawText(element).split('\n')) {
      if (line.trim() === '') continue;
      inline.code(line.replaceAll('\u00a0', ' ').trimEnd());
      separate();
    }
  } else if (element.name !== 'hr') context.nodes(element.children, choice);
  separate();
}

function writeElement(context: MarkdownContext, element: Element, choice: Choice): void {
  const inlineRule = inlineRules.get(element.name);
  if (standsApart(element)) context.inline.space();
  if (inlineRule !== undefined) return inlineRule(context, element, choice);
  if (isSilent(element.name)) return;
  if (!isBlock(element)) return writeCaption(context, element, choice);
  if (context.flat !== undefined) return writeFlatBlock(context, element, choice);
  if (isFootnote(element)) return writeFootnote(context, element, choice);
  if (followsLabel(element)) context.inline.space();
  else context.endParagraph();
  const rule = blockRules.get(element.name);
  if (rule !== undefined) return rule(context, element, choice);
  writeCaption(context, element, choice);
  if (isLabelOfNext(element)) context.inline.space();
  else context.endParagraph();
}

export interface MarkdownOptions {
  readonly selection?: Selection;
  /** Whether `data:` images are part of the output. */
  readonly inlineImages?: boolean;
}

/**
 * The chosen part of a document in Markdown (CommonMark with GitHub's extensions): no trailing spaces, one newline at
 * the end, empty without content. One walk in linear time.
 */
export function writeMarkdown(nodes: readonly ChildNode[], options: MarkdownOptions = {}): string {
  const { selection = everything, inlineImages = false } = options;
  const lines = new MarkdownLines();
  const context = new MarkdownContext(selection, lines, writeElement, inlineImages);
  context.nodes(nodes, 'drop');
  context.endParagraph();
  const text = lines.toString();
  return text === '' ? '' : `${text}\n`;
}
