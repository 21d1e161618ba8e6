/** The characters of an answer: about ten thousand tokens, which a model reads without losing its task. */
export const maxAnswerCharacters = 40_000;

export interface TextWindow {
  readonly text: string;
  /** Where to read on; absent at the end. */
  readonly nextCursor: number | undefined;
}

/** Parts are cut at the last of these gaps in their last quarter; each part costs a request, so that none may be short. */
const gaps = ['\n', ' '] as const;

/** Characters beyond the BMP, such as emoji, are two units of UTF-16. */
const isWithinCharacter = (text: string, index: number): boolean =>
  (text.codePointAt(index - 1) ?? 0) > 0xffff;

/** Where a part that begins at `cursor` ends. */
function endOf(text: string, cursor: number, maxCharacters: number): number {
  const last = cursor + maxCharacters;
  const lastQuarter = cursor + Math.ceil((maxCharacters * 3) / 4);
  const tail = text.slice(lastQuarter, last + 1);
  const gap = gaps.map((each) => tail.lastIndexOf(each)).find((index) => index !== -1);
  if (gap !== undefined) return lastQuarter + gap + 1;
  return isWithinCharacter(text, last) ? last + 1 : last;
}

/**
 * The part of a text from `cursor`, at most `maxCharacters` long and one more where a character or a gap ends there: ended
 * between lines where there are some, else between words.
 */
export function windowOf(text: string, cursor = 0, maxCharacters = maxAnswerCharacters): TextWindow {
  if (text.length <= cursor + maxCharacters) return { text: text.slice(cursor), nextCursor: undefined };
  const end = endOf(text, cursor, maxCharacters);
  return { text: text.slice(cursor, end), nextCursor: end };
}
