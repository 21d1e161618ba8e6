import * as z from 'zod';

import { distinct, promptText } from './fields.ts';
import { jsonSchema } from './json-schema.ts';

/** What is written of a page from its document. */
export const pageFormats = ['markdown', 'html', 'rawHtml', 'json', 'links', 'images', 'summary'] as const;
const screenshotFormats = ['screenshot', 'screenshot@fullPage'] as const;
const scrapeFormats = [...pageFormats, ...screenshotFormats] as const;
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

/** A format as an object, as Firecrawl v2 writes formats with options. */
const formatObject = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(pageFormats).exclude(['json']) }),
  z.strictObject({ type: z.literal('json'), ...extraction, requireEvidence: z.boolean().optional() }),
  z.strictObject({ type: z.literal('screenshot'), fullPage: z.boolean().default(false) }),
  z.strictObject({ type: z.literal('screenshot@fullPage') }),
]);
type FormatObject = z.output<typeof formatObject>;

const requestedFormat = z.union([z.enum(scrapeFormats), formatObject]);
type RequestedFormat = z.output<typeof requestedFormat>;

/** Formats as callers write them; `plainFormats` makes names of them. */
export const requestedFormats = z.array(requestedFormat).min(1);

export interface PlainFormats {
  readonly formats: readonly ScrapeFormat[];
  readonly jsonOptions?: JsonOptions | undefined;
}

interface FormatFields {
  readonly formats: readonly RequestedFormat[];
  readonly jsonOptions?: JsonOptions | undefined;
}

function nameOf(format: RequestedFormat): ScrapeFormat {
  if (typeof format === 'string') return format;
  return format.type === 'screenshot' && format.fullPage ? 'screenshot@fullPage' : format.type;
}

/** The options of a `{type: "json"}`; `undefined` for one that has none. */
function jsonOptionsOf({ type: _type, ...options }: Extract<FormatObject, { type: 'json' }>): unknown {
  return Object.values(options).some((value) => value !== undefined) ? options : undefined;
}

/** The names of formats, and the options that their objects have, as fields of the request. */
export function plainFormats(request: FormatFields, context: z.RefinementCtx): PlainFormats {
  const fail = (path: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path, message });
  let options = request.jsonOptions;
  for (const [index, format] of request.formats.entries()) {
    if (typeof format === 'string' || format.type !== 'json') continue;
    const own = jsonOptionsOf(format);
    if (own === undefined) continue;
    const result = jsonOptions.safeParse(own);
    if (options !== undefined) fail(['formats', index], 'repeats the options of the format "json"');
    else if (result.success) options = result.data;
    else fail(['formats', index], 'needs a prompt or a schema');
  }
  return {
    formats: distinct(request.formats.map(nameOf)),
    ...(options === undefined ? {} : { jsonOptions: options }),
  };
}
