import type { Document, Element } from 'domhandler';

import { placeStreamedParts } from './streamed-parts.ts';
import { ElementIndex } from '#shared/content/dom/element-edit.ts';
import { resolveAddresses } from './addresses.ts';
import { readAriaTables } from './aria-tables.ts';
import { normalizeCallouts } from './callouts/callouts.ts';
import { linkHeadingsOfCards } from './headings/card-links.ts';
import { showClippedTexts } from './hidden/clipped-texts.ts';
import { dropConsent } from './hidden/consent.ts';
import { normalizeCode } from './code/code.ts';
import { normalizeControls } from './controls/controls.ts';
import { fillCounters } from './counters.ts';
import { normalizeEmbeds } from './embeds.ts';
import { readGenerators } from './generators/generators.ts';
import { normalizeFootnotes } from './footnotes/footnotes.ts';
import { normalizeHeadings } from './headings/headings.ts';
import { dropHiddenCopies } from './hidden/hidden-copies.ts';
import { writeIconMarks } from './images/icon-marks.ts';
import { dropImageCopies, normalizeImages } from './images/images.ts';
import { dropListCopies } from './lists/list-copies.ts';
import { dropRepeatedDates } from './repeated-dates.ts';
import { revealJoomlaEmails } from './emails/joomla-emails.ts';
import { normalizeLists } from './lists/lists.ts';
import { normalizeMath } from './math/math.ts';
import { unwrapInParagraphs } from './own-elements.ts';
import { normalizeQuotations } from './quotations.ts';
import { revealEmails } from './emails/protected-emails.ts';
import { listNumberedRows } from './lists/numbered-rows.ts';
import { listNumberedSteps } from './lists/numbered-steps.ts';
import { joinSplitTables } from './split-tables.ts';
import { writeProductOptions } from './controls/product-options.ts';
import { normalizeTabs } from './controls/tabs.ts';
import { dropHidden } from './hidden/drop-hidden.ts';
import { normalizeTasks } from './lists/tasks.ts';
import { normalizeTimes } from './times.ts';
import { dropScreenTwins } from './hidden/screen-twins.ts';
import { dropHiddenOnWide } from './hidden/wide-screen.ts';
import { writeRatings } from './images/spoken-images.ts';
import { separateSideBySide } from './side-by-side.ts';
import { dropSpokenRanges, joinFractions, joinPrices, writeSpokenPrices } from './prices.ts';
import type { HtmlPage } from '#shared/content/page/parse-page.ts';
import type { Trace } from '#shared/content/dom/trace.ts';

/** The part of a page that normalising needs, so that feeds and files can be brought to the same forms. */
type NormalizablePage = Pick<HtmlPage, 'document' | 'baseUrl' | 'url'>;

/** A document in which code, math, notes and images have one form each. Only `normalizePage` makes one. */
export type NormalizedDocument = Document & { readonly [normalized]: true };
declare const normalized: unique symbol;

interface NormalizeOptions {
  readonly trace?: Trace | undefined;
  /** The index of the document as it was parsed. */
  readonly index?: ElementIndex;
  /** The element that shows the page's headline. */
  readonly headline?: Element | undefined;
}

/**
 * Brings the many ways to write code, math, notes and images to one form each, before any content is chosen. Changes the page's document in place.
 * The order of the steps matters; the comment above each group says why it is where it is.
 */
export function normalizePage(page: NormalizablePage, options: NormalizeOptions = {}): NormalizedDocument {
  const { document, baseUrl } = page;
  const { trace, headline, index: asParsed = new ElementIndex(document) } = options;
  // Streamed parts, what programs write in their own way, tables of boxes and protected email addresses: later steps see the content
  // as a browser shows it, in the elements of HTML.
  const rewritten = [placeStreamedParts(asParsed), readGenerators(asParsed), readAriaTables(asParsed)];
  const index = rewritten.includes(true) ? new ElementIndex(document) : asParsed;
  revealEmails(index);
  revealJoomlaEmails(index);
  // Math: its source is in scripts, hidden elements and image texts, which later steps drop.
  normalizeMath(index);
  // Code: gutters and buttons are found by classes inside the block, which this step removes.
  normalizeCode(index, trace);
  // Notes: sidenotes are hidden until clicked, and back-links look like heading anchors.
  normalizeFootnotes(index, page.url, trace);
  // Headings: after the notes, so that a reference in a heading is not taken for an anchor sign; links over cards first,
  // since an empty link beside a heading looks like its anchor.
  linkHeadingsOfCards(index);
  normalizeHeadings(index, page.url, headline);
  // Callouts, whose titles are not headings, quotations, unknown elements in paragraphs, times and prices: what belongs
  // together is joined before what only stands side by side is separated.
  normalizeCallouts(index, trace);
  normalizeQuotations(index);
  unwrapInParagraphs(index);
  normalizeTimes(index);
  writeSpokenPrices(index);
  joinPrices(index);
  joinFractions(index);
  dropSpokenRanges(index);
  separateSideBySide(index);
  // Steps of guides, tasks, lists, icons in cells, drawn ratings and tables: after notes and callouts, which some systems write as lists.
  listNumberedSteps(index);
  normalizeTasks(index);
  normalizeLists(index);
  writeIconMarks(index);
  writeRatings(index);
  joinSplitTables(index);
  listNumberedRows(index);
  // Images and embeds: lazy ones get their URL.
  const real = normalizeImages(index);
  normalizeEmbeds(index, baseUrl);
  // Tabs, the options of products and numbers that count up: before controls are removed, since these are controls.
  normalizeTabs(index, trace);
  writeProductOptions(index);
  fillCounters(index);
  // Controls, consent dialogs, what is hidden, and what is there twice for other screens, in other layouts or above and
  // below a title: accordion headings have become text by now. Copies of images last, so that the one that stays is shown.
  normalizeControls(index, trace);
  dropConsent(index, trace);
  dropHiddenOnWide(index, trace);
  dropScreenTwins(index, trace);
  dropListCopies(index, trace);
  dropRepeatedDates(index, trace);
  showClippedTexts(index, trace);
  dropHidden(index, trace);
  dropHiddenCopies(document, index, trace);
  dropImageCopies(document, real);
  // URLs: last, since notes and headings are recognised by their `#` links.
  resolveAddresses(document, baseUrl);
  return document as NormalizedDocument;
}
