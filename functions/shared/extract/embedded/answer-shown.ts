import type { EmbeddedItem } from './extraction-page.ts';
import { type FieldValue, joinedNames, readField, isBlank } from './read-field.ts';
import type { Answer } from './item-builder.ts';
import { type LabelledValue, type LabelName, labelName } from './labels.ts';
import type { Line } from '#shared/content/formats/page-lines.ts';
import type { Field } from './schema-fields.ts';
import { unlabelled } from './shown-finders.ts';
import { withOwnPosition } from './shown-positions.ts';
import type { Region } from './shown-region.ts';
import { withScheme } from '#shared/values/contacts.ts';

/** Longer values are prose that happens to have a colon in it. */
const maxMarkedCharacters = 300;
const maxLooseCharacters = 160;
const maxMembers = 500;

/** How well a label names a field: 5 by the words of the schema, 4 spelled alike, 3 up to endings, 2 by its meaning, 0 not. */
function likeness(
  { key, spelt, meaning, binding }: LabelName & Pick<LabelledValue, 'binding'>,
  { labels, ownLabels, concept }: Field,
): number {
  if (ownLabels.includes(key)) return binding === 'marked' ? 5 : 2;
  if (concept !== undefined && spelt.length > 0 && !spelt.includes(concept)) return 0;
  if (labels.includes(key)) return (binding === 'marked' ? 3 : 1) + (spelt.length > 0 ? 1 : 0);
  return binding === 'marked' && concept !== undefined && meaning === concept ? 2 : 0;
}

function labelled(region: Region, field: Field): readonly LabelledValue[] {
  return region.labels
    .map((label) => ({ label, rank: likeness(label, field) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ label }) => label);
}

function readLink(text: string, region: Region, label: LabelledValue | undefined): FieldValue | undefined {
  const href = label === undefined ? text : region.lines[label.valueLine]?.links[0]?.href;
  const url = URL.parse(href ?? withScheme(text), region.setting.baseUrl);
  return url === null || !/^https?:$/.test(url.protocol)
    ? undefined
    : { value: url.href, quote: href ?? text };
}

const isAddressed = ({ concept, type }: Field): boolean =>
  type === 'string' && (concept?.kind === 'link' || concept?.kind === 'image');

interface Read {
  readonly found: FieldValue;
  readonly origin: 'label' | 'text';
}

/** As many labels of authors are those of comments. */
const minCommenters = 3;

/** Whether each of several comments has a label with its author. */
const areOfComments = (labels: readonly LabelledValue[]): boolean =>
  new Set(labels.map(({ value }) => value)).size >= minCommenters;

/** Whether a text asks the reader to do something, as the next field of a form does. */
const isRequest = (text: string): boolean =>
  /^(?:search|find|view|show|read|see|share|sign|log|subscribe|follow|skip|download|add|select|choose)\s/iu.test(
    text,
  );

/** In a form, the next field is where the value of a label does. */
const isOfForm = ({ line, value, valueLine }: LabelledValue): boolean => valueLine > line && isRequest(value);

/** The items of the list that follows a line, before the next heading or another paragraph. */
function itemsBelow(lines: readonly Line[], at: number): readonly string[] {
  const items: string[] = [];
  for (const line of lines.slice(at + 1, at + 1 + maxMembers)) {
    if (!line.isItem || line.level > 0) break;
    items.push(line.text);
  }
  return items;
}

/** All authors of a list below its label in one text, as bylines name them. */
function listedBelow(
  { lines, setting }: Region,
  field: Field,
  { line, valueLine }: LabelledValue,
): FieldValue | undefined {
  if (valueLine !== line + 1) return undefined;
  const found = itemsBelow(lines, line).map((text) => readField(text, field, setting));
  const names = found.filter((name) => name !== undefined);
  return names.length > 1 && names.length === found.length ? joinedNames(names) : undefined;
}

function scalar(region: Region, field: Field): Read | undefined {
  const isAuthor = field.concept?.name === 'author';
  const labels = labelled(region, field).filter((label) => !isAuthor || !isOfForm(label));
  if (isAuthor && areOfComments(labels)) return undefined;
  for (const label of labels) {
    const limit = label.binding === 'loose' ? maxLooseCharacters : maxMarkedCharacters;
    if (label.value.length > limit && field.concept?.kind !== 'prose') continue;
    const found = isAddressed(field)
      ? readLink(label.value, region, label)
      : ((isAuthor ? listedBelow(region, field, label) : undefined) ??
        readField(label.value, field, region.setting));
    if (found !== undefined) return { found, origin: 'label' };
  }
  for (const text of unlabelled(region, field)) {
    const found = isAddressed(field)
      ? readLink(text, region, undefined)
      : readField(text, field, region.setting);
    if (found !== undefined) return { found, origin: 'text' };
  }
  return undefined;
}

const listSeparator = /\s*[,;·|•]\s*/u;

function members(region: Region, field: Field): readonly string[] {
  for (const [at, { text }] of region.lines.entries()) {
    if (text.length > 60 || likeness({ ...labelName(text), binding: 'marked' }, field) === 0) continue;
    const items = itemsBelow(region.lines, at);
    if (items.length > 0) return items;
  }
  const inline = labelled(region, field).find(({ value }) => value.length <= maxMarkedCharacters);
  return inline === undefined ? [] : inline.value.split(listSeparator);
}

function list(region: Region, field: Field): readonly FieldValue[] {
  if (isAddressed(field))
    return unlabelled(region, field)
      .map((text) => readLink(text, region, undefined))
      .filter((found) => found !== undefined);
  return members(region, field)
    .filter((text) => !isBlank(text))
    .map((text) => readField(text, field, region.setting))
    .filter((found) => found !== undefined)
    .slice(0, maxMembers);
}

/** The answers that a region shows; `objectsOf` finds the entries of a list of objects. */
export function answerShown(
  region: Region,
  fields: readonly Field[],
  objectsOf?: (field: Field) => readonly EmbeddedItem[],
): readonly Answer[] {
  const answers = fields.flatMap((field): readonly Answer[] => {
    if (field.itemFields !== undefined) {
      const items = objectsOf?.(field) ?? [];
      return items.length === 0 ? [] : [{ field, origin: 'text', values: [], items }];
    }
    if (!field.isList) {
      const one = scalar(region, field);
      return one === undefined ? [] : [{ field, origin: one.origin, values: [one.found] }];
    }
    const values = list(region, field);
    return values.length === 0 ? [] : [{ field, origin: 'text', values }];
  });
  return withOwnPosition(answers, region, fields);
}
