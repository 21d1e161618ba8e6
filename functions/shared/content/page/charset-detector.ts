import {
  commonHan,
  commonHangul,
  commonKanji,
  letterRanks,
  singleByteEncodings,
} from './letter-frequencies.ts';

const sampleSize = 16_000;

/** Natural logarithms of how probable a character beyond ASCII is when it is not one of the language's letters. */
const odds = { punctuation: -4, symbol: -9, foreignLetter: -8, control: -14 };
const capital = { atStart: -2, afterSmall: -6 };
const symbolInsideWord = -3;
const scriptChange = -6;

const typographic = new Set('«»„“”‘’‚–—…•·№§©®™°€£±\u00a0\u00ad');
const isControl = (code: number) => (code >= 0x80 && code < 0xa0) || code === 0xfffd || code >= 0xe000;

/** Runs of text with bytes beyond ASCII, up to `sampleSize`; cut only where no encoding has the middle of a character. */
export function sampleOf(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(Math.min(bytes.length, sampleSize));
  let length = 0;
  let start = 0;
  let isInteresting = false;
  for (let index = 0; index <= bytes.length && length < sample.length; index++) {
    const byte = bytes[index] ?? 0x3c;
    if (byte >= 0x80 || byte === 0x1b) isInteresting = true;
    if (byte !== 0x3c && byte !== 0x3e && byte !== 0x0a) continue;
    if (isInteresting) {
      const run = bytes.subarray(start, Math.min(index, start + sample.length - length));
      sample.set(run, length);
      length += run.length;
      if (length < sample.length) sample[length++] = 0x0a;
    }
    start = index + 1;
    isInteresting = false;
  }
  return sample.subarray(0, length);
}

const logRanks = new Map<string, ReadonlyMap<string, number>>();

/** Log-odds by rank: the rarest letter of a language is about thirty times as rare as its most frequent one. */
function letterOdds(language: string): ReadonlyMap<string, number> {
  const known = logRanks.get(language);
  if (known !== undefined) return known;
  const letters = Array.from(letterRanks[language] ?? '');
  const weights = letters.map((_, rank) => Math.exp((-3.5 * rank) / letters.length));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const table = new Map(letters.map((letter, rank) => [letter, Math.log((weights[rank] ?? 0) / total)]));
  logRanks.set(language, table);
  return table;
}

const isAsciiLetter = (character: string) => /[a-z]/i.test(character);
/** No language writes Cyrillic, Greek or Hebrew letters inside words of Latin ones. */
const isMixedScript = (before: string, character: string, after: string): boolean =>
  character > '\u036f' && character < '\u1e00' && (isAsciiLetter(before) || isAsciiLetter(after));

const isLetter = (character: string) => character.toLowerCase() !== character.toUpperCase();

function characterOdds(table: ReadonlyMap<string, number>, before: string, character: string, after: string) {
  const exact = table.get(character);
  if (exact !== undefined) return exact + (isMixedScript(before, character, after) ? scriptChange : 0);
  const small = character.toLowerCase();
  const asSmall = small === character ? undefined : table.get(small);
  if (asSmall !== undefined) {
    const followsSmall = isLetter(before) && before === before.toLowerCase();
    return asSmall + (followsSmall ? capital.afterSmall : capital.atStart);
  }
  if (isControl(character.charCodeAt(0))) return odds.control;
  if (typographic.has(character)) return odds.punctuation;
  if (isLetter(character)) return odds.foreignLetter;
  return odds.symbol + (isLetter(before) && isLetter(after) ? symbolInsideWord : 0);
}

function languageScore(text: string, language: string): number {
  const table = letterOdds(language);
  let score = 0;
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) < 0x80) continue;
    score += characterOdds(table, text[index - 1] ?? ' ', text[index] ?? ' ', text[index + 1] ?? ' ');
  }
  return score;
}

/** Log-likelihood of the bytes in a single-byte encoding; comparable between such encodings. */
export function singleByteScore(sample: Uint8Array, encoding: string, hint?: string): number {
  const [, languages, rarity] = singleByteEncodings.find(([name]) => name === encoding) ?? [];
  if (languages === undefined || rarity === undefined) return Number.NEGATIVE_INFINITY;
  const text = new TextDecoder(encoding).decode(sample);
  const scores = languages.map(
    (language) => languageScore(text, language) + (language === hint ? hintWeight : 0),
  );
  return Math.max(...scores) - rarity;
}

/** Log-odds that the page's own `lang` adds. */
const hintWeight = 6;

const setOf = (characters: string): ReadonlySet<string> => new Set(characters);
const han = setOf(commonHan);
const hangul = setOf(commonHangul);
const kanji = setOf(commonKanji);

const isHiragana = (character: string) => character >= '\u3041' && character <= '\u3096';
const isKatakana = (character: string) => character >= '\u30a1' && character <= '\u30fc';
const isKana = (character: string) => isHiragana(character) || isKatakana(character);

const multiByteEncodings: readonly (readonly [string, (character: string) => boolean])[] = [
  ['euc-jp', (character) => isKana(character) || kanji.has(character)],
  ['shift_jis', (character) => isKana(character) || kanji.has(character)],
  ['gb18030', (character) => han.has(character)],
  ['big5', (character) => han.has(character)],
  ['euc-kr', (character) => hangul.has(character)],
];

const ideographicPunctuation = /[\u3000-\u303f\uff00-\uff60]/u;

/** Fewer may be chance: two accented letters in a row look like one Chinese character. */
const minEverydayCharacters = 4;

/** Share of everyday characters among the East Asian ones; 0 when the bytes are not valid in the encoding. */
function everydayShare(sample: Uint8Array, encoding: string, isEveryday: (character: string) => boolean) {
  let everyday = 0;
  let counted = 0;
  let broken = 0;
  for (const character of new TextDecoder(encoding).decode(sample)) {
    if (character < '\u0080' || ideographicPunctuation.test(character)) continue;
    counted += 1;
    if (character === '\ufffd') broken += 1;
    else if (isEveryday(character)) everyday += 1;
  }
  // A truncated page or one wrong byte does not rule out the encoding.
  return everyday < minEverydayCharacters || broken > 1 + counted * 0.01 ? 0 : everyday / counted;
}

/** Everyday characters make up two thirds of real text and a tenth of misread bytes. */
const everydayThreshold = 0.4;

function multiByteEncoding(sample: Uint8Array): string | undefined {
  let best: string | undefined;
  let bestShare = everydayThreshold;
  for (const [encoding, isEveryday] of multiByteEncodings) {
    const share = everydayShare(sample, encoding, isEveryday);
    if (share <= bestShare) continue;
    best = encoding;
    bestShare = share;
  }
  return best;
}

/**
 * The most likely encoding of bytes that are not UTF-8. `hint` is the declared language of the page. Returns `windows-1252`,
 * the default of the Web, without evidence for another.
 */
export function detectCharset(bytes: Uint8Array, hint?: string): string {
  const sample = sampleOf(bytes);
  const multiByte = multiByteEncoding(sample);
  if (multiByte !== undefined) return multiByte;

  let best = 'windows-1252';
  let bestScore = singleByteScore(sample, best, hint);
  for (const [encoding] of singleByteEncodings) {
    const score = singleByteScore(sample, encoding, hint);
    if (score <= bestScore) continue;
    best = encoding;
    bestScore = score;
  }
  return best;
}
