import type { Element } from 'domhandler';

import { remembered } from '#shared/kernel/remembered.ts';

/** Columns of a page are "sticky", too, and prices may be "fixed". */
const barName =
  /(?:^|[\s_-])(?:sticky|floating)(?:$|[\s_-])|(?:^|[\s_-])fixed[-_](?:\w+[-_]){0,2}(?:header|title|headline|bar|top|bottom)(?:$|[\s_-])/i;
const maxNameCharacters = 400;
const isBarName = remembered((names): boolean => barName.test(names.slice(0, maxNameCharacters)));

/** Whether an element is named as one that stays at the edge of the window. */
export const isWindowBar = ({ attribs: { class: names, id } }: Element): boolean =>
  (names !== undefined && isBarName(names)) || (id !== undefined && isBarName(id));
