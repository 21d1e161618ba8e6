import { type BlockContext, blockContext } from '#shared/content/main-content/blocks/context.ts';
import { elementAt } from '#shared/content/main-content/blocks/page.ts';
import { type BlockTree, blockTree } from '#shared/content/main-content/blocks/tree.ts';
import { ElementIndex } from '#shared/content/dom/element-edit.ts';
import { headFacts } from '#shared/content/metadata/head-facts.ts';
import { readJsonLd } from '#shared/content/metadata/json-ld.ts';
import { readMetadata } from '#shared/content/metadata/metadata.ts';
import { normalizePage } from '#shared/content/normalise/normalize-page.ts';
import { parsePage } from '#shared/content/page/parse-page.ts';

import { alignedShares, blockTexts, tokensOf } from './align-truth.ts';
import { verdictAttribute } from './invented-markup.ts';
import type { InventedPage } from './invented-pages.ts';
import type { TrainingPage, Truth } from './read-pages.ts';

/** A page to train on: the source of its features, and how much of each block is content. */
export interface Example {
  readonly id: string;
  readonly set: string;
  /** Page type, or the language in sets of news. */
  readonly type: string;
  /** Host without `www.`; pages of one site are never both trained on and held out. */
  readonly site: string;
  readonly truth: Truth;
  readonly texts: readonly string[];
  readonly tokens: readonly (readonly string[])[];
  readonly truthTokens: readonly string[];
  /** For each block, the share of it that is content. */
  readonly shares: Float32Array;
  /** For each block, 1 where `shares` is known and 0 elsewhere. */
  readonly known: Float32Array;
  readonly context: BlockContext;
}

const squash = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** For pages that are annotated by phrases: only the blocks with these phrases are known. */
function snippetVerdicts(
  texts: readonly string[],
  { must = [], mustNot = [] }: Truth,
): Pick<Example, 'shares' | 'known'> {
  const squashed = texts.map(squash);
  const holds = (snippets: readonly string[], at: number): boolean =>
    snippets.some((snippet) => squashed[at]?.includes(squash(snippet)) === true);
  const shares = Float32Array.from(texts, (_, at) => (holds(must, at) ? 1 : 0));
  const known = Float32Array.from(texts, (_, at) => (shares[at] === 1 || holds(mustNot, at) ? 1 : 0));
  return { shares, known };
}

/** Decodes, parses and normalises a page with the product's own steps. Undefined for what is not HTML. */
async function readPage(
  bytes: Uint8Array,
  contentType: string,
  url: string,
): Promise<BlockContext | undefined> {
  const page = parsePage({ bytes, contentType, url });
  if (page.kind !== 'html') return undefined;
  const index = new ElementIndex(page.document);
  const { headline } = await readMetadata(page, index, headFacts(index), readJsonLd(index));
  const { text: title, heading } = headline;
  normalizePage(page, { index, headline: heading });
  return blockContext(blockTree(page.document), title === undefined ? {} : { title });
}

/** The example of an annotated page; undefined for what is not HTML. */
export async function exampleOf(page: TrainingPage): Promise<Example | undefined> {
  const context = await readPage(page.bytes(), page.contentType, page.url);
  if (context === undefined) return undefined;
  const texts = blockTexts(context.tree);
  const tokens = texts.map(tokensOf);
  const { id, set, type = '', truth, url } = page;
  const truthTokens = tokensOf(truth.text ?? '');
  const verdicts =
    truth.text === undefined
      ? snippetVerdicts(texts, truth)
      : {
          shares: alignedShares(tokens, truthTokens),
          known: new Float32Array(tokens.length).fill(truthTokens.length > 0 ? 1 : 0),
        };
  const site = (URL.parse(url)?.hostname ?? id).replace(/^www\./, '');
  return { id, set, type, site, truth, texts, tokens, truthTokens, ...verdicts, context };
}

function verdictOf(tree: BlockTree, block: number): string {
  for (let node = tree.blocks[block]?.container ?? -1; node >= 0; node = tree.parent[node] ?? -1) {
    const verdict = elementAt(tree, node)?.attribs[verdictAttribute];
    if (verdict !== undefined) return verdict;
  }
  return 'drop';
}

const encoder = new TextEncoder();

/** The example of an invented page, from the verdicts in its markup. */
export async function inventedExample({
  html,
  type,
  seed,
  language,
  url,
}: InventedPage): Promise<Example | undefined> {
  const context = await readPage(encoder.encode(html), 'text/html; charset=utf-8', url);
  if (context === undefined) return undefined;
  const texts = blockTexts(context.tree);
  const tokens = texts.map(tokensOf);
  const verdicts = tokens.map((_, block) => verdictOf(context.tree, block));
  return {
    id: `invented-${seed}-${language}`,
    set: 'invented',
    type,
    site: `invented-${seed}`,
    truth: {},
    texts,
    tokens,
    truthTokens: tokens.filter((_, block) => verdicts[block] === 'keep').flat(),
    shares: Float32Array.from(verdicts, (verdict) => (verdict === 'keep' ? 1 : 0)),
    known: Float32Array.from(verdicts, (verdict) => (verdict === 'either' ? 0 : 1)),
    context,
  };
}
