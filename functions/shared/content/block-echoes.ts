import { isOfWord } from './block-text.ts';
import type { BlockTree } from './block-tree.ts';

/**
 * How much of each block's beginning the page says at another place too: quoted posts, teasers, captions, and the
 * second copy of a text that is there for narrow screens. Shares are 0–1.
 */
export interface Echoes {
  /** Said by an earlier block. */
  readonly before: Float32Array;
  /** Said by a later block. */
  readonly after: Float32Array;
}

/** Texts are compared by runs of this many words; a shorter text is one run. */
const runWords = 3;
const hashStart = 0x811c9dc5 | 0;
const hashPrime = 0x01000193;

/** Hashes (FNV-1a) of the words of a text, letter case aside. */
function hashedWords(text: string): number[] {
  const words: number[] = [];
  const folded = text.toLowerCase();
  let hash = 0;
  for (let at = 0; at < folded.length; at++) {
    const code = folded.charCodeAt(at);
    if (isOfWord(code)) hash = Math.imul((hash === 0 ? hashStart : hash) ^ code, hashPrime);
    else if (hash !== 0) {
      words.push(hash);
      hash = 0;
    }
  }
  if (hash !== 0) words.push(hash);
  return words;
}

function runsOf(text: string): number[] {
  const words = hashedWords(text);
  const runs: number[] = [];
  const last = Math.max(words.length - runWords, words.length > 0 ? 0 : -1);
  for (let from = 0; from <= last; from++) {
    let run = hashStart;
    const to = Math.min(words.length, from + runWords);
    for (let at = from; at < to; at++) run = Math.imul(run ^ (words[at] ?? 0), hashPrime);
    runs.push(run);
  }
  return runs;
}

const leastSlots = 64;

/** The first and the last block that says each run: a hash table with open addresses, without an object a run. */
class Sayings {
  private readonly keys: Int32Array;
  private readonly mask: number;
  readonly first: Int32Array;
  readonly last: Int32Array;

  constructor(runs: number) {
    const slots = Math.max(leastSlots, 2 ** Math.ceil(Math.log2(runs * 2 + 1)));
    this.mask = slots - 1;
    this.keys = new Int32Array(slots);
    this.first = new Int32Array(slots).fill(-1);
    this.last = new Int32Array(slots);
  }

  add(run: number, block: number): number {
    let slot = (run ^ (run >>> 15)) & this.mask;
    while (this.first[slot] !== -1 && this.keys[slot] !== run) slot = (slot + 1) & this.mask;
    if (this.first[slot] === -1) {
      this.keys[slot] = run;
      this.first[slot] = block;
    }
    this.last[slot] = block;
    return slot;
  }
}

export function echoes({ blocks }: BlockTree): Echoes {
  const runs = blocks.map(({ text }) => runsOf(text));
  const sayings = new Sayings(runs.reduce((sum, { length }) => sum + length, 0));
  const slots = runs.map((own, block) => own.map((run) => sayings.add(run, block)));
  const before = new Float32Array(blocks.length);
  const after = new Float32Array(blocks.length);
  slots.forEach((own, block) => {
    let earlier = 0;
    let later = 0;
    for (const slot of own) {
      if ((sayings.first[slot] ?? block) < block) earlier += 1;
      if ((sayings.last[slot] ?? block) > block) later += 1;
    }
    if (own.length === 0) return;
    before[block] = earlier / own.length;
    after[block] = later / own.length;
  });
  return { before, after };
}
