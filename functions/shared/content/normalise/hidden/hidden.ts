import { type Element, isTag, isText } from 'domhandler';

import { isBlock } from '#shared/content/dom/element-display.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { nameSet } from '#shared/content/dom/html-elements.ts';
import {
  ancestor,
  becomeElement,
  classesOf,
  elementBeside,
  type ElementIndex,
  makeSilent,
  newText,
  nodeBeside,
} from '#shared/content/dom/element-edit.ts';
import { isForScreenReaders, isScreenReaderClass } from '#shared/content/dom/screen-readers.ts';
import type { Trace } from '#shared/content/dom/trace.ts';

/** Class names of hidden content that a click opens: tabs, accordions, spoilers, "read more"; not menus and dialogs. */
const openable =
  /(?:^|[-_\s])(?:tab|tabs|tabpanel|tab-?pane|tab-?content|panel|accordion|collaps(?:e|ed|ible)|details|spoiler|faq|expand(?:ed|able|er)?|toggle-?content|read-?more|more-?text|full-?text|show-?more|answer|char(?:acteristics)?|spec(?:s|ifications?)?|description|footnotes?|sidenote|note-?content|fn|transcript|step|slide|vkladka|harakteristiki|opisanie|otzyvy)(?:$|[-_\s\d])/i;
const neverContent =
  /(?:^|[-_\s])(?:modal|dialog|popup|pop-up|overlay|lightbox|cookie|consent|gdpr|menu|submenu|dropdown|drop-down|nav|navbar|offcanvas|drawer|tooltip|popover|toast|share|login|signin|signup|subscribe|newsletter|search|autocomplete|suggest|template|tpl|skeleton|loader|spinner|preloader|clone|cloned|korzina|basket|cart|captcha|error|success)(?:$|[-_\s])/i;

/** A hidden element with this share of the page's text is kept: a script shows it. */
const minPageShare = 0.4;

const styleHides = /(?:^|;|\s)display\s*:\s*none|visibility\s*:\s*hidden/i;
const noSize = ['width', 'height'].map(
  (side) => new RegExp(`(?:^|;)\\s*${side}\\s*:\\s*0(?:px)?\\s*(?:;|$)`, 'i'),
);
const cutsOff = /(?:^|;)\s*overflow\s*:\s*hidden/i;

const hasNoSize = (style: string): boolean => cutsOff.test(style) && noSize.every((side) => side.test(style));

/**
 * Classes that say the same, also of Webflow, of Amazon and of Avada, a theme of WordPress; `hidden` and `d-none` may hold for some
 * widths only. A hidden h1 is the headline for screen readers.
 */
const classHides =
  /(?:^|\s)(?:(?:u-)?display-{1,2}none|rich-snippet-hidden|aok-hidden|w-condition-invisible|w-dyn-bind-empty)(?:\s|$)/;
/** Part of all of these: a cheap test for most elements. */
const mayHide = /display-|rich-snippet-|aok-|w-condition-|w-dyn-/;

/** Whether an element itself says that it is not shown. */
export function isHidden({ attribs, name }: Element): boolean {
  const { hidden, style, class: names } = attribs;
  if (hidden !== undefined && hidden !== 'until-found') return true;
  // Styled-system writes its properties into the page.
  if (attribs['display'] === 'none' && name !== 'h1') return true;
  if (attribs['layout'] === 'nodisplay') return true;
  // Scripts open these. The others open at a button, which may be the mark of a footnote.
  if (attribs['popover'] === 'manual') return true;
  if (names !== undefined && mayHide.test(names) && name !== 'h1' && classHides.test(names)) return true;
  return style !== undefined && (styleHides.test(style) || hasNoSize(style));
}

const settingsName = /(?:^|\s)(?:section|library)-metadata(?:\s|$)/;
const machineProperty = /^(?:image|logo|mainEntityOfPage|thumbnailUrl|contentUrl|embedUrl)$/;

const divsIn = ({ children }: Element): readonly Element[] =>
  children.filter((child): child is Element => isTag(child) && child.name === 'div');

/** Adobe's Edge Delivery writes the style of a section into its text, in rows of a key and a value, for a script to remove. */
const isSettings = (element: Element): boolean =>
  divsIn(element).length > 0 &&
  element.children.filter(isTag).length === divsIn(element).length &&
  divsIn(element).every((row) => divsIn(row).length === 2 && row.children.filter(isTag).length === 2);

/** Whether a box is read by programs only: the settings of a section, or a declared URL as its only text. */
function isForPrograms(element: Element): boolean {
  const { attribs, children, name } = element;
  if (name !== 'div') return false;
  const { class: names, itemprop } = attribs;
  if (names?.includes('-metadata') === true && settingsName.test(names)) return isSettings(element);
  if (itemprop === undefined || !machineProperty.test(itemprop)) return false;
  const [child, ...others] = children;
  return (
    child !== undefined && others.length === 0 && isText(child) && /^\s*https?:\/\/\S+\s*$/.test(child.data)
  );
}

const isTransparent = /(?:^|\s)opacity-0(?:\s|$)/;
const showsOnHover = /(?:^|\s)(?:group-)?hover(?:\/[\w-]{1,40})?:opacity-\d/;
/** Longer texts describe what the card is about. */
const maxHoverCharacters = 25;

/** Fewer are not those of cards. */
const minCaptions = 3;

/** Whether an element is a caption such as "View details", which Tailwind shows while the pointer is on its card. */
const isHoverCaption = (element: Element, index: ElementIndex): boolean => {
  const { class: names = '' } = element.attribs;
  return (
    isTransparent.test(names) &&
    showsOnHover.test(names) &&
    index.textLength(element) > 0 &&
    index.textLength(element) <= maxHoverCharacters &&
    !index.holds(element, 'img', 'picture', 'video')
  );
};

const shopifyPrice = /(?:^|\s)price__(regular|sale|badge-sale|badge-sold-out)(?:\s|$)/;

/** Whether themes of Shopify show a part of a price, by the classes of its box. */
const showsPart: Readonly<Record<string, (box: readonly string[]) => boolean>> = {
  regular: (box) => !box.includes('price--on-sale'),
  sale: (box) => box.includes('price--on-sale'),
  'badge-sale': (box) => box.includes('price--on-sale') && !box.includes('price--sold-out'),
  'badge-sold-out': (box) => box.includes('price--sold-out'),
};

/** Themes of Shopify have the prices and labels for all cases, and show one by the class of the box around. */
function isOtherPrice(element: Element): boolean {
  const part = shopifyPrice.exec(element.attribs['class'] ?? '')?.[1];
  if (part === undefined) return false;
  const box = ancestor(element, 3, (around) => classesOf(around).includes('price'));
  return box !== undefined && showsPart[part]?.(classesOf(box)) === false;
}

const unitPrice = /(?:^|\s)unit-price(?:\s|$)/;
const hiddenClass = /(?:^|\s)hidden(?:\s|$)/;

/** Whether an element is the label of a unit price without the price: Shopify writes it for each product. */
const isUnfilledUnitPrice = (element: Element): boolean => {
  const { class: names = '' } = element.attribs;
  return (
    unitPrice.test(names) && hiddenClass.test(names) && !/\d/.test(rawText(element, maxVisibleCharacters))
  );
};

const minMessages = 5;
const keyOfMessage = /^data-(?:t|message-?)?key$/;

const isMessage = ({ attribs, children, name }: Element): boolean =>
  (name === 'div' || name === 'span') &&
  Object.keys(attribs).some((attribute) => keyOfMessage.test(attribute)) &&
  !children.some(isTag);

/** Whether a hidden element holds the messages of the page's scripts, each with its key. */
function isMessageTable({ children }: Element): boolean {
  const elements = children.filter(isTag);
  return elements.length >= minMessages && elements.every(isMessage);
}

const openingAttributes = new Set([
  'aria-controls',
  'data-target',
  'data-bs-target',
  'data-tab',
  'data-toggle-target',
]);

/** Ids that a control opens: `aria-controls`, `data-target`, links of tabs. */
function controlledIds(index: ElementIndex): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { attribs, name } of index.all) {
    // Most elements have fewer attributes than there are names.
    for (const attribute in attribs) {
      const value = openingAttributes.has(attribute) ? attribs[attribute] : undefined;
      if (value !== undefined && value.length < 200) ids.add(value.replace(/^#/, ''));
    }
    const href = name === 'a' ? attribs['href'] : undefined;
    if (href?.startsWith('#') === true && href.length > 1) ids.add(href.slice(1));
  }
  return ids;
}

/** Menus, dialogs and galleries of AMP, which open over the page. */
const overlaysOfAmp = nameSet('amp-consent amp-lightbox amp-sidebar amp-user-notification');

const namesOf = ({ attribs }: Element): string => `${attribs['class'] ?? ''} ${attribs['id'] ?? ''}`;

/** Names of elements that open a hidden part beside a sign: `<my-popover>`. */
const opensAtPointer = /(?:^|[-_])(?:tooltip|popover)(?:$|[-_])/i;

/** Menus, dialogs and messages, which are not content. */
const isOperating = (element: Element): boolean =>
  neverContent.test(namesOf(element)) ||
  (element.parent !== null && isTag(element.parent) && opensAtPointer.test(element.parent.name)) ||
  /^(?:dialog|alertdialog|menu|tooltip|listbox|navigation|alert|status)$/.test(element.attribs['role'] ?? '');

function isOpenedByReader(element: Element, controlled: ReadonlySet<string>): boolean {
  const { attribs, parent } = element;
  const own = namesOf(element);
  const role = attribs['role'] ?? '';
  if (isOperating(element)) return false;
  if (role === 'tabpanel' || role === 'region' || openable.test(own)) return true;
  if (attribs['id'] !== undefined && controlled.has(attribs['id'])) return true;
  const around =
    parent !== null && isTag(parent) ? `${parent.attribs['class'] ?? ''} ${parent.attribs['id'] ?? ''}` : '';
  return (
    parent !== null &&
    isTag(parent) &&
    (parent.name === 'details' || (openable.test(around) && !neverContent.test(around)))
  );
}

const isIconFont = (element: Element): boolean =>
  element.children.length <= 1 &&
  classesOf(element).some((name) =>
    /^(?:fa|fas|far|fab|icon|material-icons(?:-\w+)?|material-symbols-\w+|glyphicon|mdi|bi)$/.test(name),
  );

const onlyArrow = /^\s*[←→↑↓↗↘⟶➔➜›»▸▶❯]\s*$/u;
const maxArrowLevels = 3;
const maxLinkCharacters = 300;
const isLinkOrButton = ({ name }: Element): boolean => name === 'a' || name === 'button';

/** Whether nothing is shown before or behind an element in the link around it. */
function isAtEdge(element: Element, link: Element, side: 'prev' | 'next'): boolean {
  for (let at: Element = element; at !== link; at = at.parent) {
    if (nodeBeside(at, side) !== null || at.parent === null || !isTag(at.parent)) return false;
  }
  return true;
}

/** Whether an arrow decorates the words of a link, before or behind them: screen readers skip it. Elsewhere, it may tell or separate. */
function isArrow(element: Element): boolean {
  if (element.attribs['aria-hidden'] !== 'true' || !onlyArrow.test(rawText(element, 4))) return false;
  const link = ancestor(element, maxArrowLevels, isLinkOrButton);
  return (
    link !== undefined &&
    (isAtEdge(element, link, 'prev') || isAtEdge(element, link, 'next')) &&
    /\p{L}/u.test(rawText(link, maxLinkCharacters))
  );
}

/** Removes an arrow, or the name of an icon ("arrow_forward"), which an icon font shows as an image. */
function dropIcon(element: Element): void {
  if (isArrow(element)) return makeSilent(element);
  if (!isIconFont(element)) return;
  const [child] = element.children;
  if (child === undefined || (isText(child) && /^\s*(?:[\w-]{1,30}|[\ue000-\uf8ff]+)\s*$/.test(child.data)))
    makeSilent(element);
}

const operating =
  /\b(?:new (?:window|tab)|opens? in|skip to|jump to|toggle|close|open menu|menu|search|loading|previous|next slide|current page|page|expand|collapse|selected)\b|(?:новом окне|открыть|закрыть|перейти к|меню|поиск|загрузка|назад|вперёд)/i;

const maxVisibleCharacters = 80;
const abbreviation = /\p{L}\.\s*$/u;

/** Whether a text reads out the abbreviation beside it, which screen readers skip: `/mo.` and "per month". */
const readsOutAbbreviation = (element: Element): boolean =>
  (['prev', 'next'] as const).some((side) => {
    const shown = elementBeside(element, side, { onlySpace: true });
    return (
      shown?.attribs['aria-hidden'] === 'true' &&
      !isHidden(shown) &&
      abbreviation.test(rawText(shown, maxVisibleCharacters))
    );
  });

const opensHeadline = (element: Element): boolean => {
  const { parent } = element;
  if (parent === null || !isTag(parent) || parent.name !== 'h1') return false;
  return parent.children.find((child) => !isText(child) || child.data.trim() !== '') === element;
};

/**
 * Whether scripts write messages into an element (WAI-ARIA 1.2, section 6.6.3, live regions): "Added to your cart". A
 * number may be that of results or stars.
 */
const isAnnouncement = (element: Element): boolean =>
  (/^(?:polite|assertive)$/.test(element.attribs['aria-live'] ?? '') ||
    /^(?:alert|log|status|timer)$/.test(element.attribs['role'] ?? '')) &&
  !/\d/.test(rawText(element, maxSpokenCharacters));

/**
 * Drops text for screen readers that explains how to operate the page, names its regions, or stands before the headline
 * ("Collection:"). Text that says what others see stays ("Original price was", "4.5 out of 5 stars"), and so does the
 * only text of a link.
 */
function dropScreenReaderText(index: ElementIndex, element: Element): void {
  const { attribs, name, parent } = element;
  // Shown to nobody: scripts refer to it.
  if (attribs['aria-hidden'] === 'true') return makeSilent(element);
  const isOnlyText =
    parent !== null && isTag(parent) && index.textLength(parent) === index.textLength(element);
  if (isAnnouncement(element) && !(isOnlyText && parent.name === 'a')) return makeSilent(element);
  const isLabel =
    /^h[1-6]$/.test(name) ||
    opensHeadline(element) ||
    operating.test(rawText(element, 200)) ||
    readsOutAbbreviation(element);
  if (parent === null || !isTag(parent) || !isLabel) return;
  if (!isOnlyText || parent.name === 'div') makeSilent(element);
}

/** The explanation that a pointer shows beside a sign or an abbreviation. One that a link leads to is a note. */
const isTooltip = ({ attribs }: Element, controlled: ReadonlySet<string>): boolean =>
  attribs['role'] === 'tooltip'
    ? !controlled.has(attribs['id'] ?? '')
    : attribs['aria-hidden'] === 'true' && /tooltip/i.test(attribs['class'] ?? '');

const textLevel = nameSet('span del ins s b strong small');
const ofTablesAndLists = nameSet('td th li dt dd');
/** Fewer words, without a number, may be another text: "Red" beside "Red and white". */
const minVisibleWords = 2;
const maxSpokenCharacters = 240;
const wordsAndNumbers = (text: string): readonly string[] =>
  text.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? [];

/** Whether some words of a text, one after the other, have these letters and digits: `7999` in "Price $79.99". */
function saysInARow(spoken: string, letters: string): boolean {
  const words = wordsAndNumbers(spoken);
  return words.some((_, from) => {
    let said = '';
    for (let at = from; said.length < letters.length && at < words.length; at++) said += words[at] ?? '';
    return said === letters;
  });
}

const isLine = (element: Element): boolean =>
  element.name === 'div' && findElement(element, isBlock) === undefined;

/** Whether an element is a short text that screen readers skip. */
const isSkippedText = (element: Element, index: ElementIndex): boolean =>
  element.attribs['aria-hidden'] === 'true' &&
  (textLevel.has(element.name) || isLine(element)) &&
  index.textLength(element) <= maxVisibleCharacters;

/** Whether an element, which others may not see, says the words of a text in a row. */
function repeats(spoken: Element | undefined, element: Element, index: ElementIndex): boolean {
  const words = wordsAndNumbers(rawText(element));
  const own = words.join('');
  if (words.length < minVisibleWords && !/\p{N}/u.test(own)) return false;
  return (
    spoken !== undefined &&
    !ofTablesAndLists.has(spoken.name) &&
    spoken.attribs['aria-hidden'] !== 'true' &&
    !isHidden(spoken) &&
    index.textLength(spoken) <= maxSpokenCharacters &&
    saysInARow(rawText(spoken), own)
  );
}

/** The text for screen readers right before an element, which may end the element before it: `10`, " minutes". */
function spokenBefore(element: Element): Element | undefined {
  const before = elementBeside(element, 'prev', { onlySpace: true });
  if (before === undefined || isForScreenReaders(before)) return before;
  const last = before.children.findLast((child) => !isText(child) || child.data.trim() !== '');
  return last !== undefined && isTag(last) && isForScreenReaders(last) ? last : undefined;
}

/** Whether the text for screen readers right before an element is the same, be it one word. */
function isSpokenBefore(element: Element): boolean {
  const spoken = spokenBefore(element);
  if (spoken === undefined || !isForScreenReaders(spoken)) return false;
  const own = wordsAndNumbers(rawText(element)).join('');
  return own !== '' && own === wordsAndNumbers(rawText(spoken, maxSpokenCharacters)).join('');
}

/**
 * Whether a text that screen readers skip (`aria-hidden`) is repeated beside it for them, in the same words or more: `$79`
 * `99` and "Price $79.99", `(4)` and "4 reviews".
 */
const isRepeatedForScreenReaders = (element: Element, index: ElementIndex): boolean =>
  isSkippedText(element, index) &&
  (isSpokenBefore(element) ||
    (['prev', 'next'] as const).some((side) =>
      repeats(elementBeside(element, side, { onlySpace: true }), element, index),
    ));

const onlyDash = /^\s*[-–—~]\s*$/;

/**
 * A price, the dash behind it and the second price of a range, where the text behind them says both to screen readers:
 * "Price range: $49 through $69".
 */
function rangeRepeatedBehind(low: Element, index: ElementIndex): readonly Element[] {
  const behind = (element: Element | undefined): Element | undefined =>
    element && elementBeside(element, 'next', { onlySpace: true });
  const dash = behind(low);
  const high = behind(dash);
  if (dash === undefined || high === undefined) return [];
  const range = [low, dash, high];
  const isRange = range.every((part) => isSkippedText(part, index)) && onlyDash.test(rawText(dash));
  const spoken = isRange ? behind(high) : undefined;
  return repeats(spoken, low, index) && repeats(spoken, high, index) ? range : [];
}

/** The prices before and after a reduction. */
const edits = nameSet('del ins');

/** Drops a text that is repeated for screen readers; between the repetitions of two prices a space stays. */
function dropRepeatedForScreenReaders(element: Element, index: ElementIndex): void {
  if (element.attribs['aria-hidden'] !== 'true') return;
  for (const part of rangeRepeatedBehind(element, index)) makeSilent(part);
  if (!isRepeatedForScreenReaders(element, index)) return;
  if (edits.has(element.name)) becomeElement(element, 'span', {}, [newText(' ')]);
  else makeSilent(element);
}

/** Menus and dialogs have less running text outside of captions. */
const minProseCharacters = 250;
const captionLength = 40;
/** Nodes of a hidden element that are searched for running text. */
const maxVisits = 4000;

/** Whether an element has running text outside of links, and no form fields. */
function holdsProse(hidden: Element): boolean {
  let length = 0;
  let visits = 0;
  const visit = (element: Element): boolean =>
    element.children.every((child) => {
      visits += 1;
      if (visits > maxVisits) return false;
      if (isText(child)) {
        const text = child.data.trim().length;
        length += text > captionLength ? text : 0;
        return true;
      }
      if (!isTag(child) || child.name === 'a' || child.name === 'script' || child.name === 'style')
        return true;
      return child.name !== 'form' && child.name !== 'input' && visit(child);
    });
  return visit(hidden) && length >= minProseCharacters;
}

const shownByScript = 'running text that a script shows';

/** Whether an element holds the state of a script: an object or a list in JSON. */
function isJson(element: Element): boolean {
  const text = /^\s*[{[]/.test(rawText(element, maxVisibleCharacters)) ? rawText(element).trim() : '';
  try {
    return text !== '' && typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

/** The reason to keep a hidden element; `undefined` to drop it. */
function reasonToKeep(
  index: ElementIndex,
  element: Element,
  controlled: ReadonlySet<string>,
): string | undefined {
  if (overlaysOfAmp.has(element.name)) return undefined;
  if (isOpenedByReader(element, controlled)) return 'opens on a click';
  if (isMessageTable(element) || isJson(element)) return undefined;
  const length = index.textLength(element);
  if (length > Math.max(200, index.totalText * minPageShare)) return 'most of the page';
  if (length < minProseCharacters || isOperating(element)) return undefined;
  if (index.holds(element, 'h1', 'main', 'article'))
    return 'waits for a script, with the content of the page';
  return holdsProse(element) ? shownByScript : undefined;
}

const kindOf = ({ name, attribs }: Element): string | undefined =>
  attribs['class'] === undefined ? undefined : `${name} ${attribs['class']} ${attribs['style'] ?? ''}`;

/** One long text may stand in a box of any kind. */
const minLongOfKind = 2;

/** The short boxes among hidden ones of a kind that mostly hold running text: the answers that are a sentence. */
function shortOfKind(reasons: ReadonlyMap<Element, string | undefined>): readonly Element[] {
  const hidden = [...reasons.keys()];
  const long = hidden.filter((element) => reasons.get(element) === shownByScript);
  if (long.length < minLongOfKind) return [];
  const short = hidden.filter((element) => reasons.get(element) === undefined && !isOperating(element));
  const longOf = Map.groupBy(long, kindOf);
  return [...Map.groupBy(short, kindOf)].flatMap(([kind, own]) => {
    const count = kind === undefined ? 0 : (longOf.get(kind)?.length ?? 0);
    return count >= minLongOfKind && count >= own.length ? own : [];
  });
}

const subjectOf = ({ name, attribs }: Element): string =>
  `${name}.${attribs['class'] ?? ''}#${attribs['id'] ?? ''}`;

/**
 * Drops hidden elements, except content that a click opens: closed tabs with the specification of a product, answers of a
 * FAQ, spoilers.
 */
export function dropHidden(index: ElementIndex, trace?: Trace): void {
  const controlled = controlledIds(index);
  const reasons = new Map<Element, string | undefined>();
  const captions: Element[] = [];
  const readerOnly = new Map<string | undefined, boolean>([[undefined, false]]);
  for (const element of index.all) {
    const { attribs, name } = element;
    if (name === 'body' || name === 'html' || name === 'template' || name === 'math') continue;
    const { class: names } = attribs;
    // Pages repeat the same classes by the hundred.
    const isReaderOnly = readerOnly.get(names) ?? isScreenReaderClass(names ?? '');
    readerOnly.set(names, isReaderOnly);
    if (isReaderOnly) dropScreenReaderText(index, element);
    else if (name === 'i' || name === 'span') dropIcon(element);
    if (isTooltip(element, controlled) || isForPrograms(element)) makeSilent(element);
    if (names?.includes('opacity-0') === true && isHoverCaption(element, index)) captions.push(element);
    if (names?.includes('price__') === true && isOtherPrice(element)) makeSilent(element);
    if (names?.includes('unit-price') === true && isUnfilledUnitPrice(element)) makeSilent(element);
    dropRepeatedForScreenReaders(element, index);
    if (!isHidden(element)) continue;
    reasons.set(element, reasonToKeep(index, element, controlled));
  }
  for (const alike of Map.groupBy(captions, (caption) =>
    rawText(caption, 2 * maxHoverCharacters).trim(),
  ).values())
    if (alike.length >= minCaptions) for (const caption of alike) makeSilent(caption);
  for (const element of shortOfKind(reasons)) reasons.set(element, shownByScript);
  for (const [element, reason] of reasons) {
    const verdict = reason === undefined ? 'dropped' : 'kept';
    trace?.add({ step: 'hidden', verdict, reason: reason ?? 'not displayed', subject: subjectOf(element) });
    if (reason === undefined) makeSilent(element);
  }
}
