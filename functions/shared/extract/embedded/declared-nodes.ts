import { isObject, type JsonObject } from '#shared/kernel/json.ts';
import { decodeReferences } from '#shared/values/character-references.ts';
import type { DeclaredSyntax, ExtractionPage } from './extraction-page.ts';

export type DeclaredValue = string | DeclaredNode;

/** A thing as a page declares it, in any syntax. Values are as written, in the order declared. */
export interface DeclaredNode {
  /** Without the URL of the vocabulary: `Product`. */
  readonly types: readonly string[];
  /** By their names in schema.org, without prefix. */
  readonly properties: ReadonlyMap<string, readonly DeclaredValue[]>;
}

/** A thing that a page declares by itself, rather than as the value of another. */
export interface DeclaredThing extends DeclaredNode {
  readonly syntax: DeclaredSyntax;
}

const maxDepth = 16;
const maxNodes = 5_000;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const shortName = (name: string): string => name.replace(/^.*[/#:]/, '');

/** Text in JSON-LD is often escaped as for HTML, or HTML itself. */
const plainDeclared = (text: string): string =>
  decodeReferences(text)
    .replace(/<(?:br|\/p|\/li|\/div|\/h\d)\b[^<>]{0,500}>/gi, '\n')
    .replace(/<\/?[a-z][^<>]{0,500}>/gi, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim();

/** Excludes `1e+21` and `1e-7`, which no page means. */
const plainNumber = /^-?\d+(?:\.\d+)?$/;

const typeOfListPrice = /(?:^|\/)(?:Strikethrough|List|SRP|MSRP)(?:Price)?$/;
const typeOfSalePrice = /(?:^|\/)SalePrice$/;
const typeOfRegularPrice = /(?:^|\/)RegularPrice$/;

type Properties = ReadonlyMap<string, readonly DeclaredValue[]>;

function isPriceOfType(type: RegExp, properties: Properties): boolean {
  const [declared] = properties.get('priceType') ?? [];
  return typeof declared === 'string' && type.test(declared);
}

/** The price before a reduction has a name of its own. */
function withListPrice(properties: Properties): Properties {
  const price = properties.get('price');
  if (price === undefined) return properties;
  return new Map([...properties].filter(([name]) => name !== 'price')).set('listPrice', price);
}

/** Names the prices before a reduction by their types (https://schema.org/priceType): a regular price is one beside the price of a sale. */
function withListPrices(properties: Properties): Properties {
  if (isPriceOfType(typeOfListPrice, properties)) return withListPrice(properties);
  const prices = properties.get('priceSpecification') ?? [];
  const isSale = prices.some(
    (price) => typeof price !== 'string' && isPriceOfType(typeOfSalePrice, price.properties),
  );
  if (!isSale) return properties;
  const named = prices.map((price) =>
    typeof price !== 'string' && isPriceOfType(typeOfRegularPrice, price.properties)
      ? { ...price, properties: withListPrice(price.properties) }
      : price,
  );
  return new Map(properties).set('priceSpecification', named);
}

class NodeReader {
  readonly #byId = new Map<string, JsonObject>();
  readonly #reading = new Set<JsonObject>();
  readonly #read = new Map<JsonObject, DeclaredNode>();
  #count = 0;
  /** References and members left out for their depth. */
  #cut = 0;

  constructor(objects: readonly JsonObject[]) {
    for (const object of objects) {
      const id = object['@id'];
      if (typeof id === 'string' && Object.keys(object).length > 1) this.#byId.set(id, object);
    }
  }

  value(value: unknown, depth: number): readonly DeclaredValue[] {
    if (typeof value === 'string') return value.trim() === '' ? [] : [plainDeclared(value)];
    if (typeof value === 'number') return plainNumber.test(String(value)) ? [String(value)] : [];
    if (typeof value === 'boolean') return [String(value)];
    if (Array.isArray(value)) {
      if (depth > maxDepth) return this.#cutOff();
      return value.flatMap((entry) => this.value(entry, depth + 1));
    }
    if (!isObject(value)) return [];
    if ('@value' in value) return this.value(value['@value'], depth);
    const target = this.#targetOf(value);
    const known = this.#read.get(target);
    if (known !== undefined) return [known];
    if (depth >= maxDepth) return this.#cutOff();
    const cut = this.#cut;
    const node = this.#node(target, depth + 1);
    if (node === undefined) return [];
    if (cut === this.#cut) this.#read.set(target, node);
    return [node];
  }

  /** A top-level thing. A thing that many refer to is read once. */
  thing(object: JsonObject): DeclaredNode | undefined {
    return this.#node(this.#targetOf(object), 0);
  }

  #targetOf(object: JsonObject): JsonObject {
    const id = object['@id'];
    return typeof id === 'string' ? (this.#byId.get(id) ?? object) : object;
  }

  #cutOff(): readonly DeclaredValue[] {
    this.#cut += 1;
    return [];
  }

  #node(target: JsonObject, depth: number): DeclaredNode | undefined {
    if (this.#count >= maxNodes || this.#reading.has(target)) return undefined;
    this.#count += 1;
    this.#reading.add(target);
    const properties = new Map<string, readonly DeclaredValue[]>();
    const own = isObject(target['properties']) && !('@type' in target) ? target['properties'] : target;
    for (const [name, given] of Object.entries(own)) {
      if (name.startsWith('@')) continue;
      const values = this.value(given, depth);
      if (values.length > 0) properties.set(shortName(name), values);
    }
    this.#reading.delete(target);
    const types = listOf(target['@type'] ?? target['type']).filter((type) => typeof type === 'string');
    return { types: types.map(shortName), properties: withListPrices(properties) };
  }
}

function graphObjects(declared: JsonObject): readonly JsonObject[] {
  const objects = listOf(declared['jsonLd']).filter(isObject);
  return objects.flatMap((object) => {
    const graph = object['@graph'];
    if (graph === undefined) return [object];
    return [...('@type' in object ? [object] : []), ...listOf(graph).filter(isObject)];
  });
}

/** Properties whose values are subjects of the page as much as the node itself. */
const contents = [
  'mainEntity',
  'mainEntityOfPage',
  'itemListElement',
  'item',
  'about',
  'hasPart',
  'hasOfferCatalog',
  'event',
  'subEvent',
];

function withContents(node: DeclaredNode, seen: Set<DeclaredNode>, depth = 0): readonly DeclaredNode[] {
  if (seen.has(node)) return [];
  seen.add(node);
  if (depth > 4) return [node];
  // Breadcrumbs lead to other pages, and steps are parts of one recipe.
  if (node.types.some((type) => /^(?:BreadcrumbList|HowToSection|HowTo)$/.test(type))) return [node];
  const inner = contents
    .flatMap((name) => node.properties.get(name) ?? [])
    .filter((value) => typeof value !== 'string')
    .flatMap((child) => withContents(child, seen, depth + 1));
  return [node, ...inner];
}

/** The things that a page declares in JSON-LD, microdata and RDFa, in order; entries of lists follow their list. */
export function declaredNodes({ declared }: ExtractionPage): readonly DeclaredThing[] {
  const graph = graphObjects(declared);
  const reader = new NodeReader(graph);
  const seen = new Set<DeclaredNode>();
  const things = (syntax: DeclaredSyntax, objects: readonly JsonObject[]): readonly DeclaredThing[] =>
    objects
      .map((object) => reader.thing(object))
      .filter((node) => node !== undefined)
      .flatMap((node) => withContents(node, seen))
      .map((node) => ({ ...node, syntax }));
  return [
    ...things('jsonLd', graph),
    ...things('microdata', listOf(declared['microdata']).filter(isObject)),
    ...things('rdfa', listOf(declared['rdfa']).filter(isObject)),
  ];
}

function textsOf(value: unknown): readonly string[] {
  return listOf(value).filter((entry) => typeof entry === 'string' && entry.trim() !== '') as string[];
}

const headNames: readonly (readonly [path: string, names: readonly string[]])[] = [
  ['name', ['og:title', 'twitter:title']],
  ['description', ['og:description', 'twitter:description']],
  ['image', ['og:image', 'og:image:url', 'twitter:image']],
  ['url', ['og:url']],
  ['price', ['product:price:amount', 'og:price:amount', 'product:sale_price:amount']],
  ['priceCurrency', ['product:price:currency', 'og:price:currency']],
  ['availability', ['product:availability', 'og:availability']],
  ['brand', ['product:brand', 'og:brand']],
  ['itemCondition', ['product:condition']],
  ['sku', ['product:retailer_item_id']],
  ['keywords', ['article:tag', 'book:tag']],
  ['articleSection', ['article:section']],
  ['isbn', ['book:isbn']],
  ['streetAddress', ['business:contact_data:street_address']],
  ['addressLocality', ['business:contact_data:locality']],
  ['telephone', ['business:contact_data:phone_number']],
  ['email', ['business:contact_data:email']],
];

/** The head of a page as one more node: it describes the page as a whole, never one entry of a list. */
export function headNode({ declared, metadata }: ExtractionPage): DeclaredNode {
  const head = {
    ...(isObject(declared['twitterCard']) ? declared['twitterCard'] : {}),
    ...(isObject(declared['openGraph']) ? declared['openGraph'] : {}),
  };
  const properties = new Map<string, readonly DeclaredValue[]>();
  const add = (name: string, texts: readonly string[]): void => {
    if (texts.length > 0 && !properties.has(name)) properties.set(name, texts.map(plainDeclared));
  };
  const facts: JsonObject = { ...metadata };
  add('name', textsOf(facts['title']));
  for (const [path, names] of headNames) for (const name of names) add(path, textsOf(head[name]));
  add('description', textsOf(facts['description']));
  add('author', textsOf(facts['author']));
  add('datePublished', textsOf(facts['publishedTime']));
  add('dateModified', textsOf(facts['modifiedTime']));
  add('image', textsOf(facts['image']));
  add('publisher', textsOf(facts['siteName']));
  add('inLanguage', textsOf(facts['language']));
  add('url', textsOf(facts['canonicalURL']));
  add('keywords', textsOf(facts['keywords']));
  return { types: [], properties };
}
