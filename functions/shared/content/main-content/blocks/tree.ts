import {
  type ChildNode,
  type Document,
  type Element,
  isTag,
  isText,
  type ParentNode,
  type Text,
} from 'domhandler';

import { marksOfName, bitOf } from '#shared/content/dom/class-words.ts';
import { marksOfText } from './phrases.ts';
import { addText, emptyShape, type TextShape } from './text-shape.ts';

/** A run of text that a browser would set as one paragraph: the unit that is kept or dropped. */
export interface Block {
  /** Index in `BlockTree.nodes` of the lowest block-level element around the text. */
  readonly container: number;
  readonly shape: TextShape;
  /** Words inside links. */
  linkWords: number;
  links: number;
  lineBreaks: number;
  /** The first `longestHead` characters, white space squeezed. */
  text: string;
  /** The last characters of the block. */
  tail: string;
  /** Equal for equal texts. */
  hash: number;
  /** See phrases.ts; 0 for texts longer than its reach. */
  phrases: number;
}

/**
 * The part of a document that can be output, flattened. `nodes` holds elements and texts in document order;
 * the arrays beside it are indexed alike, so that whatever lies below a node is a range of nodes and a range of
 * blocks. White-space text between blocks, comments, scripts and form fields are left out.
 */
export interface BlockTree {
  readonly nodes: readonly ChildNode[];
  readonly parent: readonly number[];
  readonly depth: readonly number[];
  /** One past the last node below. */
  readonly end: readonly number[];
  /** First block that has text below the node, and one past the last. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** Bits of class-words.ts for class, id, role and the like. */
  readonly marks: readonly number[];
  readonly blocks: readonly Block[];
  readonly title: string;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Never output as text. `noscript` repeats what scripts show; its images are rescued before this step. */
const ignored = words(
  'script style template meta link base basefont select option optgroup datalist textarea input param source track area col colgroup frameset frame rp annotation annotation-xml',
);
const media = words('img picture svg video audio iframe object embed canvas hr applet');
const inline = words(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark math nobr q rb rt ruby s samp small span strike strong sub sup time tt u var wbr output meter progress slot mi mo mn mrow msup msub mfrac semantics',
);

const longestHead = 300;
const longestTail = 24;
/** Paragraphs of old pages are parted by this many line breaks in a row. */
const breaksThatPart = 2;

/** White space that squeezing changes. */
const unevenSpace = /[^\S ]| {2}/;

const namingAttributes = words('class id role itemprop data-testid data-qa data-component');
const concealing = /display\s*:\s*none|visibility\s*:\s*hidden/i;
const isHidden = (attributes: Readonly<Record<string, string>>): boolean =>
  'hidden' in attributes ||
  attributes['aria-hidden'] === 'true' ||
  (attributes['style'] !== undefined && concealing.test(attributes['style']));

class TreeBuilder {
  readonly nodes: ChildNode[] = [];
  readonly parent: number[] = [];
  readonly depth: number[] = [];
  readonly end: number[] = [];
  readonly from: number[] = [];
  readonly to: number[] = [];
  readonly marks: number[] = [];
  readonly blocks: Block[] = [];
  title = '';

  private readonly marksByName = new Map<string, number>();
  private at = -1;
  private container = -1;
  private open: Block | undefined;
  private breaks = 0;
  private inLink = 0;
  private inPre = 0;
  /** Ordinal of the link that was opened last, and of the one that the block counted last. */
  private link = 0;
  private linkInBlock = 0;

  /** Returns whether to go down into the node. */
  enter(node: ChildNode): boolean {
    if (isText(node)) {
      this.addText(node);
      return false;
    }
    if (!isTag(node)) return false;
    return this.enterElement(node);
  }

  private enterElement(element: Element): boolean {
    const { name } = element;
    if (ignored.has(name)) return false;
    if (name === 'title') {
      this.title ||= titleText(element);
      return false;
    }
    if (name === 'br') {
      this.addNode(element, 0);
      this.lineBreak();
      return false;
    }
    const isMedia = media.has(name);
    if (this.inPre === 0 && (name === 'hr' || !(isMedia || inline.has(name)))) this.closeBlock();
    this.addNode(element, this.marksOf(element));
    if (isMedia) return false;
    this.at = this.nodes.length - 1;
    this.nest(element, 1);
    if (!inline.has(name)) this.container = this.at;
    return true;
  }

  leave(element: Element): void {
    if (this.inPre === 0 && !inline.has(element.name)) this.closeBlock();
    this.nest(element, -1);
    if (element.name === 'pre' && this.inPre === 0) this.closeBlock();
    const { at } = this;
    this.end[at] = this.nodes.length;
    this.to[at] = this.blocks.length;
    this.at = this.parent[at] ?? -1;
    if (this.container === at) {
      let above = this.at;
      while (above >= 0 && inline.has((this.nodes[above] as Element).name)) above = this.parent[above] ?? -1;
      this.container = above;
    }
  }

  private nest({ name }: Element, by: 1 | -1): void {
    if (name === 'a') {
      this.inLink += by;
      this.link += 1;
    }
    if (name === 'pre') this.inPre += by;
  }

  private addNode(node: ChildNode, marks: number): void {
    this.nodes.push(node);
    this.parent.push(this.at);
    this.depth.push(this.at < 0 ? 0 : (this.depth[this.at] ?? 0) + 1);
    this.end.push(this.nodes.length);
    this.from.push(this.open === undefined ? this.blocks.length : this.blocks.length - 1);
    this.to.push(this.blocks.length);
    this.marks.push(marks);
  }

  private lineBreak(): void {
    if (this.open === undefined) return;
    this.open.lineBreaks += 1;
    if (this.open.text.length < longestHead) this.open.text += ' ';
    this.breaks += 1;
    if (this.breaks >= breaksThatPart && this.inPre === 0) this.closeBlock();
  }

  private addText(node: Text): void {
    const squeezed = unevenSpace.test(node.data) ? node.data.replace(/\s+/g, ' ') : node.data;
    const blank = squeezed === ' ' || squeezed === '';
    if (blank && this.open === undefined) return;
    const block = this.open ?? this.openBlock();
    this.addNode(node, 0);
    if (blank) {
      if (block.text.length < longestHead) block.text += ' ';
      return;
    }
    this.breaks = 0;
    const before = block.shape.words;
    addText(block.shape, node.data);
    if (this.inLink > 0) this.addLinked(block, block.shape.words - before);
    if (block.text.length < longestHead) block.text += squeezed.slice(0, longestHead);
    block.tail = (block.tail + squeezed.slice(-longestTail)).slice(-longestTail);
  }

  private addLinked(block: Block, words: number): void {
    block.linkWords += words;
    if (this.link === this.linkInBlock) return;
    this.linkInBlock = this.link;
    block.links += 1;
  }

  private openBlock(): Block {
    const block: Block = {
      container: this.container,
      shape: emptyShape(),
      linkWords: 0,
      links: 0,
      lineBreaks: 0,
      text: '',
      tail: '',
      hash: 0,
      phrases: 0,
    };
    this.breaks = 0;
    this.linkInBlock = 0;
    this.blocks.push(block);
    this.open = block;
    return block;
  }

  private closeBlock(): void {
    const block = this.open;
    if (block === undefined) return;
    this.open = undefined;
    block.text = block.text.trim();
    block.phrases = marksOfText(block.text);
    block.hash = hashOf(block.text);
  }

  private marksOf({ attribs }: Element): number {
    let bits = isHidden(attribs) ? bitOf.hidden : 0;
    // Most elements have fewer attributes than there are names of them.
    for (const attribute in attribs) {
      const name = attribs[attribute];
      if (name === undefined || name === '' || !namingAttributes.has(attribute)) continue;
      let found = this.marksByName.get(name);
      if (found === undefined) {
        found = marksOfName(name);
        this.marksByName.set(name, found);
      }
      bits |= found;
    }
    return bits;
  }
}

const titleText = (element: Element): string =>
  element.children.map((child) => (isText(child) ? child.data : '')).join(' ');

function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash;
}

/** Flattens a document in one walk; neither depth nor size of the document costs stack. */
export function blockTree(document: Document): BlockTree {
  const builder = new TreeBuilder();
  let node: ChildNode | null = document.firstChild;
  while (node !== null) {
    if (builder.enter(node) && isTag(node)) {
      if (node.firstChild !== null) {
        node = node.firstChild;
        continue;
      }
      builder.leave(node);
    }
    node = nextInDocument(node, document, builder);
  }
  return builder;
}

function nextInDocument(from: ChildNode, root: Document, builder: TreeBuilder): ChildNode | null {
  let node = from;
  while (node.next === null) {
    const above: ParentNode | null = node.parent;
    if (above === null || above === root || !isTag(above)) return null;
    builder.leave(above);
    node = above;
  }
  return node.next;
}
