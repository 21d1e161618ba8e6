import { type BlockContext, wideningsUntil } from '#shared/content/main-content/blocks/context.ts';
import { findElement } from '#shared/content/dom/element-text.ts';
import { elementAt, isWithin, nameOf, nodeAround } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { inPostTexts, textsOfPosts } from '#shared/content/main-content/blocks/post-texts.ts';
import { listsOfLines, type Unit } from '#shared/content/main-content/blocks/units.ts';
import { fillGaps } from '#shared/content/main-content/choice/adjustments.ts';
import { announcedDefinitions, announcedLists, labelsOfLists } from './announced-lists.ts';
import { datesOfCards } from './cards/card-dates.ts';
import { openingsOfCards } from './cards/card-openings.ts';
import { partsOfRows } from './cards/card-rows.ts';
import { partsOfCards } from './cards/card-parts.ts';
import { titlesOfCards } from './cards/card-titles.ts';
import { contactBoxes } from './contact-box.ts';
import { embeddedBoxes } from './embedded-boxes.ts';
import { questionsOfAnswers } from './faq-questions.ts';
import { headlineBlock, isHeadingAccepted } from './headline.ts';
import { summariesOfDetails } from './summaries.ts';
import { bylinesOfPosts } from './post-bylines.ts';
import {
  announcedQuotations,
  linksInPosts,
  openingsOfPosts,
  peerPosts,
  quotationsInPosts,
} from './peer-posts.ts';
import { definitionSections } from './definition-sections.ts';
import { missedItems } from './missed/missed-items.ts';
import { missedTables } from './missed/missed-tables.ts';
import { termsOfDefinitions } from './terms.ts';
import { headingsAbove, ofHeadings, peerHeadings } from './missed/missed-headings.ts';
import { missedManualText, missedPeerSections, missedSections } from './missed/missed-sections.ts';
import { missedParagraphs } from './missed/missed-paragraphs.ts';
import { attachNotes } from './notes.ts';
import { captionsOfFigures } from './images/figure-captions.ts';
import { attachImages } from './images/related-images.ts';
import { titlesBelowLabels } from './labelled-titles.ts';
import { KeptBlocks } from './kept-blocks.ts';
import { ingredientLists } from './ingredient-lists.ts';
import { listsOfSources } from './source-lists.ts';
import { standfirst } from './standfirst.ts';

const maxTitleWidenings = 3;

/** Whether a heading is a link to the home page, as the logo of a site is, on another page. */
function isLogo({ tree, url }: BlockContext, block: number): boolean {
  const heading = elementAt(tree, tree.blocks[block]?.container ?? -1);
  const link = heading?.name === 'a' ? heading : heading && findElement(heading, ({ name }) => name === 'a');
  const target = link?.attribs['href'] === undefined ? null : URL.parse(link.attribs['href'], url);
  const own = URL.parse(url);
  return (
    target?.pathname === '/' && target.search === '' && target.host === own?.host && own.pathname !== '/'
  );
}

/** The h1 right above the accepted text; -1 without one. */
function titleAbove(context: BlockContext, accepted: Uint8Array): number {
  const { page, titleBlock } = context;
  const first = accepted.indexOf(1);
  if (isLogo(context, titleBlock)) return -1;
  const isAbove = titleBlock >= 0 && titleBlock < first && page.headingLevel[titleBlock] === 1;
  const isNear = isAbove && wideningsUntil(page, titleBlock, first, maxTitleWidenings) < maxTitleWidenings;
  return isNear ? titleBlock : -1;
}

/**
 * The page's headline at any distance, or the h1 right above the accepted text; -1 where it is accepted. A short title
 * looks like a menu entry to the model, and readers miss it first.
 */
function missedTitle(context: BlockContext, title: string, accepted: Uint8Array): number {
  const headline = headlineBlock(context, title, accepted);
  const missed = headline < 0 ? titleAbove(context, accepted) : headline;
  return missed < 0 || isHeadingAccepted(context, missed, accepted) ? -1 : missed;
}

/** Whether the smallest container around `block` and the unit after it ends with the unit. */
function endsContainer({ tree, page }: BlockContext, block: number, { from, to }: Unit): boolean {
  let node = tree.blocks[block]?.container ?? -1;
  while (node >= 0 && !isWithin(tree, from, node)) node = page.wider[node] ?? -1;
  return node < 0 || tree.to[node] === to;
}

const maxMenuLevels = 12;

const isInMenu = (tree: BlockTree, block: number): boolean =>
  nodeAround(
    tree,
    tree.blocks[block]?.container ?? -1,
    maxMenuLevels,
    (node) => nameOf(tree, node) === 'nav',
  ) >= 0;

/**
 * The code and tables that an accepted text ends with: a tutorial's last listing is as good as its first. Below the
 * `headline`, which is there for its own sake, may be a sign-in.
 */
function addEndings(context: BlockContext, units: readonly Unit[], kept: KeptBlocks, headline: number): void {
  for (const unit of units) {
    const before = unit.from - 1;
    if (before !== headline && kept.flags[before] === 1 && endsContainer(context, before, unit))
      kept.add('the code or table that a text ends with', [unit]);
  }
}

/** Adds the text that belongs to kept text by its place: under the headline, above an answer, between paragraphs. */
function addMissed(
  context: BlockContext,
  units: readonly Unit[],
  title: string,
  chances: Float32Array,
  kept: KeptBlocks,
): void {
  const { page } = context;
  const { flags } = kept;
  // Rules that read this must not build on what the rules above them have added.
  const accepted = Uint8Array.from(flags);
  kept.add('a box of contacts', contactBoxes(context, chances, accepted, title));
  kept.add('the summary under the headline', [standfirst(context, chances, accepted)]);
  const posts = textsOfPosts(page);
  const inPosts = inPostTexts(page, posts);
  kept.add('a post among kept posts', peerPosts(page, posts, chances, accepted));
  kept.add('the beginning of a kept post', openingsOfPosts(page, posts, chances, flags));
  kept.add('a link in a kept post', linksInPosts(context, posts, chances, flags));
  kept.add('a quotation in a kept post', quotationsInPosts(context, posts, flags));
  kept.add('a quotation that a kept line announces', announcedQuotations(context, flags));
  kept.add('definitions in a kept section', definitionSections(context, units, chances, accepted));
  kept.add('a table between kept blocks', missedTables(page, units, accepted));
  kept.add('a section of which others are kept', missedSections(page, chances, accepted));
  kept.add('a section between kept ones of its kind', missedPeerSections(page, chances, flags));
  kept.add('text of a manual that is mostly kept', missedManualText(page, chances, accepted));
  kept.add('a paragraph between kept ones', missedParagraphs(page, chances, accepted));
  kept.add('an item of a list that is half kept', missedItems(page, chances, accepted));
  const lists = listsOfLines(context.tree);
  kept.add('a list that a kept line announces', announcedLists(context, lists, chances, flags));
  kept.add('the ingredients of a kept recipe', ingredientLists(context, lists, chances, flags));
  kept.add('definitions that a kept line announces', announcedDefinitions(context, chances, flags));
  kept.add('the sources of the text', listsOfSources(context, flags));
  kept.add('the label of a kept list', labelsOfLists(context, lists, chances, flags));
  kept.add('a box embedded in the text', embeddedBoxes(page, chances, flags));
  kept.add('the term of a kept definition', termsOfDefinitions(page, flags));
  kept.add('the date of a kept card or post', datesOfCards(context, flags));
  kept.add('the author and date of a kept post', bylinesOfPosts(context, flags));
  kept.add('the title of a kept card', titlesOfCards(context, inPosts, flags));
  kept.add('the first line of a kept card', openingsOfCards(context, inPosts, chances, flags));
  kept.add('a part that other cards keep', partsOfCards(context, flags));
  kept.add('a part of a card, in a row that is half kept', partsOfRows(context, inPosts, chances, flags));
  const summaries = summariesOfDetails(context, flags);
  kept.add('the question of a kept answer', questionsOfAnswers(context, flags));
  kept.add('the summary of kept details', summaries);
  kept.add('the title below a kept label', titlesBelowLabels(page, flags));
  kept.add('a heading of which others of its kind are kept', peerHeadings(context, inPosts, chances, flags));
  kept.add('the caption of a kept image', captionsOfFigures(page, flags));
  kept.add(ofHeadings, headingsAbove(context, chances, flags));
}

/** The accepted blocks, and those that belong to them but read differently. */
export function withRelatedBlocks(
  context: BlockContext,
  units: readonly Unit[],
  chances: Float32Array,
  accepted: Uint8Array,
  title = context.tree.title,
): KeptBlocks {
  const { tree } = context;
  const solid = units.filter(({ kind, from }) => kind !== 'list' && !isInMenu(tree, from));
  const kept = new KeptBlocks(accepted);
  const headline = missedTitle(context, title, accepted);
  kept.add('the headline of the page', [headline]);
  kept.addFlagged('a note of the text', attachNotes(tree, kept.flags));
  kept.addFlagged('code or a table between kept blocks', fillGaps(solid, chances, kept.flags));
  kept.addFlagged('an image of the text, with its caption', attachImages(context, kept.flags));
  addEndings(context, solid, kept, headline);
  kept.add(ofHeadings, headingsAbove(context, chances, kept.flags));
  addMissed(context, units, title, chances, kept);
  return kept;
}
