// Written by `npm run openapi` from functions/shared/contract. Do not edit.

/** A JSON Schema (draft 2020-12). */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** For so many hours the service repeats the answer of an idempotency key. */
export const idempotencyHours = 24;

/** Milliseconds until the service answers at the latest, when a request has no `timeout`. */
export const defaultTimeoutMs = { scrape: 30000, crawl: 60000, map: 60000, search: 60000, extract: 60000 };

/** The stable name of a failure. */
export type ErrorCode = 'INVALID_REQUEST' | 'FORBIDDEN_TARGET' | 'UNAUTHORIZED' | 'SIGNED_OUT' | 'PLAN_FORBIDS' | 'ACCOUNT_SUSPENDED' | 'FOREIGN_ORIGIN' | 'QUOTA_EXCEEDED' | 'NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'SCRAPE_TIMEOUT' | 'SEARCH_TIMEOUT' | 'EXTRACT_TIMEOUT' | 'IDEMPOTENCY_IN_PROGRESS' | 'BODY_TOO_LARGE' | 'IDEMPOTENCY_MISMATCH' | 'EXTRACTION_SCHEMA_ERROR' | 'MODEL_REFUSED' | 'RATE_LIMITED' | 'INTERNAL_ERROR' | 'RENDERER_UNAVAILABLE' | 'RENDERER_BUSY' | 'SEARCH_UNAVAILABLE' | 'MODEL_UNAVAILABLE' | 'SERVICE_UNAVAILABLE' | 'BLOCKED' | 'EMPTY_PAGE' | 'DNS_ERROR' | 'TLS_ERROR' | 'CONNECTION_REFUSED' | 'CONNECTION_FAILED' | 'INVALID_RESPONSE' | 'TOO_LARGE' | 'UNSUPPORTED_TYPE' | 'TOO_MANY_REDIRECTS' | 'HTTP_ERROR' | 'PAGE_CRASHED' | 'ACTION_FAILED' | 'ROBOTS_FORBIDS' | 'CRAWL_CANCELLED' | 'CRAWL_DEADLINE';

export type ScrapeRequest = {
  /** URL of the page; without a scheme https:// is tried, then http:// */
  url: PageUrl;
  /** The page itself: it is converted as the page of `url`, and nothing is fetched */
  html?: string | undefined;
  /**
   * What to return: the content as Markdown or HTML, the whole document as rawHtml, declared data as json (JSON-LD, microdata, RDFa, OpenGraph), the URLs of links or images, a summary of up to five sentences of the page, attributes or texts of elements (attributes, with `attributesOptions`), what has changed since the page was scraped last (changeTracking, with markdown), or one screenshot, of the window or of the full page. Objects such as `{type: "json", schema}` are understood, too
   * @default ["markdown"]
   */
  formats?: PageFormats | undefined;
  /**
   * Returns the main content only: no header, navigation, advertisement or footer. `false` converts the whole page
   * @default true
   */
  onlyMainContent?: boolean | undefined;
  /**
   * Readers' comments on an article, a product or a document: `include` returns them where they stand; of those that are among its main content, `separate` puts what there is at the end, under a heading of its own, and `omit` leaves it out. The posts of a forum and the answers to a question are the main content itself
   * @default "separate"
   */
  comments?: 'include' | 'separate' | 'omit' | undefined;
  /**
   * CSS selectors: picks these elements from the whole document; main-content detection does not run
   * @default []
   */
  includeTags?: Selectors | undefined;
  /**
   * CSS selectors: removes these elements
   * @default []
   */
  excludeTags?: Selectors | undefined;
  /**
   * Milliseconds for the whole request
   * @default 30000
   */
  timeout?: number | undefined;
  /**
   * Fetches the page without a browser first, and opens the browser if it needs scripts; `false` starts with the browser
   * @default true
   */
  useLocalFirst?: boolean | undefined;
  /**
   * Never opens the browser
   * @default false
   */
  forceLocal?: boolean | undefined;
  /**
   * Always opens the browser
   * @default false
   */
  forceCloud?: boolean | undefined;
  /**
   * Accepts a stored page of at most this age in milliseconds; 0 reads it anew
   * @default 0
   */
  maxAge?: number | undefined;
  /** Stores the page for later requests; by default if `maxAge` is not 0 */
  storeInCache?: boolean | undefined;
  /**
   * How the page is reached. `stealth` (also `enhanced`) opens it in a browser that resists bot detection, through the operator’s proxies if there are any; `auto` does so when the page is blocked; `basic` is `default`
   * @default "default"
   */
  proxy?: ProxyProfile | undefined;
  /**
   * Milliseconds that the browser waits after load; at most half of `timeout`
   * @default 0
   */
  waitFor?: number | undefined;
  /**
   * Request headers for the page
   * @default {}
   */
  headers?: RequestHeaders | undefined;
  /**
   * Emulates a phone
   * @default false
   */
  mobile?: boolean | undefined;
  /**
   * Blocks advertisements and trackers in the browser
   * @default true
   */
  blockAds?: boolean | undefined;
  /**
   * Leaves images out of the Markdown that are written as data: URLs
   * @default true
   */
  removeBase64Images?: boolean | undefined;
  /**
   * Reads the page although its certificate is not valid
   * @default false
   */
  skipTlsVerification?: boolean | undefined;
  /** How to fill `json` by a prompt or a schema; needs the format `json` */
  jsonOptions?: JsonOptions | undefined;
  /** `quality` (1–100) makes the screenshot a JPEG; `viewport` is the window of the browser, at most 3,840 × 4,096 */
  screenshotOptions?: ScreenshotOptions | undefined;
  /** The `selectors` of the format `attributes`, which it needs: of the whole page, before it is cleaned */
  attributesOptions?: AttributesOptions | undefined;
  /** How the format `changeTracking`, which it needs, compares the page */
  changeTrackingOptions?: ChangeTrackingOptions | undefined;
  /** Where the visitor seems to be: `country` (ISO 3166-1) sets `Accept-Language`, and the time zone and geolocation of the browser; `languages` set `Accept-Language` alone. The IP address stays that of the service */
  location?: Location | undefined;
  /**
   * Actions in the browser after the page has loaded and before it is read: up to 50 of `wait`, `click`, `write`, `press`, `scroll`, `screenshot`, `scrape`, `executeJavascript` and `pdf`. They wait at most 60 seconds together with `waitFor`; a wait for a selector counts one second
   * @default []
   */
  actions?: Actions | undefined;
  /**
   * Adds why each block of the page was kept or dropped: at most 1,000 decisions
   * @default false
   */
  explain?: boolean | undefined;
};

/** URL of a page; without a scheme https:// is tried, then http:// */
export type PageUrl = string;

export type PageFormats = readonly ('markdown' | 'html' | 'rawHtml' | 'json' | 'links' | 'images' | 'summary' | 'attributes' | 'changeTracking' | 'screenshot' | 'screenshot@fullPage' | (PlainFormat | JsonFormat | AttributesFormat | ChangeTrackingFormat | Screenshot | {
  type: 'screenshot@fullPage';
  quality?: number | undefined;
  viewport?: Viewport | undefined;
}))[];

export type PlainFormat = {
  type: 'markdown' | 'html' | 'rawHtml' | 'links' | 'images' | 'summary';
};

export type JsonFormat = {
  type: 'json';
  prompt?: Prompt | undefined;
  schema?: JsonSchema | undefined;
  systemPrompt?: Prompt | undefined;
  requireEvidence?: boolean | undefined;
};

export type Prompt = string;

export type AttributesFormat = {
  type: 'attributes';
  selectors: ValueSelectors;
};

export type ValueSelectors = readonly ({
  selector: string;
  attribute?: string | undefined;
})[];

export type ChangeTrackingFormat = {
  type: 'changeTracking';
  modes?: readonly 'git-diff'[] | undefined;
  tag?: string | undefined;
};

export type Screenshot = {
  type: 'screenshot';
  /** @default false */
  fullPage?: boolean | undefined;
  quality?: number | undefined;
  viewport?: Viewport | undefined;
};

export type Viewport = {
  width: number;
  height: number;
};

/** CSS selectors, such as a tag name */
export type Selectors = readonly string[];

export type ProxyProfile = 'default' | 'basic' | 'stealth' | 'enhanced' | 'auto';

export type RequestHeaders = { [name: string]: string };

export type JsonOptions = {
  /** What to extract, in your words. Required without `schema`; without a model it only helps to choose among found values */
  prompt?: Prompt | undefined;
  /** JSON Schema of a result: at most 64 KB, 20 levels, 500 nodes, no remote `$ref`. Required without `prompt` */
  schema?: JsonSchema | undefined;
  /** Added to the instructions of the model */
  systemPrompt?: Prompt | undefined;
  /**
   * As in extract: values not found on the page become null, or are removed
   * @default false
   */
  requireEvidence?: boolean | undefined;
};

export type ScreenshotOptions = {
  /** Makes the screenshot a JPEG; without it, it is a PNG */
  quality?: number | undefined;
  /** The window of the browser */
  viewport?: Viewport | undefined;
};

export type AttributesOptions = {
  /** CSS selectors, each with the name of an attribute whose values are wanted, as the page has them; without `attribute`, the texts of the elements */
  selectors: ValueSelectors;
};

export type ChangeTrackingOptions = {
  /**
   * `git-diff` adds `diff` to a page that has changed
   * @default []
   */
  modes?: readonly 'git-diff'[] | undefined;
  /** Names a row of versions: the same page under another tag is compared apart */
  tag?: string | undefined;
};

export type Location = {
  country?: string | undefined;
  languages?: readonly string[] | undefined;
};

export type Actions = readonly ({
  type: 'wait';
  milliseconds?: number | undefined;
  selector?: string | undefined;
} | {
  type: 'click';
  selector: string;
  /** @default false */
  all?: boolean | undefined;
} | {
  type: 'write';
  text: string;
  selector?: string | undefined;
} | {
  type: 'press';
  key: string;
} | {
  type: 'scroll';
  /** @default "down" */
  direction?: 'up' | 'down' | undefined;
  selector?: string | undefined;
} | Screenshot | {
  type: 'scrape';
} | {
  type: 'executeJavascript';
  script: string;
} | {
  type: 'pdf';
  /** @default false */
  landscape?: boolean | undefined;
  /** @default 1 */
  scale?: number | undefined;
  /** @default "Letter" */
  format?: 'A0' | 'A1' | 'A2' | 'A3' | 'A4' | 'A5' | 'A6' | 'Letter' | 'Legal' | 'Tabloid' | 'Ledger' | undefined;
})[];

export type CrawlRequest = {
  /** URL of the first page; without a scheme https:// is tried, then http:// */
  url: PageUrl;
  /**
   * Maximum of delivered pages
   * @default 100
   */
  limit?: number | undefined;
  /**
   * Lowers `limit` to at most half of the requests left this month, so that other requests go on beside the crawl
   * @default false
   */
  leaveHalf?: boolean | undefined;
  /**
   * Globs over the path (`*` = any characters); with `?` or `://` over more of the URL. Only matching pages are read; the first page always is
   * @default []
   */
  includes?: UrlPatterns | undefined;
  /**
   * Globs; an exclude wins over an include
   * @default []
   */
  excludes?: UrlPatterns | undefined;
  /**
   * Regular expressions over the path, matched in linear time
   * @default []
   */
  includePaths?: UrlPatterns | undefined;
  /**
   * Regular expressions over the path, matched in linear time
   * @default []
   */
  excludePaths?: UrlPatterns | undefined;
  /**
   * Matches `includePaths` and `excludePaths` against the whole URL
   * @default false
   */
  regexOnFullURL?: boolean | undefined;
  /** What to return of each page; Markdown when it is absent */
  formats?: readonly ('markdown' | 'html' | 'rawHtml' | 'json' | 'links' | 'images' | 'summary' | 'attributes' | 'changeTracking')[] | undefined;
  /** As in `scrapeOptions`, which it overrides */
  onlyMainContent?: boolean | undefined;
  /** As in `scrapeOptions`, which it overrides */
  comments?: 'include' | 'separate' | 'omit' | undefined;
  /**
   * How each page is read; without screenshots, `actions` and `explain`
   * @default {}
   */
  scrapeOptions?: ScrapeOptions | undefined;
  /**
   * Reads the whole host; `false` stays below the path of `url`
   * @default true
   */
  crawlEntireDomain?: boolean | undefined;
  /**
   * Reads subdomains too
   * @default false
   */
  allowSubdomains?: boolean | undefined;
  /**
   * Follows links to other hosts
   * @default false
   */
  allowExternalLinks?: boolean | undefined;
  /**
   * Maximum of links from the first page, along the shortest way
   * @default 10
   */
  maxDiscoveryDepth?: number | undefined;
  /** Maximum of path segments below the first page, as in Firecrawl v1 */
  maxDepth?: number | undefined;
  /**
   * `include` adds the URLs of the sitemap, `skip` ignores it, `only` follows no links
   * @default "include"
   */
  sitemap?: 'include' | 'skip' | 'only' | undefined;
  /**
   * Treats URLs that differ in their query as one page
   * @default false
   */
  ignoreQueryParameters?: boolean | undefined;
  /**
   * Treats http and https, www and bare host, trailing slash and index file as one page
   * @default true
   */
  deduplicateSimilarURLs?: boolean | undefined;
  /**
   * Seconds between pages of one host
   * @default 0
   */
  delay?: number | undefined;
  /** Pages read at once; at most, and when absent, what the plan allows */
  maxConcurrency?: number | undefined;
  /** Where events of the crawl are sent: a URL, or a URL with settings */
  webhook?: (PageUrl | WebhookSettings) | undefined;
  /**
   * Answers at once with the id
   * @default false
   */
  async?: boolean | undefined;
  /**
   * Estimates pages, cost and time from sitemaps and a sample; starts nothing and costs nothing
   * @default false
   */
  dryRun?: boolean | undefined;
  /**
   * Milliseconds that the answer waits for the crawl, which goes on after it
   * @default 60000
   */
  timeout?: number | undefined;
};

export type UrlPatterns = readonly string[];

export type ScrapeOptions = {
  /** What to return: the content as Markdown or HTML, the whole document as rawHtml, declared data as json (JSON-LD, microdata, RDFa, OpenGraph), the URLs of links or images, a summary of up to five sentences of the page, attributes or texts of elements (attributes, with `attributesOptions`), what has changed since the page was scraped last (changeTracking, with markdown), or one screenshot, of the window or of the full page. Objects such as `{type: "json", schema}` are understood, too */
  formats?: PageFormats | undefined;
  /** Returns the main content only: no header, navigation, advertisement or footer. `false` converts the whole page */
  onlyMainContent?: boolean | undefined;
  /** Readers' comments on an article, a product or a document: `include` returns them where they stand; of those that are among its main content, `separate` puts what there is at the end, under a heading of its own, and `omit` leaves it out. The posts of a forum and the answers to a question are the main content itself */
  comments?: 'include' | 'separate' | 'omit' | undefined;
  /** CSS selectors: picks these elements from the whole document; main-content detection does not run */
  includeTags?: Selectors | undefined;
  /** CSS selectors: removes these elements */
  excludeTags?: Selectors | undefined;
  /** Milliseconds for the whole request */
  timeout?: number | undefined;
  /** Fetches the page without a browser first, and opens the browser if it needs scripts; `false` starts with the browser */
  useLocalFirst?: boolean | undefined;
  /** Never opens the browser */
  forceLocal?: boolean | undefined;
  /** Always opens the browser */
  forceCloud?: boolean | undefined;
  /** Accepts a stored page of at most this age in milliseconds; 0 reads it anew */
  maxAge?: number | undefined;
  /** Stores the page for later requests; by default if `maxAge` is not 0 */
  storeInCache?: boolean | undefined;
  /** How the page is reached. `stealth` (also `enhanced`) opens it in a browser that resists bot detection, through the operator’s proxies if there are any; `auto` does so when the page is blocked; `basic` is `default` */
  proxy?: ProxyProfile | undefined;
  /** Milliseconds that the browser waits after load; at most half of `timeout` */
  waitFor?: number | undefined;
  /** Request headers for the page */
  headers?: RequestHeaders | undefined;
  /** Emulates a phone */
  mobile?: boolean | undefined;
  /** Blocks advertisements and trackers in the browser */
  blockAds?: boolean | undefined;
  /** Leaves images out of the Markdown that are written as data: URLs */
  removeBase64Images?: boolean | undefined;
  /** Reads the page although its certificate is not valid */
  skipTlsVerification?: boolean | undefined;
  /** How to fill `json` by a prompt or a schema; needs the format `json` */
  jsonOptions?: JsonOptions | undefined;
  /** `quality` (1–100) makes the screenshot a JPEG; `viewport` is the window of the browser, at most 3,840 × 4,096 */
  screenshotOptions?: ScreenshotOptions | undefined;
  /** The `selectors` of the format `attributes`, which it needs: of the whole page, before it is cleaned */
  attributesOptions?: AttributesOptions | undefined;
  /** How the format `changeTracking`, which it needs, compares the page */
  changeTrackingOptions?: ChangeTrackingOptions | undefined;
  /** Where the visitor seems to be: `country` (ISO 3166-1) sets `Accept-Language`, and the time zone and geolocation of the browser; `languages` set `Accept-Language` alone. The IP address stays that of the service */
  location?: Location | undefined;
  /** Actions in the browser after the page has loaded and before it is read: up to 50 of `wait`, `click`, `write`, `press`, `scroll`, `screenshot`, `scrape`, `executeJavascript` and `pdf`. They wait at most 60 seconds together with `waitFor`; a wait for a selector counts one second */
  actions?: Actions | undefined;
  /** Adds why each block of the page was kept or dropped: at most 1,000 decisions */
  explain?: boolean | undefined;
};

export type WebhookSettings = {
  /** Receives the events by POST */
  url: PageUrl;
  /**
   * Sent with each event
   * @default {}
   */
  headers?: RequestHeaders | undefined;
  /**
   * Repeated in each event
   * @default {}
   */
  metadata?: { [name: string]: unknown } | undefined;
  /**
   * The events to send
   * @default ["started","page","completed","failed"]
   */
  events?: readonly ('started' | 'page' | 'completed' | 'failed')[] | undefined;
};

export type BatchRequest = {
  /** The pages to read: URLs, or objects with `url` and options of their own, which go before the others */
  urls: readonly (string | {
    /** URL of a page */
    url: string;
    formats?: PageFormats | undefined;
    onlyMainContent?: boolean | undefined;
    comments?: 'include' | 'separate' | 'omit' | undefined;
    includeTags?: Selectors | undefined;
    excludeTags?: Selectors | undefined;
    timeout?: number | undefined;
    useLocalFirst?: boolean | undefined;
    forceLocal?: boolean | undefined;
    forceCloud?: boolean | undefined;
    maxAge?: number | undefined;
    storeInCache?: boolean | undefined;
    proxy?: ProxyProfile | undefined;
    waitFor?: number | undefined;
    headers?: RequestHeaders | undefined;
    mobile?: boolean | undefined;
    blockAds?: boolean | undefined;
    removeBase64Images?: boolean | undefined;
    skipTlsVerification?: boolean | undefined;
    jsonOptions?: JsonOptions | undefined;
    screenshotOptions?: ScreenshotOptions | undefined;
    attributesOptions?: AttributesOptions | undefined;
    changeTrackingOptions?: ChangeTrackingOptions | undefined;
    location?: Location | undefined;
    actions?: Actions | undefined;
  })[];
  /** What to return of each page; Markdown when it is absent. Screenshots of at most 100 URLs. Objects such as `{type: "json", schema}` are understood, too */
  formats?: PageFormats | undefined;
  /** As in a scrape, for each page. Returns the main content only: no header, navigation, advertisement or footer. `false` converts the whole page */
  onlyMainContent?: boolean | undefined;
  /** As in a scrape, for each page. Readers' comments on an article, a product or a document: `include` returns them where they stand; of those that are among its main content, `separate` puts what there is at the end, under a heading of its own, and `omit` leaves it out. The posts of a forum and the answers to a question are the main content itself */
  comments?: 'include' | 'separate' | 'omit' | undefined;
  /** As in a scrape, for each page. CSS selectors: picks these elements from the whole document; main-content detection does not run */
  includeTags?: Selectors | undefined;
  /** As in a scrape, for each page. CSS selectors: removes these elements */
  excludeTags?: Selectors | undefined;
  /** Milliseconds for each page, at most 90,000 */
  timeout?: number | undefined;
  /** As in a scrape, for each page. Fetches the page without a browser first, and opens the browser if it needs scripts; `false` starts with the browser */
  useLocalFirst?: boolean | undefined;
  /** As in a scrape, for each page. Never opens the browser */
  forceLocal?: boolean | undefined;
  /** As in a scrape, for each page. Always opens the browser */
  forceCloud?: boolean | undefined;
  /** As in a scrape, for each page. Accepts a stored page of at most this age in milliseconds; 0 reads it anew */
  maxAge?: number | undefined;
  /** As in a scrape, for each page. Stores the page for later requests; by default if `maxAge` is not 0 */
  storeInCache?: boolean | undefined;
  /** As in a scrape, for each page. How the page is reached. `stealth` (also `enhanced`) opens it in a browser that resists bot detection, through the operator’s proxies if there are any; `auto` does so when the page is blocked; `basic` is `default` */
  proxy?: ProxyProfile | undefined;
  /** As in a scrape, for each page. Milliseconds that the browser waits after load; at most half of `timeout` */
  waitFor?: number | undefined;
  /** As in a scrape, for each page. Request headers for the page */
  headers?: RequestHeaders | undefined;
  /** As in a scrape, for each page. Emulates a phone */
  mobile?: boolean | undefined;
  /** As in a scrape, for each page. Blocks advertisements and trackers in the browser */
  blockAds?: boolean | undefined;
  /** As in a scrape, for each page. Leaves images out of the Markdown that are written as data: URLs */
  removeBase64Images?: boolean | undefined;
  /** As in a scrape, for each page. Reads the page although its certificate is not valid */
  skipTlsVerification?: boolean | undefined;
  /** As in a scrape, for each page. How to fill `json` by a prompt or a schema; needs the format `json` */
  jsonOptions?: JsonOptions | undefined;
  /** As in a scrape, for each page. `quality` (1–100) makes the screenshot a JPEG; `viewport` is the window of the browser, at most 3,840 × 4,096 */
  screenshotOptions?: ScreenshotOptions | undefined;
  /** As in a scrape, for each page. The `selectors` of the format `attributes`, which it needs: of the whole page, before it is cleaned */
  attributesOptions?: AttributesOptions | undefined;
  /** As in a scrape, for each page. How the format `changeTracking`, which it needs, compares the page */
  changeTrackingOptions?: ChangeTrackingOptions | undefined;
  /** As in a scrape, for each page. Where the visitor seems to be: `country` (ISO 3166-1) sets `Accept-Language`, and the time zone and geolocation of the browser; `languages` set `Accept-Language` alone. The IP address stays that of the service */
  location?: Location | undefined;
  /** As in a scrape, for each page. Actions in the browser after the page has loaded and before it is read: up to 50 of `wait`, `click`, `write`, `press`, `scroll`, `screenshot`, `scrape`, `executeJavascript` and `pdf`. They wait at most 60 seconds together with `waitFor`; a wait for a selector counts one second */
  actions?: Actions | undefined;
  /**
   * Leaves out `urls` that are no web pages, or that have a private address or a forbidden port, and names them in `invalidURLs`
   * @default false
   */
  ignoreInvalidURLs?: boolean | undefined;
  /** Pages of the batch read at once; at most, and when absent, what the plan allows */
  maxConcurrency?: number | undefined;
  /**
   * Seconds between pages of one host
   * @default 0
   */
  delay?: number | undefined;
  /** Where events of the batch are sent: a URL, or a URL with settings */
  webhook?: (PageUrl | WebhookSettings) | undefined;
  /**
   * Answers at once with the id
   * @default false
   */
  async?: boolean | undefined;
  /**
   * Milliseconds that the answer waits for the batch, which goes on after it
   * @default 60000
   */
  replyTimeout?: number | undefined;
};

export type MapRequest = {
  /** URL of the start page; without a scheme https:// is tried, then http:// */
  url: PageUrl;
  /** Links whose URLs and titles have the most of these words come first */
  search?: string | undefined;
  /**
   * Maximum of links in the answer
   * @default 5000
   */
  limit?: number | undefined;
  /**
   * Lists subdomains too
   * @default true
   */
  includeSubdomains?: boolean | undefined;
  /**
   * `include` reads the sitemaps, `skip` ignores them, `only` reads no page
   * @default "include"
   */
  sitemap?: 'include' | 'skip' | 'only' | undefined;
  /**
   * Globs over the path (`*` = any characters); with `?` or `://` over more of the URL. Only matching URLs are listed, and read for their links
   * @default []
   */
  includes?: UrlPatterns | undefined;
  /**
   * Globs; an exclude wins over an include
   * @default []
   */
  excludes?: UrlPatterns | undefined;
  /**
   * Regular expressions over the path, matched in linear time
   * @default []
   */
  includePaths?: UrlPatterns | undefined;
  /**
   * Regular expressions over the path, matched in linear time
   * @default []
   */
  excludePaths?: UrlPatterns | undefined;
  /**
   * As in a crawl: matches the expressions against the whole URL
   * @default false
   */
  regexOnFullURL?: boolean | undefined;
  /**
   * Lists URLs that differ in their query once, without the query
   * @default true
   */
  ignoreQueryParameters?: boolean | undefined;
  /**
   * Milliseconds for the whole request; the answer has what was found by then
   * @default 60000
   */
  timeout?: number | undefined;
};

export type SearchRequest = {
  /** What to search for */
  query: string;
  /**
   * Results of each source
   * @default 10
   */
  limit?: number | undefined;
  /**
   * Kinds of results
   * @default ["web"]
   */
  sources?: readonly ('web' | 'images' | 'news')[] | undefined;
  /**
   * A page that several sources list is one result; `false` returns it for each of them, with what that source says of it
   * @default true
   */
  mergeSources?: boolean | undefined;
  /**
   * Searches code on GitHub, research papers or PDF documents
   * @default []
   */
  categories?: readonly ('github' | 'research' | 'pdf')[] | undefined;
  /** Language of the results */
  lang?: string | undefined;
  /** Country of the results */
  country?: string | undefined;
  /** Results of the last hour, day, week, month or year: `qdr:h` … `qdr:y` */
  tbs?: string | undefined;
  /** Place that the results are about */
  location?: string | undefined;
  /**
   * Results of these hosts only
   * @default []
   */
  includeDomains?: HostNames | undefined;
  /**
   * No results of these hosts
   * @default []
   */
  excludeDomains?: HostNames | undefined;
  /** Reads the found pages in this way and adds their content */
  scrapeOptions?: ScrapeOptions | undefined;
  /**
   * Reads the best pages and answers the query from them, with citations
   * @default false
   */
  parseResults?: boolean | undefined;
  /** What the answer pays attention to */
  aiPrompt?: Prompt | undefined;
  /** Pages that the answer is written from; at most, and when absent, what the plan allows */
  aiParseLimit?: number | undefined;
  /**
   * Milliseconds for the whole request
   * @default 60000
   */
  timeout?: number | undefined;
};

export type HostNames = readonly string[];

export type ExtractRequest = {
  /** Pages to extract from */
  urls: readonly string[];
  /** What to extract, in your words. Required without `schema`; without a model it only helps to choose among found values */
  prompt?: Prompt | undefined;
  /** JSON Schema of a result: at most 64 KB, 20 levels, 500 nodes, no remote `$ref`. Required without `prompt` */
  schema?: JsonSchema | undefined;
  /** Added to the instructions of the model */
  systemPrompt?: Prompt | undefined;
  /**
   * How each page is read
   * @default {}
   */
  scrapeOptions?: ScrapeOptions | undefined;
  /**
   * Adds `json.metadata.sources`: path, url, quote and confidence of each value that is on its page
   * @default false
   */
  showSources?: boolean | undefined;
  /**
   * Values not found on the page become null, or are removed where the schema does not allow null
   * @default false
   */
  requireEvidence?: boolean | undefined;
  /**
   * Also extracts from error pages
   * @default false
   */
  includeErrorPages?: boolean | undefined;
  /**
   * Skips `urls` that are no web pages and reports them in `json.metadata.errors`
   * @default false
   */
  ignoreInvalidURLs?: boolean | undefined;
  /**
   * Milliseconds for the whole request
   * @default 60000
   */
  timeout?: number | undefined;
};

export type ScrapeData = {
  markdown?: string;
  html?: string;
  /** The document as received, or as the browser rendered it, decoded */
  rawHtml?: string;
  json?: { [name: string]: unknown };
  links?: string[];
  images?: string[];
  summary?: string;
  attributes?: SelectedValues[];
  explain?: Explanation;
  actions?: ActionResults;
  /** Base64 PNG, or JPEG with a quality, without a data-URI prefix */
  screenshot?: string;
  changeTracking?: ChangeTracking;
  metadata: PageMetadata;
};

export type SelectedValues = {
  selector: string;
  attribute?: string;
  /** In document order, as the page has them; without `attribute` the texts of the elements */
  values: string[];
};

export type Explanation = ({
  /** `block` for the choice of main content */
  step: string;
  verdict: string;
  reason: string;
  /** The start of its text, or its tag and classes */
  subject?: string;
  /** Chance that the block is content */
  score?: number;
})[];

export type ActionResults = {
  /** Base64 PNG, or JPEG with a quality */
  screenshots: string[];
  scrapes: ({
    url: string;
    html: string;
  })[];
  javascriptReturns: ({
    /** `typeof` of the value, `null` or `array` */
    type: string;
    value: unknown;
  })[];
  /** Base64 PDF */
  pdfs: string[];
};

export type ChangeTracking = {
  /** When the version was scraped that the page is compared with; null for a new page */
  previousScrapeAt: (string | null);
  /** `removed`: the page has a version, and now its server answers 404 or 410 */
  changeStatus: 'new' | 'same' | 'changed' | 'removed';
  diff?: PageDiff;
};

/** With the mode `git-diff`, for a page that has changed */
export type PageDiff = {
  /** Unified diff of the Markdown, without names of files */
  text: string;
  json: {
    files: ({
      from: null;
      to: null;
      chunks: ({
        /** Its header, such as `@@ -1,3 +1,3 @@` */
        content: string;
        changes: ({
          type: 'normal';
          normal: true;
          ln1: number;
          ln2: number;
          /** The line with its sign: a space, + or - */
          content: string;
        } | {
          type: 'add';
          add: true;
          ln: number;
          /** The line with its sign: a space, + or - */
          content: string;
        } | {
          type: 'del';
          del: true;
          ln: number;
          /** The line with its sign: a space, + or - */
          content: string;
        })[];
      })[];
    })[];
  };
};

/** Also siteName, canonicalURL, favicon, image, OpenGraph and Dublin Core fields when the page has them */
export type PageMetadata = {
  /** The headline that the page shows, else its title, without the name of the site */
  title?: string;
  description?: string;
  language?: string;
  /** HTTP status of the page; absent for a page that the request has as `html` */
  statusCode?: number;
  /** Milliseconds spent waiting for the page */
  loadTime: number;
  /** Author; several names are separated by commas */
  author?: string;
  /** ISO 8601: a day, or a moment with the time zone that the page gives */
  publishedTime?: string;
  /** As publishedTime */
  modifiedTime?: string;
  /** Final URL after redirects */
  sourceURL: string;
  requestedURL: string;
  contentType?: string;
  cacheState?: 'hit' | 'miss';
  cachedAt?: string;
  /** With the format summary: its sentences are the page’s own, chosen without a model */
  summaryMethod?: 'extractive';
  /** With jsonOptions: what the values of json come from, a model or `embedded-extractor` */
  processingModel?: string;
  /** With jsonOptions: the mean chance that a value of json is right */
  confidence?: number;
  tokens?: ModelTokens;
  [name: string]: unknown;
};

/** Tokens of all questions to the configured model and of its answers; absent when it was not asked */
export type ModelTokens = {
  input: number;
  output: number;
};

export type CrawlData = {
  pages: CrawlPage[];
  /** Pages admitted, also those that were not read when it ended; in a batch all URLs */
  total: number;
  /** Pages finished: delivered or failed, in a batch also forbidden by robots.txt */
  completed: number;
  status: CrawlStatus;
  /** Present in the answer of a dry run */
  estimate?: {
    /** Pages that are expected to be delivered, at most `limit` */
    pages: number;
    low: number;
    /** The true number is likely between `low` and `high` */
    high: number;
    /** What the crawl will cost */
    requests: number;
    /** How long it will take */
    seconds: number;
    /** URLs of sitemaps, all links of the site, or what a sample of its pages links to */
    basis: 'sitemap' | 'links' | 'sample';
    pagesRead: number;
  };
};

export type CrawlPage = {
  url: string;
  markdown?: string;
  html?: string;
  /** The document as received, or as the browser rendered it, decoded */
  rawHtml?: string;
  json?: { [name: string]: unknown };
  links?: string[];
  images?: string[];
  summary?: string;
  attributes?: SelectedValues[];
  /** Base64 PNG, or JPEG with a quality, without a data-URI prefix */
  screenshot?: string;
  changeTracking?: ChangeTracking;
  actions?: ActionResults;
  metadata: {
    title?: string;
    description?: string;
    statusCode: number;
    sourceURL: string;
    language?: string;
    contentType?: string;
    depth: number;
    discoveredFrom?: string;
    [name: string]: unknown;
  };
  /** Problems of the page, such as a part that did not arrive */
  warning?: string;
};

export type CrawlStatus = 'running' | 'completed' | 'failed';

export type CrawlStatusData = {
  pages: CrawlPage[];
  /** Pages admitted, also those that were not read when it ended; in a batch all URLs */
  total: number;
  /** Pages finished: delivered or failed, in a batch also forbidden by robots.txt */
  completed: number;
  status: CrawlStatus;
  id: string;
  failed: number;
  skipped: number;
  coverage: CrawlCoverage;
  expiresAt: string;
  /** URL of the next part; absent only when the crawl has ended and everything was read */
  next?: string;
  webhook?: WebhookDeliveries;
};

export type CrawlCoverage = {
  discovered: number;
  delivered: number;
  duplicate: number;
  excluded: number;
  robots: number;
  outOfScope: number;
  overLimit: number;
  /** Not read when the crawl was cancelled or its time was over */
  unread: number;
  failed: number;
  pending: number;
};

export type WebhookDeliveries = {
  attempts: number;
  delivered: number;
  pending: number;
  failed: number;
  lastStatus?: number;
  /** The receiver answered 410 */
  stopped: boolean;
};

export type CrawlCancelData = {
  pages: CrawlPage[];
  /** Pages admitted, also those that were not read when it ended; in a batch all URLs */
  total: number;
  /** Pages finished: delivered or failed, in a batch also forbidden by robots.txt */
  completed: number;
  status: CrawlStatus;
  id: string;
};

export type CrawlErrorsData = {
  errors: ({
    url: string;
    state: UndeliveredState;
    code?: string;
    reason: string;
  })[];
  next?: string;
};

export type UndeliveredState = 'duplicate' | 'excluded' | 'robots' | 'outOfScope' | 'overLimit' | 'unread' | 'failed';

export type CrawlsData = {
  crawls: ({
    id: string;
    kind: 'crawl' | 'batch';
    url: string;
    status: CrawlStatus;
    total: number;
    completed: number;
    createdAt: string;
    expiresAt: string;
  })[];
  next?: string;
};

export type BatchData = {
  pages: CrawlPage[];
  /** Pages admitted, also those that were not read when it ended; in a batch all URLs */
  total: number;
  /** Pages finished: delivered or failed, in a batch also forbidden by robots.txt */
  completed: number;
  status: CrawlStatus;
  /** Entries of `urls` that are not URLs of web pages, or that have a private address or a forbidden port; present with `ignoreInvalidURLs` */
  invalidURLs?: string[];
};

export type MapData = {
  /** URL of the start page, after its redirects */
  url: string;
  links: MapLink[];
  /** Links that were found, also those beyond `limit` */
  total: number;
  /** `limit`, `timeout` or the maximum of links or sitemaps ended the list */
  truncated: boolean;
  pagesRead: number;
  sitemapsRead: number;
};

export type MapLink = {
  url: string;
  title?: string;
  /** As the sitemap says: a date, or a date and time */
  lastModified?: string;
  /** Where it was found first: in a sitemap, on a page, or by a crawl of this account */
  source: 'sitemap' | 'page' | 'crawl';
};

export type SearchData = {
  pages: SearchEntry[];
  /** Results that were found: of each source as many as the provider states, or as are returned where it states none or fewer, or counts some that the request leaves out */
  total: number;
  /** Results that are returned; with `scrapeOptions` those whose pages were read */
  completed: number;
  status: 'completed';
  metadata: {
    title: string;
    description: string;
  };
  processingInfo: {
    method: string;
    duration: number;
    parser: 'local';
    tokens?: ModelTokens;
  };
  /** Analysis with numbered citations, with parseResults only */
  markdown?: string;
};

export type SearchEntry = {
  url: string;
  title: string;
  description: string;
  score?: number;
  source: 'web' | 'images' | 'news';
  imageUrl?: string;
  width?: number;
  height?: number;
  date?: string;
  /** Publisher of a news entry */
  publisher?: string;
  /** Why the page of this entry could not be read */
  error?: string;
  code?: string;
  /** Problems of the page of this entry, such as a part that did not arrive */
  warning?: string;
  markdown?: string;
  html?: string;
  /** The document as received, or as the browser rendered it, decoded */
  rawHtml?: string;
  json?: { [name: string]: unknown };
  links?: string[];
  images?: string[];
  summary?: string;
  attributes?: SelectedValues[];
  explain?: Explanation;
  /** Base64 PNG, or JPEG with a quality, without a data-URI prefix */
  screenshot?: string;
  changeTracking?: ChangeTracking;
  metadata?: PageMetadata;
};

export type ExtractData = {
  /** results, summary and metadata {extractedAt, processingModel, confidence, tokens? {input, output}, errors?, sources?}; a schema with `results` at its root is answered as it is */
  json: { [name: string]: unknown };
};

export type UsageData = {
  plan: string;
  /** UTC calendar month, such as 2026-11 */
  month: string;
  /** Requests per month; null = unlimited */
  allowance: (number | null);
  used: number;
  /** Part of used that belongs to requests still running */
  reserved: number;
  remaining: (number | null);
  /** Requests in progress */
  inFlight: number;
  /** Maximum of requests in progress; one more is refused with 429 */
  requestsAtOnce: number;
  operations: UsageByOperation;
  /** The key of this request, with those that it replaced */
  key: {
    id: string;
    name: string;
    environment: 'development' | 'production';
    /** Requests a month of this key; null = the allowance */
    budget: (number | null);
    used: number;
    /** Requests that the key may still make: the rest of its budget, or of the account when that is less; null = the key has no budget */
    remaining: (number | null);
    operations: UsageByOperation;
  };
  days: ({
    /** Billed requests */
    requests: number;
    /** Pages processed */
    pages: number;
    /** Extra requests billed for AI analysis */
    ai: number;
    day: string;
    operation: 'scrape' | 'crawl' | 'batch' | 'map' | 'search' | 'extract';
  })[];
};

export type UsageByOperation = { [Name in 'scrape' | 'crawl' | 'batch' | 'map' | 'search' | 'extract']?: {
  /** Billed requests */
  requests: number;
  /** Pages processed */
  pages: number;
  /** Extra requests billed for AI analysis */
  ai: number;
} };

export type WebhookBody = {
  type: 'crawl.started' | 'crawl.page' | 'crawl.completed' | 'crawl.failed' | 'batch_scrape.started' | 'batch_scrape.page' | 'batch_scrape.completed' | 'batch_scrape.failed';
  /** Identifier of the crawl or batch */
  id: string;
  /** Order of events within the crawl, in which they need not arrive */
  sequence: number;
  timestamp: string;
  success: boolean;
  data: ({ [name: string]: unknown })[];
  metadata: { [name: string]: unknown };
  error?: string;
};
