import { origin, page } from './mapped-site.ts';

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const sections = 16;
const articles = 64;
const perList = 16;

const at = (path: string): string => origin + path;
const pathOf = (section: number): string => `/guide-${section}/`;
const article = (section: number, index: number): string => `${pathOf(section)}article-${index}`;

/** The links of each page, by its path. */
const linksOfPages: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['/', ['/about', ...range(sections).map(pathOf)]],
  ['/about', ['/']],
  ...range(sections).flatMap((section) =>
    range(articles / perList).map((number) => {
      const next = number + 1 < articles / perList ? [`${pathOf(section)}?page=${number + 2}`] : [];
      const own = range(perList).map((index) => article(section, number * perList + index));
      return [
        `${pathOf(section)}${number === 0 ? '' : `?page=${number + 1}`}`,
        ['/', ...own, ...next],
      ] as const;
    }),
  ),
  ...range(sections).flatMap((section) =>
    range(articles).map((index) => [article(section, index), ['/']] as const),
  ),
]);

/** A start page, sixteen sections whose lists have four pages, 64 articles each, and one more page: 1,042 URLs. */
export function largeSite() {
  const paths = [...linksOfPages.keys()].filter((path) => !path.includes('?'));
  return {
    paths,
    pages: Object.fromEntries(
      [...linksOfPages].map(([path, links]) => [at(path), page(`Page ${path}`, links)] as const),
    ),
    /** The paths of the URLs without a query to which a page links. */
    linksOf: (url: string): readonly string[] =>
      (linksOfPages.get(url.slice(origin.length)) ?? []).filter((path) => !path.includes('?')),
  };
}
