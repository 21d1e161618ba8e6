import type { Reading } from './readings.ts';

type Verdict = 'content' | 'either' | 'comments' | 'none';

const keysIn = (text: string): readonly string[] => text.split(' ').filter((key) => key !== '');

const verdictsOf = ({ content, either, comments }: Reading): ReadonlyMap<string, Verdict> =>
  new Map([
    ...keysIn(content).map((key) => [key, 'content'] as const),
    ...keysIn(either).map((key) => [key, 'either'] as const),
    ...keysIn(comments).map((key) => [key, 'comments'] as const),
  ]);

/** What two readings say of the blocks of a page. */
export interface AgreedBlocks {
  /** For each block, 1 where it is content, 0 where it is not. */
  readonly shares: Float32Array;
  /** For each block, 1 where both readings say the same, 0 where they differ or one says that people may. */
  readonly known: Float32Array;
  /** Words that both readings take for content, as a share of those that at least one does; 1 when neither has any. */
  readonly agreement: number;
}

/**
 * Compares two readings block by block. `keys` are those of the page's blocks, `words` their numbers of words; comments
 * are no content. A block that neither reading knows, because the page is divided in another way since, is not known.
 */
export function agreedBlocks(
  keys: readonly string[],
  words: readonly number[],
  first: Reading,
  second: Reading,
): AgreedBlocks {
  const [one, other] = [verdictsOf(first), verdictsOf(second)];
  const shares = new Float32Array(keys.length);
  const known = new Float32Array(keys.length);
  let both = 0;
  let any = 0;
  keys.forEach((key, block) => {
    const verdicts = [one.get(key) ?? 'none', other.get(key) ?? 'none'];
    if (verdicts.includes('either')) return;
    const contents = verdicts.filter((verdict) => verdict === 'content').length;
    const count = words[block] ?? 0;
    if (contents > 0) any += count;
    if (contents === 1) return;
    known[block] = 1;
    if (contents === 0) return;
    shares[block] = 1;
    both += count;
  });
  return { shares, known, agreement: any === 0 ? 1 : both / any };
}
