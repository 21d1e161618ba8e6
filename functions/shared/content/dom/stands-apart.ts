import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { isBlock } from './element-display.ts';
import { firstCharacter, lastCharacter, lastCharacters, rawText, textEnd } from './element-text.ts';
import { nameSet } from './html-elements.ts';

const letters = /\p{L}{2}/u;
/** A figure and what it is the figure of: `97%` and "First contact resolution". */
const percentage = /\d\s?[%+]$/u;
const capital = /^\p{Lu}\p{Ll}/u;
/** The end of the label of a value: `Publication Year`, `Weight (kg)`, `Pages:`. Two letters may begin a name: `MP3`. */
const endsLabel = /(?:\p{L}{3}|\p{L}\))[:：]?$/u;
/** A number, perhaps an amount: `2013`, `€12`. */
const startsWithNumber = /^\p{Sc}?\d/u;
const labelSample = 5;

const isWords = (node: ChildNode | null): boolean => node !== null && isText(node) && /\S/.test(node.data);

/** Whether an element is the label of the number behind it. In a sentence only a colon says so: `log` and `10` are one word there. */
function isLabelOf(label: Element, number: Element): boolean {
  const end = lastCharacters(label, labelSample);
  if (!endsLabel.test(end)) return false;
  return /[:：]$/u.test(end) || (!isWords(label.prev) && !isWords(number.next));
}

/** Punctuation that follows a word without a space. */
const continuesSentence = /^[,.;:!?)]/;

/** Punctuation right behind a date or a time, as in `May 3, 2024` and `10:00–18:00`. */
const followsTime = /^(?:[,.;:!?)\]]|[–—-](?!\s))/;
/** A bracket or a dash right before one. */
const leadsToTime = /(?:[([]|(?<!\s)[–—-])$/;
const footnoteMarks = nameSet('sub sup');

const isTiedToTime = (prev: Element, element: Element): boolean =>
  footnoteMarks.has(element.name) ||
  followsTime.test(rawText(element, 2)) ||
  leadsToTime.test(lastCharacters(prev, 2));

/** The end of half a word: `info@`, `well-`, `https://`. */
const beginsWord = /(?:[\p{L}\p{N}][-@]|:\/\/)$/u;
/** An apostrophe where a small letter follows, and else the end of a quotation. */
const apostropheOrQuote = /\p{L}['’]$/u;
const smallLetter = /^\p{Ll}/u;
/** The domain of an email address. */
const emailDomain = /^@[\p{L}\p{N}-]+\.\p{L}/u;
const shownUrl = /^\s*https?:\/\/\S*\s*$/;
const urlSample = 300;

/** Whether two elements are parts of one word, email address or URL. Mastodon hides the beginning and the end of a URL. */
function arePartsOfWord(one: Element, other: Element): boolean {
  const [end, start] = [lastCharacters(one, 3), rawText(other, wordSample)];
  if (beginsWord.test(end) || emailDomain.test(start)) return true;
  if (apostropheOrQuote.test(end) && smallLetter.test(start)) return true;
  const { parent } = other;
  return parent !== null && isTag(parent) && parent.name === 'a' && shownUrl.test(rawText(parent, urlSample));
}

const maxLinkLevels = 3;

function isLinkOrWraps(element: Element, levels = maxLinkLevels): boolean {
  if (element.name === 'a') return true;
  if (element.name !== 'span' || levels === 0) return false;
  const inner = element.children.find(isTag);
  return inner !== undefined && isLinkOrWraps(inner, levels - 1);
}

/** The end of a text that a name in code continues: `std::`, `get_`, `f(`, `rows[`. */
const opensName = /(?:::|[_([])$/;
/** The module or class before a name in code: `functools.` */
const qualifier = /^[A-Za-z_][\w.]*\.$/;
const signatureName = /(?:^|\s)(?:sig-prename|descclassname)(?:\s|$)/;
/** What no words of a sentence look like: `Lamp.get_name`, `lamp.isLit`, `lamp.light(`, `os.path.join`. */
const codeName = /\w_|_\w|\p{Ll}\p{Lu}|\w\(|\w{2}\.\w{2,}\.\w/u;

/** Whether the text of an element is the beginning of a name that goes on behind it. A full stop ends abbreviations, too. */
function beginsName(element: Element, text: string, after: string): boolean {
  if (opensName.test(textEnd(element, 2))) return true;
  if (!qualifier.test(text)) return false;
  return (
    signatureName.test(element.attribs['class'] ?? '') ||
    (/^[a-z_]/.test(after) && codeName.test(text + after))
  );
}

const codeSpans = nameSet('code samp tt');
const wordCharacter = /[\p{L}\p{N}]/u;

/** Whether two pieces of code are boxes beside each other: two words, or a prompt and a command in different styles. */
const areBoxesOfCode = (one: Element, other: Element): boolean =>
  one.attribs['style'] !== other.attribs['style'] ||
  (wordCharacter.test(lastCharacter(one)) && wordCharacter.test(firstCharacter(other)));

/**
 * Whether an inline element is separate from the one right before it, though no space is between them: names, dates
 * and links that a page lays out side by side. Parts of one word have the same tag and class, or one letter.
 */
export function standsApart(element: Element): boolean {
  const { prev } = element;
  if (prev === null || !isTag(prev) || isBlock(prev)) return false;
  if (element.name === 'time' || prev.name === 'time') return !isTiedToTime(prev, element);
  const isAlike = element.name === prev.name && element.attribs['class'] === prev.attribs['class'];
  if (element.name === prev.name && isLinkOrWraps(element) && isLinkOrWraps(prev))
    return areBesideEachOther(prev, element);
  if (codeSpans.has(element.name) && codeSpans.has(prev.name)) return areBoxesOfCode(prev, element);
  if (isRank(prev) && namesRanked.test(rawText(element, wordSample))) return true;
  if (!layoutParts.has(element.name) || !layoutParts.has(prev.name)) return false;
  if (arePrices(prev, element) || isWordsBehindPrice(prev, element)) return true;
  // Letters that are struck out in a word stay in it.
  if (
    isStruck(prev) !== isStruck(element) &&
    /\d/.test(rawText(prev, wordSample) + rawText(element, wordSample))
  )
    return true;
  if (isAlike) return areNames(prev, element);
  if (isSkippedByScreenReaders(element) !== isSkippedByScreenReaders(prev) && areWords(prev, element))
    return true;
  const [before, after] = [rawText(prev, wordSample), rawText(element, wordSample)];
  if (percentage.test(before) && capital.test(after)) return true;
  const areTexts = letters.test(before) && letters.test(after) && !continuesSentence.test(after);
  const areLabelAndNumber = startsWithNumber.test(after) && isLabelOf(prev, element);
  return (
    (areTexts || areLabelAndNumber) && !beginsName(prev, before, after) && !arePartsOfWord(prev, element)
  );
}

const maxLinkCharacters = 300;

/** Whether two links lead to different pages, and one of them has several words: no word is split between them. */
function leadToDifferentPages(one: Element, other: Element): boolean {
  if (one.name !== 'a' || one.attribs['href'] === other.attribs['href']) return false;
  const [before, after] = [rawText(one, maxLinkCharacters), rawText(other, wordSample)];
  if (before.length >= maxLinkCharacters || !/[\p{L}\p{N}?!]$/u.test(before)) return false;
  return /^[\p{L}\p{N}]/u.test(after) && /\S\s\S/.test(`${before}${after}`);
}

/** The account that a link leads to, however it is written: `https://a.example/@Ada` and `/ada`. */
const accountOf = ({ attribs: { href = '' } }: Element): string =>
  href.split(/[?#]/, 1)[0]?.split('/').at(-1)?.replace(/^@/, '').toLowerCase() ?? '';

/** Whether an editor made links of the parts of a name: of `@` or of its first letter. */
function arePartsOfName(one: Element, other: Element): boolean {
  const [text, after] = [rawText(one, 2), rawText(other, 1)];
  const opens = text === '@' ? /^[\p{L}\p{N}]/u : /^\p{Ll}/u;
  const isBeginning = text === '@' || /^\p{Lu}$/u.test(text);
  const account = accountOf(one);
  return isBeginning && opens.test(after) && account !== '' && account === accountOf(other);
}

/** Whether two adjacent links are not of one word; an editor splits words in paragraphs, and names of accounts anywhere. */
function areBesideEachOther(one: Element, other: Element): boolean {
  const { parent } = other;
  if (arePartsOfName(one, other)) return false;
  return (parent !== null && isTag(parent) && parent.name !== 'p') || leadToDifferentPages(one, other);
}

/** A number and its unit are shorter: `5` and `%`. */
const minTextCharacters = 3;
const areWords = (...elements: readonly Element[]): boolean =>
  elements.every((element) => rawText(element, wordSample).trim().length >= minTextCharacters);

/** Whether two texts of several words and one class meet as no word does: `Ann Tarn` and `Head of Design`. */
function areNames(one: Element, other: Element): boolean {
  if ((one.attribs['class'] ?? '') === '') return false;
  const [before, after] = [rawText(one, 2 * wordSample).trim(), rawText(other, 2 * wordSample).trim()];
  return /\S\s+\S.*\p{Ll}$/su.test(before) && /^\p{Lu}\p{Ll}.*\s\S/su.test(after);
}

/** Whether a price follows a number: `$79` beside `$99`. */
const arePrices = (one: Element, other: Element): boolean =>
  /^\s*\p{Sc}\s?\d/u.test(rawText(other, wordSample)) && /^.{0,40}\d\s*$/s.test(rawText(one, 2 * wordSample));

/** What follows a price: `Was`, `Économisez`, or a currency or a code in capital letters: `USD`. Units have fewer: `$5bn`, `$5MM`. */
const wordsBehindPrice = /^(?:\p{Lu}\p{Ll}|\p{Lu}{3})/u;
const endsWithPrice = /^.{0,40}(?:\p{Sc}\s?\d[\d.,]*|\d\s?\p{Sc})$/su;

/** Whether words follow a price: `$79` beside `Was $99`. */
const isWordsBehindPrice = (one: Element, other: Element): boolean =>
  /[\d\p{Sc}]/u.test(lastCharacter(one)) &&
  wordsBehindPrice.test(rawText(other, wordSample)) &&
  endsWithPrice.test(rawText(one, 2 * wordSample));

/** `#1` before a name, such as in a list of the best; the number of an issue is a link. */
const isRank = (element: Element): boolean =>
  element.name !== 'a' &&
  firstCharacter(element) === '#' &&
  /^\s*#\d{1,4}$/.test(rawText(element, wordSample));
const namesRanked = /^\p{Lu}/u;

const isStruck = ({ name }: Element): boolean => name === 'del' || name === 's' || name === 'strike';

/** Screen readers skip `(4)` and read "4 reviews" beside it. */
const isSkippedByScreenReaders = ({ attribs }: Element): boolean => attribs['aria-hidden'] === 'true';

/** Elements that pages lay out beside each other; `<b>` and the like change the looks of a word. */
const layoutParts = nameSet('a span small label abbr del ins s strike');
const wordSample = 40;
