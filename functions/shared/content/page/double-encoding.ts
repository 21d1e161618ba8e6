/** The characters of windows-1252 for the bytes from 0x80 to 0x9F; five of them have none. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const byteOf = new Map(Array.from(windows1252, (character, at) => [character, 0x80 + at]));

/** What the bytes from 0x80 to 0xBF of UTF-8 look like when they were read as Latin-1 or windows-1252. */
const continuation = `[\\u0080-\\u00bf${windows1252}]`;
/** `”` whose last byte, of which windows-1252 has no character, was lost. */
const cutQuote = 'â€';
const sequence = new RegExp(
  `[\\u00c2-\\u00df]${continuation}|[\\u00e0-\\u00ef]${continuation}{2}|[\\u00f0-\\u00f4]${continuation}{3}|${cutQuote}`,
  'gu',
);
/** No text has control characters on purpose. U+0085 ends lines in some texts. */
const isDoubled = /[\u00c2-\u00f4][\u0080-\u009f]|â€[\u0080-\u009f™œ˜¦“”]/;
/** An apostrophe within a word. A page about wrong encodings has a few of them. */
const apostrophe = /\p{L}â€™\p{L}/gu;
const fewestApostrophes = 5;
/** The same, escaped afterwards. */
const escapedApostrophe = /\p{L}&acirc;&euro;&trade;\p{L}/gu;
const escapedMark = /&acirc;&euro;(?:&(?<last>trade|oelig|ldquo|rdquo|tilde|brvbar);)?/g;
const lastOf: Readonly<Record<string, string>> = {
  trade: '™',
  oelig: 'œ',
  ldquo: '“',
  rdquo: '”',
  tilde: '˜',
  brvbar: '¦',
};
const control = /[\u0080-\u0084\u0086-\u009f]/g;
const holdsControl = /[\u0080-\u009f]/;
const other = /[^\0-\x7f]/g;
/** Where nearly all other characters are parts of such sequences, all of the text was encoded twice; else only a part of it. */
const minDoubledShare = 0.9;

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decoded(written: string): string {
  if (written === cutQuote) return '”';
  const bytes = Uint8Array.from(
    written,
    (character) => byteOf.get(character) ?? character.charCodeAt(0) & 0xff,
  );
  try {
    return utf8.decode(bytes);
  } catch {
    return written;
  }
}

/**
 * A text that was encoded in UTF-8 twice, as it was meant: `they’ve` for `theyâ€™ve`. Where only a part of it was, sequences
 * with control characters are repaired: others may be meant, such as `é »` in French; where apostrophes within words are among
 * them, all punctuation is. Control characters that remain are those of
 * windows-1252, as browsers read them in character references (HTML Standard, 13.2.5.80).
 */
export function repaired(text: string): string {
  const isEscaped = (text.match(escapedApostrophe) ?? []).length >= fewestApostrophes;
  const marks = isEscaped ? text.replace(escapedMark, (_, last) => `â€${lastOf[last] ?? ''}`) : text;
  const whole = isDoubled.test(marks) ? withoutDoubles(marks) : text;
  return whole.replace(control, (character) => windows1252[character.charCodeAt(0) - 0x80] ?? character);
}

function withoutDoubles(text: string): string {
  const doubled = (text.match(sequence) ?? []).reduce((sum, written) => sum + written.length, 0);
  const isWhole = doubled >= minDoubledShare * (text.match(other)?.length ?? 0);
  const isPunctuation = (text.match(apostrophe) ?? []).length >= fewestApostrophes;
  return text.replace(sequence, (written) =>
    isWhole || holdsControl.test(written) || (isPunctuation && written.startsWith('â€'))
      ? decoded(written)
      : written,
  );
}
