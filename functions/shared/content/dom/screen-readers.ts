import { type Element, isTag, isText } from 'domhandler';

import { isSilent } from './element-display.ts';

const screenReaderOnly =
  /(?:^|\s)(?:(?:(?!not-)[\w-]{1,20}-)?sr-only|(?:u-)?visually-?hidden|screen-reader(?:-(?:text|only))?|v-visible-sr|assistive-text|a11y-hidden|adahidden|u-hidden-visually|element-invisible|(?:[a-z]{2,4}-)?is-hidden-accessible|(?:aok-)?offscreen)(?:\s|$)/i;

/** Whether class names say that an element is read out by screen readers, and not shown. */
export const isScreenReaderClass = (names: string): boolean => screenReaderOnly.test(names);

/** Whether an element is read out by screen readers, and not shown. */
export const isForScreenReaders = ({ attribs: { class: names } }: Element): boolean =>
  names !== undefined && screenReaderOnly.test(names);

/** The text of an element without what only screen readers read. */
export const shownText = ({ children }: Element): string =>
  children
    .map((child) => {
      if (isText(child)) return child.data;
      return isTag(child) && !isSilent(child.name) && !isForScreenReaders(child) ? shownText(child) : '';
    })
    .join('');
