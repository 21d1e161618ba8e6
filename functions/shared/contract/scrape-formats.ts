import * as z from 'zod';

import {
  changeTrackingFormat,
  changeTrackingOptions,
  type ChangeTrackingOptions,
} from './change-tracking.ts';
import { cssSelector, distinct, promptText } from './fields.ts';
import { jsonSchema } from './json-schema.ts';

/** Formats made from the page's document; screenshots are made by the browser. */
export const pageFormats = [
  'markdown',
  'html',
  'rawHtml',
  'json',
  'links',
  'images',
  'summary',
  'attributes',
] as const;
export const screenshotFormats = ['screenshot', 'screenshot@fullPage'] as const;
/** Formats that a crawl takes by name: a crawl takes no screenshots. */
export const crawlFormats = [...pageFormats, 'changeTracking'] as const;
const scrapeFormats = [...crawlFormats, ...screenshotFormats] as const;
export type ScrapeFormat = (typeof scrapeFormats)[number];

const extraction = {
  prompt: promptText.optional(),
  schema: jsonSchema.optional(),
  systemPrompt: promptText.optional(),
};

export const jsonOptions = z
  .strictObject({ ...extraction, requireEvidence: z.boolean().default(false) })
  .refine(({ prompt, schema }) => prompt !== undefined || schema !== undefined, {
    message: 'needs a prompt or a schema',
  });
type JsonOptions = z.output<typeof jsonOptions>;

export const viewport = z.strictObject({
  width: z.int().min(16).max(3_840),
  height: z.int().min(16).max(4_096),
});

/** What a screenshot is like, whatever it shows. */
const screenshotLook = {
  quality: z.int().min(1).max(100).optional(),
  viewport: viewport.optional(),
};

export const screenshotOptions = z.strictObject(screenshotLook);
type ScreenshotOptions = z.output<typeof screenshotOptions>;

/** A screenshot, among formats or actions. */
export const screenshotObject = z.strictObject({
  type: z.literal('screenshot'),
  fullPage: z.boolean().default(false),
  ...screenshotLook,
});

/** Each selector is a walk over the page. */
const maxValueSelectors = 50;

const valueSelectors = z
  .array(
    z.strictObject({
      selector: cssSelector,
      attribute: z
        .string()
        .min(1)
        .max(200)
        .regex(/^[^\s"'<>/=]+$/, 'is not the name of an attribute')
        .optional(),
    }),
  )
  .min(1)
  .max(maxValueSelectors);

export const attributesOptions = z.strictObject({ selectors: valueSelectors });
type AttributesOptions = z.output<typeof attributesOptions>;

export const plainFormat = z.strictObject({ type: z.enum(pageFormats).exclude(['json', 'attributes']) });
export const jsonFormat = z.strictObject({
  type: z.literal('json'),
  ...extraction,
  requireEvidence: z.boolean().optional(),
});

export const attributesFormat = z.strictObject({ type: z.literal('attributes'), selectors: valueSelectors });

/** A format as an object, as Firecrawl v2 writes formats with options. */
const formatObject = z.discriminatedUnion('type', [
  plainFormat,
  jsonFormat,
  attributesFormat,
  changeTrackingFormat,
  screenshotObject,
  z.strictObject({ type: z.literal('screenshot@fullPage'), ...screenshotLook }),
]);
type FormatObject = z.output<typeof formatObject>;

const requestedFormat = z.union([z.enum(scrapeFormats), formatObject]);
type RequestedFormat = z.output<typeof requestedFormat>;

/** Formats as callers write them; `plainFormats` makes names of them. */
export const requestedFormats = z.array(requestedFormat).min(1);

export interface PlainFormats {
  readonly formats: readonly ScrapeFormat[];
  readonly jsonOptions?: JsonOptions | undefined;
  readonly screenshotOptions?: ScreenshotOptions | undefined;
  readonly attributesOptions?: AttributesOptions | undefined;
  readonly changeTrackingOptions?: ChangeTrackingOptions | undefined;
}

type FormatFields = Omit<PlainFormats, 'formats'> & { readonly formats: readonly RequestedFormat[] };

function nameOf(format: RequestedFormat): ScrapeFormat {
  if (typeof format === 'string') return format;
  return format.type === 'screenshot' && format.fullPage ? 'screenshot@fullPage' : format.type;
}

/** Fields of an object that say more than what is meant anyway; `undefined` without any. */
function ownOptions(format: FormatObject): object | undefined {
  const options = Object.entries(format).filter(
    ([name, value]) => name !== 'type' && name !== 'fullPage' && value !== undefined,
  );
  return options.length === 0 ? undefined : Object.fromEntries(options);
}

/** The names of formats, and the options that their objects have, as fields of the request. */
export function plainFormats(request: FormatFields, context: z.RefinementCtx): PlainFormats {
  let { jsonOptions: json, screenshotOptions: screenshot, attributesOptions: attributes } = request;
  let { changeTrackingOptions: tracking } = request;
  for (const [index, format] of request.formats.entries()) {
    const options = typeof format === 'string' ? undefined : ownOptions(format);
    if (typeof format === 'string' || options === undefined) continue;
    const fail = (message: string) => context.addIssue({ code: 'custom', path: ['formats', index], message });
    if (format.type === 'json') {
      const parsed = jsonOptions.safeParse(options);
      if (json !== undefined) fail('repeats the options of the format "json"');
      else if (parsed.success) json = parsed.data;
      else fail('needs a prompt or a schema');
    } else if (format.type === 'attributes') {
      if (attributes !== undefined) fail('repeats the options of the format "attributes"');
      else attributes = { selectors: format.selectors };
    } else if (format.type === 'changeTracking') {
      if (tracking !== undefined) fail('repeats the options of the format "changeTracking"');
      else tracking = changeTrackingOptions.parse(options);
    } else {
      if (screenshot !== undefined) fail('repeats the options of the screenshot');
      else screenshot = screenshotOptions.parse(options);
    }
  }
  return {
    formats: distinct(request.formats.map(nameOf)),
    ...(json === undefined ? {} : { jsonOptions: json }),
    ...(screenshot === undefined ? {} : { screenshotOptions: screenshot }),
    ...(attributes === undefined ? {} : { attributesOptions: attributes }),
    ...(tracking === undefined ? {} : { changeTrackingOptions: tracking }),
  };
}
