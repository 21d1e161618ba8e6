import type { Element } from 'domhandler';

import { elementBeside } from './element-edit.ts';

/** Whether an element is the empty one that XenForo writes between the label of a thread and its title. */
export const isBehindThreadLabel = (element: Element): boolean =>
  element.attribs['class'] === 'label-append' &&
  elementBeside(element, 'prev')?.attribs['class']?.includes('label') === true;
