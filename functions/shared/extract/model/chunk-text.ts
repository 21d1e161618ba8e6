/** A shorter piece of a page is not worth a question. */
export const minChunkCharacters = 1_500;

/** Split points, the best first: before headings, between paragraphs, lines, sentences and words. */
const splitPoints = [/\n(?=#{1,3} )/g, /\n(?=#{4,6} )/g, /\n(?:[> ]*\n)+/g, /\n/g, /(?<=[.!?…])\s/g, /\s/g];

const tableRule = /^\|[ :|-]+\|$/;

/** Offset of the last split point of the best kind after a third of `maxCharacters`; `maxCharacters` without one. */
function splitOffset(text: string, maxCharacters: number): number {
  for (const pattern of splitPoints) {
    const places = [...text.slice(0, maxCharacters).matchAll(pattern)].map(
      (match) => match.index + match[0].length,
    );
    const last = places.findLast((place) => place > maxCharacters / 3);
    if (last !== undefined) return last;
  }
  return maxCharacters;
}

/** The rest of a text; table rows that were split from their table get its head again. */
function continued(before: string, rest: string): string {
  if (!rest.startsWith('|')) return rest;
  const lines = before.split('\n').filter((line) => line !== '');
  const [head, rule = ''] = lines.slice(lines.findLastIndex((line) => !line.startsWith('|')) + 1);
  return head !== undefined && tableRule.test(rule) ? `${head}\n${rule}\n${rest}` : rest;
}

/** A text in pieces of at most `maxCharacters`, split at its structure. */
export function chunkText(text: string, maxCharacters: number): readonly string[] {
  const chunks: string[] = [];
  let rest = text;
  while (rest.length > maxCharacters) {
    const place = splitOffset(rest, maxCharacters);
    const piece = rest.slice(0, place);
    chunks.push(piece);
    const next = continued(piece, rest.slice(place));
    // With a head as long as its piece, the text would never get shorter.
    rest = next.length < rest.length ? next : rest.slice(place);
  }
  return [...chunks, rest].filter((chunk) => chunk.trim() !== '');
}
