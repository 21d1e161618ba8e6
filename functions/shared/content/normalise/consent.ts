import type { Element } from 'domhandler';

import { rawText } from '#shared/content/dom/element-display.ts';
import { classesOf, type ElementIndex, makeSilent } from '#shared/content/dom/element-edit.ts';
import { nameSet } from '#shared/content/dom/html-elements.ts';
import { remembered } from '#shared/content/dom/remembered.ts';
import type { Trace } from '#shared/content/dom/trace.ts';
import { anyPhrase } from '#shared/kernel/phrases.ts';
import consentWords from './consent-words.json' with { type: 'json' };

/** Ids and classes of well-known tools. */
const containers: ReadonlySet<string> = new Set(consentWords.containers.map((name) => name.toLowerCase()));
const speaksOfCookies = anyPhrase(Object.values(consentWords.texts).flat());

/** Names that sites give to their own: `cookie-message`, `banner--cookies`, `gdpr_popup`. */
const cookieName = /cookie|gdpr|consent|dsgvo|rgpd/i;
const dialogName =
  /banner|(?:^|[-_\s])bar(?:$|[-_\s])|notice|popup|pop-up|modal|overlay|dialog|message|alert|prompt|notification|toast|wall|layer|hint|info-?bar/i;
const isCookieName = remembered((names) => cookieName.test(names));
const isDialogName = remembered((names) => dialogName.test(names));

const neverConsent = nameSet(
  'html head body header footer nav main article h1 ul ol li a script style template',
);
/** A larger part of the page's text is what the page is about. */
const maxPageShare = 0.4;
/** The first words say what a dialog is about. */
const readCharacters = 600;
/** Longer ones have texts of their own, such as terms of use. */
const maxDialogCharacters = 4_000;
const maxDialogElements = 1_000;

function isDialog({ attribs }: Element, names: string): boolean {
  const role = attribs['role'] ?? '';
  if (role === 'dialog' || role === 'alertdialog' || attribs['aria-modal'] === 'true') return true;
  return isDialogName(names) || /position\s*:\s*(?:fixed|sticky)/i.test(attribs['style'] ?? '');
}

/** Why an element is a consent dialog; `undefined` when it is none. */
function reasonOf(element: Element, index: ElementIndex): string | undefined {
  const { attribs, name } = element;
  if (neverConsent.has(name)) return undefined;
  const { id = '', class: classes = '' } = attribs;
  const isKnown =
    containers.has(id.toLowerCase()) || classesOf(element).some((className) => containers.has(className));
  const names = `${classes} ${id}`;
  if (isKnown) return 'the container of a consent tool';
  const length = index.textLength(element);
  if (length === 0 || length > maxDialogCharacters || !isDialog(element, names)) return undefined;
  if (index.elementsIn(element) > maxDialogElements) return undefined;
  const isAbout = isCookieName(names) || name === 'dialog' || attribs['role'] !== undefined;
  const isLong = length > readCharacters && !isAbout;
  if (isLong || !speaksOfCookies.test(rawText(element, readCharacters))) return undefined;
  return 'a dialog about cookies';
}

/**
 * Drops the dialogs and banners that ask for consent, with their tables of cookies. What the page itself says about
 * cookies stays.
 */
export function dropConsent(index: ElementIndex, trace?: Trace): void {
  const maxLength = index.totalText * maxPageShare;
  for (let at = 0; at < index.all.length; at++) {
    const element = index.all[at];
    if (element === undefined || index.textLength(element) > maxLength) continue;
    const reason = reasonOf(element, index);
    if (reason === undefined || index.holds(element, 'h1', 'main', 'article')) continue;
    const subject = `${element.name}.${element.attribs['class'] ?? ''}#${element.attribs['id'] ?? ''}`;
    trace?.add({ step: 'consent', verdict: 'dropped', reason, subject });
    at += index.elementsIn(element);
    makeSilent(element);
  }
}
