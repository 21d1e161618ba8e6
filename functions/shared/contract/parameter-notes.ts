import type * as z from 'zod';

import type {
  accountDeletionRequest,
  deliveriesQuery,
  keyRotationRequest,
  newKeyRequest,
  recentRequestsQuery,
  renamedKeyRequest,
} from './account.ts';
import type { authorizationDecision, authorizationQuery } from './authorization.ts';
import type { batchRequest } from './batch.ts';
import type { changeTrackingOptions } from './change-tracking.ts';
import type { crawlErrorsQuery, crawlListQuery, crawlRequest, crawlStatusQuery } from './crawl.ts';
import type { extractRequest } from './extract.ts';
import type { mapRequest } from './map.ts';
import type { nestedScrapeOptionFields, scrapeRequestFields } from './scrape.ts';
import type { scrapeQuery } from './scrape-query.ts';
import type { attributesOptions, jsonOptions, screenshotOptions } from './scrape-formats.ts';
import type { searchRequest } from './search.ts';
import type { usageQuery } from './usage.ts';
import type { webhookSettings } from './webhook.ts';

/** What a parameter means, and a value that the service accepts. Its default and bounds are in its schema. */
export interface ParameterNote {
  readonly meaning: string;
  readonly example: unknown;
  /** Only where the schema transforms its values: JSON Schema then says nothing about the default. */
  readonly default?: unknown;
}

/** A note for each field, so that the compiler finds a parameter without one. */
type NotesOf<Schema extends z.ZodObject> = Readonly<Record<keyof Schema['shape'], ParameterNote>>;

const note = (meaning: string, example: unknown): ParameterNote => ({ meaning, example });

const panSchema = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } };

const prompts = {
  prompt: note(
    'What to extract, in your words. Required without `schema`; without a model it only helps to choose among found values',
    'Name and price of the pan',
  ),
  schema: note(
    'JSON Schema of a result: at most 64 KB, 20 levels, 500 nodes, no remote `$ref`. Required without `prompt`',
    panSchema,
  ),
  systemPrompt: note('Added to the instructions of the model', 'Prices are in euros.'),
  requireEvidence: note(
    'Values not found on the page become null, or are removed where the schema does not allow null',
    true,
  ),
};

const jsonOptionsNotes: NotesOf<typeof jsonOptions> = {
  ...prompts,
  requireEvidence: note('As in extract: values not found on the page become null, or are removed', true),
};

const screenshotOptionsNotes: NotesOf<typeof screenshotOptions> = {
  quality: note('Makes the screenshot a JPEG; without it, it is a PNG', 80),
  viewport: note('The window of the browser', { width: 1_024, height: 768 }),
};

const attributesOptionsNotes: NotesOf<typeof attributesOptions> = {
  selectors: note(
    'CSS selectors, each with the name of an attribute whose values are wanted, as the page has them; without `attribute`, the texts of the elements',
    [{ selector: 'a.product', attribute: 'data-sku' }, { selector: 'h2' }],
  ),
};

const changeTrackingOptionsNotes: NotesOf<typeof changeTrackingOptions> = {
  modes: note('`git-diff` adds `diff` to a page that has changed', ['git-diff']),
  tag: note('Names a row of versions: the same page under another tag is compared apart', 'hourly'),
};

const scrapeOptionsNotes: NotesOf<typeof nestedScrapeOptionFields> = {
  formats: note(
    'What to return: the content as Markdown or HTML, the whole document as rawHtml, declared data as json (JSON-LD, microdata, RDFa, OpenGraph), the URLs of links or images, a summary of up to five sentences of the page, attributes or texts of elements (attributes, with `attributesOptions`), what has changed since the page was scraped last (changeTracking, with markdown), or one screenshot, of the window or of the full page. Objects such as `{type: "json", schema}` are understood, too',
    ['markdown', 'links'],
  ),
  onlyMainContent: note(
    'Returns the main content only: no header, navigation, advertisement or footer. `false` converts the whole page',
    false,
  ),
  comments: note(
    "Readers' comments on an article, a product or a document: `include` returns them where they stand; of those that are among its main content, `separate` puts what there is at the end, under a heading of its own, and `omit` leaves it out. The posts of a forum and the answers to a question are the main content itself",
    'omit',
  ),
  includeTags: note(
    'CSS selectors: picks these elements from the whole document; main-content detection does not run',
    ['article', '.price'],
  ),
  excludeTags: note('CSS selectors: removes these elements', ['.comments']),
  timeout: note('Milliseconds for the whole request', 60_000),
  useLocalFirst: note(
    'Fetches the page without a browser first, and opens the browser if it needs scripts; `false` starts with the browser',
    false,
  ),
  forceLocal: note('Never opens the browser', true),
  forceCloud: note('Always opens the browser', true),
  maxAge: note('Accepts a stored page of at most this age in milliseconds; 0 reads it anew', 3_600_000),
  storeInCache: note('Stores the page for later requests; by default if `maxAge` is not 0', true),
  proxy: note(
    'How the page is reached. `stealth` (also `enhanced`) opens it in a browser that resists bot detection, through the operator’s proxies if there are any; `auto` does so when the page is blocked; `basic` is `default`',
    'auto',
  ),
  waitFor: note('Milliseconds that the browser waits after load; at most half of `timeout`', 2_000),
  headers: note('Request headers for the page', { 'Accept-Language': 'de' }),
  mobile: note('Emulates a phone', true),
  blockAds: note('Blocks advertisements and trackers in the browser', false),
  removeBase64Images: note('Leaves images out of the Markdown that are written as data: URLs', false),
  skipTlsVerification: note('Reads the page although its certificate is not valid', true),
  jsonOptions: note('How to fill `json` by a prompt or a schema; needs the format `json`', {
    prompt: 'Name and price of the pan',
  }),
  screenshotOptions: note(
    '`quality` (1–100) makes the screenshot a JPEG; `viewport` is the window of the browser, at most 3,840 × 4,096',
    { quality: 80, viewport: { width: 1_024, height: 768 } },
  ),
  attributesOptions: note(
    'The `selectors` of the format `attributes`, which it needs: of the whole page, before it is cleaned',
    { selectors: [{ selector: 'a.product', attribute: 'data-sku' }] },
  ),
  changeTrackingOptions: note('How the format `changeTracking`, which it needs, compares the page', {
    modes: ['git-diff'],
    tag: 'hourly',
  }),
  location: note(
    'Where the visitor seems to be: `country` (ISO 3166-1) sets `Accept-Language`, and the time zone and geolocation of the browser; `languages` set `Accept-Language` alone. The IP address stays that of the service',
    { country: 'DE', languages: ['de', 'en'] },
  ),
  actions: note(
    'Actions in the browser after the page has loaded and before it is read: up to 50 of `wait`, `click`, `write`, `press`, `scroll`, `screenshot`, `scrape`, `executeJavascript` and `pdf`. They wait at most 60 seconds together with `waitFor`; a wait for a selector counts one second',
    [
      { type: 'click', selector: '#accept' },
      { type: 'wait', selector: '.prices' },
    ],
  ),
  explain: note('Adds why each block of the page was kept or dropped: at most 1,000 decisions', true),
};

const scrapeNotes: NotesOf<typeof scrapeRequestFields> = {
  url: note('URL of the page; without a scheme https:// is tried, then http://', 'https://shop.example/'),
  html: note(
    'The page itself: it is converted as the page of `url`, and nothing is fetched',
    '<main><h1>Pans</h1><p>Seasoned twice.</p></main>',
  ),
  ...scrapeOptionsNotes,
  proxy: { ...scrapeOptionsNotes.proxy, default: 'default' },
};

const webhookNotes: NotesOf<typeof webhookSettings> = {
  url: note('Receives the events by POST', 'https://receiver.example/winnow'),
  headers: note('Sent with each event', { 'X-Tenant': 'seven' }),
  metadata: note('Repeated in each event', { job: 7 }),
  events: note('The events to send', ['completed', 'failed']),
};

const crawlNotes: NotesOf<typeof crawlRequest> = {
  url: note(
    'URL of the first page; without a scheme https:// is tried, then http://',
    'https://shop.example/',
  ),
  limit: note('Maximum of delivered pages', 10),
  leaveHalf: note(
    'Lowers `limit` to at most half of the requests left this month, so that other requests go on beside the crawl',
    true,
  ),
  includes: note(
    'Globs over the path (`*` = any characters); with `?` or `://` over more of the URL. Only matching pages are read; the first page always is',
    ['/guide/*'],
  ),
  excludes: note('Globs; an exclude wins over an include', ['*/print']),
  includePaths: note('Regular expressions over the path, matched in linear time', ['^/guide/']),
  excludePaths: note('Regular expressions over the path, matched in linear time', ['^/tag/']),
  regexOnFullURL: note('Matches `includePaths` and `excludePaths` against the whole URL', true),
  formats: note('What to return of each page; Markdown when it is absent', ['markdown', 'links']),
  onlyMainContent: note('As in `scrapeOptions`, which it overrides', false),
  comments: note('As in `scrapeOptions`, which it overrides', 'omit'),
  scrapeOptions: {
    ...note('How each page is read; without screenshots, `actions` and `explain`', { blockAds: false }),
    default: {},
  },
  crawlEntireDomain: note('Reads the whole host; `false` stays below the path of `url`', false),
  allowSubdomains: note('Reads subdomains too', true),
  allowExternalLinks: note('Follows links to other hosts', true),
  maxDiscoveryDepth: note('Maximum of links from the first page, along the shortest way', 3),
  maxDepth: note('Maximum of path segments below the first page, as in Firecrawl v1', 2),
  sitemap: note('`include` adds the URLs of the sitemap, `skip` ignores it, `only` follows no links', 'skip'),
  ignoreQueryParameters: note('Treats URLs that differ in their query as one page', true),
  deduplicateSimilarURLs: note(
    'Treats http and https, www and bare host, trailing slash and index file as one page',
    false,
  ),
  delay: note('Seconds between pages of one host', 1),
  maxConcurrency: note('Pages read at once; at most, and when absent, what the plan allows', 2),
  webhook: note(
    'Where events of the crawl are sent: a URL, or a URL with settings',
    'https://receiver.example/',
  ),
  async: note('Answers at once with the id', true),
  dryRun: note(
    'Estimates pages, cost and time from sitemaps and a sample; starts nothing and costs nothing',
    true,
  ),
  timeout: note('Milliseconds that the answer waits for the crawl, which goes on after it', 120_000),
};

const { formats: _formats, ...pageNotes } = scrapeOptionsNotes;

/** The same options where they are for each of many pages. */
const ofEachPage = <Notes extends Readonly<Record<string, ParameterNote>>>(notes: Notes): Notes =>
  Object.fromEntries(
    Object.entries(notes).map(([name, { meaning, ...more }]) => [
      name,
      { ...more, meaning: `As in a scrape, for each page. ${meaning}` },
    ]),
  ) as Notes;

const batchNotes: NotesOf<typeof batchRequest> = {
  urls: note(
    'The pages to read: URLs, or objects with `url` and options of their own, which go before the others',
    ['https://shop.example/product', 'https://shop.example/sale'],
  ),
  ...ofEachPage(pageNotes),
  timeout: note('Milliseconds for each page, at most 90,000', 60_000),
  formats: note(
    'What to return of each page; Markdown when it is absent. Screenshots of at most 100 URLs. Objects such as `{type: "json", schema}` are understood, too',
    ['markdown', 'html'],
  ),
  ignoreInvalidURLs: note(
    'Leaves out `urls` that are no web pages, or that have a private address or a forbidden port, and names them in `invalidURLs`',
    true,
  ),
  maxConcurrency: note('Pages of the batch read at once; at most, and when absent, what the plan allows', 2),
  delay: crawlNotes.delay,
  webhook: note(
    'Where events of the batch are sent: a URL, or a URL with settings',
    'https://receiver.example/',
  ),
  async: crawlNotes.async,
  replyTimeout: note('Milliseconds that the answer waits for the batch, which goes on after it', 120_000),
};

const mapNotes: NotesOf<typeof mapRequest> = {
  url: note(
    'URL of the start page; without a scheme https:// is tried, then http://',
    'https://shop.example/',
  ),
  search: note('Links whose URLs and titles have the most of these words come first', 'guide rust'),
  limit: note('Maximum of links in the answer', 100),
  includeSubdomains: note('Lists subdomains too', false),
  sitemap: note('`include` reads the sitemaps, `skip` ignores them, `only` reads no page', 'only'),
  includes: note(
    'Globs over the path (`*` = any characters); with `?` or `://` over more of the URL. Only matching URLs are listed, and read for their links',
    ['/guide/*'],
  ),
  excludes: crawlNotes.excludes,
  includePaths: crawlNotes.includePaths,
  excludePaths: crawlNotes.excludePaths,
  regexOnFullURL: note('As in a crawl: matches the expressions against the whole URL', true),
  ignoreQueryParameters: note('Lists URLs that differ in their query once, without the query', false),
  timeout: note('Milliseconds for the whole request; the answer has what was found by then', 30_000),
};

const searchNotes: NotesOf<typeof searchRequest> = {
  query: note('What to search for', 'rust on a pan'),
  limit: note('Results of each source', 5),
  sources: { ...note('Kinds of results', ['web', 'news']), default: ['web'] },
  mergeSources: note(
    'A page that several sources list is one result; `false` returns it for each of them, with what that source says of it',
    false,
  ),
  categories: {
    ...note('Searches code on GitHub, research papers or PDF documents', ['research']),
    default: [],
  },
  lang: note('Language of the results', 'de'),
  country: note('Country of the results', 'de'),
  tbs: note('Results of the last hour, day, week, month or year: `qdr:h` … `qdr:y`', 'qdr:w'),
  location: note('Place that the results are about', 'Berlin'),
  includeDomains: note('Results of these hosts only', ['shop.example']),
  excludeDomains: note('No results of these hosts', ['forum.example']),
  scrapeOptions: note('Reads the found pages in this way and adds their content', { formats: ['markdown'] }),
  parseResults: note('Reads the best pages and answers the query from them, with citations', true),
  aiPrompt: note('What the answer pays attention to', 'Name the tools that are needed.'),
  aiParseLimit: note(
    'Pages that the answer is written from; at most, and when absent, what the plan allows',
    3,
  ),
  timeout: note('Milliseconds for the whole request', 30_000),
};

const extractNotes: NotesOf<typeof extractRequest> = {
  urls: note('Pages to extract from', ['https://shop.example/product']),
  ...prompts,
  scrapeOptions: { ...note('How each page is read', { onlyMainContent: true }), default: {} },
  showSources: note(
    'Adds `json.metadata.sources`: path, url, quote and confidence of each value that is on its page',
    true,
  ),
  includeErrorPages: note('Also extracts from error pages', true),
  ignoreInvalidURLs: note(
    'Skips `urls` that are no web pages and reports them in `json.metadata.errors`',
    true,
  ),
  timeout: note('Milliseconds for the whole request', 120_000),
};

const statusNotes: NotesOf<typeof crawlStatusQuery> = {
  skip: note('Pages to leave out at the beginning', 100),
  limit: note('Maximum of pages; when absent as many as fit into 5 MB', 50),
};

const errorsNotes: NotesOf<typeof crawlErrorsQuery> = {
  cursor: note('Continues a list; part of `next`', '9f86d081884c7d659a2feaa0c55ad015'),
  state: note('URLs of one state only', 'failed'),
};

const listNotes: NotesOf<typeof crawlListQuery> = {
  limit: note('Maximum of crawls', 5),
  cursor: note(errorsNotes.cursor.meaning, 'CRAWL#2026-11-21T12:00:00.000Z#crawl_B5atS7SLMI7nzOvLer0J7w'),
};

const newKeyNotes: NotesOf<typeof newKeyRequest> = {
  name: note('Tells the key from others: 1 to 100 characters', 'laptop'),
  environment: note('A label: both kinds may do the same', 'development'),
  operations: note('What the key may do; all operations of the plan when absent', ['scrape', 'search']),
  monthlyBudget: note('Requests a month, below the allowance of the plan; the allowance when absent', 100),
  validUntil: note('When the key expires; never when absent', '2027-01-01T00:00:00Z'),
};

const renamedKeyNotes: NotesOf<typeof renamedKeyRequest> = { name: newKeyNotes.name };

const keyRotationNotes: NotesOf<typeof keyRotationRequest> = {
  graceHours: note('Hours for which the old key stays valid', 2),
};

const accountDeletionNotes: NotesOf<typeof accountDeletionRequest> = {
  email: note('The address of the person who is signed in, as a confirmation', 'ada@example.com'),
};

const usageNotes: NotesOf<typeof usageQuery> = {
  month: note('UTC month; the current one when absent', '2026-11'),
};

const recentRequestsNotes: NotesOf<typeof recentRequestsQuery> = {
  limit: note('Maximum of requests; a page may have fewer although more follow', 20),
  cursor: note('Continues a list: the `cursor` of the page before', 'run_019f3c1d5a10Zm9vYmFy'),
};

const readNotes: NotesOf<typeof scrapeQuery> = {
  url: note(
    'The page. Encode it: what follows its first & belongs to the query otherwise',
    'https://example.com/a?b=1',
  ),
  formats: note(
    'With `Accept: application/json`: what to return, separated by commas; Markdown when it is absent. A text is Markdown',
    'markdown,links',
  ),
  onlyMainContent: scrapeNotes.onlyMainContent,
  comments: scrapeNotes.comments,
  includeTags: note(
    'CSS selectors, separated by commas; only what they select is kept, from the whole page',
    'main, .price',
  ),
  excludeTags: note('CSS selectors, separated by commas; what they select is left out', '.ads'),
  timeout: scrapeNotes.timeout,
  maxAge: scrapeNotes.maxAge,
  waitFor: scrapeNotes.waitFor,
  proxy: scrapeNotes.proxy,
  mobile: scrapeNotes.mobile,
  blockAds: scrapeNotes.blockAds,
  forceLocal: scrapeNotes.forceLocal,
  forceCloud: scrapeNotes.forceCloud,
};

const authorizationNotes: NotesOf<typeof authorizationQuery> = {
  response_type: note('`code`, the only one', 'code'),
  client_id: note('What `POST /oauth/register` has returned', 'WyJDbGF1ZGUiLCJodHRwczovL2NsYXVkZS5haS9jYiJd'),
  redirect_uri: note('One of the registered URIs; on this machine with any port', 'https://claude.ai/cb'),
  code_challenge: note('SHA-256 of the verifier (PKCE)', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'),
  code_challenge_method: note('`S256`, the only one', 'S256'),
  resource: note('`/mcp` of this service, which is the default', 'https://api.example/mcp'),
  state: note('Returned with the answer', 'af0ifjsldkj'),
};

const authorizationDecisionNotes: NotesOf<typeof authorizationDecision> = {
  ...authorizationNotes,
  isAllowed: note('Whether the program gets a key', true),
};

const deliveriesNotes: NotesOf<typeof deliveriesQuery> = {
  limit: note('Maximum of deliveries; a page may have fewer although more follow', 20),
  cursor: note(
    recentRequestsNotes.cursor.meaning,
    'eyJjcmVhdGVkQXRNcyI6MTc5NTI2MjQwMDAwMCwiY3Jhd2xJZCI6ImNyYXdsX0I1YXRTN1NMTUk3bnpPdkxlcjBKN3ciLCJzZXF1ZW5jZSI6NX0',
  ),
};

/** The notes of each schema of request bodies, by its name in the OpenAPI document. */
export const bodyNotes = {
  ScrapeRequest: scrapeNotes,
  ScrapeOptions: scrapeOptionsNotes,
  JsonOptions: jsonOptionsNotes,
  ScreenshotOptions: screenshotOptionsNotes,
  AttributesOptions: attributesOptionsNotes,
  ChangeTrackingOptions: changeTrackingOptionsNotes,
  CrawlRequest: crawlNotes,
  WebhookSettings: webhookNotes,
  BatchRequest: batchNotes,
  MapRequest: mapNotes,
  SearchRequest: searchNotes,
  ExtractRequest: extractNotes,
  KeyCreateRequest: newKeyNotes,
  KeyRenameRequest: renamedKeyNotes,
  KeyRotateRequest: keyRotationNotes,
  AccountDeleteRequest: accountDeletionNotes,
  AuthorizationDecideRequest: authorizationDecisionNotes,
} as const;

/** The notes of query parameters, by the operation that reads them. */
export const queryNotes: Readonly<Record<string, Readonly<Record<string, ParameterNote>>>> = {
  read: readNotes,
  'crawl-status': statusNotes,
  'crawl-errors': errorsNotes,
  crawls: listNotes,
  usage: usageNotes,
  'account-usage': usageNotes,
  'recent-requests': recentRequestsNotes,
  deliveries: deliveriesNotes,
  authorization: authorizationNotes,
};
