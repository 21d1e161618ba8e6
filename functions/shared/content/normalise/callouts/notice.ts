import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { classesOf } from '#shared/content/dom/element-edit.ts';
import { findElement } from '#shared/content/dom/element-text.ts';
import { headings } from '#shared/content/dom/html-elements.ts';

/** A notice, its title if it has one, and what it says. */
export interface Notice {
  readonly kind: string;
  readonly title: Element | undefined;
  readonly content: readonly ChildNode[];
}

export const isHeading = ({ name }: Element): boolean => headings.has(name);

export const holdsHeading = (element: Element): boolean => findElement(element, isHeading) !== undefined;

/** Whether there is anything to read or to see. */
export const holdsText = (nodes: readonly ChildNode[]): boolean =>
  nodes.some((node) =>
    isText(node) ? node.data.trim() !== '' : isTag(node) && (node.name === 'img' || holdsText(node.children)),
  );

/** Whether an element is the sign of a notice, which its kind says, too. */
export const isSign = (element: Element): boolean =>
  classesOf(element).some((name) => /[-_]icon$/.test(name));
