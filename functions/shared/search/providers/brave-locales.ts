import { likelyLocale } from './likely-locale.ts';

/** The languages of `search_lang`; any other is answered with 422. */
const languages = new Set(
  (
    'ar eu bn bg ca zh-hans zh-hant hr cs da nl en en-gb et fi fr gl de gu he hi hu is it jp kn ko lv lt ms ml mr nb pl ' +
    'pt-br pt-pt pa ro ru sr sk sl es sv ta te th tr uk vi'
  ).split(' '),
);

/** The countries of `country`; any other is answered with 422. */
const countries = new Set(
  'AR AU AT BE BR CA CL DK FI FR DE HK IN ID IT JP KR MY MX NL NZ NO CN PL PT PH RU SA ZA ES SE CH TW TR GB US'.split(
    ' ',
  ),
);

/** Names that differ from ISO 639-1. */
const ownNames: Readonly<Record<string, string>> = { ja: 'jp', no: 'nb', nn: 'nb' };

/** The code that Brave has for a language: `ja` → `jp`, `zh-TW` → `zh-hant`, `pt` → `pt-br`, `de-AT` → `de`. */
export function braveLanguage(lang: string): string | undefined {
  const locale = likelyLocale(lang);
  if (locale === undefined) return undefined;
  const { language, script = '', region = '' } = locale;
  const name = ownNames[language] ?? language;
  // Portuguese is that of Brazil or, of all other countries, that of Portugal.
  return [`${name}-${script}`, `${name}-${region}`, name, `${name}-pt`]
    .map((code) => code.toLowerCase())
    .find((code) => languages.has(code));
}

/** The code that Brave has for a country. */
export function braveCountry(country: string): string | undefined {
  const code = country.toUpperCase();
  return countries.has(code) ? code : undefined;
}
