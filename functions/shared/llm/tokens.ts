/** UTF-8 bytes of one token: fewer than in any current tokeniser, for English, Russian and Chinese text. */
const bytesPerToken = 3;

/** An upper bound of the tokens that any model counts for a text. */
export const estimatedTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / bytesPerToken);

/** Characters of `text` that fit into that many tokens with certainty. */
export function charactersWithin(tokens: number, text: string): number {
  const bytes = Buffer.byteLength(text);
  const share = bytes === 0 ? 1 : (tokens * bytesPerToken) / bytes;
  return Math.max(1, Math.floor(text.length * Math.min(1, share)));
}
