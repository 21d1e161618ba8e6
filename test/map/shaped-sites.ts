import type { WebAnswer } from '../fakes/memory-web.ts';
import { origin, page, sitemap } from './mapped-site.ts';

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Where a page of a site leads, by its path. */
export type Shape = (path: string) => readonly string[];

const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '');
const numberIn = (text = ''): number => Number(/\d+/.exec(text)?.[0] ?? 0);

/** Sections whose lists have many pages. */
const lists =
  (sections: number, articles: number, perList: number): Shape =>
  (path) => {
    if (path === '/') return range(sections).map((section) => `/s${section}/`);
    const { pathname, searchParams } = new URL(path, origin);
    const [section = '', article] = segmentsOf(pathname);
    if (article !== undefined)
      return ['/', `/${section}/`, `/${section}/a${(numberIn(article) + 1) % articles}`];
    const number = Number(searchParams.get('page') ?? 1);
    const first = (number - 1) * perList;
    const next = number < articles / perList ? [`/${section}/?page=${number + 1}`] : [];
    return ['/', ...range(perList).map((index) => `/${section}/a${first + index}`), ...next];
  };

/** Folders of each level have names of their own: repeated ones look like a spider trap. */
const folderIn = (path: string, child: number): string =>
  `${path === '/' ? '' : path}/level${segmentsOf(path).length}-${child}`;

/** Each page has its own folders, down to a depth. */
const tree =
  (children: number, depth: number): Shape =>
  (path) =>
    segmentsOf(path).length >= depth
      ? ['/']
      : ['/', ...range(children).map((child) => folderIn(path, child))];

/** Chapters, topics and pages, as documentation has them. */
const chapters =
  (count: number, topics: number, pages: number): Shape =>
  (path) => {
    const [chapter, topic, leaf] = segmentsOf(path);
    if (chapter === undefined) return range(count).map((index) => `/c${index}/`);
    if (topic === undefined)
      return ['/', ...range(topics + (numberIn(chapter) % 3)).map((index) => `/${chapter}/t${index}/`)];
    return leaf === undefined
      ? [`/${chapter}/`, ...range(pages).map((index) => `/${chapter}/${topic}/p${index}`)]
      : [`/${chapter}/${topic}/`, '/'];
  };

/** Articles that link to any others, to well-known ones more often. */
const wiki =
  (articles: number, linksEach: number): Shape =>
  (path) => {
    const index = numberIn(path);
    let state = index + 1;
    const random = (): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state / 2_147_483_648;
    };
    random();
    const links = range(linksEach).map(() => `/wiki/a${Math.floor(random() ** 1.5 * articles)}`);
    return ['/', ...links, `/wiki/a${(index + 1) % articles}`];
  };

/** One page that links to all others. */
const index =
  (pages: number): Shape =>
  (path) =>
    path === '/' ? range(pages).map((number) => `/entry/${number}`) : ['/'];

/** One page that links to all entries, of which every tenth leads to pages that no other names. */
export const seriesInIndex: Shape = (path) => {
  if (path === '/') return index(600)(path);
  const [kind, number] = segmentsOf(path);
  const isFirst = kind === 'entry' && numberIn(number) % 10 === 0;
  return ['/', ...(isFirst ? range(6).map((part) => `/series/${number}-${part}`) : [])];
};

/** Many small folders that lead nowhere, and one large one in which each page leads to pages of its own. */
export const largeAmongSmall: Shape = (path) => {
  if (path === '/')
    return [
      ...range(14).flatMap((folder) => range(12).map((page) => `/f${'abcdefghijklmn'[folder]}/p${page}`)),
      ...range(300).map((entry) => `/entries/${entry}`),
    ];
  const [kind, number] = segmentsOf(path);
  return ['/', ...(kind === 'entries' ? range(5).map((part) => `/parts/${number}-${part}`) : [])];
};

export const shapes = {
  'long lists': lists(8, 400, 10),
  'a tree of folders': tree(3, 6),
  documentation: chapters(12, 9, 14),
  'a wiki': wiki(2_000, 15),
  'one long index': index(800),
} as const satisfies Readonly<Record<string, Shape>>;

/** Every page of a site, by its path. */
export function pathsOf(shape: Shape): readonly string[] {
  const paths = new Set(['/']);
  // A set shows what is added to it while it is read.
  for (const path of paths) for (const link of shape(path)) paths.add(link);
  return [...paths];
}

/** The site as a fake web; with a sitemap of all its pages when it is asked for. */
export function webOf(shape: Shape, hasSitemap = false): Readonly<Record<string, WebAnswer>> {
  const paths = pathsOf(shape);
  return Object.fromEntries([
    ...paths.map((path) => [origin + path, page(`Page ${path}`, shape(path))] as const),
    ...(hasSitemap ? [[`${origin}/sitemap.xml`, sitemap(paths.map((path) => origin + path))] as const] : []),
  ]);
}
