/** A text in the form in which texts are compared: one case, one kind of spaces, quotes and dashes, nothing invisible. */
export interface FoldedText {
  readonly folded: string;
  /** Offset in the original of each character of `folded`. */
  readonly offsets: readonly number[];
}

const same: Readonly<Record<string, string>> = {
  ё: 'е',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '−': '-',
  '‑': '-',
  '…': '...',
};
const invisible = /^\p{Default_Ignorable_Code_Point}$/u;
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

const foldCharacter = (character: string): string => {
  if (character < '\u007f') return character.toLowerCase();
  if (invisible.test(character)) return '';
  const plain = character.normalize('NFKC').toLowerCase();
  return same[plain] ?? plain;
};

export function foldText(text: string): FoldedText {
  const pieces: string[] = [];
  const offsets: number[] = [];
  let wasSpace = true;
  let index = 0;
  for (const character of text) {
    const isSpace = /\s/.test(character);
    const folded = isSpace ? (wasSpace ? '' : ' ') : foldCharacter(character);
    if (folded !== '') {
      pieces.push(folded);
      for (let unit = 0; unit < folded.length; unit += 1) offsets.push(index);
      wasSpace = isSpace;
    }
    index += character.length;
  }
  return { folded: pieces.join(''), offsets };
}

/** A value in that form; models write entities in place of characters. */
export const foldValue = (value: string): string =>
  foldText(
    value.replaceAll(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity),
  ).folded.trim();
