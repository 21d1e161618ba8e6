import { isObject, type JsonObject } from '#shared/kernel/json.ts';
import type { DeclaredAnswer } from '#shared/content/main-content/related/declared-answers.ts';
import { hasType, jsonLdNodes, textValue } from './json-ld.ts';
import { bare } from './site-names.ts';

const maxQuestions = 200;
const tags = /<[^<>]*>/g;

/** The questions of a page's `FAQPage` (schema.org) with their answers, as letters and digits. */
export function declaredAnswers(jsonLd: readonly JsonObject[]): readonly DeclaredAnswer[] {
  return jsonLdNodes(jsonLd)
    .filter((node) => hasType(node, /^FAQPage$/i))
    .flatMap((node) => node['mainEntity'])
    .filter(isObject)
    .slice(0, maxQuestions)
    .flatMap((asked): readonly DeclaredAnswer[] => {
      const question = bare(textValue(asked['name']) ?? '');
      const answer = bare((textValue(asked['acceptedAnswer'], 'text') ?? '').replaceAll(tags, ' '));
      return question === '' || answer === '' ? [] : [{ question, answer }];
    });
}
