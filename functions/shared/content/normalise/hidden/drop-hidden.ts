import { type Element, isTag, isText } from 'domhandler';

import { ancestor, classesOf, type ElementIndex, makeSilent } from '#shared/content/dom/element-edit.ts';
import { rawText } from '#shared/content/dom/element-text.ts';
import { nameSet } from '#shared/content/dom/html-elements.ts';
import { isScreenReaderClass } from '#shared/content/dom/screen-readers.ts';
import type { Trace } from '#shared/content/dom/trace.ts';
import { dropIcon } from './font-icons.ts';
import { isHidden } from './hidden.ts';
import { dropRepeatedForScreenReaders, dropScreenReaderText } from './screen-reader-texts.ts';

/** Class names of hidden content that a click opens: tabs, accordions, spoilers, "read more"; not menus and dialogs. */
const openable =
  /(?:^|[-_\s])(?:tab|tabs|tabpanel|tab-?pane|tab-?content|panel|accordion|collaps(?:e|ed|ible)|details|spoiler|faq|expand(?:ed|able|er)?|toggle-?content|read-?more|more-?text|full-?text|show-?more|answer|char(?:acteristics)?|spec(?:s|ifications?)?|description|footnotes?|sidenote|note-?content|fn|transcript|step|slide|vkladka|harakteristiki|opisanie|otzyvy)(?:$|[-_\s\d])/i;
const neverContent =
  /(?:^|[-_\s])(?:modal|dialog|popup|pop-up|overlay|lightbox|cookie|consent|gdpr|menu|submenu|dropdown|drop-down|nav|navbar|offcanvas|drawer|tooltip|popover|toast|share|login|signin|signup|subscribe|newsletter|search|autocomplete|suggest|template|tpl|skeleton|loader|spinner|preloader|clone|cloned|korzina|basket|cart|captcha|error|success)(?:$|[-_\s])/i;

/** A hidden element with this share of the page's text is kept: a script shows it. */
const minPageShare = 0.4;

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

/** The beginning of a text that is read to recognise a price, or the state of a script. */
const beginningCharacters = 80;

const unitPrice = /(?:^|\s)unit-price(?:\s|$)/;
const hiddenClass = /(?:^|\s)hidden(?:\s|$)/;

/** Whether an element is the label of a unit price without the price: Shopify writes it for each product. */
const isUnfilledUnitPrice = (element: Element): boolean => {
  const { class: names = '' } = element.attribs;
  return (
    unitPrice.test(names) && hiddenClass.test(names) && !/\d/.test(rawText(element, beginningCharacters))
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

/** The explanation that a pointer shows beside a sign or an abbreviation. One that a link leads to is a note. */
const isTooltip = ({ attribs }: Element, controlled: ReadonlySet<string>): boolean =>
  attribs['role'] === 'tooltip'
    ? !controlled.has(attribs['id'] ?? '')
    : attribs['aria-hidden'] === 'true' && /tooltip/i.test(attribs['class'] ?? '');

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
  const text = /^\s*[{[]/.test(rawText(element, beginningCharacters)) ? rawText(element).trim() : '';
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
