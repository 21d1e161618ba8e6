import { type Element, isTag, isText } from 'domhandler';

import { detectLanguage } from './detect-language.ts';
import type { MetadataEvidence } from './metadata-evidence.ts';

/** Codes of ISO 639-2 that name no language: undetermined, several, none, uncoded. MJML writes the first into each page. */
const namesNone = /^(?:und|mul|zxx|mis)(?:-|$)/;

/** The language tag in BCP 47 case; `undefined` for other text. */
function languageTag(written: string | undefined): string | undefined {
  const first = written?.split(',')[0]?.trim().replaceAll('_', '-') ?? '';
  try {
    const tag = first === '' ? undefined : Intl.getCanonicalLocales(first)[0];
    return tag === undefined || namesNone.test(tag) ? undefined : tag;
  } catch {
    return undefined;
  }
}

const maxSampleCharacters = 4000;
/** Shorter texts are menus and buttons, which are often in another language. */
const minSentenceCharacters = 40;
/** With less text in sentences, short texts are used too. */
const minSentencesCharacters = 200;

interface Sample {
  readonly text: string;
  /** Whether it is made of texts as long as a sentence. */
  readonly isRunning: boolean;
}

/** A sample for language detection: text nodes as long as a sentence first. */
function sampleOf(root: Element, maxCharacters = maxSampleCharacters): Sample {
  const sentences: string[] = [];
  const short: string[] = [];
  let [sentenceLength, shortLength] = [0, 0];
  const visit = (element: Element): void => {
    for (const child of element.children) {
      if (sentenceLength > maxCharacters) return;
      if (isText(child)) {
        const text = child.data.trim();
        if (text.length >= minSentenceCharacters) {
          sentences.push(text);
          sentenceLength += text.length;
        } else if (shortLength < maxCharacters) {
          short.push(text);
          shortLength += text.length;
        }
      } else if (
        isTag(child) &&
        !/^(?:script|style|noscript|template|svg|nav|select|code|pre)$/.test(child.name)
      )
        visit(child);
    }
  };
  visit(root);
  const isRunning = sentenceLength >= minSentencesCharacters;
  const text = (isRunning ? sentences : [...sentences, ...short]).join(' ').replace(/\s+/g, ' ');
  return { text, isRunning };
}

/** English texts show within fewer that they are. */
const maxCheckedCharacters = 1_000;
/** Words of every English text. */
const englishWords = /(?<!\p{L})(?:the|of|and|to|in|is|for|that|with|on)(?!\p{L})/giu;
/** In characters of text for each such word; English has some 25. */
const maxCharactersPerWord = 150;

/** Languages that are written in Latin letters, too. */
const ofTwoScripts = new Set(['sr', 'kk', 'mn', 'tg', 'ku', 'ug', 'tt', 'crh', 'sa', 'shi']);
/** Texts in another script have a few names and terms in Latin letters. */
const minLatinShare = 0.9;

/** Whether texts in a language have other letters than Latin ones. */
function hasOwnScript(language: string): boolean {
  const { language: base, script } = new Intl.Locale(language).maximize();
  return script !== 'Latn' && !ofTwoScripts.has(base);
}

function isInLatin(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return (text.match(/\p{Script=Latin}/gu)?.length ?? 0) >= minLatinShare * letters;
}

/** Templates declare English, or the language of the site, whatever is written on their pages. */
async function contradictionOf(language: string, root: Element): Promise<string | undefined> {
  const isEnglish = /^en(?:-US)?$/.test(language);
  if (!isEnglish && !hasOwnScript(language)) return undefined;
  const { text, isRunning } = sampleOf(root, maxCheckedCharacters);
  if (!isEnglish) return isRunning && isInLatin(text) ? detectLanguage(sampleOf(root).text) : undefined;
  const words = text.match(englishWords)?.length ?? 0;
  if (!isRunning || words * maxCharactersPerWord >= text.length) return undefined;
  const detected = await detectLanguage(sampleOf(root).text);
  return detected === 'en' ? undefined : detected;
}

/** The declared language of a page, unless its text is clearly in another one, or the detected one. */
export async function languageOf({ page, index, facts }: MetadataEvidence): Promise<string | undefined> {
  const html = index.named('html')[0]?.attribs ?? {};
  for (const tag of [
    html['lang'],
    html['xml:lang'],
    index.named('body')[0]?.attribs['lang'],
    page.contentLanguage,
    facts.meta('content-language'),
    facts.meta('language'),
    facts.meta('dc.language'),
  ]) {
    const language = languageTag(tag);
    if (language !== undefined) return (await contradictionOf(language, page.body)) ?? language;
  }
  return (await detectLanguage(sampleOf(page.body).text)) ?? languageTag(facts.meta('og:locale'));
}
