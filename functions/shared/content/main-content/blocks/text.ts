import { marksOfText } from './phrases.ts';
import { addText, emptyShape, type TextShape } from './text-shape.ts';

/** A run of text that a browser would lay out as one paragraph: the unit that is kept or dropped. */
export interface Block {
  /** Index in `BlockTree.nodes` of the lowest block-level element around the text. */
  readonly container: number;
  readonly shape: TextShape;
  linkWords: number;
  links: number;
  lineBreaks: number;
  /** The first `maxHeadCharacters` characters, white space collapsed. */
  text: string;
  tail: string;
  hash: number;
  /** Bits of phrases.ts. */
  phrases: number;
}

const maxHeadCharacters = 300;
const maxTailCharacters = 24;
/** Old pages separate paragraphs by this many line breaks in a row. */
const breaksBetweenBlocks = 2;

const unevenSpace = /[^\S ]| {2}/;

function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash;
}

const newBlock = (container: number): Block => ({
  container,
  shape: emptyShape(),
  linkWords: 0,
  links: 0,
  lineBreaks: 0,
  text: '',
  tail: '',
  hash: 0,
  phrases: 0,
});

/** Collects the text nodes of a document into blocks. At most one block, the last, is open. */
export class BlockText {
  readonly blocks: Block[] = [];
  private current: Block | undefined;
  private breaks = 0;
  private linkLevels = 0;
  /** Number of the link that was opened or closed last, and of the one that the block counted last. */
  private link = 0;
  private linkInBlock = 0;

  /** Index of the block that receives the next text. */
  get firstBlock(): number {
    return this.current === undefined ? this.blocks.length : this.blocks.length - 1;
  }

  /**
   * Adds a text node to the open block, or to a new one in `container`. Returns false for white space between
   * blocks.
   */
  add(data: string, container: number): boolean {
    const squeezed = unevenSpace.test(data) ? data.replace(/\s+/g, ' ') : data;
    const isBlank = squeezed === ' ' || squeezed === '';
    if (isBlank && this.current === undefined) return false;
    const block = this.current ?? this.open(container);
    if (isBlank) {
      if (block.text.length < maxHeadCharacters) block.text += ' ';
      return true;
    }
    this.breaks = 0;
    const before = block.shape.words;
    addText(block.shape, data);
    if (this.linkLevels > 0) this.addLinked(block, block.shape.words - before);
    if (block.text.length < maxHeadCharacters) block.text += squeezed.slice(0, maxHeadCharacters);
    block.tail = (block.tail + squeezed.slice(-maxTailCharacters)).slice(-maxTailCharacters);
    return true;
  }

  enterLink(): void {
    this.linkLevels += 1;
    this.link += 1;
  }

  leaveLink(): void {
    this.linkLevels -= 1;
    this.link += 1;
  }

  close(): void {
    const block = this.current;
    if (block === undefined) return;
    this.current = undefined;
    block.text = block.text.trim();
    block.phrases = marksOfText(block.text);
    block.hash = hashOf(block.text);
  }

  breakLine(isPreformatted: boolean): void {
    const block = this.current;
    if (block === undefined) return;
    block.lineBreaks += 1;
    if (block.text.length < maxHeadCharacters) block.text += ' ';
    this.breaks += 1;
    if (this.breaks >= breaksBetweenBlocks && !isPreformatted) this.close();
  }

  private open(container: number): Block {
    const block = newBlock(container);
    this.breaks = 0;
    this.linkInBlock = 0;
    this.blocks.push(block);
    this.current = block;
    return block;
  }

  private addLinked(block: Block, words: number): void {
    block.linkWords += words;
    if (this.link === this.linkInBlock) return;
    this.linkInBlock = this.link;
    block.links += 1;
  }
}
