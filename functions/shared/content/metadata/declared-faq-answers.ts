import type { DeclaredAnswer } from '#shared/content/main-content/related/declared-faq.ts';
import { isObject, type JsonObject } from '#shared/kernel/json.ts';
import { hasType, jsonLdNodes, textValue } from './json-ld.ts';

const maxQuestions = 200;
/** Longer answers are cut: their beginning is enough to recognise them. */
const maxAnswerCharacters = 5_000;
const tags = /<[^<>]*>/g;

/** The questions of a page's `FAQPage` (schema.org) with their answers. */
export function declaredAnswers(jsonLd: readonly JsonObject[]): readonly DeclaredAnswer[] {
  return jsonLdNodes(jsonLd)
    .filter((node) => hasType(node, /^FAQPage$/i))
    .flatMap((node) => node['mainEntity'])
    .filter(isObject)
    .slice(0, maxQuestions)
    .flatMap((asked): readonly DeclaredAnswer[] => {
      const question = textValue(asked['name']);
      const answer = textValue(asked['acceptedAnswer'], 'text')
        ?.slice(0, maxAnswerCharacters)
        .replaceAll(tags, ' ');
      return question === undefined || answer === undefined ? [] : [{ question, answer }];
    });
}
