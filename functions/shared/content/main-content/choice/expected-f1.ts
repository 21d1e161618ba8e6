/**
 * The expected F1 of keeping the blocks of `accepted`, if each word is content with the chance of its block.
 * `words` holds the number of words of each block.
 */
export function expectedF1(words: Float32Array, chances: Float32Array, accepted: Uint8Array): number {
  let hits = 0;
  let content = 0;
  let kept = 0;
  for (let block = 0; block < words.length; block++) {
    const count = words[block] ?? 0;
    const likely = count * (chances[block] ?? 0);
    content += likely;
    if (accepted[block] !== 1) continue;
    hits += likely;
    kept += count;
  }
  return kept + content > 0 ? (2 * hits) / (kept + content) : 0;
}

/**
 * The threshold with the highest expected F1. It is half of that F1, as for any F1 optimum (Lipton, Elkan and
 * Naryanaswamy, ECML 2014), but found by trying every prefix of the blocks in falling order.
 */
export function bestThreshold(words: Float32Array, chances: Float32Array): number {
  const falling = Array.from(chances.keys()).sort((a, b) => (chances[b] ?? 0) - (chances[a] ?? 0));
  const content = words.reduce((sum, count, block) => sum + count * (chances[block] ?? 0), 0);
  let hits = 0;
  let kept = 0;
  let best = 0;
  let threshold = 1;
  for (const block of falling) {
    const count = words[block] ?? 0;
    hits += count * (chances[block] ?? 0);
    kept += count;
    const f1 = kept + content > 0 ? (2 * hits) / (kept + content) : 0;
    if (f1 <= best) continue;
    best = f1;
    threshold = chances[block] ?? 0;
  }
  return threshold;
}
