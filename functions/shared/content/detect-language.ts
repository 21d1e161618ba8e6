const sampleLength = 4000;

/** Scripts that one language is written in, or nearly so. */
const scripts: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Hangul}/gu, 'ko'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/\p{Script=Bengali}/gu, 'bn'],
  [/\p{Script=Tamil}/gu, 'ta'],
  [/\p{Script=Georgian}/gu, 'ka'],
  [/\p{Script=Armenian}/gu, 'hy'],
];

/** Letters that only these languages of a shared script have, tried in this order. */
const cyrillic: readonly (readonly [RegExp, string])[] = [
  [/[әғқңұһ]/gi, 'kk'],
  [/[їєґ]/gi, 'uk'],
  [/ў/gi, 'be'],
  [/[ђћ]/gi, 'sr'],
  [/[ѓќѕ]/gi, 'mk'],
  [/[ыэё]/gi, 'ru'],
];

const commonWords: Readonly<Record<string, string>> = {
  en: 'the of and to in is that for it with as was on are this be by at from have not or you which but an',
  de: 'der die und das ist nicht ein eine zu den mit sich auf für von dem des im auch es werden sind wird bei',
  fr: 'le la les des et est dans que pour une qui pas sur au avec plus sont par il ce du cette nous ou être',
  es: 'el la los las que de en y por con para una es se del no su al como más este son pero fue ser',
  pt: 'que não uma os as do da em para com por mais dos das se foi como ao ele seu são pela você também',
  it: 'il che di la e un una per non sono del della con più come dei nel anche ma gli alla questo è si',
  nl: 'de het een van en is dat niet op te zijn voor met die aan er om ook als maar bij naar wordt door',
  pl: 'w na i z się nie do to jest że o jak po co za od przez ale dla tym są już który oraz',
  cs: 'se na je že v a to s z do o jsou jako by ale pro tak jeho po si k byl které nebo při',
  sk: 'sa na je že v a to s z do o sú ako by ale pre tak jeho po si k bol ktoré alebo pri',
  sv: 'och att det som en på är av för med den till inte om ett han men var jag från vi kan så har',
  da: 'og at det er en til på som med for af ikke den der de har jeg et fra var kan vi han om',
  no: 'og det er en til på som med for av ikke den de har jeg et fra var kan vi han om å ble også',
  fi: 'ja on ei että se oli hän mutta ovat joka myös kun tai niin kuin sen ole ne vain jos mukaan',
  hu: 'a az és hogy nem is egy ez de meg volt csak már még vagy mint azt ha van el lehet szerint után',
  ro: 'și de în la cu pe nu din este pentru care mai sau prin au fost ce un fi dar sunt acest cel',
  tr: 've bir bu için ile de da çok daha olarak olan ne gibi sonra kadar ise ama en her var değil',
  vi: 'và của là có trong không được cho các một người những với này đã để khi từ năm về',
  id: 'yang dan di itu dengan untuk tidak ini dari dalam akan pada juga saya ke karena ada oleh atau',
  hr: 'i je u se na da su za od s ne što kao ali koji iz bi samo to sve ili o biti nije',
  lt: 'ir kad yra į su tai iš bet kaip ar apie už buvo nuo dėl jau taip tik prie jo per',
  lv: 'un ir ka no ar uz par bet to kas tas arī lai nav pēc kā vai gan jau tika bija',
  et: 'ja on ei et see kui ka oli mis aga või oma ning siis nii kes seda ta on',
  ca: 'que de la i el en per un una amb els les no del és al com més són aquest però seva',
  is: 'og að er í á sem ekki við til um var það en fyrir með hann af hafa verið',
};

const wordLists = Object.entries(commonWords).map(
  ([language, words]) => [language, new Set(words.split(' '))] as const,
);

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

function cyrillicLanguage(text: string): string {
  const letters = count(text, /\p{Script=Cyrillic}/gu);
  const isUkrainian = count(text, /і/gi) > letters * 0.01 && count(text, /[ыэё]/gi) === 0;
  for (const [pattern, language] of cyrillic) if (count(text, pattern) > letters * 0.004) return language;
  if (isUkrainian) return 'uk';
  return count(text, /ъ/gi) > letters * 0.005 ? 'bg' : 'ru';
}

/** Fewer hits than this share of the words is chance. */
const leastShare = 0.12;

function latinLanguage(text: string): string | undefined {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.length < 5) return undefined;
  let best: string | undefined;
  let most = words.length * leastShare;
  for (const [language, common] of wordLists) {
    let hits = 0;
    for (const word of words) if (common.has(word)) hits += 1;
    if (hits <= most) continue;
    best = language;
    most = hits;
  }
  return best;
}

/** The language that running text is written in, as an ISO 639-1 code; `undefined` when there is too little of it. */
export function detectLanguage(text: string): string | undefined {
  const sample = text.slice(0, sampleLength);
  const letters = count(sample, /\p{L}/gu);
  if (letters < 12) return undefined;
  const kana = count(sample, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  if (kana > letters * 0.05) return 'ja';
  for (const [pattern, language] of scripts) if (count(sample, pattern) > letters * 0.3) return language;
  const arabic = count(sample, /\p{Script=Arabic}/gu);
  if (arabic > letters * 0.3) return count(sample, /[پچژگ]/g) > arabic * 0.01 ? 'fa' : 'ar';
  if (count(sample, /\p{Script=Cyrillic}/gu) > letters * 0.4) return cyrillicLanguage(sample);
  return latinLanguage(sample);
}
