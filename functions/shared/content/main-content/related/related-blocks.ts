import { type BlockContext, wideningsUntil } from '#shared/content/main-content/blocks/context.ts';
import { findElement } from '#shared/content/dom/element-display.ts';
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
import { attachHeadings, peerHeadings } from './missed/missed-headings.ts';
import { missedManualText, missedPeerSections, missedSections } from './missed/missed-sections.ts';
import { missedParagraphs } from './missed/missed-paragraphs.ts';
import { attachNotes } from './notes.ts';
import { captionsOfFigures } from './images/figure-captions.ts';
import { attachImages } from './images/related-images.ts';
import { titlesBelowLabels } from './labelled-titles.ts';
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
 * Adds the code or table that an accepted text ends with: a tutorial's last listing is as good as its first. Below the
 * `headline`, which is there for its own sake, may be a sign-in.
 */
function attachEndings(
  context: BlockContext,
  units: readonly Unit[],
  accepted: Uint8Array,
  headline: number,
): Uint8Array {
  const all = Uint8Array.from(accepted);
  for (const unit of units) {
    const before = unit.from - 1;
    if (before !== headline && all[before] === 1 && endsContainer(context, before, unit))
      all.fill(1, unit.from, unit.to);
  }
  return all;
}

/** Adds the text that belongs to kept text by its place: under the headline, above an answer, between paragraphs. */
function attachMissed(
  context: BlockContext,
  units: readonly Unit[],
  title: string,
  chances: Float32Array,
  accepted: Uint8Array,
): Uint8Array {
  const all = Uint8Array.from(accepted);
  for (const { from, to } of contactBoxes(context, chances, accepted, title)) all.fill(1, from, to);
  const summary = standfirst(context, chances, accepted);
  if (summary >= 0) all[summary] = 1;
  const posts = textsOfPosts(context.page);
  const inPosts = inPostTexts(context.page, posts);
  for (const { from, to } of peerPosts(context.page, posts, chances, accepted)) all.fill(1, from, to);
  for (const block of openingsOfPosts(context.page, posts, chances, all)) all[block] = 1;
  for (const block of linksInPosts(context, posts, chances, all)) all[block] = 1;
  for (const { from, to } of quotationsInPosts(context, posts, all)) all.fill(1, from, to);
  for (const { from, to } of announcedQuotations(context, all)) all.fill(1, from, to);
  for (const { from, to } of definitionSections(context, units, chances, accepted)) all.fill(1, from, to);
  for (const { from, to } of missedTables(context.page, units, accepted)) all.fill(1, from, to);
  for (const block of missedSections(context.page, chances, accepted)) all[block] = 1;
  for (const { from, to } of missedPeerSections(context.page, chances, all)) all.fill(1, from, to);
  for (const block of missedManualText(context.page, chances, accepted)) all[block] = 1;
  for (const block of missedParagraphs(context.page, chances, accepted)) all[block] = 1;
  for (const block of missedItems(context.page, chances, accepted)) all[block] = 1;
  const lists = listsOfLines(context.tree);
  for (const { from, to } of announcedLists(context, lists, chances, all)) all.fill(1, from, to);
  for (const { from, to } of ingredientLists(context, lists, chances, all)) all.fill(1, from, to);
  for (const { from, to } of announcedDefinitions(context, chances, all)) all.fill(1, from, to);
  for (const { from, to } of listsOfSources(context, all)) all.fill(1, from, to);
  for (const block of labelsOfLists(context, lists, chances, all)) all[block] = 1;
  for (const { from, to } of embeddedBoxes(context.page, chances, all)) all.fill(1, from, to);
  for (const { from, to } of termsOfDefinitions(context.page, all)) all.fill(1, from, to);
  for (const block of datesOfCards(context, all)) all[block] = 1;
  for (const block of bylinesOfPosts(context, all)) all[block] = 1;
  for (const block of titlesOfCards(context, inPosts, all)) all[block] = 1;
  for (const block of openingsOfCards(context, inPosts, chances, all)) all[block] = 1;
  for (const block of partsOfCards(context, all)) all[block] = 1;
  for (const block of partsOfRows(context, inPosts, chances, all)) all[block] = 1;
  for (const block of [...questionsOfAnswers(context, all), ...summariesOfDetails(context, all)])
    all[block] = 1;
  for (const { from, to } of titlesBelowLabels(context.page, all)) all.fill(1, from, to);
  for (const block of peerHeadings(context, inPosts, chances, all)) all[block] = 1;
  for (const { from, to } of captionsOfFigures(context.page, all)) all.fill(1, from, to);
  return attachHeadings(context, chances, all);
}

/** Adds to the accepted blocks those that belong to them but read differently. */
export function attachRelatedBlocks(
  context: BlockContext,
  units: readonly Unit[],
  chances: Float32Array,
  accepted: Uint8Array,
  title = context.tree.title,
): Uint8Array {
  const { tree } = context;
  const solid = units.filter(({ kind, from }) => kind !== 'list' && !isInMenu(tree, from));
  const headline = missedTitle(context, title, accepted);
  const titled = accepted.map((isAccepted, block) => (block === headline ? 1 : isAccepted));
  const noted = attachNotes(tree, titled);
  const filled = attachImages(context, fillGaps(solid, chances, noted));
  const ended = attachEndings(context, solid, filled, headline);
  return attachMissed(context, units, title, chances, attachHeadings(context, chances, ended));
}
