import type { Element } from 'domhandler';

const timeElements: ReadonlySet<string> = new Set([
  'time',
  'relative-time',
  'local-time',
  'time-ago',
  'faceplate-timeago',
]);
const dateProperty = /\bdate(?:Created|Published)\b/;

/** Whether markup that is made for it declares the element to be a date: a time element, or microdata. */
export const declaresDate = ({ name, attribs: { itemprop } }: Element): boolean =>
  timeElements.has(name) || (itemprop !== undefined && dateProperty.test(itemprop));
