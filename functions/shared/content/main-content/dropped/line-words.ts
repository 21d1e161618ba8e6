/** The words of a line in small letters, without numbers and signs: "Share (12) »" → "share". */
export const wordsOfLine = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();
