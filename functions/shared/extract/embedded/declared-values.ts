import type { DeclaredNode, DeclaredValue } from './declared-nodes.ts';
import type { PageSetting } from './extraction-page.ts';
import { type FieldValue, readField, isBlank } from './read-field.ts';
import type { Field } from './schema-fields.ts';
import { labelKey } from './stems.ts';

const addressParts = ['streetAddress', 'addressLocality', 'addressRegion', 'postalCode', 'addressCountry'];
const nameKeys = ['name', 'value', '@value', 'text', 'contentUrl', 'url', 'headline'];

/** A node as text: its name, its value, a postal address in one line. */
function textOf(value: DeclaredValue, depth = 0): string | undefined {
  if (typeof value === 'string') return value;
  if (depth > 3) return undefined;
  const part = (name: string): string | undefined => {
    const first = value.properties.get(name)?.[0];
    return first === undefined ? undefined : textOf(first, depth + 1);
  };
  const isAddress = value.types.includes('PostalAddress') || value.properties.has('streetAddress');
  if (isAddress) {
    const parts = addressParts.map(part).filter((text) => text !== undefined);
    if (parts.length > 0) return parts.join(', ');
  }
  const hours = openingLine(part('dayOfWeek'), part('opens'), part('closes'));
  if (hours !== undefined) return hours;
  const pay = rangeLine(part('minValue'), part('maxValue'));
  if (pay !== undefined) return pay;
  return nameKeys.map(part).find((text) => text !== undefined);
}

const openingLine = (
  day: string | undefined,
  opens: string | undefined,
  closes: string | undefined,
): string | undefined =>
  opens === undefined || closes === undefined
    ? undefined
    : [day, `${opens}–${closes}`].filter((text) => text !== undefined).join(' ');

const rangeLine = (low: string | undefined, high: string | undefined): string | undefined =>
  low === undefined || high === undefined ? undefined : `${low}–${high}`;

/** Values followed at each step of a path: many things may refer to the same hundreds. */
const maxStepValues = 100;

function valuesOf(node: DeclaredNode, property: string): readonly DeclaredValue[] {
  const exact = node.properties.get(property);
  if (exact !== undefined) return exact;
  const lower = property.toLowerCase();
  return [...node.properties].find(([name]) => name.toLowerCase() === lower)?.[1] ?? [];
}

const isInStock = (offer: DeclaredNode): boolean =>
  valuesOf(offer, 'availability').some(
    (value) =>
      typeof value === 'string' &&
      /(?:In|Limited)Stock|LimitedAvailability|OnlineOnly|InStoreOnly/i.test(value),
  );

/** The offers that can be bought; all of them when none can. A product has several, such as one for each size. */
function buyable(offers: readonly DeclaredNode[]): readonly DeclaredNode[] {
  const inStock = offers.filter(isInStock);
  return inStock.length === 0 ? offers : inStock;
}

/** The values at the end of a path, through lists and nested things. */
function valuesAt(node: DeclaredNode, path: readonly string[]): readonly DeclaredValue[] {
  let things: ReadonlySet<DeclaredNode> = new Set([node]);
  for (const step of path.slice(0, -1)) {
    const found = [...things].flatMap((thing) => valuesOf(thing, step).slice(0, maxStepValues));
    const nodes = found.filter((value) => typeof value !== 'string').slice(0, maxStepValues);
    things = new Set(step === 'offers' ? buyable(nodes) : nodes);
  }
  return [...things].flatMap((thing) => valuesOf(thing, path.at(-1) ?? ''));
}

/** `additionalProperty`: pairs of name and value, like a table of parameters. */
function additional(node: DeclaredNode, labels: readonly string[]): readonly DeclaredValue[] {
  const pairs = node.properties.get('additionalProperty') ?? [];
  return pairs.flatMap((pair) => {
    if (typeof pair === 'string') return [];
    const [name] = pair.properties.get('name') ?? [];
    const key = typeof name === 'string' ? labelKey(name) : undefined;
    return key !== undefined && labels.includes(key) ? (pair.properties.get('value') ?? []) : [];
  });
}

/** A listing or an offer has most of its facts in the thing that it is about. */
const subjects = ['about', 'itemOffered', 'mainEntity'];

/** The values with which a node may answer a field, the surest first. */
export function declaredCandidates(node: DeclaredNode, field: Field): readonly (readonly DeclaredValue[])[] {
  const { path, concept, labels } = field;
  const known = (concept?.paths ?? []).flatMap((steps) =>
    ['', ...subjects].map((subject) => valuesAt(node, subject === '' ? steps : [subject, ...steps])),
  );
  const spelt = valuesAt(node, path);
  // Many things have a `location` or a `position`: the paths of a known concept come first.
  const candidates = concept === undefined || path.length > 1 ? [spelt, ...known] : [...known, spelt];
  return [...candidates, additional(node, labels)].filter((values) => values.length > 0);
}

const schemaAddress = /^https?:\/\/(?:www\.)?schema\.org\/(\w+)$/i;

/** The texts of a list field; `keywords` is one text with commas. */
export function listTexts(values: readonly DeclaredValue[], field: Field): readonly string[] {
  const texts = values.map((value) => textOf(value)).filter((text) => text !== undefined);
  const isJoined = texts.length === 1 && field.concept?.kind === 'list';
  const separator = /\n/.test(texts[0] ?? '')
    ? '\n'
    : /^(?:tags|skills|actors)$/.test(field.concept?.name ?? '')
      ? ','
      : '\n';
  const parts = isJoined ? (texts[0] ?? '').split(separator) : texts;
  return parts.map((text) => text.trim()).filter((text) => !isBlank(text));
}

/** The members of schema.org's ItemAvailability that are neither in stock nor out of it. */
const onOrder = /^(?:BackOrder|MadeToOrder|PreOrder|PreSale|Reserved)$/;

/** A boolean is read from the name of an enumeration member (`InStock`). */
export function readDeclared(
  value: DeclaredValue,
  field: Field,
  setting: PageSetting,
): FieldValue | undefined {
  const text = textOf(value)?.trim();
  if (text === undefined) return undefined;
  const bare = schemaAddress.exec(text)?.[1] ?? text;
  const kind = field.concept?.kind;
  const isStock = kind === 'availability' && field.type === 'string' && field.choices === undefined;
  if (isStock && onOrder.test(bare)) return { value: bare, quote: bare };
  if (kind === 'price' && /^0+(?:[.,]0+)?$/.test(bare)) return undefined;
  if ((kind === 'link' || kind === 'image') && field.type === 'string') {
    const url = URL.parse(bare, setting.baseUrl);
    return url === null || !/^https?:$/.test(url.protocol) ? undefined : { value: url.href, quote: bare };
  }
  // The value of a property on a link is its URL; its text is lost.
  if (
    /^https?:\/\/\S+$/.test(bare) &&
    field.type === 'string' &&
    field.format === undefined &&
    /^(?:text|person|name)$/.test(kind ?? '')
  )
    return undefined;
  const readable =
    kind === 'availability' || field.choices !== undefined ? bare.replace(/([a-z])(?=[A-Z])/g, '$1 ') : bare;
  const found = readField(readable, field, setting);
  if (found === undefined) return undefined;
  return readable === bare ? found : { value: found.value === readable ? bare : found.value, quote: bare };
}
