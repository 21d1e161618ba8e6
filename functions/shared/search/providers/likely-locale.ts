/** The most likely country of a language (CLDR's likely subtags, UTS 35): `de` → `DE`, `pt` → `BR`. */
export function likelyCountry(lang: string): string | undefined {
  const { region } = new Intl.Locale(lang).maximize();
  return region !== undefined && /^[A-Z]{2}$/.test(region) ? region : undefined;
}

/** The most likely language of a country: `AT` → `de`. */
export function likelyLanguage(country: string): string | undefined {
  const { language, region } = new Intl.Locale(`und-${country}`).maximize();
  return region === country.toUpperCase() && language !== 'und' ? language : undefined;
}
