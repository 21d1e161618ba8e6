/** Counts of the characters and words of a block. Lengths are UTF-16 units. */
export interface TextShape {
  /** A Chinese or Japanese character counts as a part of a word. */
  words: number;
  chars: number;
  capitalisedWords: number;
  commas: number;
  sentenceEnds: number;
  separators: number;
}

export const emptyShape = (): TextShape => ({
  words: 0,
  chars: 0,
  capitalisedWords: 0,
  commas: 0,
  sentenceEnds: 0,
  separators: 0,
});

/** A Chinese or Japanese word has about 1.7 characters. */
const wordsPerIdeograph = 0.6;

const space = 0;
const lower = 1;
const upper = 2;
const digit = 3;
const comma = 4;
const sentenceEnd = 5;
const separator = 6;
const symbol = 7;
const ideograph = 8;

const separators = '|/\\>»«›‹•·→←-–—:';

function kindOfCharacter(character: string): number {
  if (/[\s\u200b\ufeff\u00ad]/.test(character)) return space;
  if (/[\p{Lu}\p{Lt}]/u.test(character)) return upper;
  if (/[\p{L}\p{M}_]/u.test(character)) return lower;
  if (/\p{N}/u.test(character)) return digit;
  if (',;،'.includes(character)) return comma;
  if ('.!?…'.includes(character)) return sentenceEnd;
  if (separators.includes(character)) return separator;
  return symbol;
}

/** Latin, Greek and Cyrillic are looked up in a table, other characters are classified by range. */
const tabledCodes = 0x0600;
const kinds = Uint8Array.from({ length: tabledCodes }, (_, code) =>
  kindOfCharacter(String.fromCharCode(code)),
);

function kindBeyondTable(code: number): number {
  if (code >= 0x4e00 && code <= 0x9fff) return ideograph;
  if (code < 0x2000) return lower;
  if (code === 0x2026 || code === 0x3002 || code === 0xff01 || code === 0xff1f || code === 0x203d)
    return sentenceEnd;
  if (code === 0x3001 || code === 0xff0c || code === 0xff1b) return comma;
  if (
    code <= 0x200d ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x3000 ||
    code === 0xfeff
  )
    return space;
  if (code <= 0x206f) return separators.includes(String.fromCharCode(code)) ? separator : symbol;
  if (code < 0x2c00) return symbol;
  if (code >= 0x3003 && code <= 0x3020) return symbol;
  if (code >= 0x3040 && code <= 0x30ff) return ideograph;
  if (code >= 0x3400 && code <= 0x4dbf) return ideograph;
  if (code >= 0xf900 && code <= 0xfaff) return ideograph;
  if (code >= 0xd800 && code <= 0xdfff) return symbol;
  if (code >= 0xff02 && code <= 0xff0f) return symbol;
  if (code >= 0xff10 && code <= 0xff19) return digit;
  return lower;
}

const kindOf = (code: number): number =>
  code < tabledCodes ? (kinds[code] ?? symbol) : kindBeyondTable(code);

const isKindOfWord = (kind: number): boolean =>
  kind === lower || kind === upper || kind === digit || kind === ideograph;
const ofWord = kinds.map((kind) => Number(isKindOfWord(kind)));

/** Whether a UTF-16 unit is a letter, a digit or an ideograph. */
export const isOfWord = (code: number): boolean =>
  code < tabledCodes ? ofWord[code] === 1 : isKindOfWord(kindBeyondTable(code));

/** Adds one text node; words are not joined across nodes. */
export function addText(shape: TextShape, text: string): void {
  let isInWord = false;
  for (let at = 0; at < text.length; at++) {
    const kind = kindOf(text.charCodeAt(at));
    if (kind !== space) shape.chars += 1;
    if (kind === lower || kind === upper || kind === digit) {
      if (!isInWord) {
        shape.words += 1;
        if (kind === upper) shape.capitalisedWords += 1;
      }
      isInWord = true;
      continue;
    }
    isInWord = false;
    if (kind === ideograph) shape.words += wordsPerIdeograph;
    else if (kind === comma) shape.commas += 1;
    else if (kind === sentenceEnd) shape.sentenceEnds += 1;
    else if (kind === separator) shape.separators += 1;
  }
}

/** Whether the text ends like a sentence; closing quotes and brackets are ignored. */
export const endsSentence = (text: string): boolean => /[.!?…。！？:：]["'»”’)\]\s]*$/u.test(text.slice(-12));
