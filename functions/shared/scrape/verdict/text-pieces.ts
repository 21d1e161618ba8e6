const withCharacters = (text: string): string =>
  text
    .replaceAll(/&#(\d{1,6});/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&');

/** Text as it is shown: characters instead of references, single spaces. */
export const tidyText = (text: string): string =>
  (text.includes('&') ? withCharacters(text) : text).replaceAll(/\s+/g, ' ').trim();

/** Pieces of text, joined when all are there: a growing string would be copied for each. */
export function textPieces() {
  const pieces: string[] = [];
  let length = 0;
  return {
    add(text: string): void {
      if (text === '') return;
      pieces.push(text);
      length += text.length;
    },
    length: () => length,
    toText: () => pieces.join(' '),
  };
}
