const raised = new Map(
  Object.entries({ '+': '⁺', '-': '⁻', '−': '⁻', '–': '⁻', '(': '⁽', ')': '⁾', n: 'ⁿ', i: 'ⁱ' }),
);
const lowered = new Map(Object.entries({ '+': '₊', '-': '₋', '−': '₋', '(': '₍', ')': '₎' }));
for (const [digit, character] of Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹').entries()) raised.set(String(digit), character);
for (const [digit, character] of Array.from('₀₁₂₃₄₅₆₇₈₉').entries()) lowered.set(String(digit), character);

/** Unicode has all small letters but q. */
const raisedLetters = new Map(
  Array.from(
    'abcdefghjklmoprstuvwxyz',
    (letter, at) => [letter, Array.from('ᵃᵇᶜᵈᵉᶠᵍʰʲᵏˡᵐᵒᵖʳˢᵗᵘᵛʷˣʸᶻ')[at] ?? ''] as const,
  ),
);
const raisedAll = new Map([...raised, ...raisedLetters]);

/** Behind a number, these make an ordinal in French, Italian and Spanish: `1<sup>e</sup>`, `2<sup>a</sup>`. */
const isVariable = (text: string): boolean => /^[b-df-np-qs-z]$/.test(text);
/** `2<sup>n+1</sup>`; letters alone are words or ordinals. */
const isTerm = (text: string): boolean => /^(?=.*[a-z])(?=.*[\d+−-])[a-z\d+−-]+$/.test(text);

const signs = new Map([
  ['TM', '™'],
  ['SM', '℠'],
]);

/** Longer text is words, not an exponent. */
const longest = 6;

function transcribe(text: string, table: ReadonlyMap<string, string>): string | undefined {
  if (text.length === 0 || text.length > longest) return undefined;
  let result = '';
  for (const character of text) {
    const small = table.get(character);
    if (small === undefined) return undefined;
    result += small;
  }
  return result;
}

/**
 * Superscript characters: 10⁶ for `10<sup>6</sup>`, since 106 is another number, and 2ˢ behind a number or a bracket;
 * `undefined` for text without such characters.
 */
export function superscript(text: string, before: string): string | undefined {
  const sign = signs.get(text);
  if (sign !== undefined) return sign;
  const isExponent = /[\d)\]]/.test(before)
    ? isVariable(text) || isTerm(text)
    : /\p{L}/u.test(before) && isTerm(text);
  return transcribe(text, isExponent ? raisedAll : raised);
}

export const subscript = (text: string): string | undefined => transcribe(text, lowered);
