import type { AnalysePages, Analysis } from '#shared/search/answer/analyse-pages.ts';
import type { SourcePage } from '#shared/search/answer/passages.ts';
import { problemText } from '#shared/contract/parse-request.ts';
import { scrapeOptions as scrapeOptionsSchema } from '#shared/contract/scrape.ts';
import { type SearchRequest, searchRequest } from '#shared/contract/search.ts';
import { requireUsableSchema } from '#shared/extract/extracting-scrape-page.ts';
import type { Caller } from '#shared/http/access.ts';
import { endpoint, type EndpointDeps, type OperationInput } from '#shared/http/endpoint.ts';
import { deadlineIn } from '#shared/kernel/deadline.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { requirePermission } from '#shared/accounts/plans/permission.ts';
import { requireValidSelectors } from '#shared/scrape/require-selectors.ts';
import type { ScoredEntry } from '#shared/search/providers/fusion.ts';
import type { WebSearch } from '#shared/search/providers/web-search.ts';
import type { PageReading, ReadPages } from '#shared/scrape/read-pages.ts';
import { analysisPrice, isAnalysable, plainPrice, searchReply, sourcePageOf } from './search-reply.ts';

export interface SearchDeps extends EndpointDeps {
  readonly webSearch: WebSearch;
  readonly readPages: ReadPages;
  readonly analysePages: AnalysePages;
}

/** More pages at once would wait for one processor, whatever the plan allows. */
const mostAtOnce = 20;
/** Of the time that is left when results are there: pages get this share when an analysis follows. */
const readingShare = 0.6;
/** What is kept of the caller's time to answer with what came. */
const replyMs = 500;
/** Choosing the sentences of ten long pages takes a good part of a second, when a model did not answer in time. */
const summaryMs = 1_500;
/** Of a short time, no more than this share is kept for them. */
const summaryShare = 0.25;

async function checkOptions({ scrapeOptions }: SearchRequest): Promise<void> {
  if (scrapeOptions === undefined) return;
  const result = scrapeOptionsSchema.safeParse(scrapeOptions);
  if (!result.success) throw new AppError('INVALID_REQUEST', problemText(result.error, ['scrapeOptions']));
  requireValidSelectors(result.data, 'scrapeOptions.');
  await requireUsableSchema(result.data, 'scrapeOptions.');
}

function requireFeatures({ parseResults, scrapeOptions }: SearchRequest, { plan, key }: Caller): void {
  if (scrapeOptions?.jsonOptions !== undefined) requirePermission(plan, key.operations, 'extract');
  if (parseResults && plan.aiPages === 0)
    throw new AppError('PLAN_FORBIDS', `The ${plan.id} plan does not include parseResults.`);
}

interface AnalysisLimit {
  readonly pages: number;
  readonly warnings: readonly string[];
}

/** Decisions: `aiParseLimit`. What the plan does not allow is not asked for, and said. */
function analysisLimit({ aiParseLimit, parseResults }: SearchRequest, { plan }: Caller): AnalysisLimit {
  if (!parseResults) return { pages: 0, warnings: [] };
  if (aiParseLimit === undefined || aiParseLimit <= plan.aiPages)
    return { pages: aiParseLimit ?? plan.aiPages, warnings: [] };
  return {
    pages: plan.aiPages,
    warnings: [
      `aiParseLimit was lowered to ${plan.aiPages}, the most pages that the ${plan.id} plan analyses.`,
    ],
  };
}

/** Interface, Limits: a model reads no more pages than the plan has for it, whether to analyse or to extract. */
const mostRead = ({ scrapeOptions }: SearchRequest, { plan }: Caller): number =>
  scrapeOptions?.jsonOptions === undefined ? Infinity : plan.aiPages;

const unreadWarning = (found: number, body: SearchRequest, caller: Caller): readonly string[] =>
  found <= mostRead(body, caller)
    ? []
    : [
        `With jsonOptions the first ${caller.plan.aiPages} results were read, the most pages that the ${caller.plan.id} plan analyses.`,
      ];

export function createSearchEndpoint(deps: SearchDeps) {
  const { webSearch, readPages, analysePages, clock } = deps;

  /** The readings of the entries that must be read, by entry. */
  async function read(
    entries: readonly ScoredEntry[],
    { prepared: body, caller, deadline }: OperationInput<SearchRequest>,
    analysed: ReadonlySet<ScoredEntry>,
  ): Promise<ReadonlyMap<ScoredEntry, PageReading>> {
    const asked = body.scrapeOptions === undefined ? 0 : mostRead(body, caller);
    const wanted = entries.filter((entry, index) => index < asked || analysed.has(entry));
    const formats = body.scrapeOptions?.formats ?? ['markdown'];
    const share = body.parseResults ? readingShare : 1;
    const budgetMs = Math.max(0, Math.floor(deadline.remainingMs() * share) - replyMs);
    const readings = await readPages(
      wanted.map(({ url }) => url),
      {
        scrapeOptions: {
          ...body.scrapeOptions,
          formats: body.parseResults ? [...new Set([...formats, 'markdown' as const])] : formats,
        },
        accountId: caller.key.accountId,
        atOnce: Math.min(caller.plan.pagesAtOnce, mostAtOnce),
        signal: AbortSignal.any([deadline.signal, AbortSignal.timeout(budgetMs)]),
      },
    );
    return new Map(
      wanted.flatMap((entry, index) => {
        const reading = readings[index];
        return reading === undefined ? [] : [[entry, reading] as const];
      }),
    );
  }

  async function analyse(
    { prepared: body, deadline }: OperationInput<SearchRequest>,
    pages: readonly SourcePage[],
  ): Promise<Analysis | undefined> {
    if (!body.parseResults || pages.length === 0) return undefined;
    const leftMs = deadline.remainingMs();
    const budgetMs = Math.max(0, leftMs - replyMs - Math.min(summaryMs, leftMs * summaryShare));
    return analysePages(
      {
        query: body.query,
        prompt: body.aiPrompt,
        deadline: deadlineIn(budgetMs, clock, deadline.signal),
      },
      pages,
    );
  }

  return endpoint(
    {
      operation: 'search',
      request: searchRequest,
      prepare: async (body, caller) => {
        requireFeatures(body, caller);
        await checkOptions(body);
        return body;
      },
      timeoutMs: ({ timeout }) => timeout,
      units: ({ parseResults }) => (parseResults ? analysisPrice : plainPrice),
    },
    deps,
    async (input) => {
      const { prepared: body, caller, deadline } = input;
      const startedMs = clock.now();
      const limit = analysisLimit(body, caller);
      const found = await webSearch(body, { signal: deadline.signal });
      const analysed = found.entries.filter(isAnalysable).slice(0, limit.pages);
      const readings = await read(found.entries, input, new Set(analysed));
      const sourcePages = analysed.flatMap((entry) => sourcePageOf(entry, readings.get(entry)));
      const analysis = await analyse(input, sourcePages);

      return searchReply({
        body,
        found,
        readings,
        sourcePages,
        analysis,
        durationMs: clock.now() - startedMs,
        warnings: [...limit.warnings, ...unreadWarning(found.entries.length, body, caller)],
      });
    },
  );
}
