/**
 * A language tag (BCP 47) with its most likely script and country. Of a tag that breaks the rules, only the language counts;
 * `undefined` when that does, too.
 */
export function likelyLocale(lang: string): Intl.Locale | undefined {
  for (const tag of [lang, lang.split('-', 1)[0] ?? '']) {
    try {
      return new Intl.Locale(tag).maximize();
    } catch {
      // The next tag is shorter.
    }
  }
  return undefined;
}

/** The most likely country of a language (CLDR's likely subtags, UTS 35): `de` → `DE`, `pt` → `BR`. */
export function likelyCountry(lang: string): string | undefined {
  const region = likelyLocale(lang)?.region;
  return region !== undefined && /^[A-Z]{2}$/.test(region) ? region : undefined;
}

/** The most likely language of a country: `AT` → `de`. */
export function likelyLanguage(country: string): string | undefined {
  const { language, region } = new Intl.Locale(`und-${country}`).maximize();
  return region === country.toUpperCase() && language !== 'und' ? language : undefined;
}
