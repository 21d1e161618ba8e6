import type { Element } from 'domhandler';

import { copyTree } from '#shared/content/dom/copy-tree.ts';
import { ElementIndex } from '#shared/content/dom/element-edit.ts';
import {
  everything,
  including,
  nothing,
  type Selection,
  selectionOf,
  without,
} from '#shared/content/dom/selection.ts';
import { selectElements } from '#shared/content/dom/selectors.ts';
import { createTrace, type Trace } from '#shared/content/dom/trace.ts';
import { fileContents } from '#shared/content/documents/file-content.ts';
import { textContents } from '#shared/content/documents/text/text-content.ts';
import {
  chooseMainContent,
  type DeclaredFacts,
  hasMainContent,
  type MainContent,
} from '#shared/content/main-content/main-content.ts';
import type {
  ContentFormat,
  ContentOptions,
  ContentsOf,
  PageContent,
} from '#shared/content/formats/content-options.ts';
import { writeHtml } from '#shared/content/formats/html-writer.ts';
import { explanationOf } from '#shared/content/formats/explanation.ts';
import { writeLines } from '#shared/content/formats/page-lines.ts';
import { noSelectedValues, selectedValues } from '#shared/content/formats/selected-values.ts';
import { summaryOf } from '#shared/content/formats/summary.ts';
import { writeMarkdown } from '#shared/content/markdown/markdown-writer.ts';
import { type CrawlLinks, noCrawlLinks, readLinks } from '#shared/content/metadata/crawl-links.ts';
import { declaredAnswers } from '#shared/content/metadata/declared-faq-answers.ts';
import { declaredProduct } from '#shared/content/metadata/declared-product.ts';
import { headFacts } from '#shared/content/metadata/head-facts.ts';
import { readJsonLd } from '#shared/content/metadata/json-ld.ts';
import { type ContentMetadata, readMetadata } from '#shared/content/metadata/metadata.ts';
import { pageGenerator } from '#shared/content/metadata/page-generator.ts';
import { readStructuredData } from '#shared/content/metadata/structured-data.ts';
import type { JsonObject } from '#shared/kernel/json.ts';
import { imageUrls } from '#shared/content/normalise/images/image-sources.ts';
import { type NormalizedDocument, normalizePage } from '#shared/content/normalise/normalize-page.ts';
import type { HtmlPage, ParsedPage } from '#shared/content/page/parse-page.ts';
import {
  commentBoxes,
  commentButtons,
  commentForms,
  namedBoxes,
  takeComments,
  type TextAndComments,
} from '#shared/content/threads/reader-comments.ts';
import { readerForms } from '#shared/content/threads/reader-forms.ts';
import { isDeletedAccount } from '#shared/content/metadata/declared-name.ts';
import { type Opening, quoteComments, quoteThread } from '#shared/content/threads/quote-thread.ts';

export type {
  ContentFormat,
  ContentOptions,
  ContentsOf,
  PageContent,
} from '#shared/content/formats/content-options.ts';
export type { CrawlLinks } from '#shared/content/metadata/crawl-links.ts';
export type { ContentMetadata } from '#shared/content/metadata/metadata.ts';

/** A page that names another URL as its canonical one. */
export interface PageElsewhere {
  readonly canonicalUrl: string;
  readonly title: string;
}

export type IsKnown = (page: PageElsewhere) => Promise<boolean>;

/** A normalised tree for one content, and the elements that the caller's selectors name in it. */
interface Tree {
  readonly options: ContentOptions;
  readonly document: NormalizedDocument;
  readonly index: ElementIndex;
  readonly included: ReadonlySet<Element>;
  readonly excluded: ReadonlySet<Element>;
}

/** The facts of a page that are read from the tree as it was served, before normalisation changes it. */
async function readFacts(
  page: HtmlPage,
  index: ElementIndex,
  wanted: readonly ContentOptions[],
  wantsLinks: boolean,
) {
  const wants = (format: ContentFormat) => wanted.some(({ formats }) => formats.has(format));
  const head = headFacts(index);
  const jsonLd = readJsonLd(index);
  const { metadata, headline } = await readMetadata(page, index, head, jsonLd);
  const links = wantsLinks || wants('links') ? readLinks(page, metadata.canonicalURL) : undefined;
  const json = wants('json') ? readStructuredData(page, index, head, jsonLd) : undefined;
  const images = wants('images') ? imageUrls(page.document.children, page.baseUrl) : [];
  const wantsMainContent = wanted.some(({ onlyMainContent, formats }) => onlyMainContent && formats.size > 0);
  const product = wantsMainContent ? declaredProduct(page, index, head, jsonLd, headline.text) : undefined;
  const answers = wantsMainContent ? declaredAnswers(jsonLd) : [];
  const generator = pageGenerator(head);
  const selected = new Map(
    wanted
      .filter(({ formats }) => formats.has('attributes'))
      .map((options) => [options, selectedValues(page.document, options.valueSelectors ?? [])] as const),
  );
  return {
    url: page.url,
    links,
    metadata,
    headline,
    json,
    images,
    selected,
    product,
    answers,
    generator,
    jsonLd,
  };
}

/** Metadata, declared product and the like, which the choice of main content reads. */
type PageFacts = Awaited<ReturnType<typeof readFacts>>;

/** The content of a page, and whether it has main content where that is wanted or needed. */
function chooseContent(
  { options, document, included }: Tree,
  { url, metadata: { description, ogDescription, image }, headline, product, answers, generator }: PageFacts,
  trace: Trace | undefined,
): MainContent & { readonly lacksMainContent?: boolean } {
  if (options.includeTags.length > 0) return { selection: selectionOf(included) };
  const context = {
    url,
    ...(headline.text === undefined ? {} : { title: headline.text }),
    images: [image, ...(product?.images ?? [])].filter((url) => url !== undefined),
    ...(generator === undefined ? {} : { generator }),
  };
  if (!options.onlyMainContent) {
    const needsMainContent = options.needsMainContent === true;
    return {
      selection: everything,
      lacksMainContent: needsMainContent && !hasMainContent(document, context),
    };
  }
  const descriptions = [description, ogDescription].filter((text) => text !== undefined);
  const facts: DeclaredFacts = {
    ...context,
    descriptions,
    ...(product === undefined ? {} : { product }),
    answers,
  };
  const chosen = chooseMainContent(document, facts, trace);
  return { ...chosen, lacksMainContent: chosen.selection === nothing };
}

const textFormats: readonly ContentFormat[] = ['markdown', 'html', 'lines', 'summary', 'explain'];

/** The main content, and the comments that are separate from it. */
function separateComments(
  { document, index, options }: Tree,
  chosen: Selection,
  jsonLd: readonly JsonObject[],
  trace: Trace | undefined,
): Pick<TextAndComments, 'text' | 'comments'> {
  const { comments: place = 'separate', onlyMainContent, includeTags } = options;
  if (!onlyMainContent || includeTags.length > 0) return { text: chosen, comments: undefined };
  const named = namedBoxes(index);
  const asked = place === 'include' ? commentBoxes(named, index) : [];
  const readable = without(including(chosen, asked), [
    ...commentForms(named, index),
    ...readerForms(index),
    ...commentButtons(asked, index),
  ]);
  const found = place === 'include' ? undefined : takeComments(document, readable, index, named, jsonLd);
  if (found === undefined) return { text: readable, comments: undefined };
  const verdict = place === 'omit' ? 'left out' : 'moved to the end';
  trace?.add({ step: 'comments', verdict, reason: `${found.count} boxes of readers' comments on the text` });
  return place === 'omit' ? { text: found.text, comments: undefined } : found;
}

const withComments = (text: string, heading: string, comments: string): string =>
  comments.trim() === '' ? text : `${text}${heading}${comments}`;

const wantsText = ({ formats }: ContentOptions): boolean => textFormats.some((format) => formats.has(format));

/** The metadata of a discussion that declares no author: it is who began it. */
function ofDiscussion(metadata: ContentMetadata, opening: Opening | undefined): ContentMetadata {
  if (opening === undefined) return metadata;
  const { author, publishedTime } = metadata;
  return {
    ...metadata,
    ...(author === undefined && !isDeletedAccount(opening.author) ? { author: opening.author } : {}),
    ...(publishedTime === undefined && opening.date !== undefined ? { publishedTime: opening.date } : {}),
  };
}

const noMainContentWarning = 'No main content was recognised, only what looks like menus, a footer or forms.';

const lackWarning = ({ onlyMainContent }: ContentOptions): string =>
  onlyMainContent ? `${noMainContentWarning} \`onlyMainContent: false\` delivers it.` : noMainContentWarning;

const partWarning =
  'The page says that the rest of its text is for subscribers: this is the part that it shows.';

/** The warning of a content for whose `includeTags` the page has no element. */
export const nothingIncluded = 'No element of the page matches includeTags.';

function warningsOf(
  { lacksMainContent, isForSubscribers }: ReturnType<typeof chooseContent>,
  { options, included }: Tree,
): Pick<PageContent, 'warnings'> {
  const warnings = [
    ...(options.includeTags.length > 0 && included.size === 0 ? [nothingIncluded] : []),
    ...(lacksMainContent === true ? [lackWarning(options)] : []),
    ...(isForSubscribers === true ? [partWarning] : []),
  ];
  return warnings.length === 0 ? {} : { warnings };
}

/** The chosen text of a tree in the wanted formats. Changes the tree: who answers whom becomes quotations. */
function writeText(
  tree: Tree,
  facts: PageFacts,
  trace: Trace | undefined,
): Omit<PageContent, 'json' | 'links' | 'images' | 'rawHtml' | 'explain'> {
  const { document, index, excluded, options } = tree;
  const { formats, removeBase64Images } = options;
  const choice = chooseContent(tree, facts, trace);
  const chosen = without(choice.selection, excluded);
  const { text, comments } = separateComments(tree, chosen, facts.jsonLd, trace);
  const inlineImages = !removeBase64Images;
  const quoted = quoteThread(document, text, index, trace);
  const writing = { selection: quoted.selection, inlineImages };
  const added =
    comments === undefined
      ? undefined
      : { selection: quoteComments(document, comments, index, trace), inlineImages };
  const written = (write: typeof writeMarkdown, heading: string): string => {
    const own = write(document.children, writing);
    return added === undefined ? own : withComments(own, heading, write(document.children, added));
  };
  return {
    metadata: ofDiscussion(facts.metadata, quoted.opening),
    ...(choice.lacksMainContent === true ? { lacksMainContent: true } : {}),
    ...warningsOf(choice, tree),
    ...(formats.has('markdown') ? { markdown: written(writeMarkdown, '\n## Comments\n\n') } : {}),
    ...(formats.has('html') ? { html: written(writeHtml, '<h2>Comments</h2>') } : {}),
    ...(formats.has('lines') ? { lines: writeLines(document.children, writing) } : {}),
    ...(formats.has('summary')
      ? { summary: summaryOf(writeLines(document.children, writing), facts.headline.text) }
      : {}),
  };
}

/** A tree for each content with text: the normalised document itself for the last, copies of it for the others. */
function treesFor(
  page: HtmlPage,
  wanted: readonly ContentOptions[],
  index: ElementIndex,
  headline: Element | undefined,
  trace: Trace | undefined,
): readonly Tree[] {
  const named = wanted.map((options) => ({
    options,
    included: selectElements(page.document, options.includeTags),
    excluded: selectElements(page.document, options.excludeTags),
  }));
  const document = normalizePage(page, { trace, index, headline });
  return named.map(({ options, included, excluded }, at): Tree => {
    if (at === wanted.length - 1) return { options, document, index, included, excluded };
    const copy = copyTree(document);
    return {
      options,
      document: copy.document,
      index: new ElementIndex(copy.document),
      included: copy.copiesOf(included),
      excluded: copy.copiesOf(excluded),
    };
  });
}

/** Changes the tree of the page. */
function writeContents(
  page: HtmlPage,
  wanted: readonly ContentOptions[],
  index: ElementIndex,
  facts: PageFacts,
  given: Trace | undefined,
): readonly PageContent[] {
  const { links, metadata, json, images, selected } = facts;
  const isExplained = ({ formats }: ContentOptions): boolean => formats.has('explain');
  const trace = given ?? (wanted.some(isExplained) ? createTrace() : undefined);
  const withText = wanted.filter(wantsText);
  const trees = withText.length === 0 ? [] : treesFor(page, withText, index, facts.headline.heading, trace);
  const texts = new Map(
    trees.map((tree) => {
      const ownTrace = given ?? (isExplained(tree.options) ? trace : undefined);
      return [tree.options, writeText(tree, facts, ownTrace)] as const;
    }),
  );
  return wanted.map((options): PageContent => {
    const { formats } = options;
    const text = texts.get(options);
    const explanation = trace !== undefined && isExplained(options) ? explanationOf(trace) : {};
    const values = selected.get(options) ?? {};
    const warnings = [text, values, explanation].flatMap((part) => part?.warnings ?? []);
    return {
      metadata,
      ...text,
      ...values,
      ...(json !== undefined && formats.has('json') ? { json } : {}),
      ...(links !== undefined && formats.has('links') ? { links: links.urls } : {}),
      ...(formats.has('images') ? { images } : {}),
      ...(formats.has('rawHtml') ? { rawHtml: page.markup } : {}),
      ...explanation,
      ...(warnings.length === 0 ? {} : { warnings }),
    };
  });
}

/** `contents` is absent for a page that is known, `links` where they are not wanted beside the contents. */
interface ReadContents {
  readonly contents?: readonly PageContent[];
  readonly links?: CrawlLinks;
}

interface ReadOptions {
  readonly trace?: Trace | undefined;
  /** Asked once, before contents are written. */
  readonly isKnown?: IsKnown | undefined;
  /** Whether the links are wanted beside the contents. */
  readonly wantsLinks?: boolean;
}

async function htmlContents(
  page: HtmlPage,
  wanted: readonly ContentOptions[],
  { trace, isKnown, wantsLinks = false }: ReadOptions,
): Promise<ReadContents> {
  const index = new ElementIndex(page.document);
  const facts = await readFacts(page, index, wanted, wantsLinks);
  const links = wantsLinks && facts.links !== undefined ? { links: facts.links.followed } : {};
  const { canonicalURL: canonicalUrl, title } = facts.metadata;
  const isElsewhere = canonicalUrl !== undefined && title !== undefined && canonicalUrl !== page.url;
  if (isElsewhere && (await isKnown?.({ canonicalUrl, title })) === true) return links;
  return { contents: writeContents(page, wanted, index, facts, trace), ...links };
}

/** The content of a document that is no web page, with the values that were asked for: none. */
function withoutValues(content: PageContent, options: ContentOptions | undefined): PageContent {
  if (options?.formats.has('attributes') !== true) return content;
  const { attributes, warnings } = noSelectedValues(options.valueSelectors ?? []);
  return { ...content, attributes, warnings: [...(content.warnings ?? []), ...warnings] };
}

/** As `pageContents`; without contents for a page that `isKnown` knows. */
export async function contentsUnlessKnown(
  page: ParsedPage,
  wanted: readonly ContentOptions[],
  options: ReadOptions,
): Promise<ReadContents> {
  if (page.kind === 'html') return htmlContents(page, wanted, options);
  const written = await ('bytes' in page ? fileContents(page, wanted) : textContents(page, wanted));
  const contents = written.map((content, at) => withoutValues(content, wanted[at]));
  return { contents, ...(options.wantsLinks === true ? { links: noCrawlLinks } : {}) };
}

/**
 * Contents of a page, one for each of `wanted`. The page is read once: facts from the tree as it was
 * served, then one normalisation, then a choice and the writers for each content. Changes the tree of the page.
 * Rejects with AppError TOO_LARGE.
 */
export async function pageContents<const Wanted extends readonly ContentOptions[]>(
  page: ParsedPage,
  wanted: Wanted,
  trace?: Trace,
): Promise<ContentsOf<Wanted>> {
  const { contents } = await contentsUnlessKnown(page, wanted, { trace });
  return contents as unknown as ContentsOf<Wanted>;
}
