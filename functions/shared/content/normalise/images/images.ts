import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler';

import {
  becomeElement,
  classesOf,
  elementBeside,
  type ElementIndex,
  makeSilent,
  newText,
} from '#shared/content/dom/element-edit.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { iconFormat, imageKey, isSameFile, widthInName } from '#shared/content/dom/image-names.ts';
import { isOfIconSize, sidesOf } from '#shared/content/dom/image-sizes.ts';
import { hiddenInDark, shownInDark } from '#shared/content/dom/layout-classes.ts';
import { decodePunctuation } from '#shared/values/character-references.ts';
import { nameFigures, normalizeFigures } from './figures.ts';
import { imageSource } from './image-sources.ts';

/** Tracking pixels and spacers have sides up to this many pixels. */
const trackerSize = 3;

const formatting = /<(a|b|em|i|p|span|strong|su[bp]|u)(?:\s[^<>]*)?>([^<>]*)<\/\1>/gi;

const maxFormatting = 4;

/** The sign or the space before a word; pages about HTML name such a reference without one behind it. */
const beforeWords = /&(?:(amp|#38)|nbsp|#160);(?=\s*(?:&nbsp;\s*)?[\p{L}\p{N}/])/gu;

/** Captions are copied into alternative texts and titles with their markup, and escaped twice. */
function cleanTexts({ attribs }: Element): void {
  for (const name of ['alt', 'title'] as const) {
    const written = attribs[name];
    if (written === undefined || !(written.includes('</') || written.includes('&'))) continue;
    let text = decodePunctuation(written).replaceAll(beforeWords, (_, sign) =>
      sign === undefined ? ' ' : '&',
    );
    for (let level = 0; level < maxFormatting && text.includes('</'); level++)
      text = text.replaceAll(formatting, '$2');
    attribs[name] = text;
  }
}

/** The width that scripts fill in, as written or in a URL: shops make images of any width. */
const widthTemplate = /\{width\}|%7Bwidth%7D/gi;
const usualWidth = '1080';

/** Sets the URL of a lazy image. */
function resolveSource(image: Element): void {
  const source = imageSource(image).replace(widthTemplate, usualWidth);
  if (source !== (image.attribs['src']?.trim() ?? '')) image.attribs['src'] = source;
}

/** Before words, signs of rights begin a credit. */
const emoji = /^(?![©®™]\uFE0F?\s*[\p{L}\p{N}])\p{Extended_Pictographic}/u;

const smileyName = /(?:^|[-_\s])(?:emoji|emoticon|smil(?:e|es|ey|ie|ies))(?:$|[-_\s\d])/i;

/** What writers of forums type for a smiley: `:)`, `;-D`, `:unsure:`. */
const smileyCode = /^(?::[\w+-]+:|[>}]?[:;=8][-'^]?[^\s\p{L}\p{N}]|[:;=8][-'^]?[DPpOoSsXx3])$/u;

/** Whether an image is an emoji: its alternative text is `:)` or the character itself. */
const isEmoji = ({ attribs }: Element, alt: string): boolean =>
  alt.trim() !== '' &&
  alt.length < 16 &&
  (emoji.test(alt) || smileyCode.test(alt) || smileyName.test(attribs['class'] ?? ''));

/** Classes that forums give to smileys. The alternative text of these is a name; that of an emoji is what it shows. */
const forumSmileyName = /(?:^|[-_\s])smil(?:e|es|ey|ie|ies)(?:$|[-_\s\d])/i;
const onlyWords = /^[a-z][a-z _-]*$/i;

/** The name of a smiley is written as forums type it, so that it is no word of the sentence: `:big_grin:`. */
function smileyText({ attribs }: Element, alt: string): string {
  const name = alt.trim();
  // DokuWiki has an image for FIXME.
  const isWord = onlyWords.test(name) && name !== name.toUpperCase();
  return forumSmileyName.test(attribs['class'] ?? '') && isWord
    ? `:${name.toLowerCase().replaceAll(/[ -]/g, '_')}:`
    : alt;
}

const sharingFile = /^(?:sns|share)(?:[_-](?:sns|share|btn|button|icon|\d{1,3}))*\.\w{3,4}$/i;
const opensSharing = /share|sns/i;
const faviconFile = /(?:^|[_-])favicon(?:[-_.]?\d{1,3}(?:x\d{1,3})?)?\.\w{3,4}$/i;
const maxFileCharacters = 80;
const maxIconSize = 100;

/** Whether an image without a text opens the sharing of the page, or is a small copy of the icon of the site. */
function isControl({ attribs: { src = '', onclick = '', width } }: Element): boolean {
  const path = src.slice(0, /[?#]|$/.exec(src)?.index);
  const file = path.slice(path.lastIndexOf('/') + 1);
  if (file.length > maxFileCharacters) return false;
  if (opensSharing.test(onclick)) return sharingFile.test(file);
  return Number.parseFloat(width ?? '') <= maxIconSize && faviconFile.test(file);
}

/** Tracking pixels with a size are placed off screen. */
const offscreen = /(?:left|top)\s*:\s*-\d{3,}|display\s*:\s*none/i;

/** The counters of visits whose pixels have no size in the page. */
const counter =
  /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:scorecardresearch\.com|quantserve\.com|doubleclick\.net|google-analytics\.com|mc\.yandex\.ru|top-fwz1\.mail\.ru|counter\.\w+\.\w+|bat\.bing\.com|px\.ads\.linkedin\.com|hit\.gemius\.pl|c\d*\.statcounter\.com|histats\.com|tns-counter\.ru|pixel\.wp\.com|agenciabrasil\.ebc\.com\.br\/ebc\.|facebook\.com\/tr)\b/i;

/** Banners as ad servers deliver them without scripts: Revive (OpenX), AdTech, Open AdStream. */
const adServer = /\/\/adserver\.|\/delivery\/(?:avw|ai|lg)\.php|\/RealMedia\/ads\//i;

const favicon = /(?:^|[\s_-])favicon(?:$|[\s_-])/i;

/** Drops tracking pixels, banners, spacers and icons; an emoji becomes its character. */
function dropSmall(image: Element): void {
  const alt = image.attribs['alt'] ?? '';
  if (isEmoji(image, alt)) return becomeElement(image, 'span', {}, [newText(smileyText(image, alt))]);
  const { src = '', style = '' } = image.attribs;
  if (offscreen.test(style) || counter.test(src) || adServer.test(src)) return makeSilent(image);
  if (alt.trim() === '' && isControl(image)) return makeSilent(image);
  const sides = sidesOf(image);
  if (sides === undefined) return;
  // Pages that size images by style sheet write 0 for one side, and for both sides of an image with a srcset.
  const isNone = sides.every((side) => side === 0) && image.attribs['srcset'] === undefined;
  const isThin = sides.some((side) => side > 0 && side <= trackerSize);
  const isUnsaid =
    alt.trim() === '' ||
    image.attribs['aria-hidden'] === 'true' ||
    favicon.test(image.attribs['class'] ?? '');
  if (!isNone && !isThin && !(isUnsaid && isOfIconSize(image))) return;
  const { width: written } = image.attribs;
  makeSilent(image);
  // The width of a spacer is the indentation of a comment, which shows the comment that it answers.
  if (isThin && written !== undefined) image.attribs = { width: written };
}

const aboutScripts = /javascript|джаваскрипт|\bjs\b|скрипт/i;
/** Longer text is the page itself, which forums repeat for search engines. */
const maxScriptRequestCharacters = 1_500;
const minContentCharacters = 400;

const isScriptRequest = (text: string): boolean =>
  text.length < minContentCharacters || (text.length < maxScriptRequestCharacters && aboutScripts.test(text));

/** Opens a `<noscript>` with the image of a lazy placeholder or with content; drops repetitions and requests for JavaScript. */
function openNoscript(noscript: Element, real: Set<Element>): void {
  const image = findElement(noscript, ({ name }) => name === 'img');
  const text = rawText(noscript).trim();
  if (image === undefined && isScriptRequest(text)) return makeSilent(noscript);
  noscript.name = 'span';
  if (image === undefined) return;
  real.add(image);
  let before = noscript.prev;
  while (before !== null && !isTag(before)) before = before.prev;
  const lazy =
    before !== null && before.name === 'img'
      ? before
      : before && findElement(before, ({ name }) => name === 'img');
  if (lazy !== null && lazy !== undefined && lazy !== image) makeSilent(lazy);
}

const isLarger = (source: string, other: string): boolean =>
  (widthInName(source) ?? 0) > (widthInName(other) ?? Number.POSITIVE_INFINITY);

const altOf = ({ attribs }: Element): string => attribs['alt']?.trim() ?? '';

/** Shorter descriptions are those of signs, which repeat on purpose. */
const minAltCharacters = 8;

/** Whether an image is a copy of one that stands before it in the same run of images, with others between. */
function isCopyInGallery(image: Element, before: Element): boolean {
  const [source, other] = [image.attribs['src'] ?? '', before.attribs['src'] ?? ''];
  if (iconFormat.test(source) || !isSameFile(source, other)) return false;
  const [alt, otherAlt] = [altOf(image), altOf(before)];
  if (alt !== '' && otherAlt !== '' && alt !== otherAlt) return false;
  return source !== other || alt.length >= minAltCharacters;
}

type Theme = 'dark' | 'light';
const themeNames: Readonly<Record<Theme, RegExp>> = {
  dark: /(?<![a-z])dark(?![a-z])/i,
  light: /(?<![a-z])light(?![a-z])/i,
};

/** The one theme of colours that a name of a file or class has. */
function themeIn(name: string): Theme | undefined {
  if (hiddenInDark.test(name)) return 'light';
  if (shownInDark.test(name)) return 'dark';
  const isDark = themeNames.dark.test(name);
  if (isDark === themeNames.light.test(name)) return undefined;
  return isDark ? 'dark' : 'light';
}

const fileOf = ({ attribs }: Element): string => /[^/]*$/.exec(attribs['src'] ?? '')?.[0] ?? '';

/** Whether two images in a row are one, for light and for dark colours. */
function areThemes(one: Element, other: Element): boolean {
  if (altOf(one) === '' || altOf(one) !== altOf(other)) return false;
  const pairs = [
    [fileOf(one), fileOf(other)],
    [one.attribs['class'] ?? '', other.attribs['class'] ?? ''],
  ] as const;
  return pairs.some(([first, second]) => {
    const themes = [themeIn(first), themeIn(second)];
    return themes[0] !== themes[1] && !themes.includes(undefined);
  });
}

/** Gives the image that stays the larger file of its copy, and its description. */
function takeFrom(copy: Element, kept: Element, isReal: boolean): void {
  const source = copy.attribs['src'] ?? '';
  if (isReal || isLarger(source, kept.attribs['src'] ?? '')) kept.attribs['src'] = source;
  if (altOf(kept) === '' && altOf(copy) !== '') kept.attribs['alt'] = altOf(copy);
  makeSilent(copy);
}

/**
 * Keeps the first of the copies of an image without text between them, as galleries have them for the window, for its thumbnails
 * and for small screens. `real` are images of `<noscript>`. To be called when what is hidden has been dropped.
 */
export function dropImageCopies(document: Document, real: ReadonlySet<Element>): void {
  let last: Element | undefined;
  const shown = new Map<string, Element>();
  const forget = (): void => {
    last = undefined;
    shown.clear();
  };
  const visit = (nodes: readonly ChildNode[]): void => {
    for (const node of nodes) {
      if (isText(node)) {
        if (node.data.trim() !== '') forget();
      } else if (isTag(node) && node.name === 'img') {
        const source = node.attribs['src'] ?? '';
        if (source === '' || source.startsWith('data:')) continue;
        const key = imageKey(source);
        const before = shown.get(key);
        const isCopy = before !== undefined && (before === last || isCopyInGallery(node, before));
        if (isCopy) takeFrom(node, before, real.has(node));
        else if (last !== undefined && areThemes(last, node)) makeSilent(node);
        else {
          last = node;
          shown.set(key, node);
        }
      } else if (isTag(node)) {
        // Marks repeat in the cells of a table.
        const isCell = node.name === 'td' || node.name === 'th';
        if (isCell) forget();
        visit(node.children);
        if (isCell) forget();
      }
    }
  };
  visit(document.children);
}

/** Drops the blurred copy that is shown until the image beside it has loaded. */
function dropBlurred(image: Element): void {
  if (image.attribs['aria-hidden'] !== 'true' || (image.attribs['alt'] ?? '').trim() !== '') return;
  const next = elementBeside(image, 'next', { onlySpace: true });
  if (next?.attribs['aria-hidden'] === 'true') return;
  if (next === undefined || !['img', 'picture', 'noscript'].includes(next.name)) return;
  if (next.name === 'img' || findElement(next, ({ name }) => name === 'img') !== undefined) makeSilent(image);
}

/** Drops the image above the headline that is also right below it, for another width of the screen. */
function dropAboveHeadline(headline: Element, index: ElementIndex): void {
  const [above, below] = (['prev', 'next'] as const).map((side) => {
    const beside = elementBeside(headline, side, { onlySpace: true });
    if (beside === undefined || index.textLength(beside) > 0) return undefined;
    return beside.name === 'img' ? beside : index.firstIn(beside, 'img');
  });
  if (above !== undefined && below !== undefined && above.attribs['src'] === below.attribs['src'])
    makeSilent(above);
}

/** Drops the file name and size that Discourse writes over an image which a click enlarges. */
function dropFileNotes(link: Element, index: ElementIndex): void {
  if (!classesOf(link).includes('lightbox') || !index.holds(link, 'img')) return;
  for (const child of link.children)
    if (isTag(child) && child.name === 'div' && classesOf(child).includes('meta')) makeSilent(child);
}

/**
 * Sets the URLs of lazy images, opens those of `<noscript>`, which it returns, and drops tracking pixels, icons and repetitions in
 * figures.
 */
export function normalizeImages(index: ElementIndex): ReadonlySet<Element> {
  const real = new Set<Element>();
  for (const noscript of index.named('noscript')) openNoscript(noscript, real);
  const images = index.named('img');
  for (const image of images) {
    if (image.name !== 'img') continue;
    dropBlurred(image);
    resolveSource(image);
    cleanTexts(image);
    dropSmall(image);
  }
  for (const link of index.named('a')) dropFileNotes(link, index);
  nameFigures(index);
  for (const headline of index.named('h1')) dropAboveHeadline(headline, index);
  normalizeFigures(index, real);
  return real;
}
