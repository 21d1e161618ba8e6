import type { Element } from 'domhandler';

/** Columns of a page are "sticky", too, and prices may be "fixed". */
const barName =
  /(?:^|[\s_-])(?:sticky|floating)(?:$|[\s_-])|(?:^|[\s_-])fixed[-_](?:\w+[-_]){0,2}(?:header|title|headline|bar|top|bottom)(?:$|[\s_-])/i;
/** A cheap test for most names. */
const mayBeBar = /sticky|floating|fixed/i;
const maxNameCharacters = 400;

const isBarName = (name: string | undefined): boolean =>
  name !== undefined && mayBeBar.test(name) && barName.test(name.slice(0, maxNameCharacters));

/** Whether an element is named as one that stays at the edge of the window. */
export const isWindowBar = ({ attribs: { class: names, id } }: Element): boolean =>
  isBarName(names) || isBarName(id);
