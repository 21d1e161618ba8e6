import { type Language, languageOf } from './texts/languages.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export interface Preferences {
  readonly language: Language;
  readonly theme: Theme;
}

const names = { language: 'winnow-language', theme: 'winnow-theme' } as const;

/** Storage may be forbidden by the browser's settings; choices then last as long as the page. */
function stored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function readPreferences(): Preferences {
  const theme = stored(names.theme);
  return {
    language: languageOf(stored(names.language), navigator.languages),
    theme: themes.find((each) => each === theme) ?? 'system',
  };
}

/** Shows the preferences on the document. */
export function applyPreferences({ language, theme }: Preferences): void {
  const { documentElement: root } = document;
  root.lang = language;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
}

export function keepPreferences(preferences: Preferences): void {
  applyPreferences(preferences);
  try {
    localStorage.setItem(names.language, preferences.language);
    localStorage.setItem(names.theme, preferences.theme);
  } catch {
    // They are applied all the same.
  }
}
