export const languages = ['en', 'ru'] as const;
export type Language = (typeof languages)[number];

const isLanguage = (text: string): text is Language => (languages as readonly string[]).includes(text);

/** The chosen language, or the first of the browser's that the page has. */
export function languageOf(chosen: string | null, preferred: readonly string[]): Language {
  if (chosen !== null && isLanguage(chosen)) return chosen;
  return preferred.map((tag) => tag.toLowerCase().split('-', 1)[0] ?? '').find(isLanguage) ?? 'en';
}
