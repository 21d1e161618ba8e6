import * as z from 'zod';

import { actionResults, actions, type Action, waitProblem } from './actions.ts';
import { changeTracking, changeTrackingOptions } from './change-tracking.ts';
import { cssSelector, milliseconds, modelTokens, requestHeaders, webUrl } from './fields.ts';
import { location } from './location.ts';
import { actionsReason } from './refused-keys.ts';
import {
  attributesOptions,
  jsonOptions,
  type PlainFormats,
  plainFormats,
  requestedFormats,
  type ScrapeFormat,
  screenshotOptions,
} from './scrape-formats.ts';

const selectors = z.array(cssSelector).max(100).meta({ description: 'CSS selectors, such as a tag name' });

/** Names of Firecrawl v1 and the profiles that they mean. */
const proxyNames = {
  default: 'default',
  basic: 'default',
  stealth: 'stealth',
  enhanced: 'stealth',
  auto: 'auto',
} as const;
export type ProxyProfile = (typeof proxyNames)[keyof typeof proxyNames];

/** The age of the oldest stored page that a request may accept. */
export const maxPageAgeMs = 604_800_000;

const fields = {
  formats: requestedFormats,
  onlyMainContent: z.boolean(),
  comments: z.enum(['include', 'separate', 'omit']),
  includeTags: selectors,
  excludeTags: selectors,
  timeout: milliseconds(1_000, 300_000),
  useLocalFirst: z.boolean(),
  forceLocal: z.boolean(),
  forceCloud: z.boolean(),
  maxAge: milliseconds(0, maxPageAgeMs),
  storeInCache: z.boolean(),
  proxy: z
    .enum(['default', 'basic', 'stealth', 'enhanced', 'auto'])
    .transform((name): ProxyProfile => proxyNames[name]),
  waitFor: milliseconds(0, 60_000),
  headers: requestHeaders,
  mobile: z.boolean(),
  blockAds: z.boolean(),
  removeBase64Images: z.boolean(),
  skipTlsVerification: z.boolean(),
  jsonOptions,
  screenshotOptions,
  attributesOptions,
  changeTrackingOptions,
  location,
  actions,
  explain: z.boolean(),
};

const withDefaults = {
  formats: fields.formats.default(['markdown']),
  onlyMainContent: fields.onlyMainContent.default(true),
  comments: fields.comments.default('separate'),
  includeTags: fields.includeTags.default([]),
  excludeTags: fields.excludeTags.default([]),
  timeout: fields.timeout.default(30_000),
  useLocalFirst: fields.useLocalFirst.default(true),
  forceLocal: fields.forceLocal.default(false),
  forceCloud: fields.forceCloud.default(false),
  maxAge: fields.maxAge.default(0),
  storeInCache: fields.storeInCache.optional(),
  proxy: fields.proxy.default('default'),
  waitFor: fields.waitFor.default(0),
  headers: fields.headers.default({}),
  mobile: fields.mobile.default(false),
  blockAds: fields.blockAds.default(true),
  removeBase64Images: fields.removeBase64Images.default(true),
  skipTlsVerification: fields.skipTlsVerification.default(false),
  jsonOptions: fields.jsonOptions.optional(),
  screenshotOptions: fields.screenshotOptions.optional(),
  attributesOptions: fields.attributesOptions.optional(),
  changeTrackingOptions: fields.changeTrackingOptions.optional(),
  location: fields.location.optional(),
  actions: fields.actions.default([]),
  explain: fields.explain.default(false),
};

interface CrossChecked {
  readonly formats: readonly ScrapeFormat[];
  readonly forceLocal: boolean;
  readonly forceCloud: boolean;
  readonly waitFor: number;
  readonly timeout: number;
  readonly jsonOptions?: unknown;
  readonly screenshotOptions?: unknown;
  readonly attributesOptions?: unknown;
  readonly changeTrackingOptions?: unknown;
  readonly actions: readonly Action[];
}

export const isScreenshot = (format: ScrapeFormat): boolean =>
  format === 'screenshot' || format === 'screenshot@fullPage';

export const wantsScreenshot = (formats: readonly ScrapeFormat[]): boolean => formats.some(isScreenshot);

/** Whether a page without text may have what is asked for: a picture, or the results of actions. */
export const wantsMoreThanText = ({
  formats,
  actions: asked,
}: Pick<CrossChecked, 'formats' | 'actions'>): boolean => wantsScreenshot(formats) || asked.length > 0;

function checkTogether(request: CrossChecked, context: z.RefinementCtx): void {
  const fail = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (request.forceLocal && request.forceCloud) fail('forceCloud', 'cannot be combined with forceLocal');
  if (request.forceLocal && wantsScreenshot(request.formats))
    fail('formats', 'a screenshot needs the browser, which forceLocal forbids');
  if (request.formats.filter(isScreenshot).length > 1)
    fail('formats', 'must contain one screenshot format only: "screenshot" or "screenshot@fullPage"');
  if (request.forceLocal && request.waitFor > 0)
    fail('waitFor', 'needs the browser, which forceLocal forbids');
  if (request.forceLocal && request.actions.length > 0)
    fail('actions', 'need the browser, which forceLocal forbids');
  const tooLong = waitProblem(request);
  if (tooLong !== undefined) fail('actions', tooLong);
  if (request.waitFor > request.timeout / 2) fail('waitFor', 'must be at most half of timeout');
  if (request.jsonOptions !== undefined && !request.formats.includes('json'))
    fail('jsonOptions', 'needs "json" among formats');
  if (request.screenshotOptions !== undefined && !wantsScreenshot(request.formats))
    fail('screenshotOptions', 'needs "screenshot" or "screenshot@fullPage" among formats');
  const wantsAttributes = request.formats.includes('attributes');
  if (request.attributesOptions !== undefined && !wantsAttributes)
    fail('attributesOptions', 'needs "attributes" among formats');
  if (request.attributesOptions === undefined && wantsAttributes)
    fail('attributesOptions', 'is needed by the format "attributes"');
  const isTracked = request.formats.includes('changeTracking');
  if (isTracked && !request.formats.includes('markdown'))
    fail('formats', '"changeTracking" needs "markdown", which is what it compares');
  if (request.changeTrackingOptions !== undefined && !isTracked)
    fail('changeTrackingOptions', 'needs "changeTracking" among formats');
}

/** What a request has whose options of fetching and of the browser are left out. */
const unopened = z.strictObject(withDefaults).parse({});

/** Options of fetching and of the browser, neither of which opens a page that comes with its request. */
const openingOptions = [
  'actions',
  'blockAds',
  'forceCloud',
  'headers',
  'location',
  'maxAge',
  'mobile',
  'proxy',
  'skipTlsVerification',
  'useLocalFirst',
  'waitFor',
] as const satisfies readonly (keyof typeof unopened)[];

const notOpened = 'cannot be combined with html, for which no page is opened';

function checkGiven(
  request: Omit<typeof unopened, 'formats'> & {
    readonly html?: string | undefined;
    readonly formats: readonly ScrapeFormat[];
  },
  context: z.RefinementCtx,
): void {
  if (request.html === undefined) return;
  const fail = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  for (const name of openingOptions)
    if (JSON.stringify(request[name]) !== JSON.stringify(unopened[name])) fail(name, notOpened);
  if (request.storeInCache === true) fail('storeInCache', notOpened);
  if (wantsScreenshot(request.formats)) fail('formats', `a screenshot ${notOpened}`);
}

/** The fields of a request by name, for those who describe or extend them. Formats are as callers write them. */
export const scrapeRequestFields = z.strictObject({
  url: webUrl,
  html: z.string().min(1).optional(),
  ...withDefaults,
});
export const nestedScrapeOptionFields = z.strictObject(fields).partial();

export const scrapeRequest = scrapeRequestFields
  .transform((request, context) => ({ ...request, ...plainFormats(request, context) }))
  .superRefine(checkTogether)
  .superRefine(checkGiven);
export type ScrapeRequest = z.output<typeof scrapeRequest>;

export const scrapeOptions = scrapeRequestFields
  .omit({ url: true, html: true })
  .transform((options, context) => ({ ...options, ...plainFormats(options, context) }))
  .superRefine(checkTogether);
export type ScrapeOptions = z.output<typeof scrapeOptions>;

/**
 * Scrape options inside another operation's request: checked, but without defaults, so that the operation can add its
 * own before `scrapeOptions` parses the sum.
 */
export const nestedScrapeOptions = nestedScrapeOptionFields.transform(
  ({ formats, ...options }, context): typeof options & Partial<PlainFormats> =>
    formats === undefined ? options : { ...options, ...plainFormats({ ...options, formats }, context) },
);

interface WithScrapeOptions {
  readonly scrapeOptions?: { readonly actions?: readonly unknown[] | undefined } | undefined;
}

export function refuseActions({ scrapeOptions: nested }: WithScrapeOptions, context: z.RefinementCtx): void {
  if ((nested?.actions?.length ?? 0) > 0)
    context.addIssue({
      code: 'custom',
      path: ['scrapeOptions', 'actions'],
      message: actionsReason,
    });
}

export const pageMetadata = z
  .object({
    title: z.string().optional().meta({
      description: 'The headline that the page shows, else its title, without the name of the site',
    }),
    description: z.string().optional(),
    language: z.string().optional(),
    statusCode: z.int().optional().meta({
      description: 'HTTP status of the page; absent for a page that the request has as `html`',
    }),
    loadTime: z.number().meta({ description: 'Milliseconds spent waiting for the page' }),
    author: z.string().optional().meta({ description: 'Author; several names are separated by commas' }),
    publishedTime: z.string().optional().meta({
      description: 'ISO 8601: a day, or a moment with the time zone that the page gives',
    }),
    modifiedTime: z.string().optional().meta({ description: 'As publishedTime' }),
    sourceURL: z.string().meta({ description: 'Final URL after redirects' }),
    requestedURL: z.string(),
    contentType: z.string().optional(),
    cacheState: z.enum(['hit', 'miss']).optional(),
    cachedAt: z.string().optional(),
    summaryMethod: z.literal('extractive').optional().meta({
      description: 'With the format summary: its sentences are the page’s own, chosen without a model',
    }),
    processingModel: z.string().optional().meta({
      description: 'With jsonOptions: what the values of json come from, a model or `embedded-extractor`',
    }),
    confidence: z.number().min(0).max(1).optional().meta({
      description: 'With jsonOptions: the mean chance that a value of json is right',
    }),
    tokens: modelTokens.optional(),
  })
  .catchall(z.unknown())
  .meta({
    description:
      'Also siteName, canonicalURL, favicon, image, OpenGraph and Dublin Core fields when the page has them',
  });

/** The decisions on the way from the document to the content. */
export const explanation = z.array(
  z.object({
    step: z.string().meta({ description: '`block` for the choice of main content' }),
    verdict: z.string(),
    reason: z.string(),
    subject: z.string().optional().meta({ description: 'The start of its text, or its tag and classes' }),
    score: z.number().min(0).max(1).optional().meta({ description: 'Chance that the block is content' }),
  }),
);

/** What a selector of `attributesOptions` found. */
export const selectedValues = z.object({
  selector: z.string(),
  attribute: z.string().optional(),
  values: z.array(z.string()).meta({
    description: 'In document order, as the page has them; without `attribute` the texts of the elements',
  }),
});

/** The formats made from a page's document, by name. */
export const pageContent = z.object({
  markdown: z.string().optional(),
  html: z.string().optional(),
  rawHtml: z.string().optional().meta({
    description: 'The document as received, or as the browser rendered it, decoded',
  }),
  json: z.record(z.string(), z.unknown()).optional(),
  links: z.array(z.string()).optional(),
  images: z.array(z.string()).optional(),
  summary: z.string().optional(),
  attributes: z.array(selectedValues).optional(),
});

export const screenshot = z
  .string()
  .meta({ description: 'Base64 PNG, or JPEG with a quality, without a data-URI prefix' });

export const scrapeData = pageContent.extend({
  explain: explanation.optional(),
  actions: actionResults.optional(),
  screenshot: screenshot.optional(),
  changeTracking: changeTracking.optional(),
  metadata: pageMetadata,
});
export type ScrapeData = z.output<typeof scrapeData>;
