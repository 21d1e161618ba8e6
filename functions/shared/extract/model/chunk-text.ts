/** Below this a piece of a page is not worth a question of its own. */
export const minChunkCharacters = 1_500;

/** Where a text may be parted, the best first: before headings, between paragraphs, lines and sentences. */
const joints = [/\n(?=#{1,3} )/g, /\n(?=#{4,6} )/g, /\n(?:[> ]*\n)+/g, /\n/g, /(?<=[.!?…])\s/g, /\s/g];

const tableRule = /^\|[ :|-]+\|$/;

/** The last place of the best kind in the second half of the text; the end when it has none. */
function partingPlace(text: string, most: number): number {
  for (const joint of joints) {
    const places = [...text.slice(0, most).matchAll(joint)].map((match) => match.index + match[0].length);
    const last = places.findLast((place) => place > most / 3);
    if (last !== undefined) return last;
  }
  return most;
}

/** Rows that are parted from their table take its head with them. */
function continued(before: string, rest: string): string {
  if (!rest.startsWith('|')) return rest;
  const lines = before.split('\n').filter((line) => line !== '');
  const [head, rule = ''] = lines.slice(lines.findLastIndex((line) => !line.startsWith('|')) + 1);
  return head !== undefined && tableRule.test(rule) ? `${head}\n${rule}\n${rest}` : rest;
}

/** A page in pieces of at most `most` characters, parted where its structure parts it. */
export function chunkText(text: string, most: number): readonly string[] {
  const chunks: string[] = [];
  let rest = text;
  while (rest.length > most) {
    const place = partingPlace(rest, most);
    const piece = rest.slice(0, place);
    chunks.push(piece);
    const next = continued(piece, rest.slice(place));
    // A head as long as its piece would never let the text end.
    rest = next.length < rest.length ? next : rest.slice(place);
  }
  return [...chunks, rest].filter((chunk) => chunk.trim() !== '');
}
