import { type AnswerRequest, failure, hangUp, type Reply } from './answers.ts';

export interface ScriptedCrawl {
  readonly pages: number;
  /** Pages that are finished between two requests for the status. */
  readonly pagesEachTime?: number;
  /** The text of a page is this long. */
  readonly pageLength?: number;
  /** Numbers of status requests whose connection is closed. */
  readonly lostRequests?: readonly number[];
  /** The code with which the crawl ends; it completes without one. */
  readonly endsWith?: string;
  /** A batch has other paths and a list of URLs that are none. */
  readonly batch?: { readonly invalidURLs: readonly string[] };
  /** The title of every page; its number without one. */
  readonly title?: string;
  /** What the service warns of with each part. */
  readonly warning?: string;
  /** Numbers of pages that the service has no more. */
  readonly gone?: readonly number[];
  /** URLs that failed. */
  readonly failed?: readonly string[];
}

export const crawlId = 'crawl_B5atS7SLMI7nzOvLer0J7w';
export const batchId = 'batch_c3ZpLkk0T1qH0mWvYx2bRg';
const origin = 'https://shop.example';

const pageOf = (number: number, length: number, title = `Page ${number}`) => ({
  url: `${origin}/p/${number}`,
  markdown: `# Page ${number}\n\n${'word '.repeat(length / 5)}\n`,
  metadata: { title, statusCode: 200, sourceURL: `${origin}/p/${number}`, depth: 1 },
});

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

/** Answers as the service does for one crawl, which makes progress each time somebody asks for its status. */
export function scriptedCrawl(crawl: ScriptedCrawl): AnswerRequest {
  const {
    pages,
    pagesEachTime = pages,
    pageLength = 100,
    lostRequests = [],
    endsWith,
    failed = [],
    gone = [],
    batch,
  } = crawl;
  const id = batch === undefined ? crawlId : batchId;
  const root = batch === undefined ? '/api/v1/crawl' : '/api/v1/batch/scrape';
  let delivered = 0;
  let asked = 0;
  let isCancelled = false;

  const frame = { url: `${origin}/`, source: 'local', processingTime: 1, id };
  const numbers = (status: string, shown: readonly unknown[]) => ({
    pages: shown,
    total: pages,
    completed: delivered,
    status,
  });

  function status(skip: number, limit: number): Reply {
    delivered = isCancelled ? delivered : Math.min(pages, delivered + pagesEachTime);
    const hasEnded = isCancelled || delivered === pages;
    const code = isCancelled ? 'CRAWL_CANCELLED' : endsWith;
    const state = !hasEnded ? 'running' : code === undefined ? 'completed' : 'failed';
    const to = Math.min(delivered, skip + limit);
    const isRead = hasEnded && to >= delivered;
    const body = {
      ...frame,
      success: state !== 'failed',
      ...(crawl.warning === undefined ? {} : { warning: crawl.warning }),
      ...(state === 'failed' ? { code, error: `The reason of ${code}.` } : {}),
      data: {
        id,
        ...numbers(
          state,
          range(skip, to)
            .filter((number) => !gone.includes(number))
            .map((number) => pageOf(number, pageLength, crawl.title)),
        ),
        failed: failed.length,
        skipped: 0,
        coverage: {
          discovered: pages + failed.length,
          delivered,
          duplicate: 0,
          excluded: 0,
          robots: 0,
          outOfScope: 0,
          overLimit: 0,
          unread: 0,
          failed: failed.length,
          pending: hasEnded ? 0 : pages - delivered,
        },
        expiresAt: '2026-11-29T14:35:22.231Z',
        ...(isRead ? {} : { next: `http://another-host.invalid${root}/${id}?skip=${to}` }),
      },
    };
    return { body };
  }

  return ({ method, path, query }) => {
    if (method === 'POST')
      return {
        body: {
          ...frame,
          success: true,
          data: { pages: [], total: 1, completed: 0, status: 'running', ...batch },
        },
      };
    if (path !== `${root}/${id}` && path !== `${root}/${id}/errors`) return failure(404, 'NOT_FOUND');
    if (method === 'DELETE') {
      isCancelled = true;
      return { body: { ...frame, success: true, data: { id, ...numbers('failed', []) } } };
    }
    if (path.endsWith('/errors')) {
      const errors = failed.map((url) => ({
        url,
        state: 'failed',
        code: 'DNS_ERROR',
        reason: 'no such host',
      }));
      return { body: { ...frame, success: true, data: { errors } } };
    }
    asked += 1;
    return lostRequests.includes(asked) ? hangUp : status(Number(query['skip']), Number(query['limit']));
  };
}
