import type { Analysis } from '#shared/search/answer/analyse-pages.ts';
import { sourceDefinitions } from '#shared/search/answer/neutral-markdown.ts';
import type { SourcePage } from '#shared/search/answer/passages.ts';
import type { SearchData, SearchEntry, SearchRequest } from '#shared/contract/search.ts';
import type { Consumption } from '#shared/accounts/usage/usage-ledger.ts';
import type { Source } from '#shared/contract/fields.ts';
import type { ScoredEntry } from '#shared/search/providers/fusion.ts';
import type { SearchResults } from '#shared/search/providers/web-search.ts';
import type { PageOutcome } from '#shared/scrape/read-pages.ts';
import type { ScrapedAndExtracted } from '#shared/extract/scrape-and-extract.ts';
import type { PageVersion } from '#shared/scrape/page-versions.ts';
import { onePerPage, pageKey } from './result-pages.ts';

/** Interface, Limits: a search with parseResults counts as two. */
const analysisPrice = 2;
const plainPrice = 1;

/** Requests that a search may cost. */
export const searchUnits = ({ parseResults }: SearchRequest): number =>
  parseResults ? analysisPrice : plainPrice;

/** What was read of each page, by its `pageKey`. */
export type Outcomes = ReadonlyMap<string, PageOutcome<ScrapedAndExtracted>>;

interface SearchOutcome {
  readonly request: SearchRequest;
  readonly found: SearchResults;
  readonly outcomes: Outcomes;
  readonly sourcePages: readonly SourcePage[];
  /** Absent without `parseResults`, and when there was nothing to analyse. */
  readonly analysis: Analysis | undefined;
  readonly durationMs: number;
  readonly warnings: readonly string[];
}

/** The page of an image result is about something else. */
export const isAnalysable = ({ source }: ScoredEntry): boolean => source !== 'images';

type Outcome = PageOutcome<ScrapedAndExtracted> | undefined;

/** The page of an entry for the analysis. What an error page says is about the error. */
export const sourcePageOf = ({ url, title }: ScoredEntry, outcome: Outcome): readonly SourcePage[] =>
  outcome?.kind === 'page' && outcome.isErrorPage !== true && outcome.data.markdown !== undefined
    ? [{ url, title, markdown: outcome.data.markdown }]
    : [];

function errorPagesWarning({ request, found, outcomes }: SearchOutcome): readonly string[] {
  if (!request.parseResults) return [];
  const isLeftOut = (outcome: Outcome): boolean => outcome?.kind === 'page' && outcome.isErrorPage === true;
  const leftOut = onePerPage(found.entries.filter(isAnalysable)).filter((entry) =>
    isLeftOut(outcomes.get(pageKey(entry))),
  );
  return leftOut.length === 0
    ? []
    : [`Error pages are not analysed: ${leftOut.map(({ url }) => url).join(', ')}.`];
}

/** An entry with the requested formats of its page; the analysis may have read more. */
function entryOf(found: ScoredEntry, outcome: Outcome, { scrapeOptions }: SearchRequest): SearchEntry {
  if (outcome === undefined) return found;
  if (outcome.kind === 'failure') return { ...found, error: outcome.error, code: outcome.code };
  if (scrapeOptions === undefined) return found;
  const { markdown, ...data } = outcome.data;
  const wantsMarkdown = scrapeOptions.formats?.includes('markdown') ?? true;
  return {
    ...found,
    ...data,
    ...(wantsMarkdown && markdown !== undefined ? { markdown } : {}),
    ...(outcome.warnings.length === 0 ? {} : { warning: outcome.warnings.join(' ') }),
  };
}

/** With link definitions, so that renderers show citations as links. */
const withSources = (markdown: string, pages: readonly SourcePage[]): string =>
  `${markdown.trim()}\n\n${sourceDefinitions(pages.map(({ url }) => url))}\n`;

function dataOf({ request, found, outcomes, sourcePages, analysis, durationMs }: SearchOutcome): SearchData {
  const { length: returned } = found.entries;
  const readCount = found.entries.filter((entry) => outcomes.get(pageKey(entry))?.kind === 'page').length;
  const method = `${found.provider}_search`;
  const markdown = analysis?.markdown;
  return {
    pages: found.entries.map((entry) => entryOf(entry, outcomes.get(pageKey(entry)), request)),
    total: found.total,
    completed: request.scrapeOptions === undefined ? returned : readCount,
    status: 'completed',
    metadata: {
      title: `Search results for “${request.query}”`,
      description: `${returned} ${returned === 1 ? 'result' : 'results'} from ${found.provider}`,
    },
    processingInfo: {
      method: analysis === undefined || markdown === undefined ? method : `${method}+${analysis.method}`,
      duration: durationMs,
      parser: 'local',
      ...(analysis?.tokens === undefined ? {} : { tokens: analysis.tokens }),
    },
    ...(markdown === undefined ? {} : { markdown: withSources(markdown, sourcePages) }),
  };
}

/** Decisions: Costs. One for results, two with an analysis, none for an empty list. */
function requestsOf({ found, analysis }: SearchOutcome): number {
  if (found.entries.length === 0) return 0;
  return analysis?.markdown !== undefined && !analysis.modelFailed ? analysisPrice : plainPrice;
}

export interface SearchAnswer {
  readonly source: Source;
  readonly data: SearchData;
  readonly warnings: readonly string[];
  readonly consumed: Consumption;
  /** Of the pages that are tracked, to be kept when the answer is delivered. */
  readonly versions: readonly PageVersion[];
}

export function searchAnswer(search: SearchOutcome): SearchAnswer {
  const { request, found, outcomes, analysis, warnings } = search;
  const pages = [...outcomes.values()].filter((outcome) => outcome.kind === 'page');
  const requests = requestsOf(search);
  const nothingToAnalyse = request.parseResults && analysis === undefined;
  return {
    source: pages.some(({ source }) => source === 'cloud') ? 'cloud' : 'local',
    data: dataOf(search),
    warnings: [
      ...found.warnings,
      ...warnings,
      ...errorPagesWarning(search),
      ...(analysis?.warnings ?? []),
      ...(nothingToAnalyse ? ['The results have no readable page, so there is nothing to analyse.'] : []),
    ],
    consumed: { requests, pages: pages.length, ai: Math.max(0, requests - plainPrice) },
    versions: pages.flatMap(({ version }) => version ?? []),
  };
}
