import { answerShown } from './answer-shown.ts';
import { dayOfChange } from './article-day.ts';
import { concepts } from './concepts.ts';
import { declaredItems } from './declared-items.ts';
import { declaredNodes } from './declared-nodes.ts';
import { extractEmbedded } from './extract-embedded.ts';
import { type EmbeddedItem, type ExtractionPage, settingOf } from './extraction-page.ts';
import { buildItem } from './item-builder.ts';
import { labelledValues } from './labels.ts';
import { answerHead, completed, shownOf } from './one-thing.ts';
import { withoutOtherThings } from './other-things.ts';
import {
  asksForSpecific,
  asksForTitle,
  schemaOfEverything,
  schemaOfLabels,
  schemaOfPrompt,
  wantedWords,
} from './prompt-schema.ts';
import { fieldsOf } from './schema-fields.ts';
import { stemsOf } from './stems.ts';

/** All declared data of a page, and the values with known labels. */
function everything(page: ExtractionPage): readonly EmbeddedItem[] {
  const fields = fieldsOf(schemaOfEverything);
  const [declared] = declaredItems(declaredNodes(page), fields, settingOf(page));
  const { region } = shownOf(page);
  const marked = {
    ...region,
    lines: [],
    labels: region.labels.filter(({ binding }) => binding === 'marked'),
  };
  const answers = completed(
    fields,
    declared?.answers ?? [],
    answerHead(page, fields),
    answerShown(marked, fields),
  );
  return answers.length === 0 ? [] : [buildItem(answers)];
}

/**
 * Extraction without a schema: what the prompt names, under the names in `concepts.ts` or the labels of the page; all
 * declared and labelled values when it names nothing in particular. A prompt for what the page does not tell has no
 * answer, not even the name of the page, unless it asks for nothing but the title and facts that any text may have.
 */
export function extractByPrompt(page: ExtractionPage, prompt: string): readonly EmbeddedItem[] {
  const schema = schemaOfPrompt(prompt);
  if (schema === undefined) {
    const title = new Set(stemsOf(page.metadata.title ?? ''));
    // `The pan`, on the page of a pan, asks for all that is told of it.
    if (
      wantedWords(prompt)
        .flatMap(stemsOf)
        .every((stem) => title.has(stem))
    )
      return everything(page);
    const labels = labelledValues(withoutOtherThings(page.lines)).filter(
      ({ binding }) => binding === 'marked',
    );
    const named = schemaOfLabels(prompt, [...new Set(labels.map(({ label }) => label))]);
    return named === undefined ? [] : extractEmbedded(page, named);
  }
  const found = extractEmbedded(page, schema);
  // Every text has a title, whatever else it tells.
  const isForAnyPage = !asksForSpecific(prompt) || asksForTitle(prompt);
  return isForAnyPage ? found : found.filter((item) => hasSpecific(item));
}

const genericNames = new Set([
  ...concepts.filter(({ generic }) => generic === true).map(({ name }) => name),
  dayOfChange,
]);

/** Whether an item has more than what things of every kind have. */
const hasSpecific = ({ evidence }: EmbeddedItem): boolean =>
  evidence.some(({ concept }) => concept !== undefined && !genericNames.has(concept));
