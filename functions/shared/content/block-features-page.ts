import { isTag } from 'domhandler';

import type { BlockContext } from './block-context.ts';
import { phraseBit, type PhraseMark } from './block-phrases.ts';

interface PageFeature {
  readonly name: string;
  readonly of: (context: BlockContext) => number;
}

const log = (count: number): number => Math.log2(1 + count);
const ratio = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

function shareWithClass({ tree }: BlockContext): number {
  let found = 0;
  for (const node of tree.nodes) if (isTag(node) && node.attribs['class'] !== undefined) found += 1;
  return ratio(found, tree.nodes.length);
}

const tags = (name: string): PageFeature => ({
  name: `page.tag.${name}`,
  of: ({ page }) => log(page.tags.get(name) ?? 0),
});

const says = (mark: PhraseMark): PageFeature => ({
  name: `page.says.${mark}`,
  of: ({ tree }) =>
    log(tree.blocks.reduce((sum, { phrases }) => sum + ((phrases & phraseBit[mark]) === 0 ? 0 : 1), 0)),
});

/** What addresses of pages of one kind have in common, in English and in transliterated Russian. */
const urlWords: Readonly<Record<string, RegExp>> = {
  article: /\/(?:blog|news|article|story|post|stati|novosti|press)s?\b|\/(?:19|20)\d\d\/\d\d?\//i,
  documentation: /\bdocs?\b|\/(?:api|reference|manual|guide|wiki|help|learn|tutorial|spravka)\b|readthedocs/i,
  forum: /forum|thread|topic|\/t\/|discuss|community|question|answers|viewtopic|showthread|\btema\b/i,
  product: /product|\/p\/|\/dp\/|\/item|\/itm|\/tovar|\/goods|-p-\d|\/sku/i,
  listing: /search|[?&]q=|\/jobs|listing|results|\/list\b|obyavleni|\/ads?\//i,
  collection: /categor|collection|\/c\/|\/shop|catalog|katalog|\/tags?\/|\/genre|best-|\/top-?\d/i,
  service: /service|solution|pricing|platform|about|features|uslugi|tarif|o-kompanii/i,
};

const declaredKinds: Readonly<Record<string, RegExp>> = {
  article: /Article|BlogPosting|NewsArticle|Report/,
  product: /Product|Offer|Vehicle/,
  forum: /DiscussionForumPosting|QAPage|Question/,
  listing: /ItemList|CollectionPage|SearchResultsPage|JobPosting/,
  organisation: /Organization|LocalBusiness|Service|SoftwareApplication/,
  faq: /FAQPage/,
};

const pathOf = (url: string): string => URL.parse(url)?.pathname ?? '';

const declares = (types: ReadonlySet<string>, pattern: RegExp): number =>
  [...types].some((type) => pattern.test(type)) ? 1 : 0;

export const pageFeatures: readonly PageFeature[] = [
  { name: 'page.words', of: ({ page }) => log(page.words.over(0, page.count)) },
  { name: 'page.blocks', of: ({ page }) => log(page.count) },
  {
    name: 'page.linkDensity',
    of: ({ page }) => ratio(page.linkWords.over(0, page.count), page.words.over(0, page.count)),
  },
  {
    name: 'page.prose',
    of: ({ page }) => ratio(page.prose.over(0, page.count), page.words.over(0, page.count)),
  },
  { name: 'page.proseWords', of: ({ page }) => log(page.prose.over(0, page.count)) },
  { name: 'page.headings', of: ({ page }) => log(page.headings.over(0, page.count)) },
  { name: 'page.topScore', of: ({ top }) => log(top.score) },
  {
    name: 'page.topOfProse',
    of: ({ page, tree, top }) =>
      top.node < 0
        ? 0
        : ratio(
            page.prose.over(tree.from[top.node] ?? 0, tree.to[top.node] ?? 0),
            page.prose.over(0, page.count),
          ),
  },
  {
    name: 'page.mostAlike',
    of: ({ repetition }) => log(repetition.alike.reduce((most, alike) => Math.max(most, alike), 0)),
  },
  { name: 'page.declaredBody', of: ({ declared }) => log(declared.bodyWords) },
  ...[
    'p',
    'li',
    'pre',
    'code',
    'table',
    'article',
    'main',
    'img',
    'blockquote',
    'button',
    'dl',
    'time',
    'form',
  ].map(tags),
  ...(
    [
      'price',
      'buy',
      'date',
      'clock',
      'member',
      'action',
      'review',
      'attribute',
      'detail',
      'filter',
      'more',
      'byline',
    ] as const
  ).map(says),
  { name: 'page.classes', of: shareWithClass },
  ...Object.entries(declaredKinds).map(([kind, pattern]) => ({
    name: `page.declares.${kind}`,
    of: ({ declared }: BlockContext) => declares(declared.types, pattern),
  })),
  ...Object.entries(urlWords).map(([kind, pattern]) => ({
    name: `page.url.${kind}`,
    of: ({ url }: BlockContext) => (pattern.test(url) ? 1 : 0),
  })),
  {
    name: 'page.url.depth',
    of: ({ url }) =>
      pathOf(url)
        .split('/')
        .filter((part) => part !== '').length,
  },
  { name: 'page.url.hyphens', of: ({ url }) => (pathOf(url).match(/-/g) ?? []).length },
];
