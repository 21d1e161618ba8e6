import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import {
  ancestor,
  becomeElement,
  classesOf,
  elementBeside,
  type ElementIndex,
  hasClass,
  makeSilent,
  newElement,
  newText,
  setChildren,
} from '#shared/content/dom/element-edit.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { headings } from '#shared/content/dom/html-elements.ts';
import type { Trace } from '#shared/content/dom/trace.ts';

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

/** Classes of callout boxes: GitHub, Docusaurus, MkDocs, Sphinx, Bootstrap, VitePress, VuePress, Starlight, Obsidian, Hugo, ReadMe, Confluence, DokuWiki. */
const boxName =
  /^(?:markdown-alert|admonition|admonitionblock|alert|callout|notice|custom-block|note-box|infobox-note|message-box|theme-admonition|hint|hint-container|starlight-aside|docs-callout|notecard|confluence-information-macro|plugin_wrap|note(?:classic|important|warning|tip))$/;
const kindName =
  /^(?:markdown-alert|admonition|theme-admonition|alert|callout|notice|custom-block|note|hint|message|is|starlight-aside|confluence-information-macro|wrap)[-_]{1,2}([a-z]+)$/;
const titleName =
  /(?:alert|admonition|callout|notice|custom-block|hint|hint-container|starlight-aside)[-_]*(?:title|heading|header|label)|^admonition-title|^title$/;

/** MkDocs writes notices that fold as `<details class="note">`, other tools write `<aside class="Note">`. */
const ownKinds = new Set(['note', 'info', 'tip', 'important', 'warning', 'caution', 'danger']);
/** Others of MkDocs, which are notices as the only class: elsewhere a class beside others may have such a name. */
const onlyKinds = new Set(['abstract', 'bug', 'example', 'failure', 'quote', 'success']);

/** Docusaurus draws each `details` as an alert, whatever it says. */
const isDrawnAsAlert = (element: Element): boolean =>
  element.name === 'details' && hasClass(element, 'alert');

const isTitle = (element: Element): boolean => classesOf(element).some((name) => titleName.test(name));

/** Classes of DocBook's notices. */
const docBookKinds = new Set(['note', 'tip', 'important', 'warning', 'caution']);

/** A notice, its title if it has one, and what it says. */
interface Notice {
  readonly kind: string;
  readonly title: Element | undefined;
  readonly content: readonly ChildNode[];
}

/** An emoji has up to ten. */
const maxSignCharacters = 10;

const isHeading = ({ name }: Element): boolean => headings.has(name);

/** Cards and sections may have such names, too: a card has a link in its title, and a page with code is a manual. */
function isNoticeTitle(heading: Element, box: Element, page: ElementIndex): boolean {
  if (findElement(heading, ({ name }) => name === 'a') !== undefined) return false;
  if (classesOf(heading).includes('title')) return true;
  const isManual = page.named('pre').length > 0 || page.named('code').length > 0;
  return isManual && findElement(box, (inner) => isHeading(inner) && inner !== heading) === undefined;
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

/** A box beside the text has a heading. */
const holdsHeading = (element: Element): boolean => findElement(element, isHeading) !== undefined;

function kindOf(element: Element): string | undefined {
  const { 'data-callout': ofObsidian, 'data-callout-type': ofMintlify } = element.attribs;
  const declared = (ofObsidian ?? ofMintlify)?.toLowerCase() ?? '';
  if (declared !== '') return sameKinds[declared] ?? declared;
  const names = classesOf(element);
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

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function noticeOf(box: Element, page: ElementIndex): Notice | undefined {
  const kind = kindOf(box);
  if (kind === undefined) return docBookNotice(box, page);
  const title = findElement(box, (element) => element.name === 'summary' || isTitle(element));
  return { kind, title, content: box.children };
}

/** Whether an element is the sign of a notice, which its kind says, too. */
const isSign = (element: Element): boolean => classesOf(element).some((name) => /[-_]icon$/.test(name));

/** Removes the title of a notice and returns it. */
function takeTitle(box: Element, { kind, title }: Notice): string {
  const sign = title === undefined ? undefined : findElement(title, isSign);
  if (sign !== undefined && rawText(sign, maxSignCharacters + 1).trim().length <= maxSignCharacters)
    makeSilent(sign);
  const text = title === undefined ? '' : rawText(title).replace(/\s+/g, ' ').trim();
  if (title !== undefined && text.length <= 120 && (text !== '' || sign !== undefined)) {
    makeSilent(title);
    if (text !== '') return text;
  }
  const label = findElement(box, ({ name }) => name === 'strong' || name === 'b');
  const isLabel = label !== undefined && rawText(label, 40).trim().toLowerCase() === `${kind}:`;
  // MDN writes it into the text.
  if (isLabel && rawText(box, 200).trimStart().startsWith(rawText(label).trim())) makeSilent(label);
  return capitalized(kind);
}

const holdsText = (nodes: readonly ChildNode[]): boolean =>
  nodes.some((node) =>
    isText(node) ? node.data.trim() !== '' : isTag(node) && (node.name === 'img' || holdsText(node.children)),
  );

/** Puts the sign of a callout of Ghost into the line of its text. */
function joinSigns(index: ElementIndex): void {
  for (const sign of index.named('div')) {
    if (!classesOf(sign).includes('kg-callout-emoji')) continue;
    const text = elementBeside(sign, 'next', { onlySpace: true });
    if (text === undefined || !classesOf(text).includes('kg-callout-text')) continue;
    setChildren(text, [...sign.children, newText(' '), ...text.children]);
    setChildren(sign, []);
    makeSilent(sign);
  }
}

const maxLinkLevels = 3;

/** Links to the next page have boxes of such names, too. */
const isInLink = (box: Element): boolean =>
  ancestor(box, maxLinkLevels, ({ name }) => name === 'a') !== undefined;

/** Notes and warnings become quotations that begin with `[!kind] Title`, the form GitHub and Obsidian read. */
export function normalizeCallouts(index: ElementIndex, trace?: Trace): void {
  joinSigns(index);
  for (const name of ['div', 'aside', 'blockquote', 'section', 'details', 'p'])
    for (const box of index.named(name)) {
      if (box.name !== name) continue;
      const notice = noticeOf(box, index);
      if (notice === undefined || !holdsText(box.children) || isInLink(box)) continue;
      const { kind, content } = notice;
      const title = takeTitle(box, notice);
      trace?.add({ step: 'callouts', verdict: kind, reason: 'marked up as a notice', subject: title });
      const fold = box.attribs['data-callout-fold'] ?? '';
      const first = newElement('p', {}, [newText(`[!${kind}]${fold} ${title}`)]);
      becomeElement(box, 'blockquote', {}, [first, ...content]);
    }
}
