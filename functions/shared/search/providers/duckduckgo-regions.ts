import { likelyCountry } from './likely-locale.ts';

/** The whole world. */
const anywhere = 'wt-wt';

/** The choices of html.duckduckgo.com's own form; of a country with several, the one for most of its people first. */
const regions: readonly string[] = (
  'ar-es au-en at-de be-nl be-fr br-pt bg-bg ca-en ca-fr cl-es cn-zh co-es hr-hr cz-cs dk-da ee-et fi-fi fr-fr de-de ' +
  'gr-el hk-tzh hu-hu in-en id-en ie-en il-en it-it jp-jp kr-kr lv-lv lt-lt my-en mx-es nl-nl nz-en no-no pk-en pe-es ' +
  'ph-en pl-pl pt-pt ro-ro ru-ru xa-ar sg-en sk-sk sl-sl za-en es-es es-ca se-sv ch-de ch-fr tw-tzh th-en tr-tr us-en ' +
  'us-es ua-uk uk-en vn-en'
).split(' ');

/** Where its names differ from ISO 3166. */
const ownNames: Readonly<Record<string, string>> = { gb: 'uk', sa: 'xa', si: 'sl' };

/** DuckDuckGo knows regions, not languages: of a language alone, it is asked in the country of most who read it. */
export function duckduckgoRegion(country: string | undefined, lang: string | undefined): string {
  const iso = (country ?? (lang === undefined ? undefined : likelyCountry(lang)))?.toLowerCase();
  if (iso === undefined) return anywhere;
  const ofCountry = regions.filter((region) => region.startsWith(`${ownNames[iso] ?? iso}-`));
  const language = lang?.split('-')[0]?.toLowerCase() ?? '';
  return ofCountry.find((region) => region.endsWith(`-${language}`)) ?? ofCountry[0] ?? anywhere;
}
