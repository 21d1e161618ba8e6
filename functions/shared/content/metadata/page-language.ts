import { type Element, isTag, isText } from 'domhandler';

import { detectLanguage } from './detect-language.ts';
import type { MetadataEvidence } from './metadata-evidence.ts';

/** The language tag in BCP 47 case; `undefined` for other text. */
function languageTag(tag: string | undefined): string | undefined {
  const first = tag?.split(',')[0]?.trim().replaceAll('_', '-') ?? '';
  try {
    return first === '' ? undefined : Intl.getCanonicalLocales(first)[0];
  } catch {
    return undefined;
  }
}

const maxSampleCharacters = 4000;
/** Shorter texts are menus and buttons, which are often in another language. */
const minSentenceCharacters = 40;
/** With less text in sentences, short texts are used too. */
const minSentencesCharacters = 200;

/** A sample for language detection: text nodes as long as a sentence first. */
function sampleText(root: Element): string {
  const sentences: string[] = [];
  const short: string[] = [];
  let [sentenceLength, shortLength] = [0, 0];
  const visit = (element: Element): void => {
    for (const child of element.children) {
      if (sentenceLength > maxSampleCharacters) return;
      if (isText(child)) {
        const text = child.data.trim();
        if (text.length >= minSentenceCharacters) {
          sentences.push(text);
          sentenceLength += text.length;
        } else if (shortLength < maxSampleCharacters) {
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
  const chosen = sentenceLength >= minSentencesCharacters ? sentences : [...sentences, ...short];
  return chosen.join(' ').replace(/\s+/g, ' ');
}

/** The declared language of a page, or the detected one. */
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
    if (language !== undefined) return language;
  }
  return (await detectLanguage(sampleText(page.body))) ?? languageTag(facts.meta('og:locale'));
}
