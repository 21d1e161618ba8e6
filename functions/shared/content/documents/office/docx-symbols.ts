/** The characters of the font Symbol from 0x20 to 0x7e. https://www.unicode.org/Public/MAPPINGS/VENDORS/ADOBE/symbol.txt */
const symbolLow =
  ' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼';

/** Those from 0xa0 to 0xfe. */
const symbolHigh =
  '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪�⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭';

const fromCode = (first: number, characters: string): readonly (readonly [number, string])[] =>
  Array.from(characters, (character, at) => [first + at, character] as const);

/** The signs of symbol fonts that texts have, by the code in the font. */
const fonts = new Map<string, ReadonlyMap<number, string>>([
  ['symbol', new Map([...fromCode(0x20, symbolLow), ...fromCode(0xa0, symbolHigh)])],
  [
    'wingdings',
    new Map([
      ...fromCode(0x20, ' ✏✂'),
      ...fromCode(0x28, '☎✆✉'),
      ...fromCode(0x41, '✌👌👍👎☜☞☝☟'),
      ...fromCode(0x4a, '☺😐☹'),
      ...fromCode(0x6c, '●❍■□'),
      ...fromCode(0x74, '⧫◆❖⬥'),
      ...fromCode(0x80, '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿'),
      ...fromCode(0x9e, '·•▪○'),
      ...fromCode(0xa7, '▪◻'),
      [0xab, '★'],
      [0xd8, '➢'],
      ...fromCode(0xdf, '←→↑↓'),
      [0xe8, '➔'],
      ...fromCode(0xef, '⇦⇨⇧⇩'),
      ...fromCode(0xfb, '✗✓☒☑'),
    ]),
  ],
  ['wingdings 2', new Map([...fromCode(0x4f, '✗✓☒☑'), [0xa3, '□']])],
]);

/** Word writes the codes of symbol fonts in the private use area of Unicode. */
const privateUse = { first: 0xf000, last: 0xf0ff } as const;

/** Stands for a sign that has no character, so that a reader sees that something is there. */
const unknownSign = '\ufffd';

/** The character of a sign in a symbol font (ECMA-376-1, 17.3.3.30); `code` is hexadecimal. */
export function symbolText(font: string, code: string): string {
  const number = Number.parseInt(code, 16);
  if (!(number > 0 && number <= 0xffff)) return '';
  const isPrivate = number >= privateUse.first && number <= privateUse.last;
  const known = fonts.get(font.toLowerCase())?.get(isPrivate ? number - privateUse.first : number);
  return known ?? (isPrivate ? unknownSign : String.fromCodePoint(number).toWellFormed());
}

/** A text in a symbol font, with characters for its signs. */
export const textInFont = (text: string, font: string): string =>
  fonts.has(font.toLowerCase())
    ? text.replace(/[\uf000-\uf0ff]/g, (sign) => symbolText(font, sign.charCodeAt(0).toString(16)))
    : text;
