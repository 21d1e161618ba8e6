import type { PageReading, ReadCrawlPage } from '#shared/crawl/worker/read-crawl-page.ts';
import type { FoundLink } from '#shared/crawl/frontier/frontier.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { everythingAllowed } from '#shared/web/robots/robots-txt.ts';
import type { RobotsGate } from '#shared/web/robots/robots-gate.ts';

type Kind = 'page' | 'twin' | 'redirect' | 'moved' | 'missing' | 'broken' | 'flaky' | 'forbidden' | 'deadly';

interface Node {
  readonly kind: Kind;
  readonly links: readonly number[];
  /** The page's text; twins have the same text under two URLs. */
  readonly text: string;
  readonly target: number;
}

export interface SimulatedSite {
  readonly seedUrl: string;
  /** What a crawl without faults and limits delivers that goes no further than so many links from the seed. */
  readonly textsWithin: (depth: number) => ReadonlySet<string>;
  readonly robots: RobotsGate;
  readonly readPage: ReadCrawlPage;
  /** A worker that reads this page dies. */
  readonly isDeadly: (url: string) => boolean;
  /** Each URL that was read, with the time. */
  readonly reads: readonly { readonly url: string; readonly atMs: number }[];
}

const origin = 'https://site.example';
/** A spider trap: its pages have the same text and link to new URLs. */
const trapAddress = (index: number): string => `${origin}/trap/${index}`;
const trapText = 'text trap';
export const isTrapped = (url: string): boolean => url.startsWith(`${origin}/trap/`);
const trapLinks = (url: string): readonly string[] => {
  const index = Number(url.split('/').at(-1));
  return [1, 2, 3].map((step) => trapAddress(index * 3 + step));
};

const addressOf = (index: number): string => (index === 0 ? `${origin}/` : `${origin}/p${index}`);
const indexOf = (url: string): number => Number(/\/p(\d+)$/.exec(url)?.[1] ?? 0);

function kindOf(random: () => number): Kind {
  const at = random();
  if (at < 0.66) return 'page';
  if (at < 0.74) return 'twin';
  if (at < 0.79) return 'redirect';
  if (at < 0.82) return 'moved';
  if (at < 0.87) return 'missing';
  if (at < 0.9) return 'broken';
  if (at < 0.94) return 'flaky';
  if (at < 0.96) return 'deadly';
  return 'forbidden';
}

const readable = new Set<Kind>(['page', 'twin', 'flaky']);

/** The number of links on the shortest path to each page; a redirect is not a link. */
function depthsOf(nodes: readonly Node[]): ReadonlyMap<number, number> {
  const depths = new Map([[0, 0]]);
  const waiting = [0];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    const { kind, target, links } = nodes[at]!;
    const isRedirect = kind === 'redirect' || kind === 'moved';
    const next = isRedirect ? [target] : readable.has(kind) ? links : [];
    const depth = depths.get(at)! + (isRedirect ? 0 : 1);
    for (const link of next)
      if (depth < (depths.get(link) ?? Number.POSITIVE_INFINITY)) {
        depths.set(link, depth);
        waiting.push(link);
      }
  }
  return depths;
}

function textsWithin(nodes: readonly Node[], most: number): ReadonlySet<string> {
  const near = [...depthsOf(nodes)].filter(([, depth]) => depth <= most).map(([index]) => nodes[index]!);
  return new Set(near.filter(({ kind }) => readable.has(kind)).map(({ text }) => text));
}

/** A site of up to `maxPages` pages that link, redirect, repeat each other, fail once or always. */
export function simulatedSite(
  random: () => number,
  maxPages: number,
  time: { readonly now: () => number; readonly load: (ms: number) => Promise<void> },
): SimulatedSite {
  const count = 1 + Math.floor(random() * maxPages);
  const some = (): number => Math.floor(random() * count);
  const drafts = Array.from({ length: count }, (_, index): Node => {
    const wanted = index === 0 ? 'page' : kindOf(random);
    const target = some();
    const leadsOn = wanted === 'redirect' || wanted === 'moved';
    const kind = leadsOn && target === index ? 'page' : wanted;
    return {
      kind,
      links: Array.from({ length: Math.floor(random() * 5) + (index === 0 ? 3 : 0) }, some),
      text: kind === 'twin' ? `twin ${index % 3}` : `text ${index}`,
      target,
    };
  });
  // A browser that is led to a page ends with its content; to anything else it is a redirect like others.
  const nodes = drafts.map((node): Node => {
    const end = drafts[node.target]!.kind;
    return node.kind === 'moved' && end !== 'page' && end !== 'twin' ? { ...node, kind: 'redirect' } : node;
  });
  const hasTrap = random() < 0.2;
  const reads: { url: string; atMs: number }[] = [];
  const failedOnce = new Set<number>();

  const linksTo = (url: string, depth: number, addresses: readonly string[]): FoundLink[] =>
    addresses.map((href) => ({ href, baseUrl: url, depth, kind: 'page', discoveredFrom: url }));
  const linksOf = (url: string, depth: number, indexes: readonly number[]): FoundLink[] =>
    linksTo(url, depth, indexes.map(addressOf));
  const contentOf = (url: string, finalUrl: string, text: string, depth: number): PageReading['result'] => ({
    kind: 'content',
    source: 'local',
    identities: [`text-${text}`],
    page: { url: finalUrl, markdown: text, metadata: { statusCode: 200, sourceURL: url, depth } },
  });

  return {
    seedUrl: addressOf(0),
    textsWithin: (depth) => new Set([...textsWithin(nodes, depth), ...(hasTrap ? [trapText] : [])]),
    reads,
    robots: async () => ({
      ...everythingAllowed,
      decide: (url) =>
        nodes[indexOf(url.href)]?.kind === 'forbidden'
          ? { allowed: false, rule: 'Disallow: here' }
          : { allowed: true },
    }),
    isDeadly: (url) => nodes[indexOf(url)]?.kind === 'deadly',
    readPage: async (row, { frontierFor, claimant }, signal): Promise<PageReading> => {
      reads.push({ url: row.url, atMs: time.now() });
      await time.load(5 + random() * 400);
      signal.throwIfAborted();
      if (isTrapped(row.url))
        return {
          finalUrl: row.url,
          links: linksTo(row.url, row.depth + 1, trapLinks(row.url)),
          result: contentOf(row.url, row.url, trapText, row.depth),
        };
      const index = indexOf(row.url);
      const { kind, links, text, target } = nodes[index]!;
      if (kind === 'broken') throw new AppError('CONNECTION_FAILED', 'The connection broke.');
      if (kind === 'flaky' && !failedOnce.has(index)) {
        failedOnce.add(index);
        throw new AppError('CONNECTION_FAILED', 'The connection broke.');
      }
      if (kind === 'missing')
        return {
          finalUrl: row.url,
          links: [],
          result: { kind: 'failure', status: 404, retryAfterSeconds: undefined },
        };
      if (kind === 'redirect')
        return {
          finalUrl: row.url,
          links: linksOf(row.url, row.depth, [target]),
          result: { kind: 'redirect' },
        };
      const end = kind === 'moved' ? nodes[target]! : { links, text };
      const finalUrl = kind === 'moved' ? addressOf(target) : row.url;
      frontierFor(row.url);
      const known = kind === 'twin' ? await claimant?.(`text-${text}`) : undefined;
      const trapped = hasTrap && index === 0 ? linksTo(finalUrl, row.depth + 1, [trapAddress(0)]) : [];
      return {
        finalUrl,
        links: [...linksOf(finalUrl, row.depth + 1, end.links), ...trapped],
        result:
          known === undefined
            ? contentOf(row.url, finalUrl, end.text, row.depth)
            : { kind: 'known', as: known },
      };
    },
  };
}
