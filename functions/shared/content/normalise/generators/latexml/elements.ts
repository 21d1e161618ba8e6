import { type Element, isTag } from 'domhandler';

import { hasClass } from '#shared/content/dom/element-edit.ts';

/** The outermost elements inside that have a class, in document order. */
export const elementsOfClass = ({ children }: Element, name: string): readonly Element[] =>
  children.flatMap((child) => {
    if (!isTag(child)) return [];
    return hasClass(child, name) ? [child] : elementsOfClass(child, name);
  });
