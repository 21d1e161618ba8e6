import { type Element, isTag } from 'domhandler';

import { classesOf, type ElementIndex, hasClass, nodeBeside } from '#shared/content/dom/element-edit.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { labelledKind } from './notice-labels.ts';
import { holdsHeading, isHeading, isSign, type Notice } from './notice.ts';

const kinds = new Set(
  'note info tip hint important warning caution danger error success example question quote abstract todo bug attention seealso failure faq help summary'.split(
    ' ',
  ),
);
const sameKinds: Readonly<Record<string, string>> = {
  primary: 'note',
  secondary: 'note',
  warn: 'warning',
  alert: 'warning',
  primaryhint: 'tip',
  check: 'success',
  okay: 'success',
  information: 'info',
  noteclassic: 'note',
  noteimportant: 'important',
  notewarning: 'warning',
  notetip: 'tip',
};

/** Classes of callout boxes: GitHub, Docusaurus, MkDocs, Sphinx, Bootstrap, VitePress, VuePress, Starlight, Obsidian, Hugo, ReadMe, Confluence, DokuWiki, mdBook, Rspress. */
const boxName =
  /^(?:markdown-alert|admonition|admonitionblock|alert|callout|notice|custom-block|note-box|infobox-note|message-box|theme-admonition|hint|hint-container|starlight-aside|docs-callout|notecard|confluence-information-macro|plugin_wrap|blockquote-tag|rp-callout|rspress-directive|note(?:classic|important|warning|tip))$/;
const kindName =
  /^(?:markdown-alert|admonition|theme-admonition|alert|callout|notice|custom-block|note|hint|message|is|starlight-aside|confluence-information-macro|wrap|blockquote-tag|rp-callout)[-_]{1,2}([a-z]+)$/;
const titleName =
  /(?:alert|admonition|callout|notice|custom-block|hint|hint-container|starlight-aside|blockquote-tag|rspress-directive)[-_]*(?:title|heading|header|label)|^admonition-title|^title$/;

/** MkDocs writes notices that fold as `<details class="note">`, other tools write `<aside class="Note">`. */
const ownKinds = new Set(['note', 'info', 'tip', 'important', 'warning', 'caution', 'danger']);
/** Others of MkDocs, which are notices as the only class: elsewhere a class beside others may have such a name. */
const onlyKinds = new Set(['abstract', 'bug', 'example', 'failure', 'quote', 'success']);

/** Docusaurus draws each `details` as an alert, whatever it says. */
const isDrawnAsAlert = (element: Element): boolean =>
  element.name === 'details' && hasClass(element, 'alert');

const isTitle = (element: Element): boolean =>
  element.attribs['data-component-part'] === 'callout-title' ||
  classesOf(element).some((name) => titleName.test(name));

/** Classes of the notices of DocBook, and in capitals of DocFX. */
const docBookKinds = new Set(['note', 'tip', 'important', 'warning', 'caution']);

const isManual = (page: ElementIndex): boolean =>
  page.named('pre').length > 0 || page.named('code').length > 0;

/** Cards and sections may have such names, too: a card has a link in its title, and a page with code is a manual. */
function isNoticeTitle(heading: Element, box: Element, page: ElementIndex): boolean {
  if (findElement(heading, ({ name }) => name === 'a') !== undefined) return false;
  if (classesOf(heading).includes('title')) return true;
  return isManual(page) && findElement(box, (inner) => isHeading(inner) && inner !== heading) === undefined;
}

const cellsIn = ({ children }: Element): readonly Element[] =>
  children
    .filter(isTag)
    .flatMap((child) => (child.name === 'td' || child.name === 'th' ? [child] : cellsIn(child)));

const isIcon = (cell: Element): boolean =>
  rawText(cell).trim() === '' && findElement(cell, ({ name }) => name === 'img') !== undefined;

/** A notice that a table lays out: an icon, a title beside it, and the text. */
function noticeInTable(kind: string, table: Element): Notice | undefined {
  const [icon, ...cells] = cellsIn(table);
  if (icon === undefined || !isIcon(icon)) return undefined;
  const titles = cells[0]?.name === 'th' ? cells.splice(0, 1) : [];
  const [text, ...more] = cells;
  if (text === undefined || more.length > 0) return undefined;
  return { kind, title: titles[0], content: [...titles, ...text.children] };
}

/** DocBook writes a notice as a box that is named after its kind, with a heading as its title or all of it in a table. */
function docBookNotice(box: Element, page: ElementIndex): Notice | undefined {
  const [kind, ...names] = classesOf(box);
  if (kind === undefined || names.length > 0 || !docBookKinds.has(kind)) return undefined;
  const [first, ...others] = box.children.filter(isTag);
  if (first === undefined) return undefined;
  if (first.name === 'table' && others.length === 0) return noticeInTable(kind, first);
  const isNotice = isHeading(first) && isNoticeTitle(first, box, page);
  return isNotice ? { kind, title: first, content: box.children } : undefined;
}

/** "Note" in any language. */
const maxKindCharacters = 24;

/** DocFX, which Microsoft Learn is made with, names a notice in capitals and writes its kind into the first line. */
function docFxNotice(box: Element): Notice | undefined {
  const name = (box.attribs['class'] ?? '').split(/\s+/).find((word) => /^[A-Z]{3,9}$/.test(word));
  const kind = name?.toLowerCase() ?? '';
  const first = box.children.find(isTag);
  if (!docBookKinds.has(kind) || first === undefined) return undefined;
  if (first.name !== 'p' && !isHeading(first)) return undefined;
  if (rawText(first, maxKindCharacters + 1).trim().length > maxKindCharacters) return undefined;
  return { kind, title: first, content: box.children };
}

/** Warnings that the authors of manuals of mdBook and pandoc write as a box with no other class, mostly without a title. */
const bareKinds = new Set(['warning', 'caution', 'danger']);

function bareNotice(box: Element, page: ElementIndex): Notice | undefined {
  const [kind = '', ...names] = classesOf(box);
  if (box.name !== 'div' || names.length > 0 || !bareKinds.has(kind)) return undefined;
  return isManual(page) && !holdsHeading(box) ? { kind, title: undefined, content: box.children } : undefined;
}

function kindOf(element: Element): string | undefined {
  const { 'data-callout': ofObsidian, 'data-callout-type': ofMintlify } = element.attribs;
  const declared = (ofObsidian ?? ofMintlify)?.toLowerCase() ?? '';
  if (declared !== '') return sameKinds[declared] ?? declared;
  const names = classesOf(element);
  // A box beside the text has a heading.
  const isBox = element.name === 'details' || (element.name === 'aside' && !holdsHeading(element));
  const own = isBox ? names.find((name) => ownKinds.has(name)) : undefined;
  if (own !== undefined) return own;
  const [only = ''] = names;
  if (element.name === 'details' && names.length === 1 && onlyKinds.has(only)) return only;
  if (isDrawnAsAlert(element)) return undefined;
  const isNamed = names.some((name) => boxName.test(name) || kindName.test(name));
  if (!isNamed) return undefined;
  if (
    !names.some((name) => boxName.test(name)) &&
    !names.some((name) => /admonition|markdown-alert/.test(name))
  )
    return undefined;
  // "alert alert-info", "alert callout note": the longer name or another one has the kind, "alert" only marks the box.
  const told = names.map((name) => kindName.exec(name)?.[1]).filter((kind) => kind !== undefined);
  const beside = names.filter((name) => !boxName.test(name));
  for (const kind of [...told, ...beside, ...names]) {
    const known = sameKinds[kind] ?? kind;
    if (kinds.has(known)) return known;
  }
  // Sphinx names a box after its title: "admonition-insider-information".
  return names.includes('admonition') && findElement(element, isTitle) !== undefined ? 'note' : undefined;
}

/** The notice that a box is by its names; `undefined` for other boxes. */
export function namedNotice(box: Element, page: ElementIndex): Notice | undefined {
  const kind = kindOf(box);
  if (kind === undefined) return docFxNotice(box) ?? docBookNotice(box, page) ?? bareNotice(box, page);
  const title = findElement(box, (element) => element.name === 'summary' || isTitle(element));
  const sign = title === undefined ? box.children.filter(isTag).find(isSign) : undefined;
  const behind = sign === undefined ? null : nodeBeside(sign, 'next');
  // ReadMe writes the sign before a heading without a name.
  const heading = behind !== null && isTag(behind) && isHeading(behind) ? behind : undefined;
  const first = box.children.find(isTag);
  const label = first?.name === 'p' && labelledKind(first) !== undefined ? first : undefined;
  return { kind, title: title ?? heading ?? label, content: box.children };
}
