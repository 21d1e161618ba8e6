import type { Analysis } from '#shared/search/answer/analyse-pages.ts';
import { sourceDefinitions } from '#shared/search/answer/neutral-markdown.ts';
import type { SourcePage } from '#shared/search/answer/passages.ts';
import type { SearchData, SearchEntry, SearchRequest } from '#shared/contract/search.ts';
import type { OperationReply } from '#shared/http/endpoint.ts';
import type { ScoredEntry } from '#shared/search/providers/fusion.ts';
import type { SearchResults } from '#shared/search/providers/web-search.ts';
import type { PageReading } from '#shared/scrape/read-pages.ts';

/** Interface, Limits: a search with parseResults counts as two. */
export const analysisPrice = 2;
export const plainPrice = 1;

export interface SearchOutcome {
  readonly body: SearchRequest;
  readonly found: SearchResults;
  readonly readings: ReadonlyMap<ScoredEntry, PageReading>;
  readonly sourcePages: readonly SourcePage[];
  /** Absent when none was asked for, or when there was nothing to analyse. */
  readonly analysis: Analysis | undefined;
  readonly durationMs: number;
  readonly warnings: readonly string[];
}

/** A picture's page is about something else. */
export const isAnalysable = ({ source }: ScoredEntry): boolean => source !== 'images';

export const sourcePageOf = (
  { url, title }: ScoredEntry,
  reading: PageReading | undefined,
): readonly SourcePage[] =>
  reading?.kind === 'page' && reading.data.markdown !== undefined
    ? [{ url, title, markdown: reading.data.markdown }]
    : [];

/** What the caller asked to see of a page; analysis may have read more. */
function entryOf(
  found: ScoredEntry,
  reading: PageReading | undefined,
  { scrapeOptions }: SearchRequest,
): SearchEntry {
  if (reading === undefined) return found;
  if (reading.kind === 'failure') return { ...found, error: reading.error, code: reading.code };
  if (scrapeOptions === undefined) return found;
  const { markdown, ...data } = reading.data;
  const wantsMarkdown = scrapeOptions.formats?.includes('markdown') ?? true;
  return { ...found, ...data, ...(wantsMarkdown && markdown !== undefined ? { markdown } : {}) };
}

/** Renderers show its citations as links to the sources. */
const withSources = (markdown: string, pages: readonly SourcePage[]): string =>
  `${markdown.trim()}\n\n${sourceDefinitions(pages.map(({ url }) => url))}\n`;

function dataOf({ body, found, readings, sourcePages, analysis, durationMs }: SearchOutcome): SearchData {
  const { length: total } = found.entries;
  const readPages = [...readings.values()].filter(({ kind }) => kind === 'page').length;
  const method = `${found.provider}_search`;
  const markdown = analysis?.markdown;
  return {
    pages: found.entries.map((entry) => entryOf(entry, readings.get(entry), body)),
    total,
    completed: body.scrapeOptions === undefined ? total : readPages,
    status: 'completed',
    metadata: {
      title: `Search results for “${body.query}”`,
      description: `${total} ${total === 1 ? 'result' : 'results'} from ${found.provider}`,
    },
    processingInfo: {
      method: analysis === undefined || markdown === undefined ? method : `${method}+${analysis.method}`,
      duration: durationMs,
      parser: 'local',
    },
    ...(markdown === undefined ? {} : { markdown: withSources(markdown, sourcePages) }),
  };
}

/** Decisions: Costs. One for results, two with the analysis that was asked for, nothing for an empty list. */
function requestsOf({ found, analysis }: SearchOutcome): number {
  if (found.entries.length === 0) return 0;
  return analysis?.markdown !== undefined && !analysis.modelFailed ? analysisPrice : plainPrice;
}

export function searchReply(outcome: SearchOutcome): OperationReply {
  const { body, found, readings, analysis, warnings } = outcome;
  const pages = [...readings.values()].filter((reading) => reading.kind === 'page');
  const requests = requestsOf(outcome);
  const nothingToAnalyse = body.parseResults && analysis === undefined;
  return {
    url: '',
    source: pages.some(({ source }) => source === 'cloud') ? 'cloud' : 'local',
    data: dataOf(outcome),
    warnings: [
      ...found.warnings,
      ...warnings,
      ...(analysis?.warnings ?? []),
      ...(nothingToAnalyse ? ['No found page could be read, so there is nothing to analyse.'] : []),
    ],
    consumed: { requests, pages: pages.length, ai: Math.max(0, requests - plainPrice) },
  };
}
