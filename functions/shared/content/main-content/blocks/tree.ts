import { type ChildNode, type Document, type Element, isTag, isText, type ParentNode } from 'domhandler';

import { bitOf, marksOfName } from '#shared/content/dom/class-words.ts';
import { nameSet, textLevelNames } from '#shared/content/dom/html-elements.ts';
import { ofLength } from '#shared/kernel/integers.ts';
import { type Block, BlockText } from './text.ts';

/**
 * The part of a document that can be output, flattened. `nodes` holds elements and texts in document order; the
 * arrays beside it have the same indices, so that everything below a node is a range of nodes and a range of
 * blocks. White space between blocks, comments, scripts and form fields are left out.
 */
export interface BlockTree {
  readonly nodes: readonly ChildNode[];
  readonly parent: Int32Array;
  readonly depth: Int32Array;
  /** One past the last node below. */
  readonly end: Int32Array;
  /** The first block with text below the node, and one past the last. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Bits of class-words.ts for class, id, role and similar attributes. */
  readonly marks: Int32Array;
  readonly blocks: readonly Block[];
  readonly title: string;
}

/** Never output as text. `noscript` repeats what scripts show; its images are rescued before this step. */
const ignored = nameSet(
  'script style template meta link base basefont select option optgroup datalist textarea input param source track area col colgroup frameset frame rp annotation annotation-xml',
);
const media = nameSet('img picture svg video audio iframe object embed canvas hr applet');
const inline = nameSet(`${textLevelNames} meter progress mi mo mn mrow msup msub mfrac semantics`);

const namingAttributes = nameSet('class id role itemprop data-testid data-qa data-component');
const concealing = /display\s*:\s*none|visibility\s*:\s*hidden/i;
const isHidden = (attributes: Readonly<Record<string, string>>): boolean =>
  'hidden' in attributes ||
  attributes['aria-hidden'] === 'true' ||
  (attributes['style'] !== undefined && concealing.test(attributes['style']));

class NameMarks {
  private readonly byName = new Map<string, number>();

  of({ attribs }: Element): number {
    let bits = isHidden(attribs) ? bitOf.hidden : 0;
    // Most elements have fewer attributes than `namingAttributes` has names.
    for (const attribute in attribs) {
      const name = attribs[attribute];
      if (name === undefined || name === '' || !namingAttributes.has(attribute)) continue;
      let found = this.byName.get(name);
      if (found === undefined) {
        found = marksOfName(name);
        this.byName.set(name, found);
      }
      bits |= found;
    }
    return bits;
  }
}

const titleText = (element: Element): string =>
  element.children.map((child) => (isText(child) ? child.data : '')).join(' ');

/** Nodes of a short page. */
const firstCapacity = 1024;

class TreeBuilder implements BlockTree {
  readonly nodes: ChildNode[] = [];
  parent = new Int32Array(firstCapacity);
  depth = new Int32Array(firstCapacity);
  end = new Int32Array(firstCapacity);
  from = new Int32Array(firstCapacity);
  to = new Int32Array(firstCapacity);
  marks = new Int32Array(firstCapacity);
  title = '';

  private readonly text = new BlockText();
  readonly blocks: readonly Block[] = this.text.blocks;
  private readonly nameMarks = new NameMarks();
  /** The open element, and the lowest block-level element around it. */
  private at = -1;
  private container = -1;
  private preLevels = 0;

  /** Returns whether the walk must visit the children. */
  enter(node: ChildNode): boolean {
    if (isText(node)) {
      if (this.text.add(node.data, this.container)) this.addNode(node, 0);
      return false;
    }
    return isTag(node) && this.enterElement(node);
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
      this.text.breakLine(this.preLevels > 0);
      return false;
    }
    const isMedia = media.has(name);
    if (this.preLevels === 0 && (name === 'hr' || !(isMedia || inline.has(name)))) this.text.close();
    this.addNode(element, this.nameMarks.of(element));
    if (isMedia) return false;
    this.at = this.nodes.length - 1;
    if (name === 'a') this.text.enterLink();
    else if (name === 'pre') this.preLevels += 1;
    if (!inline.has(name)) this.container = this.at;
    return true;
  }

  leave({ name }: Element): void {
    if (this.preLevels === 0 && !inline.has(name)) this.text.close();
    if (name === 'a') this.text.leaveLink();
    else if (name === 'pre') {
      this.preLevels -= 1;
      if (this.preLevels === 0) this.text.close();
    }
    const { at } = this;
    this.end[at] = this.nodes.length;
    this.to[at] = this.blocks.length;
    this.at = this.parent[at] ?? -1;
    if (this.container === at) this.container = this.lowestBlockLevelFrom(this.at);
  }

  private lowestBlockLevelFrom(node: number): number {
    let above = node;
    while (above >= 0 && inline.has((this.nodes[above] as Element).name)) above = this.parent[above] ?? -1;
    return above;
  }

  private addNode(node: ChildNode, marks: number): void {
    const at = this.nodes.length;
    if (at === this.parent.length) this.resize(2 * at);
    this.nodes.push(node);
    this.parent[at] = this.at;
    this.depth[at] = this.at < 0 ? 0 : (this.depth[this.at] ?? 0) + 1;
    this.end[at] = at + 1;
    this.from[at] = this.text.firstBlock;
    this.to[at] = this.blocks.length;
    this.marks[at] = marks;
  }

  /** Changes the length of the arrays beside `nodes`. */
  resize(length: number): void {
    this.parent = ofLength(length, this.parent);
    this.depth = ofLength(length, this.depth);
    this.end = ofLength(length, this.end);
    this.from = ofLength(length, this.from);
    this.to = ofLength(length, this.to);
    this.marks = ofLength(length, this.marks);
  }
}

/** Flattens a document in one walk, without recursion. */
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
  builder.resize(builder.nodes.length);
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
