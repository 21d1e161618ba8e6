import type { BlockRun } from '#shared/content/main-content/blocks/units.ts';

/** The blocks of the main content while rules add to them, each with its reason. */
export class KeptBlocks {
  /** For each block, 1 when it is kept. */
  readonly flags: Uint8Array;
  readonly #reasons = new Map<number, string>();

  /** `accepted` has 1 for each block that is kept for its own sake. */
  constructor(accepted: Uint8Array) {
    this.flags = Uint8Array.from(accepted);
  }

  /** What an added block is kept as, such as "a note of the text"; undefined of blocks that no rule added. */
  reasonOf(block: number): string | undefined {
    return this.#reasons.get(block);
  }

  /** Keeps the blocks that a rule has found, by their numbers or as runs. -1 stands for none. */
  add(reason: string, found: readonly (number | BlockRun)[]): void {
    for (const one of found) {
      const { from, to } = typeof one === 'number' ? { from: one, to: one + 1 } : one;
      for (let block = from; block < to; block++) this.#addBlock(block, reason);
    }
  }

  /** Keeps the blocks that have 1 in `flags` of a rule. */
  addFlagged(reason: string, flags: Uint8Array): void {
    flags.forEach((isFound, block) => {
      if (isFound === 1) this.#addBlock(block, reason);
    });
  }

  #addBlock(block: number, reason: string): void {
    if (this.flags[block] !== 0) return;
    this.flags[block] = 1;
    this.#reasons.set(block, reason);
  }
}
