import { type ChildNode, type Document, type Element, isTag } from 'domhandler';

import { becomeElement, hasClass, makeSilent } from '#shared/content/dom/element-edit.ts';

/** As both programs write them. */
const marks = ['<foreignObject', 'class="bespoke-marp-note', 'class="reveal'];

/** Whether a markup may be a presentation. */
export const hasSlides = (markup: string): boolean => marks.some((mark) => markup.includes(mark));

const childrenNamed = ({ children }: Element, name: string): readonly Element[] =>
  children.filter(isTag).filter((child) => child.name === name);

/** The parts of the slide that a drawing is; none in a drawing whose labels are written in HTML. */
const slidesIn = (drawing: Element): Element[] =>
  childrenNamed(drawing, 'foreignobject').flatMap((part) => childrenNamed(part, 'section'));

/** Other pages have the class for what they show when it is scrolled to. */
const isReveal = (element: Element): boolean =>
  hasClass(element, 'reveal') && element.children.some((child) => isTag(child) && hasClass(child, 'slides'));

const isNoteOfReveal = (element: Element): boolean => element.name === 'aside' && hasClass(element, 'notes');

function openIn(children: readonly ChildNode[], isInReveal: boolean): void {
  for (const child of children) {
    if (!isTag(child)) continue;
    if (hasClass(child, 'bespoke-marp-note') || (isInReveal && isNoteOfReveal(child))) {
      makeSilent(child);
      continue;
    }
    const slides = child.name === 'svg' ? slidesIn(child) : [];
    if (slides.length > 0) becomeElement(child, 'div', {}, slides);
    openIn(child.children, isInReveal || isReveal(child));
  }
}

/**
 * Puts the slides that Marp draws in `<svg>` where their text is read, and removes what speakers of Marp and reveal.js say, which
 * is hidden from those who watch. Changes the document in place.
 */
export const openSlides = ({ children }: Document): void => openIn(children, false);
