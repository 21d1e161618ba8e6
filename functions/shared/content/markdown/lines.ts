interface Container {
  readonly first: string;
  readonly rest: string;
  isBegun: boolean;
  /** Whether a blank line separates blocks inside. */
  isLoose: boolean;
}

/** Deeper quotations and lists stay at this depth: the prefixes of every line would be longer than the text. */
const maxContainers = 12;

/** Whether a block stands right below the one before it, or behind a blank line. */
export type BlockSpacing = 'tight' | 'apart';

/** What becomes of an empty quotation or list item: it leaves a bare marker, or nothing. */
export type IfEmpty = 'keep' | 'drop';

/**
 * The output lines with the prefixes of their quotations and list items. Blank lines are written between blocks only,
 * when the next one begins.
 */
export class MarkdownLines {
  #text = '';
  #isBegun = false;
  readonly #containers: Container[] = [];
  #tooDeep = 0;
  #gap: 'none' | 'line' | 'blank' = 'none';
  #prefix: string | undefined = '';

  /** Begins a block after the one before it. */
  startBlock(spacing: BlockSpacing = 'apart'): void {
    if (this.#containers.at(-1)?.isBegun === false) return;
    if (this.#gap !== 'none') this.#gap = spacing === 'tight' ? 'line' : 'blank';
  }

  line(text: string): void {
    if (this.#isBegun) this.#text += this.#gap === 'blank' ? `\n${this.#blankPrefix()}\n` : '\n';
    this.#isBegun = true;
    this.#gap = 'none';
    const prefix = this.#linePrefix();
    this.#text += text === '' ? prefix.trimEnd() : prefix + text;
  }

  endBlock(): void {
    this.#gap = 'blank';
  }

  /** Begins a quotation or list item with the prefix `first` on its first line and `rest` on the others. */
  enter(first: string, rest: string): void {
    if (this.#containers.length >= maxContainers) {
      this.#tooDeep += 1;
      return;
    }
    this.#containers.push({ first, rest, isBegun: false, isLoose: false });
    this.#prefix = undefined;
  }

  /** Ends the quotation or list item. */
  leave(ifEmpty: IfEmpty = 'drop'): { readonly isEmpty: boolean; readonly isLoose: boolean } {
    if (this.#tooDeep > 0) {
      this.#tooDeep -= 1;
      return { isEmpty: false, isLoose: false };
    }
    const container = this.#containers.at(-1);
    if (container?.isBegun === false && ifEmpty === 'keep') this.line('');
    this.#containers.pop();
    this.#prefix = undefined;
    const isEmpty = container?.isBegun === false;
    if (!isEmpty) this.endBlock();
    return { isEmpty, isLoose: container?.isLoose === true };
  }

  toString(): string {
    return this.#text;
  }

  #linePrefix(): string {
    if (this.#prefix !== undefined) return this.#prefix;
    let prefix = '';
    let isSettled = true;
    for (const container of this.#containers) {
      prefix += container.isBegun ? container.rest : container.first;
      isSettled &&= container.isBegun;
      container.isBegun = true;
    }
    if (isSettled) this.#prefix = prefix;
    return prefix;
  }

  #blankPrefix(): string {
    let prefix = '';
    for (const container of this.#containers) {
      if (!container.isBegun) continue;
      container.isLoose = true;
      prefix += container.rest;
    }
    return prefix.trimEnd();
  }
}
