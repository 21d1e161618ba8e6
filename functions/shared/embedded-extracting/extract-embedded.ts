import { answerDeclared } from './answer-declared.ts';
import { declaredItems } from './declared-items.ts';
import { declaredNodes, headNode } from './declared-nodes.ts';
import type { EmbeddedItem, ExtractionPage, JsonObject, JsonSchema } from './extraction-page.ts';
import { type Answer, buildItem } from './item-builder.ts';
import { fieldsOf } from './schema-fields.ts';

export type { EmbeddedItem, EmbeddedValue, ExtractionPage } from './extraction-page.ts';

/** The first answer of each field. */
function completed(...sources: readonly (readonly Answer[])[]): readonly Answer[] {
  const byField = new Map<string, Answer>();
  for (const answers of sources)
    for (const answer of answers) {
      const key = answer.field.path.join('\n');
      if (!byField.has(key)) byField.set(key, answer);
    }
  return [...byField.values()];
}

/**
 * Items of a page that answer to `itemSchema`, an object schema (one entry of `results`), best first. Nothing is
 * invented: a field without an answer is absent, and each value is quoted.
 */
export function extractEmbedded(page: ExtractionPage, itemSchema: JsonSchema): readonly EmbeddedItem[] {
  const fields = fieldsOf(itemSchema);
  const items = declaredItems(declaredNodes(page), fields, page.url);
  const head = answerDeclared(headNode(page), fields, page.url);
  const complete = items.length > 1 ? items : [completed(items[0] ?? [], head)];
  return complete.filter((answers) => answers.length > 0).map(buildItem);
}

const promptFields: JsonObject = {
  type: 'object',
  properties: { title: { type: 'string' }, description: { type: 'string' }, price: { type: 'number' } },
};

/** Without a schema: what the page declares, as one object. */
export const extractByPrompt = (page: ExtractionPage, _prompt: string): readonly EmbeddedItem[] =>
  extractEmbedded(page, promptFields).slice(0, 1);
