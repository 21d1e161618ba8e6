/** UTF-8 bytes of one token: less than any current tokeniser makes of English, Russian or Chinese text. */
const bytesPerToken = 3;

/** At least as many tokens as the text will be counted for, by any model. */
export const estimatedTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / bytesPerToken);

/** Characters of `text` that surely fit into that many tokens. */
export function charactersWithin(tokens: number, text: string): number {
  const bytes = Buffer.byteLength(text);
  const share = bytes === 0 ? 1 : (tokens * bytesPerToken) / bytes;
  return Math.max(1, Math.floor(text.length * Math.min(1, share)));
}
