import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import {
  becomeElement,
  classesOf,
  type ElementIndex,
  makeSilent,
  newElement,
  newText,
} from '#shared/content/dom/element-edit.ts';
import { findElement, rawText } from '#shared/content/dom/element-display.ts';
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
};

/** Classes of callout boxes: GitHub, Docusaurus, MkDocs, Sphinx, Bootstrap, VitePress, Obsidian, Hugo. */
const boxName =
  /^(?:markdown-alert|admonition|admonitionblock|alert|callout|notice|custom-block|note-box|infobox-note|message-box|theme-admonition|hint|docs-callout|notecard)$/;
const kindName =
  /^(?:markdown-alert|admonition|theme-admonition|alert|callout|notice|custom-block|note|hint|message|is)-{1,2}([a-z]+)$/;
const titleName =
  /(?:alert|admonition|callout|notice|custom-block|hint)[-_]*(?:title|heading|header|label)|^admonition-title|^title$/;

/** MkDocs writes notices that fold as `<details class="note">`, other tools write `<aside class="Note">`. */
const ownKinds = new Set(['note', 'info', 'tip', 'important', 'warning', 'caution', 'danger']);

const isTitle = (element: Element): boolean => classesOf(element).some((name) => titleName.test(name));

/** Classes of DocBook's notices. */
const docBookKinds = new Set(['note', 'tip', 'important', 'warning', 'caution']);

/** DocBook writes a notice as a box that is named after its kind, with a heading as its title. */
function docBookKind(element: Element, names: readonly string[]): string | undefined {
  const title = element.children.find(isTag);
  const isNotice = names.length === 1 && docBookKinds.has(names[0] ?? '');
  if (!isNotice || title === undefined || !headings.has(title.name)) return undefined;
  // Cards have such names, too, and a link in their title.
  const isPlain =
    classesOf(title).includes('title') && findElement(title, ({ name }) => name === 'a') === undefined;
  return isPlain ? names[0] : undefined;
}

/** A box beside the text has a heading. */
const holdsHeading = (element: Element): boolean =>
  findElement(element, ({ name }) => headings.has(name)) !== undefined;

function kindOf(element: Element): string | undefined {
  const declared = element.attribs['data-callout']?.toLowerCase();
  if (declared !== undefined && declared !== '') return declared;
  const names = classesOf(element);
  const isBox = element.name === 'details' || (element.name === 'aside' && !holdsHeading(element));
  const own = isBox ? names.find((name) => ownKinds.has(name.toLowerCase())) : undefined;
  if (own !== undefined) return own.toLowerCase();
  const isNamed = names.some((name) => boxName.test(name) || kindName.test(name));
  if (!isNamed) return docBookKind(element, names);
  if (
    !names.some((name) => boxName.test(name)) &&
    !names.some((name) => /admonition|markdown-alert/.test(name))
  )
    return undefined;
  // "alert alert-info": the longer name has the kind, the shorter one only marks the box.
  const told = names.map((name) => kindName.exec(name)?.[1]).filter((kind) => kind !== undefined);
  for (const kind of [...told, ...names]) {
    const known = sameKinds[kind] ?? kind;
    if (kinds.has(known)) return known;
  }
  // Sphinx names a box after its title: "admonition-insider-information".
  return names.includes('admonition') && findElement(element, isTitle) !== undefined ? 'note' : undefined;
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Removes the title of a box and returns it. */
function takeTitle(box: Element, kind: string): string {
  const title = findElement(box, (element) => element.name === 'summary' || isTitle(element));
  const text = title === undefined ? '' : rawText(title).replace(/\s+/g, ' ').trim();
  if (title !== undefined && text !== '' && text.length <= 120) {
    makeSilent(title);
    return text;
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

/** Notes and warnings become quotations that begin with `[!kind] Title`, the form GitHub and Obsidian read. */
export function normalizeCallouts(index: ElementIndex, trace?: Trace): void {
  for (const name of ['div', 'aside', 'blockquote', 'section', 'details', 'p'])
    for (const box of index.named(name)) {
      if (box.name !== name) continue;
      const kind = kindOf(box);
      if (kind === undefined || !holdsText(box.children)) continue;
      const title = takeTitle(box, kind);
      trace?.add({ step: 'callouts', verdict: kind, reason: 'marked up as a notice', subject: title });
      const fold = box.attribs['data-callout-fold'] ?? '';
      const first = newElement('p', {}, [newText(`[!${kind}]${fold} ${title}`)]);
      becomeElement(box, 'blockquote', {}, [first, ...box.children]);
    }
}
