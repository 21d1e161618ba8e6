import { isObject, type JsonObject } from '#shared/kernel/json.ts';
import type { ElementIndex } from '#shared/content/dom/element-edit.ts';
import { readAvailability } from '#shared/values/availability.ts';
import { numbersIn } from '#shared/values/numbers.ts';
import { pricesIn } from '#shared/values/prices.ts';
import { foldedWords } from '#shared/content/dom/words.ts';
import type { ProductFacts } from '#shared/content/main-content/related/product/product-facts.ts';
import type { HtmlPage } from '#shared/content/page/parse-page.ts';
import type { HeadFacts } from './head-facts.ts';
import { hasType, jsonLdNodes } from './json-ld.ts';
import { readMicrodata } from './microdata.ts';

/** `https://schema.org/Product`, `product`. */
const productType = /(?:^|[/#:])(?:Product|ProductGroup|ProductModel|IndividualProduct|Vehicle|Car)$/i;

const listOf = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

/** A shop shows one of the first that it declares. */
const maxImages = 4;

/** The members of a declared thing, whichever syntax it is declared in. */
const membersOf = (thing: JsonObject): JsonObject =>
  isObject(thing['properties']) && !('@type' in thing) ? thing['properties'] : thing;

const isProduct = (thing: JsonObject): boolean =>
  listOf(thing['@type'] ?? thing['type']).some((type) => typeof type === 'string' && productType.test(type));

const inside = (thing: JsonObject, name: string): readonly JsonObject[] =>
  listOf(membersOf(thing)[name]).filter(isObject);

function textsOf(thing: JsonObject, ...names: readonly string[]): readonly string[] {
  return names
    .flatMap((name) => listOf(membersOf(thing)[name]))
    .flatMap((value) => (isObject(value) ? listOf(membersOf(value)['name']) : [value]))
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map((value) => String(value).trim())
    .filter((value) => value !== '');
}

/** The URLs of the images of a thing, which are texts or objects. */
const imagesOf = (thing: JsonObject): readonly string[] =>
  listOf(membersOf(thing)['image'])
    .slice(0, maxImages)
    .flatMap((image) =>
      isObject(image) ? [membersOf(image)['url'], membersOf(image)['contentUrl']] : [image],
    )
    .filter((url) => typeof url === 'string');

/** `1299.00`; some shops declare the text that they show, with the price before. */
function amountsOf(text: string): readonly number[] {
  const plain = Number(text);
  if (!Number.isNaN(plain)) return [plain];
  const prices = pricesIn(text).map(({ value }) => value.amount);
  return prices.length > 0 ? prices : numbersIn(text).map(({ value }) => value);
}

const maxOffers = 200;
const maxThings = 1_000;

const offersOf = (thing: JsonObject): readonly JsonObject[] => {
  const variants = [thing, ...inside(thing, 'hasVariant'), ...inside(thing, 'model')].slice(0, maxOffers);
  const offers = variants.flatMap((variant) => inside(variant, 'offers'));
  const nested = offers.flatMap((offer) => inside(offer, 'offers'));
  const all = [...offers, ...nested].slice(0, maxOffers);
  return [...all, ...all.flatMap((offer) => inside(offer, 'priceSpecification'))];
};

/** `https://schema.org/InStock`, `out of stock`. */
function availabilityOf(texts: readonly string[]): Pick<ProductFacts, 'isAvailable'> {
  const told = texts.map((text) => readAvailability(text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')));
  const [isAvailable] = told;
  const isTold = isAvailable !== undefined && told.every((one) => one === isAvailable);
  return isTold ? { isAvailable } : {};
}

function factsOf(thing: JsonObject): ProductFacts {
  const offers = offersOf(thing);
  const ratings = inside(thing, 'aggregateRating');
  return {
    isDeclared: true,
    names: textsOf(thing, 'name'),
    brands: textsOf(thing, 'brand', 'manufacturer'),
    amounts: [thing, ...offers].flatMap((offer) => textsOf(offer, 'price', 'lowPrice')).flatMap(amountsOf),
    ratings: ratings
      .flatMap((rating) => textsOf(rating, 'ratingValue'))
      .map((text) => Number(text.replace(',', '.'))),
    images: imagesOf(thing),
    ...availabilityOf([thing, ...offers].flatMap((offer) => textsOf(offer, 'availability'))),
  };
}

/** The product that a head for social networks declares. */
function factsOfHead(head: HeadFacts): ProductFacts | undefined {
  const values = (...names: readonly string[]) =>
    names.map((name) => head.meta(name)).filter((value) => value !== undefined);
  const amounts = values('product:price:amount', 'og:price:amount', 'product:sale_price:amount');
  const isNamed = /(?:^|[:_.])product(?:\.item)?$/i.test(head.meta('og:type') ?? '');
  if (!isNamed && amounts.length === 0) return undefined;
  return {
    isDeclared: true,
    names: values('og:title'),
    brands: values('product:brand', 'og:brand'),
    amounts: amounts.flatMap(amountsOf),
    ratings: [],
    images: [],
    ...availabilityOf(values('product:availability', 'og:availability')),
  };
}

/** Whether a title of the page has a name of the product, or a name has the title. */
function isTitled({ names }: ProductFacts, titles: readonly string[]): boolean {
  return names.some((name) =>
    titles.some((title) => {
      const [own, other] = [foldedWords(name), foldedWords(title)];
      return own !== '' && other !== '' && (other.includes(own) || own.includes(other));
    }),
  );
}

/** Spellings, prices and ratings of one product; a page may declare thousands. */
const maxValues = 50;

const joined = (all: readonly ProductFacts[]): ProductFacts => {
  const numbers = (values: readonly number[]) =>
    [...new Set(values.filter((value) => value > 0))].slice(0, maxValues);
  const texts = (values: readonly string[]) => [...new Set(values)].slice(0, maxValues);
  const told = new Set(all.map(({ isAvailable }) => isAvailable).filter((one) => one !== undefined));
  const [isAvailable] = told;
  return {
    isDeclared: true,
    names: texts(all.flatMap(({ names }) => names)),
    brands: texts(all.flatMap(({ brands }) => brands)),
    amounts: numbers(all.flatMap(({ amounts }) => amounts)),
    ratings: numbers(all.flatMap(({ ratings }) => ratings)),
    images: texts(all.flatMap(({ images }) => images)).slice(0, maxImages),
    ...(told.size === 1 && isAvailable !== undefined ? { isAvailable } : {}),
  };
};

const undeclared: ProductFacts = {
  isDeclared: false,
  names: [],
  brands: [],
  amounts: [],
  ratings: [],
  images: [],
};

const articleType = /(?:article|posting|report)$/i;

/** Articles mention prices, too. */
const isArticle = (head: HeadFacts, nodes: readonly JsonObject[]): boolean =>
  articleType.test(head.meta('og:type') ?? '') ||
  head.meta('citation_title') !== undefined ||
  nodes.some((node) => hasType(node, articleType));

/** What shop systems call the page of a product, in the class of its body: WooCommerce, Shopify, Magento. */
const productPage = /(?:^|\s)(?:single-product|template-product|catalog-product-view)(?:\s|$)/i;

const isProductPage = (index: ElementIndex): boolean =>
  index.named('body').some(({ attribs }) => productPage.test(attribs['class'] ?? ''));

/**
 * What a page declares of its product, in JSON-LD, microdata and for social networks. A page that declares several
 * products, none of which its title names, is a list and counts as `undeclared`. `undefined` on an article without a product.
 */
export function declaredProduct(
  { document, baseUrl, url }: Pick<HtmlPage, 'document' | 'baseUrl' | 'url'>,
  index: ElementIndex,
  head: HeadFacts,
  jsonLd: readonly JsonObject[],
  title: string | undefined,
): ProductFacts | undefined {
  const nodes = jsonLdNodes(jsonLd);
  const subjects = [...nodes, ...nodes.flatMap((node) => inside(node, 'mainEntity'))];
  const hasMarks = index.all.some(({ attribs }) => productType.test(attribs['itemtype']?.trim() ?? ''));
  const marked = hasMarks ? readMicrodata(document.children, baseUrl) : [];
  const things = [...subjects, ...(marked as unknown as readonly JsonObject[])]
    .filter(isProduct)
    .slice(0, maxThings)
    .map((thing) => factsOf(thing));
  const titles = [title, head.meta('og:title'), head.title].filter((text) => text !== undefined);
  const titled = things.filter((thing) => isTitled(thing, titles));
  const names = new Set(things.flatMap(({ names: own }) => own.map(foldedWords)));
  const own = titled.length > 0 ? titled : names.size <= 1 ? things : [];
  const social = URL.parse(url)?.pathname === '/' ? undefined : factsOfHead(head);
  if (own.length === 0 && things.length > 0) return isArticle(head, nodes) ? undefined : undeclared;
  if (own.length === 0 && social === undefined) {
    if (isProductPage(index)) return { ...undeclared, isDeclared: true, names: titles };
    return isArticle(head, nodes) ? undefined : undeclared;
  }
  return joined([...own, ...(social === undefined ? [] : [social])]);
}
