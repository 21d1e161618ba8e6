import { isText } from 'domhandler';

import { isHomePage, type MetadataEvidence } from './metadata-evidence.ts';
import { namesElsewhere } from './page-site.ts';
import { bare, maxNameWords } from './site-names.ts';

/** The titles of pages as tools make them: `React App`, `Vite + React + TS`. */
const titleOfTool =
  /^(?:document|untitled(?: (?:document|page))?|(?:react|vite|vue|next\.?js|my) app|vite \+ [\w +]+)$/i;

/** `© 2026 Pan shop. All rights reserved.` */
const copyright = /(?:©|\(c\)|copyright)[\s\d,–-]*([^.,|©]{2,80})/i;
const maxCopyrightCharacters = 200;

function ownsCopyright(name: string, { index }: MetadataEvidence): boolean {
  const isLine = (text: string): boolean =>
    text.length <= maxCopyrightCharacters && bare(copyright.exec(text)?.[1] ?? '') === name;
  return index.all.some(({ children }) => children.some((child) => isText(child) && isLine(child.data)));
}

/** Whether a name is that of the host, `Mill Courier` on mill-courier.example, or is declared as that of the site. */
function isDeclaredSite(name: string, siteNames: readonly string[], host: string): boolean {
  const labels = new Set(host.split('.').slice(0, -1).map(bare));
  return siteNames.some((site) => bare(site) === name) || labels.has(name) || labels.has(`the${name}`);
}

/**
 * Whether all titles of a page are the name of its site, or one that a tool made up: applications leave the title of their
 * file on every page. The title of a home page is its own.
 */
export function isTitleOfAllPages(
  titles: readonly (string | undefined)[],
  evidence: MetadataEvidence,
  { siteNames, host }: { readonly siteNames: readonly string[]; readonly host: string },
): boolean {
  const [title = '', ...others] = titles.filter((text) => text !== undefined);
  const name = bare(title.replace(/^the\s/i, ''));
  const isSame = others.every((other) => bare(other) === bare(title));
  if (title === '' || !isSame || title.split(/\s+/).length > maxNameWords || isHomePage(evidence))
    return false;
  return (
    titleOfTool.test(title) ||
    isDeclaredSite(name, siteNames, host) ||
    namesElsewhere(evidence).some((other) => bare(other) === bare(title)) ||
    ownsCopyright(bare(title), evidence)
  );
}

/** What forms and notices ask of a visitor. */
const asks = /newsletter|subscri|\b(?:sign|log)[ -]?(?:in|up)\b|\bcookies?\b|\bprivacy\b/i;

/** Whether the only heading of the first level may be the headline: it is no section, such as "News", and no request. */
export const mayBeHeadline = (text: string): boolean =>
  !asks.test(text) && (text.includes(' ') || /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]{6}/u.test(text));
