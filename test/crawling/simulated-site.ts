import type { PageReading, ReadCrawlPage } from '#shared/crawling/read-crawl-page.ts';
import type { FoundLink } from '#shared/crawling/frontier.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { everythingAllowed } from '#shared/robots/robots-txt.ts';
import type { RobotsGate } from '#shared/robots/robots-gate.ts';

type Kind = 'page' | 'twin' | 'redirect' | 'missing' | 'broken' | 'flaky' | 'forbidden' | 'deadly';

interface Node {
  readonly kind: Kind;
  readonly links: readonly number[];
  /** What the page says; twins say the same under two addresses. */
  readonly text: string;
  readonly target: number;
}

export interface SimulatedSite {
  readonly seedUrl: string;
  /** What a crawl without faults and limits delivers. */
  readonly texts: ReadonlySet<string>;
  readonly robots: RobotsGate;
  readonly readPage: ReadCrawlPage;
  /** Whoever reads this page dies of it. */
  readonly isDeadly: (url: string) => boolean;
  /** Each address that was read, with the time. */
  readonly reads: readonly { readonly url: string; readonly atMs: number }[];
}

const origin = 'https://site.example';
const addressOf = (index: number): string => (index === 0 ? `${origin}/` : `${origin}/p${index}`);
const indexOf = (url: string): number => Number(/\/p(\d+)$/.exec(url)?.[1] ?? 0);

function kindOf(random: () => number): Kind {
  const at = random();
  if (at < 0.66) return 'page';
  if (at < 0.74) return 'twin';
  if (at < 0.82) return 'redirect';
  if (at < 0.87) return 'missing';
  if (at < 0.9) return 'broken';
  if (at < 0.94) return 'flaky';
  if (at < 0.96) return 'deadly';
  return 'forbidden';
}

const readable = new Set<Kind>(['page', 'twin', 'flaky']);

function reachable(nodes: readonly Node[]): Set<string> {
  const texts = new Set<string>();
  const seen = new Set([0]);
  const waiting = [0];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const node = nodes[at]!;
    if (readable.has(node.kind)) texts.add(node.text);
    const next = node.kind === 'redirect' ? [node.target] : readable.has(node.kind) ? node.links : [];
    for (const link of next)
      if (!seen.has(link)) {
        seen.add(link);
        waiting.push(link);
      }
  }
  return texts;
}

/** A site of up to `maxPages` pages that link, redirect, repeat each other, fail once or always. */
export function simulatedSite(
  random: () => number,
  maxPages: number,
  time: { readonly now: () => number; readonly load: (ms: number) => Promise<void> },
): SimulatedSite {
  const count = 1 + Math.floor(random() * maxPages);
  const some = (): number => Math.floor(random() * count);
  const nodes = Array.from({ length: count }, (_, index): Node => {
    const wanted = index === 0 ? 'page' : kindOf(random);
    const target = some();
    const kind = wanted === 'redirect' && target === index ? 'page' : wanted;
    return {
      kind,
      links: Array.from({ length: Math.floor(random() * 5) + (index === 0 ? 3 : 0) }, some),
      text: kind === 'twin' ? `twin ${index % 3}` : `text ${index}`,
      target,
    };
  });
  const reads: { url: string; atMs: number }[] = [];
  const failedOnce = new Set<number>();

  const linksOf = (url: string, depth: number, indexes: readonly number[]): FoundLink[] =>
    indexes.map((index) => ({
      href: addressOf(index),
      baseUrl: url,
      depth,
      kind: 'page',
      discoveredFrom: url,
    }));

  return {
    seedUrl: addressOf(0),
    texts: reachable(nodes),
    reads,
    robots: async () => ({
      ...everythingAllowed,
      decide: (url) =>
        nodes[indexOf(url.href)]?.kind === 'forbidden'
          ? { allowed: false, rule: 'Disallow: here' }
          : { allowed: true },
    }),
    isDeadly: (url) => nodes[indexOf(url)]?.kind === 'deadly',
    readPage: async (row, { frontierFor }, signal): Promise<PageReading> => {
      reads.push({ url: row.url, atMs: time.now() });
      await time.load(5 + random() * 400);
      signal.throwIfAborted();
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
      frontierFor(row.url);
      return {
        finalUrl: row.url,
        links: linksOf(row.url, row.depth + 1, links),
        result: {
          kind: 'content',
          source: 'local',
          identities: [`text-${text}`],
          page: {
            url: row.url,
            markdown: text,
            metadata: { statusCode: 200, sourceURL: row.url, depth: row.depth },
          },
        },
      };
    },
  };
}
