import type { HeadFacts } from './head-facts.ts';

/** Style sheets of programs that do not declare themselves on every page, by how their URLs end. */
const styleSheets = [['_static/pygments.css', 'Sphinx']] as const;

/** The program that made a page, as it declares or as its style sheet tells. */
export function pageGenerator({ meta, links }: HeadFacts): string | undefined {
  const declared = meta('generator');
  if (declared !== undefined) return declared;
  const hrefs = links.map(({ attribs }) => (attribs['href'] ?? '').replace(/[?#].*$/s, ''));
  return styleSheets.find(([file]) => hrefs.some((href) => href.endsWith(file)))?.[1];
}
