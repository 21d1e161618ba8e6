import { type Element, isTag, isText } from 'domhandler';

import {
  becomeElement,
  classesOf,
  type ElementIndex,
  hasClass,
  newElement,
  newText,
} from '#shared/content/dom/element-edit.ts';
import { findElement } from '#shared/content/dom/element-text.ts';
import { lineOf } from './parts.ts';

const kindOfColor = /--callout-color:\s*var\(--color-fd-(?<kind>[a-z]+)/;
const kinds: Readonly<Record<string, string>> = { error: 'danger', idea: 'tip' };

/** Names the kind of a callout, which only its color tells, and its title. */
function nameCallout(box: Element): void {
  const kind = kindOfColor.exec(box.attribs['style'] ?? '')?.groups?.['kind'];
  if (kind === undefined) return;
  box.attribs = { 'data-callout': kinds[kind] ?? kind };
  const title = findElement(box, ({ name }) => name === 'p');
  if (title !== undefined && classesOf(title).includes('font-medium'))
    title.attribs['class'] = 'callout-title';
}

/** Makes a line of the name and type of a property, which are the button that shows more of it. */
function writeProperty(button: Element): void {
  const [name, ...facts] = button.children.filter(isTag).filter((child) => child.name !== 'svg');
  if (name?.name !== 'code') return;
  const known = facts.map(lineOf).filter((fact) => fact !== '');
  becomeElement(button, 'p', {}, [name, ...(known.length === 0 ? [] : [newText(` (${known.join(', ')})`)])]);
}

const icon = /^lucide-(?<kind>file|folder)(?:-|$)/;

/** Whether an entry of a tree of files is a file or a folder, by its icon. */
const kindOf = (entry: Element): string | undefined =>
  entry.children
    .filter(isTag)
    .filter(({ name }) => name === 'svg')
    .flatMap(classesOf)
    .map((name) => icon.exec(name)?.groups?.['kind'])
    .find((kind) => kind !== undefined);

function entriesIn({ children }: Element): readonly Element[] {
  return children.filter(isTag).flatMap((child) => {
    const [button, inside] = child.children.filter(isTag);
    if (kindOf(child) === 'file') return newElement('li', {}, child.children.filter(isText));
    if (button?.name !== 'button' || kindOf(button) !== 'folder') return entriesIn(child);
    const entries = inside === undefined ? [] : entriesIn(inside);
    const list = entries.length === 0 ? [] : [newElement('ul', {}, [...entries])];
    return newElement('li', {}, [...button.children.filter(isText), ...list]);
  });
}

/** Makes a list of the box around an icon of a file or folder, if it has entries only. */
function listFiles(box: Element): void {
  const entries = entriesIn(box);
  const listed = entries.map(lineOf).join('').replaceAll(' ', '');
  if (entries.length > 0 && listed === lineOf(box).replaceAll(' ', ''))
    becomeElement(box, 'ul', {}, [...entries]);
}

const isPage = (index: ElementIndex): boolean =>
  ['article', 'main', 'div'].some((name) =>
    index.named(name).some(({ attribs }) => attribs['id'] === 'nd-page'),
  );

/** Brings callouts, tables of types and trees of files of Fumadocs to the form of others. Returns whether the page is made with it. */
export function readFumadocs(index: ElementIndex): boolean {
  if (!isPage(index)) return false;
  for (const box of index.named('div')) nameCallout(box);
  for (const box of index.outermost(index.named('div').filter((each) => hasClass(each, 'not-prose'))))
    if (index.holds(box, 'svg')) listFiles(box);
  for (const button of index.named('button')) if ('aria-expanded' in button.attribs) writeProperty(button);
  return true;
}
