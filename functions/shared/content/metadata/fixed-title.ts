import { isText } from 'domhandler';

import { isHomePage, type MetadataEvidence } from './metadata-evidence.ts';
import { namesElsewhere } from './page-site.ts';
import { bare, maxNameWords } from './site-names.ts';

/** The titles of pages as tools make them: `React App`, `Vite + React + TS`. */
const titleOfTool =
  /^(?:document|untitled(?: (?:document|page))?|(?:react|vite|vue|next\.?js|my) app|vite \+ [\w +]+)$/i;

/** `© 2026 Pan shop. All rights reserved.` */
const copyright = /©|\(c\)|copyright/i;
const maxCopyrightCharacters = 200;

function isInCopyright(name: string, { index }: MetadataEvidence): boolean {
  const isLine = (text: string): boolean =>
    text.length <= maxCopyrightCharacters && copyright.test(text) && text.includes(name);
  return index.all.some(({ children }) => children.some((child) => isText(child) && isLine(child.data)));
}

/**
 * Whether all titles of a page are the name of its site, or one that a tool made up: applications leave the title of their
 * file on every page. The title of a home page is its own.
 */
export function isTitleOfAllPages(
  titles: readonly (string | undefined)[],
  evidence: MetadataEvidence,
  isSite: (text: string) => boolean,
): boolean {
  const [title = '', ...others] = titles.filter((text) => text !== undefined);
  const isSame = others.every((other) => bare(other) === bare(title));
  if (title === '' || !isSame || title.split(/\s+/).length > maxNameWords || isHomePage(evidence))
    return false;
  return (
    titleOfTool.test(title) ||
    isSite(title) ||
    namesElsewhere(evidence).some((name) => bare(name) === bare(title)) ||
    isInCopyright(title, evidence)
  );
}
