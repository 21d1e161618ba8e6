import { type Document, type Element, isTag, isText } from 'domhandler';
import { parseDocument } from 'htmlparser2';

import { blockContext, blockFrame } from '#shared/content/block-context.ts';
import type { BlockFrame } from '#shared/content/block-features-opinion.ts';
import { blockValues, pageValues } from '#shared/content/block-features.ts';
import { elementAt } from '#shared/content/block-page.ts';
import { type BlockTree, blockTree } from '#shared/content/block-tree.ts';

import { alignedShares, blockTexts, tokensOf } from './align-truth.ts';
import { verdictAttribute } from './invented-markup.ts';
import type { InventedPage } from './invented-pages.ts';
import type { TrainingPage, Truth } from './read-pages.ts';

/** A page as the trainer needs it: one row of features a block, and how much of each block is content. */
export interface Example {
  readonly id: string;
  readonly set: string;
  readonly type: string;
  readonly site: string;
  readonly truth: Truth;
  readonly texts: readonly string[];
  readonly tokens: readonly (readonly string[])[];
  readonly truthTokens: readonly string[];
  /** For every block the share of it that is content. */
  readonly shares: Float32Array;
  /** For every block 1 where `shares` is known, else 0. */
  readonly known: Float32Array;
  readonly pageRow: Float32Array;
  readonly rows: Float32Array;
  readonly names: readonly string[];
  readonly frame: BlockFrame;
}

function decode(bytes: Uint8Array, contentType: string): string {
  const head = Buffer.from(bytes.subarray(0, 4096)).toString('latin1');
  const named = /charset\s*=\s*["']?\s*([\w.:-]+)/i;
  const label = named.exec(contentType)?.[1] ?? named.exec(head)?.[1];
  try {
    return new TextDecoder(label ?? 'utf-8', { fatal: label === undefined }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

function jsonLdOf(document: Document): unknown[] {
  const found: unknown[] = [];
  const waiting: Element[] = document.children.filter(isTag);
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    if (element.name === 'script' && /ld\+json/i.test(element.attribs['type'] ?? ''))
      found.push(parsed(element.children.map((child) => (isText(child) ? child.data : '')).join('')));
    waiting.push(...element.children.filter(isTag));
  }
  return found;
}

/** Pages of one site never lie on both sides of a split. */
const siteOf = ({ url, id }: TrainingPage): string => (URL.parse(url)?.hostname ?? id).replace(/^www\./, '');

const squash = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Where only some phrases are known to be in or out, the blocks that hold them are known and no others. */
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

const described = (tree: BlockTree, url: string, jsonLd: readonly unknown[]) => {
  const context = blockContext(tree, { url, jsonLd });
  const pageRow = pageValues(context);
  const { values, names } = blockValues(context, pageRow);
  return { pageRow, rows: values, names, frame: blockFrame(context) };
};

export function exampleOf(page: TrainingPage): Example {
  const document = parseDocument(decode(page.bytes(), page.contentType).replaceAll('<![CDATA[', ''));
  const tree = blockTree(document);
  const texts = blockTexts(tree);
  const tokens = texts.map(tokensOf);
  const truthTokens = tokensOf(page.truth.text ?? '');
  const verdicts =
    page.truth.text === undefined
      ? snippetVerdicts(texts, page.truth)
      : {
          shares: alignedShares(tokens, truthTokens),
          known: new Float32Array(tokens.length).fill(truthTokens.length > 0 ? 1 : 0),
        };
  const { id, set, type = '', truth } = page;
  return {
    id,
    set,
    type,
    site: siteOf(page),
    truth,
    texts,
    tokens,
    truthTokens,
    ...verdicts,
    ...described(tree, page.url, jsonLdOf(document)),
  };
}

function verdictOf(tree: BlockTree, block: number): string {
  for (let node = tree.blocks[block]?.container ?? -1; node >= 0; node = tree.parent[node] ?? -1) {
    const verdict = elementAt(tree, node)?.attribs[verdictAttribute];
    if (verdict !== undefined) return verdict;
  }
  return 'drop';
}

export function inventedExample({ html, type, seed }: InventedPage): Example {
  const tree = blockTree(parseDocument(html));
  const texts = blockTexts(tree);
  const tokens = texts.map(tokensOf);
  const verdicts = tokens.map((_, block) => verdictOf(tree, block));
  return {
    id: `invented-${seed}`,
    set: 'invented',
    type,
    site: `invented-${seed}`,
    truth: {},
    texts,
    tokens,
    truthTokens: tokens.filter((_, block) => verdicts[block] === 'keep').flat(),
    shares: Float32Array.from(verdicts, (verdict) => (verdict === 'keep' ? 1 : 0)),
    known: Float32Array.from(verdicts, (verdict) => (verdict === 'either' ? 0 : 1)),
    ...described(tree, 'https://example.org/', []),
  };
}
