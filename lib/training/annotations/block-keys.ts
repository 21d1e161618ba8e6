import { createHash } from 'node:crypto';

/** Half of a million of pages' blocks share a key by chance less often than once. */
const keyCharacters = 8;

const squash = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * A name for each block that stays the same as long as its text does: a hash of the text, with a number from the second
 * block of the same text on. Annotations name blocks by it, since they must not hold the texts of other people's pages.
 */
export function blockKeys(texts: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return texts.map((text) => {
    const hash = createHash('sha256').update(squash(text)).digest('base64url').slice(0, keyCharacters);
    const count = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, count);
    return count === 1 ? hash : `${hash}.${count}`;
  });
}
