import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { isBlock } from '#shared/content/dom/element-display.ts';
import { renderInline } from './inline-markdown.ts';
import { InlinePieces, type Mark } from './inline-pieces.ts';
import type { BlockSpacing, IfEmpty, MarkdownLines } from './lines.ts';
import type { Choice, Selection } from '#shared/content/dom/selection.ts';

export type WriteElement = (context: MarkdownContext, element: Element, choice: Choice) => void;

export interface WrittenList {
  readonly isOrdered: boolean;
  readonly delimiter: string;
  /** Whether it has one definition and nothing else. */
  readonly isOneDefinition?: boolean;
}

/** Formatting without end tags is around everything below, hundreds of times. */
const maxAlike = 4;

type OpenMarks = Readonly<Record<Mark['kind'], Element[]>>;
const noMarks = (): OpenMarks => ({ strong: [], em: [], del: [], link: [] });

/**
 * Whether an element looks no different from what is around it: `<b>` in `<strong>`, or styled once more. Bare elements of one
 * name are nested on purpose, as `****strong****` is.
 */
function isRepeated({ name, attribs }: Element, around: readonly Element[]): boolean {
  const outer = around.at(-1);
  if (outer === undefined || name === 'a') return false;
  return around.length >= maxAlike || outer.name !== name || Object.keys(attribs).length > 0;
}

/** The state of writing one document: the lines so far, the current paragraph, and the position of the walk. */
export class MarkdownContext {
  readonly selection: Selection;
  readonly lines: MarkdownLines;
  readonly inlineImages: boolean;
  inline = new InlinePieces();
  /** Set in a heading or cell, where blocks begin no paragraph. */
  flat: 'heading' | 'cell' | undefined;
  inLink = false;
  inNote = false;
  itemDepth = 0;
  /** Whether the last block is a paragraph. */
  afterParagraph = false;
  /** The last block, if it is a list: a list of the same kind right after it needs another marker. */
  lastList: WrittenList | undefined;
  /** A link around blocks, which is written in one of them. */
  cardLink: { readonly mark: Mark; readonly caption: Element } | undefined;
  #beginsItem = false;
  /** The elements of the open marks. */
  #around = noMarks();
  readonly #writeElement: WriteElement;

  constructor(selection: Selection, lines: MarkdownLines, writeElement: WriteElement, inlineImages: boolean) {
    this.inlineImages = inlineImages;
    this.selection = selection;
    this.lines = lines;
    this.#writeElement = writeElement;
  }

  nodes(nodes: readonly ChildNode[], above: Choice): void {
    for (const node of nodes) {
      const choice = this.selection.of(node, above);
      if (choice === 'drop') {
        if (isTag(node) && isBlock(node)) this.inline.gap();
        continue;
      }
      if (isText(node)) this.inline.text(node.data);
      else if (isTag(node)) this.#writeElement(this, node, choice);
    }
  }

  /** Whether `part` is kept, dropped or passed through, given the choice for `around`, an element above it. */
  choiceIn(around: Element, part: Element, choice: Choice): Choice {
    const { parent } = part;
    const isDirect = parent === around || parent === null || !isTag(parent);
    return this.selection.of(part, isDirect ? choice : this.choiceIn(around, parent, choice));
  }

  /** Whether a block may follow the first words of a list item without a blank line. */
  get joinsItem(): boolean {
    return this.itemDepth > 0 && this.afterParagraph;
  }

  /** Writes the collected inline content as a paragraph. */
  endParagraph(): void {
    const pieces = this.inline.take();
    if (this.flat !== undefined || pieces.length === 0) return;
    const lines = renderInline(pieces, 'paragraph', { beginsItem: this.#beginsItem, inNote: this.inNote });
    this.startBlock();
    for (const line of lines) this.lines.line(line);
    this.endBlock();
    this.afterParagraph = true;
  }

  startBlock(spacing?: BlockSpacing): void {
    this.lines.startBlock(spacing);
    this.#beginsItem = false;
    this.lastList = undefined;
  }

  endBlock(): void {
    this.lines.endBlock();
    this.afterParagraph = false;
  }

  block(lines: readonly string[], spacing?: BlockSpacing): void {
    if (lines.length === 0) return;
    this.startBlock(spacing);
    for (const line of lines) this.lines.line(line);
    this.endBlock();
  }

  marked(mark: Mark, element: Element, choice: Choice): void {
    const around = this.#around[mark.kind];
    if (isRepeated(element, around)) return this.nodes(element.children, choice);
    around.push(element);
    this.inline.open(mark);
    this.nodes(element.children, choice);
    this.inline.close(mark);
    around.pop();
  }

  /** The inline content that `collect` adds, as one line outside of the current paragraph. */
  inlineOf(place: 'heading' | 'cell', collect: () => void): string {
    const { inline, flat } = this;
    const around = this.#around;
    this.#around = noMarks();
    this.inline = new InlinePieces();
    this.flat = place;
    collect();
    const [line = ''] = renderInline(this.inline.take(), place);
    this.inline = inline;
    this.flat = flat;
    this.#around = around;
    return line;
  }

  /** Writes a list item; with a marker of spaces, continues the one before. */
  item(
    marker: string,
    ifEmpty: IfEmpty,
    write: () => void,
  ): { readonly isEmpty: boolean; readonly isLoose: boolean } {
    this.lines.enter(marker, ' '.repeat(marker.length));
    this.itemDepth += 1;
    this.afterParagraph = false;
    this.lastList = undefined;
    this.#beginsItem = true;
    write();
    this.endParagraph();
    this.#beginsItem = false;
    this.itemDepth -= 1;
    this.lastList = undefined;
    return this.lines.leave(ifEmpty);
  }

  quotation(ifEmpty: IfEmpty, write: () => void): void {
    const { itemDepth } = this;
    this.startBlock();
    this.lines.enter('> ', '> ');
    this.itemDepth = 0;
    write();
    this.endParagraph();
    this.itemDepth = itemDepth;
    this.lines.leave(ifEmpty);
    this.afterParagraph = false;
    this.lastList = undefined;
  }
}
