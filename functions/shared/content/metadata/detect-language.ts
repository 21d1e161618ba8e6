const sampleLength = 4000;

/** Scripts of (almost) one language each. */
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

/** All letters of these scripts and of Cyrillic are in these ranges. Few texts in Latin letters have characters from them. */
const otherScripts = /[\u0370-\u1dbf\u1f00-\u1fff\u2126\u2c80-\uffff]/;

/** Letters that only these languages of a shared script have, tried in this order. */
const cyrillic: readonly (readonly [RegExp, string])[] = [
  [/[әғқңұһ]/gi, 'kk'],
  [/[їєґ]/gi, 'uk'],
  [/ў/gi, 'be'],
  [/[ђћ]/gi, 'sr'],
  [/[ѓќѕ]/gi, 'mk'],
  [/[ыэё]/gi, 'ru'],
];

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

function cyrillicLanguage(text: string): string {
  const letters = count(text, /\p{Script=Cyrillic}/gu);
  const isUkrainian = count(text, /і/gi) > letters * 0.01 && count(text, /[ыэё]/gi) === 0;
  for (const [pattern, language] of cyrillic) if (count(text, pattern) > letters * 0.004) return language;
  if (isUkrainian) return 'uk';
  return count(text, /ъ/gi) > letters * 0.005 ? 'bg' : 'ru';
}

/** Spellings that differ between Indonesian and Malay; the detector returns Malay for both. */
const malayWords =
  /(?<!\p{L})(?:kerana|bahawa|boleh|ialah|kerajaan|syarikat|berbeza|rasmi|polis)(?!\p{L})/giu;
const indonesianWords =
  /(?<!\p{L})(?:karena|bahwa|bisa|adalah|pemerintah|perusahaan|berbeda|resmi|polisi)(?!\p{L})/giu;

/** Texts with fewer than 40 letters, or fewer words, are too little evidence. */
const enoughLetters = /^(?:\P{L}*\p{L}){40}/u;
const minWords = 5;

/** Detects by letter sequences, for scripts of many languages. */
async function languageByLetters(text: string): Promise<string | undefined> {
  if (!enoughLetters.test(text) || count(text, /\p{L}+/gu) < minWords) return undefined;
  // Loaded for the first page that declares no language: a megabyte of statistics.
  const { eld } = await import('eld/extrasmall');
  const result = eld.detect(text);
  if (result.language === '' || !result.isReliable()) return undefined;
  if (result.language !== 'ms') return result.language;
  return count(text, malayWords) > count(text, indonesianWords) ? 'ms' : 'id';
}

/** The language of running text as an ISO 639-1 code; `undefined` for too little text. */
export async function detectLanguage(text: string): Promise<string | undefined> {
  const sample = text.slice(0, sampleLength);
  if (!otherScripts.test(sample)) return languageByLetters(sample);
  const letters = count(sample, /\p{L}/gu);
  if (letters < 12) return undefined;
  const kana = count(sample, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  if (kana > letters * 0.05) return 'ja';
  for (const [pattern, language] of scripts) if (count(sample, pattern) > letters * 0.3) return language;
  if (count(sample, /\p{Script=Cyrillic}/gu) > letters * 0.4) return cyrillicLanguage(sample);
  return languageByLetters(sample);
}
