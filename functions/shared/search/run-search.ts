import type { Caller } from '#shared/accounts/keys/caller.ts';
import type { ScrapeAndExtract } from '#shared/extract/scrape-and-extract.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { type Deadline, deadlineIn } from '#shared/kernel/deadline.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import { readPages } from '#shared/scrape/read-pages.ts';
import type { AnalysePages, Analysis } from '#shared/search/answer/analyse-pages.ts';
import type { SourcePage } from '#shared/search/answer/passages.ts';
import type { ScoredEntry } from '#shared/search/providers/fusion.ts';
import type { WebSearch } from '#shared/search/providers/web-search.ts';
import type { PreparedSearch } from './prepare-search.ts';
import { onePerPage, pageKey } from './result-pages.ts';
import {
  isAnalysable,
  type Outcomes,
  type SearchAnswer,
  searchAnswer,
  sourcePageOf,
} from './search-answer.ts';

export interface RunSearchDeps {
  readonly webSearch: WebSearch;
  readonly scrapeAndExtract: ScrapeAndExtract;
  readonly analysePages: AnalysePages;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface SearchContext {
  readonly caller: Caller;
  readonly deadline: Deadline;
}

/** More pages at once would wait for one processor, whatever the plan allows. */
const maxPagesAtOnce = 20;
/** Share of the time left for reading pages when an analysis follows. */
const readingShare = 0.6;
/** Kept of the caller's time to answer with the pages that were read. */
const replyMs = 500;
/** Kept for the extractive summary when the model times out: ten long pages take a good part of a second. */
const summaryMs = 1_500;
/** Share of a short time that is kept for it at most. */
const maxSummaryShare = 0.25;

const jsonOptionsWarning = (pages: number, search: PreparedSearch, { plan }: Caller): readonly string[] =>
  search.task === undefined || pages <= search.maxScraped
    ? []
    : [
        `With jsonOptions the first ${plan.aiPages} pages were read, the most that the ${plan.id} plan analyses.`,
      ];

/** The entries whose pages can be analysed: one for each page, although several sources may list it. */
const analysableIn = (entries: readonly ScoredEntry[]): readonly ScoredEntry[] =>
  onePerPage(entries.filter(isAnalysable));

const sourcesIn = (entries: readonly ScoredEntry[], outcomes: Outcomes): readonly SourcePage[] =>
  entries.flatMap((entry) => sourcePageOf(entry, outcomes.get(pageKey(entry))));

export type RunSearch = (search: PreparedSearch, context: SearchContext) => Promise<SearchAnswer>;

/** Finds results, reads the pages that the caller or the analysis wants, and analyses them. */
export function createRunSearch(deps: RunSearchDeps): RunSearch {
  const { webSearch, scrapeAndExtract, analysePages, clock, logger } = deps;

  async function read(
    wanted: readonly ScoredEntry[],
    { scrapeOptions, task }: PreparedSearch,
    { key, plan }: Caller,
    signal: AbortSignal,
  ): Promise<Outcomes> {
    const context = { signal, accountId: key.accountId };
    const outcomes = await readPages(
      wanted.map(({ url }) => url),
      (url) => scrapeAndExtract({ ...scrapeOptions, url }, context, task),
      { atOnce: Math.min(plan.pagesAtOnce, maxPagesAtOnce), signal, logger },
    );
    return new Map(
      wanted.flatMap((entry, index) => {
        const outcome = outcomes[index];
        return outcome === undefined ? [] : [[pageKey(entry), outcome] as const];
      }),
    );
  }

  /** The pages that the caller wants, and those for the analysis: pages that it cannot use are replaced by the next results, one time. */
  async function readResults(
    entries: readonly ScoredEntry[],
    search: PreparedSearch,
    { caller, deadline }: SearchContext,
  ): Promise<Outcomes> {
    const { request, task, maxScraped, maxAnalysed } = search;
    const share = request.parseResults ? readingShare : 1;
    const budgetMs = Math.max(0, Math.floor(deadline.remainingMs() * share) - replyMs);
    const signal = AbortSignal.any([deadline.signal, AbortSignal.timeout(budgetMs)]);
    const analysable = analysableIn(entries);
    const first = new Set(analysable.slice(0, maxAnalysed).map(pageKey));
    const wanted = onePerPage(entries).filter(
      (entry, index) => index < maxScraped || first.has(pageKey(entry)),
    );
    const outcomes = await read(wanted, search, caller, signal);
    const lacking = maxAnalysed - sourcesIn(analysable, outcomes).length;
    const next = analysable.filter((entry) => !outcomes.has(pageKey(entry))).slice(0, Math.max(0, lacking));
    // Each page that is read with a task is extracted from, and the plan has a limit for these.
    if (next.length === 0 || task !== undefined || signal.aborted) return outcomes;
    return new Map([...outcomes, ...(await read(next, search, caller, signal))]);
  }

  async function analyse(
    { query, aiPrompt, parseResults }: PreparedSearch['request'],
    pages: readonly SourcePage[],
    deadline: Deadline,
  ): Promise<Analysis | undefined> {
    if (!parseResults || pages.length === 0) return undefined;
    const leftMs = deadline.remainingMs();
    const budgetMs = Math.max(0, leftMs - replyMs - Math.min(summaryMs, leftMs * maxSummaryShare));
    const modelDeadline = deadlineIn(budgetMs, clock, deadline.signal);
    return analysePages({ query, prompt: aiPrompt, deadline: modelDeadline }, pages);
  }

  return async (search, context) => {
    const { request, maxAnalysed, warnings } = search;
    const { caller, deadline } = context;
    const startedMs = clock.now();
    const found = await webSearch(request, deadline);
    const outcomes = await readResults(found.entries, search, context);
    const sourcePages = sourcesIn(analysableIn(found.entries), outcomes).slice(0, maxAnalysed);
    return searchAnswer({
      request,
      found,
      outcomes,
      sourcePages,
      analysis: await analyse(request, sourcePages, deadline),
      durationMs: clock.now() - startedMs,
      warnings: [...warnings, ...jsonOptionsWarning(onePerPage(found.entries).length, search, caller)],
    });
  };
}
