/** A text as it is compared: one spelling of case, spaces, quotes and dashes, nothing invisible. */
export interface FoldedText {
  readonly folded: string;
  /** Where each character of `folded` stands in the original. */
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

/** A value as it is looked for; models write entities where pages have characters. */
export const foldValue = (value: string): string =>
  foldText(
    value.replaceAll(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity),
  ).folded.trim();
