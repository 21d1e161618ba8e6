const raised = new Map(
  Object.entries({ '+': '⁺', '-': '⁻', '−': '⁻', '–': '⁻', '(': '⁽', ')': '⁾', n: 'ⁿ', i: 'ⁱ' }),
);
const lowered = new Map(Object.entries({ '+': '₊', '-': '₋', '−': '₋', '(': '₍', ')': '₎' }));
for (const [digit, character] of Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹').entries()) raised.set(String(digit), character);
for (const [digit, character] of Array.from('₀₁₂₃₄₅₆₇₈₉').entries()) lowered.set(String(digit), character);

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

/** Superscript characters: 10⁶ for `10<sup>6</sup>`, since 106 is another number; `undefined` for text without such characters. */
export const superscript = (text: string): string | undefined => transcribe(text, raised);

export const subscript = (text: string): string | undefined => transcribe(text, lowered);
