import { ofLength } from '#shared/kernel/integers.ts';
import { isOfWord } from './text-shape.ts';
import type { BlockTree } from './tree.ts';

/** Texts are compared by runs of this many words; a shorter text is one run. */
const runWords = 3;
const hashStart = 0x811c9dc5 | 0;
const hashPrime = 0x01000193;

/**
 * Writes the hashes (FNV-1a) of the words of a text to the start of `words`, ignoring case. Returns their number.
 */
function hashWords(text: string, words: Int32Array): number {
  const folded = text.toLowerCase();
  let count = 0;
  let hash = 0;
  for (let at = 0; at <= folded.length; at++) {
    const code = folded.charCodeAt(at);
    if (at < folded.length && isOfWord(code))
      hash = Math.imul((hash === 0 ? hashStart : hash) ^ code, hashPrime);
    else if (hash !== 0) {
      words[count++] = hash;
      hash = 0;
    }
  }
  return count;
}

/** Runs of a short page. */
const firstCapacity = 4096;

interface Runs {
  readonly count: number;
  readonly hashes: Int32Array;
  /** For each block, one past its last run. */
  readonly ends: Int32Array;
}

function runsOf(blocks: BlockTree['blocks']): Runs {
  let hashes = ofLength(firstCapacity, new Int32Array());
  let count = 0;
  const ends = new Int32Array(blocks.length);
  const longest = blocks.reduce((length, { text }) => Math.max(length, text.length), 0);
  const words = new Int32Array(2 * longest + 1);
  blocks.forEach(({ text }, block) => {
    const length = hashWords(text, words);
    const last = Math.max(length - runWords, length > 0 ? 0 : -1);
    for (let from = 0; from <= last; from++) {
      let run = hashStart;
      const to = Math.min(length, from + runWords);
      for (let at = from; at < to; at++) run = Math.imul(run ^ (words[at] ?? 0), hashPrime);
      if (count === hashes.length) hashes = ofLength(2 * count, hashes);
      hashes[count++] = run;
    }
    ends[block] = count;
  });
  return { count, hashes, ends };
}

const minSlots = 64;

/** The first block of each run, in a hash table with open addressing: no object per run. */
class FirstOccurrences {
  private readonly keys: Int32Array;
  private readonly mask: number;
  private readonly first: Int32Array;

  constructor(runs: number) {
    const slots = Math.max(minSlots, 2 ** Math.ceil(Math.log2(runs * 2 + 1)));
    this.mask = slots - 1;
    this.keys = new Int32Array(slots);
    this.first = new Int32Array(slots).fill(-1);
  }

  /** Must be called with rising blocks. */
  firstBlockWith(run: number, block: number): number {
    let slot = (run ^ (run >>> 15)) & this.mask;
    while (this.first[slot] !== -1 && this.keys[slot] !== run) slot = (slot + 1) & this.mask;
    if (this.first[slot] === -1) {
      this.keys[slot] = run;
      this.first[slot] = block;
    }
    return this.first[slot] ?? block;
  }
}

/**
 * For each block, the share (0–1) of its text (as far as `Block.text` goes) that earlier blocks contain: quoted
 * posts, teasers, captions, and copies for narrow screens.
 */
export function repeatedText({ blocks }: BlockTree): Float32Array {
  const { count: runs, hashes, ends } = runsOf(blocks);
  const occurrences = new FirstOccurrences(runs);
  const shares = new Float32Array(blocks.length);
  for (let block = 0, run = 0; block < blocks.length; block++) {
    const end = ends[block] ?? 0;
    const count = end - run;
    let earlier = 0;
    for (; run < end; run++) if (occurrences.firstBlockWith(hashes[run] ?? 0, block) < block) earlier += 1;
    if (count > 0) shares[block] = earlier / count;
  }
  return shares;
}
