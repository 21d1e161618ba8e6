import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import {
  ancestor,
  becomeElement,
  classesOf,
  elementBeside,
  type ElementIndex,
  makeSilent,
  newElement,
  setChildren,
  unwrap,
} from '#shared/content/dom/element-edit.ts';
import { declaresDate } from '#shared/content/dom/declared-date.ts';
import { isBlock } from '#shared/content/dom/element-display.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { boldNames, nameSet } from '#shared/content/dom/html-elements.ts';
import { isForScreenReaders } from '#shared/content/dom/screen-readers.ts';
import { isTitleOfPanel, markTitles, titleOfPanel } from './accordions.ts';
import { titlesOfApi, writeTitleOfApi } from './api-references.ts';
import { dropManualTools } from './manual-tools.ts';
import { dropTextSizes } from './text-size.ts';
import { isHidden } from '#shared/content/normalise/hidden/hidden.ts';
import type { Trace } from '#shared/content/dom/trace.ts';

/** Longer texts are the heading of an accordion or a card, not the caption of a control. */
const maxCaptionCharacters = 40;

const isHeading = ({ name }: Element): boolean =>
  /^h[1-6]$/.test(name) || name === 'summary' || name === 'dt';

/** Captions of controls that expand text; the output has the expanded text. */
const moreCaption =
  /^(?:(?:read|show|see|view|load|learn)\s+(?:more|less|all|full)|more|less|expand(?:ed)?|collapsed?|toggle|open|close|читать\s+(?:полностью|далее|дальше|ещ[её])|показать\s+(?:ещ[её]|вс[её]|полностью|больше)|развернуть|свернуть|скрыть|подробнее|ещ[её])(?:\P{L}|$)/iu;

const maxLineCharacters = 60;

const textBeside = (node: ChildNode | null): string => {
  if (node === null) return '';
  if (isText(node)) return node.data;
  return isTag(node) && !isBlock(node) && node.name !== 'button' ? rawText(node, maxLineCharacters) : '';
};

/**
 * Whether a button is one of several in a row with commas between them: `Rated for: <button>fit</button>, <button>warmth</button>`.
 * Tools begin with a capital letter.
 */
function isInEnumeration(button: Element): boolean {
  const { prev, next, parent } = button;
  if (!/^\s*\p{Ll}/u.test(rawText(button, maxLineCharacters))) return false;
  const isComma = (node: ChildNode | null): boolean =>
    node !== null && isText(node) && node.data.trim() === ',';
  if (parent === null || !isTag(parent) || !(isComma(prev) || isComma(next))) return false;
  const [first] = parent.children;
  return (
    first !== undefined && isText(first) && /\p{L}[^,]*:\s*$/u.test(first.data.slice(-maxLineCharacters))
  );
}

/**
 * Whether a button is a part of a sentence: a term before what it means (`<button>Quiet</button>: no noise`), or words in the
 * middle. Tools such as "Copy" begin with a capital letter.
 */
function isInSentence(button: Element): boolean {
  const after = textBeside(button.next).slice(0, maxLineCharacters);
  if (/^\s?[:,;]\s{0,3}\p{L}/u.test(after)) return true;
  const before = textBeside(button.prev).slice(-maxLineCharacters);
  if (isInEnumeration(button)) return true;
  // Mintlify explains a word of a sentence in a button, also an abbreviation.
  if (/[\p{L},]\s{1,3}$/u.test(before) && /^\s{1,3}\p{Ll}/u.test(after)) return true;
  return (
    /^\s*\p{Ll}/u.test(rawText(button, maxLineCharacters)) &&
    /[\p{L},]\s{1,3}$/u.test(before) &&
    /^(?:[.,;:]|\s{1,3}\p{L})/u.test(after)
  );
}

/** Whether a button is a date: some forums show the exact time of a post when it is pressed. */
function isDate(button: Element, text: string): boolean {
  const date = findElement(button, declaresDate);
  return date !== undefined && rawText(date).trim() === text;
}

const shownIn = (node: ChildNode): string =>
  isText(node)
    ? node.data
    : isTag(node) && !isForScreenReaders(node)
      ? node.children.map(shownIn).join('')
      : '';

/** Whether a button shows more than the caption of a control: "Compare" may be read out with the name of a product. */
const showsText = (button: Element, text: string): boolean =>
  text.length > maxCaptionCharacters &&
  (findElement(button, isForScreenReaders) === undefined ||
    shownIn(button).trim().length > maxCaptionCharacters);

/** Ratings and themes of the page are chosen like the options of a product. */
const ofPage = /^\s*(?:\d+|light|dark|system|auto)\s*$/i;

/** Whether a button is the name of a tab, or an option of a product. */
const isChoice = (button: Element): boolean =>
  button.attribs['role'] === 'tab' ||
  (button.attribs['role'] === 'radio' && !ofPage.test(rawText(button, maxLineCharacters)));

const namesAccordion = /accordion/i;

/** Characters that the caption of a control has at most; the titles of accordions are as short as "Care". */
const shortestCaption = ({ attribs }: Element): number =>
  [attribs['class'], attribs['aria-controls']].some((names = '') => namesAccordion.test(names)) ? 2 : 12;

/** Whether a button has text of the page, such as a FAQ question or the date of a post, and is not a tool like "Copy" or "Share". */
function isReadable(button: Element): boolean {
  const { attribs } = button;
  const text = rawText(button).trim();
  if (text === '' || (text.length < maxCaptionCharacters && moreCaption.test(text))) return false;
  if (ancestor(button, 3, isHeading) !== undefined)
    // Accordions have their titles in buttons that look like links (Bootstrap) or like the copy.
    return (
      'aria-expanded' in attribs ||
      !classesOf(button).some((name) => name !== 'btn-link' && /copy|anchor|link/.test(name))
    );
  if (isChoice(button) || isDate(button, text)) return true;
  const holdsHeading = findElement(button, isHeading) !== undefined;
  if (isInSentence(button) && findElement(button, isBlock) === undefined) return true;
  if (
    'aria-expanded' in attribs ||
    'aria-controls' in attribs ||
    /collapse|accordion/.test(attribs['data-bs-toggle'] ?? attribs['data-toggle'] ?? attribs['class'] ?? '')
  )
    return attribs['aria-haspopup'] === undefined && (holdsHeading || text.length > shortestCaption(button));
  return holdsHeading || showsText(button, text);
}

const lightboxName = /(?:^|[-_\s])(?:lightbox|zoomable|enlarge)(?:$|[-_\s])/i;
const maxFigureLevels = 3;
const maxButtonLevels = 6;

/** Whether a button shows an image of the text, which it enlarges: by its name, or as the only image of a figure. */
function enlargesImage(button: Element): boolean {
  if (lightboxName.test(button.attribs['class'] ?? '')) return true;
  const figure = ancestor(button, maxFigureLevels, ({ name }) => name === 'figure');
  const isFree = (element: Element): boolean =>
    /^(?:img|video|pre)$/.test(element.name) &&
    ancestor(element, maxButtonLevels, ({ name }) => name === 'button') === undefined;
  return figure !== undefined && findElement(figure, isFree) === undefined;
}

const iconFile = /\.svg(?:[?#]|$)/i;

const isPhoto = ({ name, attribs }: Element): boolean =>
  name === 'picture' || (name === 'img' && !iconFile.test(attribs['src'] ?? ''));

/** The outermost images and pictures inside, without icons. */
const imagesIn = (element: Element): readonly Element[] =>
  element.children.filter(isTag).flatMap((child) => (isPhoto(child) ? [child] : imagesIn(child)));

/** Classes of style libraries for a price before a reduction and the like: Bootstrap, Tailwind, and the plain word. */
const strikesOut = /(?:^|\s)(?:(?:text-decoration-)?line-through|strike-?through)(?:\s|$)/i;
/** The price of an option may be a strike, too. */
const strikesPrice = /(?:^|\s)strike(?:\s|$)/i;
/** Names of the price before a reduction; where it is the only one, it is the price. */
const oldPrice =
  /(?:^|\s|__)(?:(?:price|cost)(?:-{1,2}|_{1,2})(?:original|old|was|rrp)|(?:original|old|was)-price)(?:\s|$)/i;
/** A regular price is the price before a reduction only where a price with one of the reduced names is beside it. */
const regularPrice = /(?:^|\s|__)regular-price(?:\s|$)/i;
const reducedPrice = /(?:^|\s|__)(?:current|sale|special|final|discount)-price(?:\s|$)/i;
const anyPrice = /\p{Sc}\s?\d|\d\s?\p{Sc}/gu;
const maxWrappers = 3;
const maxBoxCharacters = 300;

/** Whether the box around a price has another one. */
function standsByAnother(price: Element): boolean {
  const own = rawText(price, maxBoxCharacters).trim();
  let box = price.parent;
  for (let level = 0; level < maxWrappers && box !== null && isTag(box); level++) {
    const text = rawText(box, maxBoxCharacters).trim();
    if (text !== own) return (text.match(anyPrice)?.length ?? 0) > 1;
    box = box.parent;
  }
  return false;
}

const maxPricesBeside = 3;
const showsPrice = (element: Element): boolean =>
  !isHidden(element) && (rawText(element, maxBoxCharacters).match(anyPrice) ?? []).length > 0;

/** Whether an element beside a price shows one that is named as reduced. */
function standsByReduced(price: Element): boolean {
  return (['prev', 'next'] as const).some((side) => {
    let other = elementBeside(price, side);
    for (let steps = 0; other !== undefined && steps < maxPricesBeside; steps++) {
      const { class: names = '' } = other.attribs;
      if (reducedPrice.test(names)) return showsPrice(other);
      other = elementBeside(other, side);
    }
    return false;
  });
}

const isStruckOut = (element: Element, names: string): boolean =>
  strikesOut.test(names) ||
  (strikesPrice.test(names) && /\p{Sc}/u.test(rawText(element, maxLineCharacters))) ||
  (oldPrice.test(names) && standsByAnother(element)) ||
  (regularPrice.test(names) && !reducedPrice.test(names) && standsByReduced(element));

/** Classes of Tailwind and Bootstrap for words of a sentence; what has a line of its own is a label or a title by design. */
const namesBold = /(?:^|\s)(?:font-(?:semi|extra)?bold|fw-(?:semi)?bold|font-weight-bold)(?:\s|$)/;
const namesItalic = /(?:^|\s)(?:italic|fst-italic|font-italic)(?:\s|$)/;
const linesOfText = nameSet('p li dd blockquote');

/** Whether an element is a part of a line of text, and has no markup that stresses it. */
const isInLine = ({ parent, prev, next, children }: Element): boolean =>
  parent !== null &&
  isTag(parent) &&
  linesOfText.has(parent.name) &&
  [prev, next].some((beside) => beside !== null && isText(beside) && /\p{L}{2}/u.test(beside.data)) &&
  children.every((child) => isText(child)) &&
  children.some((child) => isText(child) && /\p{L}/u.test(child.data));

/** The element that the classes of a style library stand for. */
function elementOfClasses(element: Element, names: string): 'del' | 'strong' | 'em' | undefined {
  if (isStruckOut(element, names)) return 'del';
  if (namesBold.test(names) && isInLine(element)) return 'strong';
  return namesItalic.test(names) && isInLine(element) ? 'em' : undefined;
}

const isBlockOrStrike = (element: Element): boolean =>
  isBlock(element) || /^(?:s|del|strike)$/.test(element.name);

/** Strikes out the line of a box, such as a price before a reduction. */
function strikeBox(box: Element): void {
  const { class: names } = box.attribs;
  if (names === undefined || !isStruckOut(box, names) || findElement(box, isBlockOrStrike) !== undefined)
    return;
  setChildren(box, [newElement('del', {}, box.children)]);
}

/** Whether an element is an icon of Amazon, which holds for screen readers what it shows. */
const isAmazonIcon = (element: Element): boolean =>
  element.name === 'i' && classesOf(element).includes('a-icon');

const isEm = ({ name }: Element): boolean => name === 'i' || name === 'em';
/** Tailwind's class of an element that is italic elsewhere. */
const undoesItalic = /(?:^|\s)not-italic(?:\s|$)/;

/** Inline styles and classes that editors use instead of `<b>` and `<i>`, and `<b style="font-weight:normal">`. */
function readInlineStyle(element: Element): void {
  const { style = '', class: names } = element.attribs;
  if (names !== undefined && isEm(element) && undoesItalic.test(names)) element.name = 'span';
  if (names !== undefined && element.name === 'span')
    element.name = elementOfClasses(element, names) ?? element.name;
  if (isAmazonIcon(element)) element.name = 'span';
  if (style === '') return;
  if (
    (element.name === 'b' || element.name === 'strong') &&
    /font-weight\s*:\s*(?:normal|[1-4]00)/i.test(style)
  )
    return unwrap(element);
  if (isEm(element) && /font-style\s*:\s*normal/i.test(style)) return unwrap(element);
  if (element.name !== 'span' || rawText(element).trim() === '') return;
  if (
    /font-weight\s*:\s*(?:bold|bolder|[6-9]00)/i.test(style) &&
    ancestor(element, 6, ({ name }) => boldNames.has(name)) === undefined
  )
    element.name = 'strong';
  else if (
    /font-style\s*:\s*italic/i.test(style) &&
    ancestor(element, 6, ({ name }) => name === 'i' || name === 'em') === undefined
  )
    element.name = 'em';
  else if (/text-decoration[\w-]*\s*:\s*[^;]*line-through/i.test(style)) element.name = 'del';
}

/** Image files that old sites use as buttons of an article. */
const buttonImage =
  /(?:^|\/)(?:(?:button|icon|btn)[-_])?(?:print(?:er)?|e?-?mail|pdf|send|share|bookmark|favou?rites?)[-_]?(?:button|icon|btn|friend)?\.\w{3,4}$/i;
const gif = /\.gif$/i;
const maxButtonSize = 48;

/** The images of an element that holds nothing else; none where it does. */
function onlyImagesIn({ children }: Element): readonly Element[] {
  const found: Element[] = [];
  for (const child of children) {
    const images = isTag(child) ? (child.name === 'img' ? [child] : onlyImagesIn(child)) : [];
    if (images.length === 0 && !(isText(child) && child.data.trim() === '')) return [];
    found.push(...images);
  }
  return found;
}

/** Whether a link that only a script answers shows nothing but images of buttons: print, send, larger letters. */
function isImageButton(link: Element): boolean {
  const { href, onclick } = link.attribs;
  if (href === undefined ? onclick === undefined : !/^javascript:/i.test(href)) return false;
  const isButton = ({ attribs: { src = '', alt = '', width = '0' } }: Element): boolean =>
    alt.trim() === '' &&
    (buttonImage.test(src) ||
      (href === undefined && gif.test(src) && Number.parseFloat(width) <= maxButtonSize));
  const images = onlyImagesIn(link);
  return images.length > 0 && images.every(isButton);
}

const feedUrl = /(?:^|[^a-z])(?:rss|atom|feeds?)(?:[^a-z]|$)|\.xml(?:[?#]|$)/i;
/** The name of a file; photographs have another format. */
const feedImage = /^(?:icon[_-])?(?:rss|feed|xml)(?:[_-][\w-]{1,100})?\.(?:gif|png|svg)$/i;
const fileOf = (url: string): string => url.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '';

/** Whether a link shows nothing but the icon of the feed to which it leads. */
function isFeedIcon(link: Element): boolean {
  if (!feedUrl.test(link.attribs['href'] ?? '')) return false;
  const images = onlyImagesIn(link);
  return images.length > 0 && images.every(({ attribs: { src = '' } }) => feedImage.test(fileOf(src)));
}

/** Whether a link leads nowhere, says that it is a button, and has a caption as short as one. */
const isCaptionedButton = (link: Element): boolean =>
  link.attribs['role'] === 'button' &&
  (link.attribs['href'] ?? '#') === '#' &&
  rawText(link).trim().length < maxCaptionCharacters;

/** DocBook writes the links to the chapters around as a table above and below the text. */
const namesBookNavigation = (box: Element): boolean =>
  classesOf(box).some((name) => name === 'navheader' || name === 'navfooter');

const isLabelOfControl = (label: Element): boolean =>
  findElement(
    label,
    ({ name, attribs }) => name === 'input' && !/^(?:checkbox|radio)$/.test(attribs['type'] ?? ''),
  ) !== undefined && rawText(label).trim().length < maxCaptionCharacters;

/** The marks of a slider: one for each of its images, without text. */
const sliderMarks = /(?:^|\s)(?:carousel-indicators|slick-dots|flex-control-nav|swiper-pagination)(?:\s|$)/;

/** What opens and closes the caption of an image, in pages of American radio stations. */
const captionSwitch = /(?:^|\s)(?:hide|show|toggle)-caption(?:\s|$)/;

const isCaptionSwitch = ({ attribs: { class: names } }: Element): boolean =>
  names?.includes('-caption') === true && captionSwitch.test(names);

const counterName = /(?:^|[\s_-])comments?[_-]?count(?:er)?(?:$|[\s_-])/i;
const isCount = /^\s*\d{1,6}\s*$/;
/** Shorter lines tell the number of comments on purpose. */
const minParagraphCharacters = 80;

/** Whether a paragraph begins with the number of its comments, which a script shows beside it. */
function isCommentCounter(element: Element, index: ElementIndex): boolean {
  const { parent, next } = element;
  if (parent === null || !isTag(parent) || parent.name !== 'p') return false;
  const isGlued = next !== null && /^["'«“„]?\p{L}/u.test(textBeside(next));
  return (
    isGlued &&
    counterName.test(element.attribs['class'] ?? '') &&
    index.textLength(parent) >= minParagraphCharacters &&
    isCount.test(rawText(element, 20))
  );
}

/** Replaces a button with text of the page by that text. */
function writeReadable(button: Element): void {
  const holdsHeading = findElement(button, isHeading) !== undefined;
  if (holdsHeading || isChoice(button)) button.name = 'div';
  else button.name = isTitleOfPanel(button) ? titleOfPanel : 'span';
}

/** Removes buttons that operate the page, keeps those with text of the page, and turns inline styles into elements. */
export function normalizeControls(index: ElementIndex, trace?: Trace): void {
  const buttons = index.named('button').filter(({ name }) => name === 'button');
  const ofApi = titlesOfApi(buttons);
  for (const button of buttons) {
    if (ofApi.has(button)) writeTitleOfApi(button);
    else if (isReadable(button)) writeReadable(button);
    else {
      const images = enlargesImage(button) ? imagesIn(button) : [];
      if (images.length > 0) {
        becomeElement(button, 'span', {}, [...images]);
        continue;
      }
      const subject = rawText(button, maxCaptionCharacters).trim();
      trace?.add({ step: 'controls', verdict: 'dropped', reason: 'operates the page', subject });
      makeSilent(button);
    }
  }
  for (const box of index.named('div')) if (namesBookNavigation(box)) box.name = 'nav';
  for (const label of index.named('label'))
    if (label.name === 'label' && isLabelOfControl(label)) makeSilent(label);
  for (const name of ['span', 'b', 'strong', 'i', 'em'])
    for (const element of index.named(name))
      if (isCaptionSwitch(element)) makeSilent(element);
      else if (element.name === name) readInlineStyle(element);
  for (const name of ['div', 'p']) for (const box of index.named(name)) strikeBox(box);
  for (const list of ['ol', 'ul', 'div'].flatMap((name) => index.named(name)))
    if (sliderMarks.test(list.attribs['class'] ?? '')) makeSilent(list);
  for (const name of ['a', 'span'])
    for (const element of index.named(name)) if (isCommentCounter(element, index)) makeSilent(element);
  markTitles(index);
  dropManualTools(index);
  dropTextSizes(index, trace);
  for (const link of index.named('a'))
    if (link.name === 'a' && (isImageButton(link) || isCaptionedButton(link) || isFeedIcon(link)))
      makeSilent(link);
}
