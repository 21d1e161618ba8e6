import { type ChildNode, type Element, isTag } from 'domhandler';

import {
  becomeElement,
  type ElementIndex,
  hasClass,
  makeSilent,
  newElement,
  newText,
  setChildren,
} from '#shared/content/dom/element-edit.ts';
import { nameSet } from '#shared/content/dom/html-elements.ts';
import { rawText } from '#shared/content/dom/element-text.ts';
import { elementsOfClass } from './elements.ts';

const maxMarkCharacters = 12;
/** What LaTeXML writes into a note before its text: the mark again, its kind ("footnotetext: "), its number. */
const partsBeforeText = ['ltx_note_mark', 'ltx_note_type', 'ltx_tag_note'];

interface Note {
  readonly element: Element;
  readonly mark: string;
  readonly text: readonly ChildNode[];
}

function noteIn(element: Element): Note | undefined {
  const [markElement] = elementsOfClass(element, 'ltx_note_mark');
  const [content] = elementsOfClass(element, 'ltx_note_content');
  if (markElement === undefined || content === undefined) return undefined;
  const mark = rawText(markElement, maxMarkCharacters).trim();
  for (const part of partsBeforeText.flatMap((name) => elementsOfClass(content, name))) makeSilent(part);
  return { element, mark, text: content.children };
}

const isMarkAlone = ({ text }: Note): boolean => rawText({ children: [...text] }).trim() === '';

const parts = nameSet('section article main body');

/** The element around a note that is a child of its section: notes of a list or table are written behind the whole. */
function childOfSection(note: Element): Element | undefined {
  for (let at = note; ;) {
    const { parent } = at;
    if (parent === null || !isTag(parent)) return undefined;
    if (parts.has(parent.name)) return at;
    at = parent;
  }
}

/** Writes nodes right behind others. */
function writeBehind(behind: ReadonlyMap<Element, readonly Element[]>): void {
  const sections = new Set([...behind.keys()].map(({ parent }) => parent));
  for (const section of sections)
    if (section !== null && isTag(section))
      setChildren(
        section,
        section.children.flatMap((child) => [child, ...((isTag(child) && behind.get(child)) || [])]),
      );
}

const linkTo = (id: string, mark: string): Element => newElement('a', { href: `#${id}` }, [newText(mark)]);

/**
 * Brings notes, which are inside the sentences that they explain, to the form of docutils: a link to `<aside class="footnote">`
 * behind the paragraph, list or table. A mark without a text belongs to the note with the same mark.
 */
export function readNotes(index: ElementIndex): void {
  const notes = index
    .named('span')
    .filter((element) => hasClass(element, 'ltx_note'))
    .flatMap((element) => noteIn(element) ?? []);
  const marksAlone = notes.filter(isMarkAlone);
  const repeatedMarks = new Set(marksAlone.map(({ mark }) => mark));
  const ids = new Map<string, string>();
  const behind = new Map<Element, Element[]>();
  for (const [at, { element, mark, text }] of notes.filter((note) => !isMarkAlone(note)).entries()) {
    const place = childOfSection(element);
    if (place === undefined) continue;
    const id = `latexml-note-${at + 1}`;
    if (!ids.has(mark)) ids.set(mark, id);
    const label = newElement('span', {}, [newText(mark)]);
    const box = newElement('aside', { class: 'footnote', id }, [label, newText(' '), ...text]);
    const boxes = behind.get(place) ?? [];
    boxes.push(box);
    behind.set(place, boxes);
    const isMarkedElsewhere = hasClass(element, 'ltx_role_footnotetext') && repeatedMarks.has(mark);
    if (isMarkedElsewhere) makeSilent(element);
    else becomeElement(element, 'sup', {}, [linkTo(id, mark)]);
  }
  for (const { element, mark } of marksAlone) {
    const id = ids.get(mark);
    becomeElement(element, 'sup', {}, [id === undefined ? newText(mark) : linkTo(id, mark)]);
  }
  writeBehind(behind);
}
