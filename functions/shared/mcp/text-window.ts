/** The characters of an answer: about ten thousand tokens, which a model reads without losing its task. */
export const maxAnswerCharacters = 40_000;

export interface TextWindow {
  readonly text: string;
  /** Where to read on; absent at the end. */
  readonly nextCursor: number | undefined;
}

/** The part of a text from `cursor`, at most `maxCharacters` long, ended between lines where there is one. */
export function windowOf(text: string, cursor = 0, maxCharacters = maxAnswerCharacters): TextWindow {
  if (text.length <= cursor + maxCharacters) return { text: text.slice(cursor), nextCursor: undefined };
  const cut = text.lastIndexOf('\n', cursor + maxCharacters);
  const end = cut > cursor ? cut + 1 : cursor + maxCharacters;
  return { text: text.slice(cursor, end), nextCursor: end };
}
