import { type Element, isTag } from 'domhandler';

import { rawText } from '#shared/content/dom/element-text.ts';
import { type ElementIndex, makeSilent } from '#shared/content/dom/element-edit.ts';
import { nameSet } from '#shared/content/dom/html-elements.ts';
import { remembered } from '#shared/kernel/remembered.ts';
import type { Trace } from '#shared/content/dom/trace.ts';
import { anyPhrase, inLowerCase } from '#shared/kernel/phrases.ts';
import consentWords from './consent-words.json' with { type: 'json' };

/** Ids and classes of well-known tools. */
const containers: ReadonlySet<string> = new Set(consentWords.containers.map((name) => name.toLowerCase()));
const speaksOfCookies = anyPhrase(Object.values(consentWords.texts).flat());

/** Part of every phrase: a cheap test for most dialogs. */
const cookieWord = /cookie|куки|кукі|kakor|kapsler|eväste|ciastecz|süti|çerez|クッキー|쿠키|privacy/;

/** Names that sites give to their own: `cookie-message`, `banner--cookies`, `gdpr_popup`. */
const cookieName = /cookie|gdpr|consent|dsgvo|rgpd/i;
const dialogName =
  /banner|(?:^|[-_\s])bar(?:$|[-_\s])|notice|popup|pop-up|modal|overlay|dialog|message|alert|prompt|notification|toast|wall|layer|hint|info-?bar/i;

interface NameMarks {
  readonly isKnown: boolean;
  readonly isCookie: boolean;
  readonly isDialog: boolean;
}

const noMarks: NameMarks = { isKnown: false, isCookie: false, isDialog: false };

/** What an id or a list of classes says. Pages repeat the same classes by the hundred. */
const marksOf = remembered((names): NameMarks => {
  const isKnown = names.split(/\s+/).some((name) => containers.has(name.toLowerCase()));
  const marks = { isKnown, isCookie: cookieName.test(names), isDialog: dialogName.test(names) };
  return marks.isKnown || marks.isCookie || marks.isDialog ? marks : noMarks;
});

/** A box that begins with "Note" has become a quotation. */
const boxes = nameSet('div section aside dialog form blockquote');
const isBox = (name: string): boolean => boxes.has(name) || name.includes('-');
/** A larger part of the page's text is what the page is about. */
const maxPageShare = 0.4;
/** The first words say what a dialog is about. */
const readCharacters = 600;
/** Longer ones have texts of their own, such as terms of use. */
const maxDialogCharacters = 4_000;
const maxDialogElements = 1_000;

const fixed = /position\s*:\s*(?:fixed|sticky)/i;
const isDialogRole = (role: string | undefined): boolean => role === 'dialog' || role === 'alertdialog';

/**
 * Tools that list hundreds of partners, which may be more text than the page has. Other names may be those of a page about
 * cookies: `cookie-notice`.
 */
const listsPartners =
  /(?:^|\s)(?:onetrust-|qc-cmp|didomi-|cybotcookiebotdialog|usercentrics-|sp_message_|truste|fides-|osano-cm-|fc-consent-|cmpbox)/i;
const mayBeLong = ({ attribs }: Element): boolean =>
  [attribs['id'], attribs['class']].some((names) => names !== undefined && listsPartners.test(names));

const ofTool = 'the container of a consent tool';

/** The sign by which an element is a consent dialog; `undefined` for other elements. */
function reasonOf(element: Element, index: ElementIndex): string | undefined {
  if (!isBox(element.name)) return undefined;
  const { id, class: classes, role, style } = element.attribs;
  const own = id === undefined ? noMarks : marksOf(id);
  const shared = classes === undefined ? noMarks : marksOf(classes);
  const isNamed = own !== noMarks || shared !== noMarks;
  if (!isNamed && role === undefined && style === undefined) return undefined;
  if (own.isKnown || shared.isKnown) return ofTool;
  const isDialog = own.isDialog || shared.isDialog || isDialogRole(role);
  if (!isDialog && !(style?.includes('position') === true && fixed.test(style))) return undefined;
  const length = index.textLength(element);
  const isAbout = own.isCookie || shared.isCookie || isDialogRole(role);
  if (length === 0 || length > (isAbout ? maxDialogCharacters : readCharacters)) return undefined;
  if (index.elementsIn(element) > maxDialogElements) return undefined;
  const text = inLowerCase(rawText(element, readCharacters));
  return cookieWord.test(text) && speaksOfCookies.isIn(text) ? 'a dialog about cookies' : undefined;
}

/**
 * Whether a page about cookies may have such names, too. CIVIC and Klaro, whose names say nothing of cookies, head their
 * dialogs with an `<h1>`.
 */
const isNamedAfterCookies = ({ attribs }: Element): boolean =>
  [attribs['id'], attribs['class']].some((names) => names !== undefined && marksOf(names).isCookie);

/** Dialogs lie over the page, so they are near its root. */
const maxDepth = 9;
const textOfPage = nameSet('main article');

/**
 * Drops the dialogs and banners that ask for consent, with their tables of cookies. What the page itself says about
 * cookies stays.
 */
export function dropConsent(index: ElementIndex, trace?: Trace): void {
  const maxLength = index.totalText * maxPageShare;
  const isDropped = (element: Element): boolean => {
    const reason = reasonOf(element, index);
    if (reason === undefined) return false;
    const isLong = index.textLength(element) > maxLength;
    if (isLong && !mayBeLong(element)) return false;
    if (index.holds(element, 'main', 'article')) return false;
    const mayHaveHeadline = reason === ofTool && !isLong && !isNamedAfterCookies(element);
    if (!mayHaveHeadline && index.holds(element, 'h1')) return false;
    const subject = `${element.name}.${element.attribs['class'] ?? ''}#${element.attribs['id'] ?? ''}`;
    trace?.add({ step: 'consent', verdict: 'dropped', reason, subject });
    makeSilent(element);
    return true;
  };
  const visit = ({ children }: Element, depth: number): void => {
    for (const child of children) {
      if (!isTag(child) || textOfPage.has(child.name) || isDropped(child)) continue;
      if (depth < maxDepth) visit(child, depth + 1);
    }
  };
  for (const root of index.named('html')) visit(root, 0);
}
