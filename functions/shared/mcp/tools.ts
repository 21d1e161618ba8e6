import * as z from 'zod';

import { isObject, type JsonObject } from '#shared/kernel/json.ts';
import type { OperationCall } from '#shared/operations/call-operation.ts';
import { maxAnswerCharacters, windowOf } from './text-window.ts';

/** What an operation has answered: the envelope of this service's API. */
export interface ToolAnswer {
  readonly body: JsonObject;
  readonly data: JsonObject;
}

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly title: string;
  /** What it does, when to use it, and when not. */
  readonly description: string;
  readonly input: Input;
  /** Whether it reads at once, and starts nothing that goes on. Programs may call such a tool without asking. */
  readonly readOnly: boolean;
  readonly call: (input: z.output<Input>) => OperationCall;
  /** The answer as text for a model. */
  readonly text: (answer: ToolAnswer, input: z.output<Input>) => string;
}

const tool = <Input extends z.ZodObject>(definition: Tool<Input>): Tool => definition;

/** Clients of MCP give up after a minute by default; with an answer before that, models learn what happened. */
const timeout = 50_000;

/** A page that is read in parts is not fetched again for each. */
const maxAgeMs = 3_600_000;

const cursor = z
  .int()
  .min(0)
  .default(0)
  .describe('Where to read on, from the end of the previous answer. Each part costs a request.');
const pageUrl = z.string().min(1).describe('The URL of a web page');

const textIn = (object: JsonObject, field: string): string => {
  const { [field]: value } = object;
  return typeof value === 'string' ? value : '';
};

/** The title of a page whose text begins without a heading. */
const titleOf = (page: JsonObject): string => {
  const { title = '' } = (page['metadata'] ?? {}) as { readonly title?: string };
  return title === '' || textIn(page, 'markdown').startsWith('# ') ? '' : `# ${title}\n`;
};

const firstErrorStatus = 400;

/** A line that says that a page with an error status is probably not the page that was wanted; empty for others. */
const statusNote = (page: JsonObject): string => {
  const { statusCode = 0 } = (page['metadata'] ?? {}) as { readonly statusCode?: number };
  return statusCode < firstErrorStatus
    ? ''
    : `\nNote: The server answered with status ${statusCode}: this is probably an error page.`;
};

const warningIn = ({ warning }: JsonObject): string =>
  typeof warning === 'string' ? `\nNote: ${warning}` : '';

const warningOf = ({ body }: ToolAnswer): string => {
  const warning = warningIn(body);
  return warning === '' ? '' : `\n${warning}`;
};

const readOn = (next: number | undefined): string =>
  next === undefined ? '' : `\n\n[The text goes on: call again with "cursor": ${next}.]`;

/** A text in parts that fit into an answer. */
const parts = (text: string, from: number): string => {
  const { text: part, nextCursor } = windowOf(text, from);
  return part + readOn(nextCursor);
};

/** The beginning of a page among others. */
const beginningOf = (text: string, url: string, maxCharacters?: number): string => {
  const { text: part, nextCursor } = windowOf(text, 0, maxCharacters);
  return nextCursor === undefined ? part : `${part}\n\n[This page goes on: read ${url} with scrape.]`;
};

/** Extracted items as JSON: as many as fit, with the number of those that do not. */
function wholeItems(json: unknown): string {
  const all = JSON.stringify(json, null, 2);
  if (all.length <= maxAnswerCharacters || !isObject(json) || !Array.isArray(json['results']))
    return windowOf(all).text;
  const items: readonly unknown[] = json['results'];
  let count = 0;
  let characters = 0;
  for (const item of items) {
    characters += JSON.stringify(item, null, 2).length;
    if (characters > maxAnswerCharacters) break;
    count += 1;
  }
  const shown = JSON.stringify({ results: items.slice(0, count) }, null, 2);
  return `${shown}\n\n[${items.length - count} more items do not fit: extract fewer pages or fields at once.]`;
}

const scrape = tool({
  title: 'Read a page',
  description:
    'Reads one web page, PDF or office file and returns its main content as Markdown. Use it when you know the URL. For pages that you do not know use search, for the URLs of a site use map, for many pages use crawl.',
  input: z.strictObject({
    url: pageUrl,
    onlyMainContent: z.boolean().default(true).describe('false returns navigation and footers, too'),
    waitFor: z
      .int()
      .min(0)
      .max(timeout / 2)
      .default(0)
      .describe('Milliseconds to wait in the browser after loading'),
    cursor,
  }),
  readOnly: true,
  call: ({ url, onlyMainContent, waitFor }) => ({
    function: 'scrape',
    method: 'POST',
    resource: '/api/v1/scrape',
    body: { url, onlyMainContent, timeout, maxAge: maxAgeMs, ...(waitFor === 0 ? {} : { waitFor }) },
  }),
  text: (answer, { url, cursor: from }) =>
    `${from === 0 ? titleOf(answer.data) : ''}Source: ${url}${statusNote(answer.data)}\n\n${parts(textIn(answer.data, 'markdown'), from)}${warningOf(answer)}`,
});

const map = tool({
  title: 'List the URLs of a site',
  description:
    'Lists the URLs of a site from its sitemaps and links, without reading the pages. Use it to find the right page of a known site, with `search` to rank the URLs. Use search when you do not know the site.',
  input: z.strictObject({
    url: z.string().min(1).describe('The URL of the site'),
    search: z.string().min(1).max(500).optional().describe('Words that rank the URLs'),
    limit: z.int().min(1).max(5_000).default(200),
  }),
  readOnly: true,
  call: ({ url, search, limit }) => ({
    function: 'map',
    method: 'POST',
    resource: '/api/v1/map',
    body: { url, limit, timeout, ...(search === undefined ? {} : { search }) },
  }),
  text: (answer) => {
    const links = (answer.data['links'] ?? []) as readonly {
      readonly url: string;
      readonly title?: string;
    }[];
    const lines = links.map(({ url, title }) => (title === undefined ? url : `${url} (${title})`));
    const { text, nextCursor } = windowOf(lines.join('\n'));
    const rest =
      nextCursor === undefined ? '' : '\n\n[More URLs do not fit: use `search` or a lower `limit`.]';
    return `${links.length} URLs\n\n${text}${rest}${warningOf(answer)}`;
  },
});

const crawl = tool({
  title: 'Read a site',
  description:
    'Starts reading the pages of a site in the background and returns an id at once; crawl_status returns the pages. Each page costs a request. Use it when you need many pages; for one page use scrape, for their URLs only use map.',
  input: z.strictObject({
    url: z.string().min(1).describe('Where to begin'),
    limit: z.int().min(1).max(1_000).default(20).describe('Pages to read at most'),
    includes: z.array(z.string()).max(100).optional().describe('Globs of paths to read, such as /docs/*'),
    excludes: z.array(z.string()).max(100).optional().describe('Globs of paths to leave out'),
    maxDiscoveryDepth: z
      .int()
      .min(0)
      .max(50)
      .optional()
      .describe('Links to follow from the first page at most'),
  }),
  readOnly: false,
  call: (input) => ({
    function: 'crawl',
    method: 'POST',
    resource: '/api/v1/crawl',
    body: { ...input, async: true },
  }),
  text: (answer) =>
    `The crawl has begun. Its id is ${String(answer.body['id'])}: call crawl_status with it.${warningOf(answer)}`,
});

interface ListedPage {
  readonly url: string;
  readonly markdown?: string;
  readonly metadata?: JsonObject;
  readonly warning?: string;
}

const crawlStatus = tool({
  title: 'Pages of a crawl',
  description:
    'Returns how far a crawl is, and its pages from `skip` on. Call it again until the status is completed or failed. `withText: false` lists URLs and titles only.',
  input: z.strictObject({
    id: z.string().min(1).max(100).describe('The id that crawl returned'),
    skip: z.int().min(0).default(0).describe('Pages to leave out, because you have them'),
    withText: z.boolean().default(true),
  }),
  readOnly: true,
  call: ({ id, skip }) => ({
    function: 'crawl-status',
    method: 'GET',
    resource: '/api/v1/crawl/{id}',
    id,
    query: { skip: String(skip), limit: '20' },
  }),
  text: (answer, { skip, withText }) => {
    const { pages, status, completed, total, next } = answer.data as {
      readonly pages: readonly ListedPage[];
      readonly status: string;
      readonly completed: number;
      readonly total: number;
      readonly next?: string;
    };
    const shown: string[] = [];
    let characters = 0;
    for (const page of pages) {
      const heading = `## ${page.url}\n${titleOf({ ...page })}`;
      const note = page.warning === undefined ? '' : `Note: ${page.warning}\n`;
      const text = withText ? `${heading}${note}\n${page.markdown ?? ''}` : heading;
      // The first page is always shown, as far as it fits.
      if (shown.length > 0 && characters + text.length > maxAnswerCharacters) break;
      shown.push(beginningOf(text, page.url));
      characters += text.length;
    }
    const to = skip + shown.length;
    const more = next !== undefined || shown.length < pages.length;
    return `Status: ${status}, ${completed} of ${total} pages\n\n${shown.join('\n\n')}${more ? `\n\n[More pages: call again with "skip": ${to}.]` : ''}${warningOf(answer)}`;
  },
});

const search = tool({
  title: 'Search the web',
  description:
    'Searches the web and returns titles, URLs and descriptions. Use it when you do not know the URL; read a result with scrape. It costs one request, with `readPages`, too.',
  input: z.strictObject({
    query: z.string().min(1).max(500),
    limit: z.int().min(1).max(50).default(10),
    country: z.string().length(2).optional().describe('Two letters, such as DE'),
    readPages: z.boolean().default(false).describe('Returns the text of each page, too'),
  }),
  readOnly: true,
  call: ({ query, limit, country, readPages }) => ({
    function: 'search',
    method: 'POST',
    resource: '/api/v1/search',
    body: {
      query,
      limit,
      timeout,
      ...(country === undefined ? {} : { country }),
      ...(readPages ? { scrapeOptions: { formats: ['markdown'] } } : {}),
    },
  }),
  text: (answer, { limit }) => {
    const pages = answer.data['pages'] as readonly JsonObject[];
    const each = Math.floor(maxAnswerCharacters / limit);
    const texts = pages.map((page) => {
      const { title, url, description, markdown, error } = page;
      const text = typeof markdown === 'string' ? `\n\n${beginningOf(markdown, String(url), each)}` : '';
      const failure = typeof error === 'string' ? `\nNote: The page could not be read: ${error}` : '';
      return `## ${String(title)}\n${String(url)}\n${String(description)}${failure}${statusNote(page)}${warningIn(page)}${text}`;
    });
    return (texts.length === 0 ? 'Nothing was found.' : texts.join('\n\n')) + warningOf(answer);
  },
});

const extract = tool({
  title: 'Extract values',
  description:
    'Extracts structured values from up to ten pages, by a prompt or a JSON Schema, and says how sure each item is. Use it for prices, dates, names and tables; for reading use scrape.',
  input: z.strictObject({
    urls: z.array(pageUrl).min(1).max(10),
    prompt: z.string().min(1).max(10_000).optional().describe('What to extract; needed without a schema'),
    schema: z.record(z.string(), z.unknown()).optional().describe('JSON Schema of an item'),
  }),
  readOnly: true,
  call: (input) => ({
    function: 'extract',
    method: 'POST',
    resource: '/api/v1/extract',
    body: { ...input, timeout, showSources: true },
  }),
  text: (answer) => wholeItems(answer.data['json']) + warningOf(answer),
});

/** The tools by name, in the order in which they are listed. */
export const tools: Readonly<Record<string, Tool>> = {
  scrape,
  search,
  map,
  crawl,
  crawl_status: crawlStatus,
  extract,
};
