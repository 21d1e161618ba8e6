import * as z from 'zod';

import { AppError } from '#shared/kernel/errors.ts';
import type { JsonObject } from '#shared/kernel/json.ts';
import { cssSelector } from './fields.ts';
import { scrapeRequestFields } from './scrape.ts';
import { crawlFormats } from './scrape-formats.ts';

const { shape } = scrapeRequestFields;

const selectorList = cssSelector.optional();

/** The parameters of GET /api/v1/scrape: those of a scrape that fit into a query, with the types of a body. */
export const scrapeQuery = z.strictObject({
  url: shape.url,
  formats: z.string().min(1).optional(),
  onlyMainContent: shape.onlyMainContent,
  comments: shape.comments,
  includeTags: selectorList,
  excludeTags: selectorList,
  timeout: shape.timeout,
  maxAge: shape.maxAge,
  waitFor: shape.waitFor,
  proxy: shape.proxy,
  mobile: shape.mobile,
  blockAds: shape.blockAds,
  forceLocal: shape.forceLocal,
  forceCloud: shape.forceCloud,
});
type Name = keyof typeof scrapeQuery.shape;

const asSwitch = (text: string): unknown => (text === 'true' || text === 'false' ? text === 'true' : text);
const asNumber = (text: string): unknown => (/^\d{1,9}$/.test(text) ? Number(text) : text);
const asFormats = (text: string): unknown => text.split(',').map((name) => name.trim());
const asList = (text: string): unknown => [text];

/** How the parameters that are no texts are read. What cannot be read stays a text, which the request refuses by its name. */
const readers: Partial<Record<Name, (text: string) => unknown>> = {
  formats: asFormats,
  onlyMainContent: asSwitch,
  includeTags: asList,
  excludeTags: asList,
  timeout: asNumber,
  maxAge: asNumber,
  waitFor: asNumber,
  mobile: asSwitch,
  blockAds: asSwitch,
  forceLocal: asSwitch,
  forceCloud: asSwitch,
};

const isName = (name: string): name is Name => Object.hasOwn(scrapeQuery.shape, name);

/** Why formats cannot be asked for in a query, as the end of a sentence; `undefined` when they can. */
function formatsProblem(formats: unknown, answer: 'text' | 'json'): string | undefined {
  if (!Array.isArray(formats)) return undefined;
  if (answer === 'text' && formats.some((format) => format !== 'markdown' && crawlFormats.includes(format)))
    return 'a text has Markdown alone; Accept: application/json gets the others';
  const withOptions = ['attributes', 'changeTracking'].find((name) => formats.includes(name));
  return withOptions === undefined ? undefined : `${withOptions} has options, which POST takes`;
}

/**
 * The body of the same request by POST, still unchecked. Throws INVALID_REQUEST for a parameter that does not exist, and for
 * formats that the answer cannot have.
 */
export function scrapeBodyOf(query: Readonly<Record<string, string>>, answer: 'text' | 'json'): JsonObject {
  const unknown = Object.keys(query).filter((name) => !isName(name));
  if (unknown.length > 0)
    throw new AppError(
      'INVALID_REQUEST',
      `${unknown.join(', ')}: unknown ${unknown.length === 1 ? 'parameter' : 'parameters'}; if it belongs to url, encode url (& as %26)`,
    );
  const body: JsonObject = Object.fromEntries(
    Object.entries(query).map(([name, text]) => [name, readers[name as Name]?.(text) ?? text]),
  );
  const problem = formatsProblem(body['formats'], answer);
  if (problem !== undefined) throw new AppError('INVALID_REQUEST', `formats: ${problem}`);
  return body;
}
