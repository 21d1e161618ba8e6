import { answerShown } from './answer-shown.ts';
import { withoutVariants } from './declared-goods.ts';
import { type DeclaredItem, declaredItems, nameIn, nameOfNode } from './declared-items.ts';
import { type DeclaredNode, declaredNodes, type DeclaredThing } from './declared-nodes.ts';
import { type EmbeddedItem, type ExtractionPage, type JsonSchema, settingOf } from './extraction-page.ts';
import { type Answer, buildItem } from './item-builder.ts';
import {
  answerOneThing,
  completed,
  headTellsOfArticle,
  isNameOfOne,
  type Shown,
  shownOf,
  withoutFalseOldPrice,
} from './one-thing.ts';
import { bestRecords, type Records, telling } from './records.ts';
import { type Field, fieldsOf } from './schema-fields.ts';

/** A request for a list takes this many similar records as the list, even when a menu or filter has a price, too. */
const minRecordsOfList = 4;

/** Whether a page is a list: a record has more facts than everything around the records. */
function isList(
  { items, start, end }: Records,
  { region }: Shown,
  fields: readonly Field[],
  wants: 'one' | 'several',
): boolean {
  const { setting, isRecord } = region;
  const around = {
    setting,
    isRecord,
    lines: region.lines.filter((_line, at) => at < start || at >= end),
    labels: region.labels.filter(({ line }) => line < start || line >= end),
  };
  const each = items.map(telling).toSorted((a, b) => a - b)[Math.floor(items.length / 2)] ?? 0;
  const outside = telling(answerShown(around, fields));
  const length = (from: number, to: number) =>
    region.lines.slice(from, to).reduce((sum, { text }) => sum + text.length, 0);
  if (each !== outside) return each > outside;
  return (
    (wants === 'several' && items.length >= minRecordsOfList) ||
    length(start, end) > 0.5 * length(0, region.lines.length)
  );
}

/** The declared thing that the heading names is the subject of the page; the others are related to it. */
const isHeadline = (name: string, { region }: Shown): boolean =>
  name !== '' && region.lines.some(({ level, text }) => level === 1 && text.toLowerCase() === name);

/** A declared entry of a list, completed from the card of the same name. */
const withCard = (
  { name, answers }: DeclaredItem,
  records: Records | undefined,
  fields: readonly Field[],
): readonly Answer[] => {
  const card = name === '' ? undefined : records?.items.find((entry) => nameIn(entry) === name);
  return completed(fields, answers, card ?? []);
};

/** Several things of which none has a name are cards of other pages, where a name is asked for. */
function withoutNameless(
  declared: readonly DeclaredItem[],
  fields: readonly Field[],
): readonly DeclaredItem[] {
  const isNamed = declared.some(({ answers }) => nameIn(answers) !== '');
  return declared.length < 2 || isNamed || !fields.some(isNameOfOne) ? declared : [];
}

/** Letters and digits: titles and names differ in their punctuation. */
const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

const isClip = ({ types }: DeclaredNode): boolean =>
  types.length > 0 && types.every((type) => /^(?:Audio|Media|Video)Object$/.test(type));

/** A recording in an article, or the only one on a page with another title, has its own day and duration. */
function withoutClips(
  nodes: readonly DeclaredThing[],
  title: string,
  isArticle: boolean,
): readonly DeclaredThing[] {
  const isOther = (clip: DeclaredNode): boolean => {
    const name = lettersOf(nameOfNode(clip));
    return name === '' || !(title.includes(name) || name.includes(title));
  };
  const others = nodes.filter(isClip).filter(isOther);
  return isArticle || others.length === 1 ? nodes.filter((node) => !others.includes(node)) : nodes;
}

/**
 * The items of a page for `itemSchema`, an object schema (one entry of `results`), best first; where one is wanted, it
 * is what the page is about rather than an entry of a list on it, such as a comment. Declared data goes
 * before shown text. Nothing is invented: a field without an answer is absent, and each value is quoted. Takes time
 * linear in the page.
 */
export function extractEmbedded(
  page: ExtractionPage,
  itemSchema: JsonSchema,
  wants: 'one' | 'several' = 'several',
): readonly EmbeddedItem[] {
  const fields = fieldsOf(itemSchema);
  const shown = shownOf(page);
  const isArticle = headTellsOfArticle(page, shown, fields);
  const { title = '' } = page.metadata;
  const nodes = withoutClips(declaredNodes(page), lettersOf(title), isArticle);
  const declared = withoutNameless(
    withoutVariants(declaredItems(nodes, fields, settingOf(page)), nodes),
    fields,
  );
  const records = bestRecords(shown.lines, shown.region, fields);
  const main = declared.length > 1 ? declared.find(({ name }) => isHeadline(name, shown)) : declared[0];
  const isOne = wants === 'one' && isArticle;
  if (declared.length > 1 && main === undefined && !isOne)
    return declared.map((item) => ({
      ...buildItem(withCard(item, records, fields)),
      syntax: item.syntax,
    }));
  const isDeclaredOne = main !== undefined && telling(main.answers) > 0;
  const isManyThings = !isDeclaredOne && records !== undefined && isList(records, shown, fields, wants);
  const answers =
    isManyThings && wants === 'several' ? [] : answerOneThing(page, shown, fields, main, isManyThings);
  // A page that says nothing of its own subject is asked for one of its entries.
  if (isManyThings && telling(answers) === 0)
    return records.items.map((entry) => buildItem(withoutFalseOldPrice(entry)));
  return answers.length === 0 ? [] : [buildItem(answers)];
}
