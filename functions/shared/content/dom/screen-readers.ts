import type { Element } from 'domhandler';

import { remembered } from '#shared/kernel/remembered.ts';

const screenReaderOnly =
  /(?:^|\s)(?:sr-only|(?:u-)?visually-?hidden|screen-reader(?:-(?:text|only))?|assistive-text|a11y-hidden|adahidden|u-hidden-visually|element-invisible|offscreen)(?:\s|$)/i;

const isScreenReaderClass = remembered((names): boolean => screenReaderOnly.test(names));

/** Whether an element is read out by screen readers, and not shown. */
export const isForScreenReaders = ({ attribs: { class: names } }: Element): boolean =>
  names !== undefined && isScreenReaderClass(names);
