const boundaries = /([\p{Ll}\d])(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu;
const russianEnding =
  /(?:иями|ями|ами|иях|ого|его|ому|ему|ыми|ими|ией|ия|ии|ию|ие|ий|ый|ой|ая|яя|ое|ее|ые|ых|их|ую|юю|ов|ев|ей|ам|ям|ах|ях|ом|ем|[аеёиоуыэюяйь])$/u;

/** A word in the form in which words are compared: lower case, without endings of number and case. */
export function stemOf(word: string): string {
  const lower = word.toLowerCase().replaceAll('ё', 'е');
  if (/[а-я]/u.test(lower))
    return lower.length > 4 ? lower.replace(russianEnding, '') : lower.replace(/[аеиыуюя]$/u, '');
  if (lower.length > 4 && lower.endsWith('ies')) return `${lower.slice(0, -3)}y`;
  return lower.length > 3 ? lower.replace(/(?<![su])s$/u, '') : lower;
}

/** The words of a text or of a property name in any convention: `datePublished`, `date_published`, `Date published`. */
export const casedWords = (text: string): readonly string[] =>
  text.replace(boundaries, '$1$2 ').match(/[\p{L}\p{N}]+/gu) ?? [];

export const stemsOf = (text: string): readonly string[] => casedWords(text).map(stemOf);

/** The key of a label: its stems in order. */
export const labelKey = (text: string): string => stemsOf(text).join(' ');
