import * as z from 'zod';

import { maxPageAgeMs } from '#shared/contract/scrape.ts';
import { isObject, type JsonObject } from '#shared/kernel/json.ts';
import { callerNotes, given, picked, unsupported, type Version } from './dialect.ts';

const jsonTask = {
  prompt: z.string().optional(),
  schema: z.record(z.string(), z.unknown()).optional(),
  systemPrompt: z.string().optional(),
};

/** Names of one field of a task: Firecrawl's client for Python leaves the second as it is. */
const injectionChecks = ['checkPromptInjection', 'check_prompt_injection'] as const;

const tracking = { modes: z.array(z.string()).optional(), tag: z.string().optional() };
/** Of the mode json, which is refused: without it they have no effect. */
const comparisonOfJson = ['schema', 'prompt'];

const plainFormats = new Set(['markdown', 'html', 'rawHtml', 'links', 'images', 'summary']);
const screenshotLook = ['quality', 'viewport'];
/** The fields of a format as an object. Formats that are refused may have any. */
const formatFields = new Map<string, readonly string[]>([
  ...[...plainFormats, 'extract'].map((type) => [type, []] as const),
  ['json', [...Object.keys(jsonTask), ...injectionChecks]],
  ['attributes', ['selectors']],
  ['changeTracking', [...Object.keys(tracking), ...comparisonOfJson]],
  ['screenshot', ['fullPage', ...screenshotLook]],
  ['screenshot@fullPage', screenshotLook],
]);

const formatObject = z.looseObject({ type: z.string() }).superRefine(({ type, ...fields }, context) => {
  const known = formatFields.get(type);
  const keys = Object.keys(given(fields)).filter((name) => known?.includes(name) === false);
  if (keys.length > 0) context.addIssue({ code: 'unrecognized_keys', keys, input: fields });
});
type FormatObject = z.output<typeof formatObject>;

const location = z.object({ country: z.string().optional(), languages: z.array(z.string()).optional() });

/** What is understood, and what is named when it is refused; the bounds are those of the operation. */
export const scrapeOptionFields = {
  formats: z.array(z.union([z.string(), formatObject])).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  includeTags: z.array(z.string()).optional(),
  excludeTags: z.array(z.string()).optional(),
  onlyMainContent: z.boolean().optional(),
  timeout: z.number().optional(),
  waitFor: z.number().optional(),
  mobile: z.boolean().optional(),
  parsePDF: z.boolean().optional(),
  parsers: z.array(z.union([z.string(), z.looseObject({ type: z.string() })])).optional(),
  actions: z.array(z.record(z.string(), z.unknown())).optional(),
  location: location.optional(),
  geolocation: location.optional(),
  skipTlsVerification: z.boolean().optional(),
  removeBase64Images: z.boolean().optional(),
  blockAds: z.boolean().optional(),
  proxy: z.string().optional(),
  maxAge: z.number().optional(),
  storeInCache: z.boolean().optional(),
  jsonOptions: z.looseObject(jsonTask).optional(),
  extract: z.looseObject(jsonTask).optional(),
  changeTrackingOptions: z.looseObject(tracking).optional(),
  zeroDataRetention: z.boolean().optional(),
  // Without effect: this service decides by the page itself.
  fastMode: z.boolean().optional(),
  useMock: z.string().optional(),
  domainTools: z.boolean().optional(),
  toolDetail: z.string().optional(),
  onlyCleanContent: z.boolean().optional(),
  // Refused when they ask for something.
  agent: z.unknown().optional(),
  checkPromptInjection: z.boolean().optional(),
  lockdown: z.boolean().optional(),
  minAge: z.number().optional(),
  profile: z.unknown().optional(),
  redactPII: z.unknown().optional(),
  threatProtection: z.unknown().optional(),
  ...callerNotes,
};
export const scrapeOptions = z.strictObject(scrapeOptionFields);
export type ScrapeOptions = z.output<typeof scrapeOptions>;

const refusedOptions = [
  'agent',
  'checkPromptInjection',
  'lockdown',
  'minAge',
  'profile',
  'redactPII',
  'threatProtection',
] as const satisfies readonly (keyof ScrapeOptions)[];

const passedOptions = [
  'headers',
  'includeTags',
  'excludeTags',
  'onlyMainContent',
  'timeout',
  'waitFor',
  'mobile',
  'actions',
  'skipTlsVerification',
  'removeBase64Images',
  'blockAds',
  'proxy',
  'storeInCache',
] as const satisfies readonly (keyof ScrapeOptions)[];

const screenshotFormats = new Set(['screenshot', 'screenshot@fullPage']);

const nameOf = (format: string | FormatObject): string => (typeof format === 'string' ? format : format.type);

const isEmpty = (options: JsonObject): boolean => Object.keys(options).length === 0;

/** The properties of a task that are read; clients send further ones. */
const taskOf = (task: JsonObject): JsonObject => given(picked(task, Object.keys(jsonTask)));

/** `screenshot` objects have `fullPage`, `quality` and `viewport`; `json` objects may have a task. */
function formatOf(format: string | FormatObject): string | JsonObject {
  const object = typeof format === 'string' ? { type: format } : format;
  const { type } = object;
  // The name of json in v1.
  if (type === 'extract') return 'json';
  if (typeof format === 'object' && type === 'json') {
    const task = taskOf(format);
    return isEmpty(task) ? type : { type, ...task };
  }
  if (type === 'json' || screenshotFormats.has(type))
    return typeof format === 'string' ? type : given(format);
  // Their options are options of the page, which jobs have, too.
  if (plainFormats.has(type) || type === 'attributes' || type === 'changeTracking') return type;
  throw unsupported(`The format ${type}`);
}

/** The tasks of json, wherever they are written. */
function tasksOf({ formats = [], jsonOptions, extract }: DocumentOptions): readonly JsonObject[] {
  const ofFormats = formats
    .filter((format) => typeof format === 'object')
    .filter(({ type }) => type === 'json');
  return [jsonOptions, extract, ...ofFormats].filter((task) => task !== undefined);
}

/** The selectors of all formats with values; `undefined` without such a format. */
function attributesOf({ formats = [] }: ScrapeOptions): JsonObject | undefined {
  const wanted = formats
    .filter((format) => typeof format === 'object')
    .filter(({ type }) => type === 'attributes');
  return wanted.length === 0 ? undefined : { selectors: wanted.flatMap(({ selectors }) => selectors ?? []) };
}

/** The options of the format changeTracking, in its object or as v1 has them; `undefined` without any. */
function trackingOf({ formats = [], changeTrackingOptions }: ScrapeOptions): JsonObject | undefined {
  const format = formats.find((each) => nameOf(each) === 'changeTracking');
  if (format === undefined) return undefined;
  const options = typeof format === 'string' ? changeTrackingOptions : format;
  const asked = given(picked(options ?? {}, Object.keys(tracking)));
  return isEmpty(asked) ? undefined : asked;
}

/** The schema of the values that a page is asked for; `undefined` without one. */
export const schemaOf = (options: DocumentOptions): JsonObject | undefined =>
  tasksOf(options)
    .map((task) => task['schema'])
    .find(isObject);

function refuseJsonComparison(options: ScrapeOptions): void {
  const modes = trackingOf(options)?.['modes'];
  if (Array.isArray(modes) && modes.includes('json'))
    throw unsupported('The mode json of changeTracking', 'The mode git-diff compares the Markdown.');
}

function refuse(options: ScrapeOptions): void {
  for (const name of refusedOptions)
    if (options[name] !== undefined && options[name] !== false) throw unsupported(name);
  for (const task of tasksOf(options).map(given))
    for (const name of injectionChecks)
      if (task[name] !== undefined && task[name] !== false) throw unsupported(name);
  refuseJsonComparison(options);
  const pdf = 'A PDF becomes Markdown.';
  if (options.parsePDF === false) throw unsupported('parsePDF: false', pdf);
  if (options.parsers?.length === 0) throw unsupported('parsers: []', pdf);
  for (const parser of options.parsers ?? [])
    if (typeof parser !== 'string' && (parser['mode'] === 'ocr' || parser['maxPages'] !== undefined))
      throw unsupported('parsers: ocr and maxPages', 'The text of all pages of a PDF is read.');
}

/** Defaults of Firecrawl for a page that is read at once, where they differ from those of this service. */
const defaults = {
  v1: {},
  v2: { timeout: 60_000, maxAge: 172_800_000 },
} as const satisfies Record<Version, JsonObject>;

/** Without stored pages where changes are asked for: a page that was stored before has none. */
function defaultsOf(version: Version | undefined, isTracked: boolean): JsonObject {
  if (version === undefined) return {};
  const { maxAge, ...others }: JsonObject = defaults[version];
  return given({ ...others, maxAge: isTracked ? undefined : maxAge });
}

/** The country and the languages; `undefined` when neither is given. Programs with forms send an empty list. */
function placeOf(place: z.output<typeof location> | undefined): JsonObject | undefined {
  const { country, languages = [] } = place ?? {};
  const known = given({ country, languages: languages.length === 0 ? undefined : languages });
  return isEmpty(known) ? undefined : known;
}

/** Refuses `zeroDataRetention` where results wait to be fetched. */
export function refuseRetention(
  ...options: readonly ({ readonly zeroDataRetention?: boolean | undefined } | undefined)[]
): void {
  if (options.some((each) => each?.zeroDataRetention === true))
    throw unsupported('zeroDataRetention', 'The results are stored until they are fetched.');
}

/** The scrape options of an operation. Throws FirecrawlError for what this service does not have. */
export function operationOptions(options: ScrapeOptions, version?: Version): JsonObject {
  refuse(options);
  const { formats = [], jsonOptions, extract, maxAge, location: place = options.geolocation } = options;
  const task = jsonOptions ?? extract;
  return {
    ...defaultsOf(
      version,
      formats.some((format) => nameOf(format) === 'changeTracking'),
    ),
    ...given({
      ...picked(options, passedOptions),
      formats: formats.length === 0 ? undefined : [...new Set(formats.map(formatOf))],
      jsonOptions: task === undefined ? undefined : taskOf(task),
      attributesOptions: attributesOf(options),
      changeTrackingOptions: trackingOf(options),
      location: placeOf(place),
      // A caller who accepts older stored pages also accepts younger ones.
      maxAge: maxAge === undefined ? undefined : Math.min(maxAge, maxPageAgeMs),
    }),
    ...(options.zeroDataRetention === true ? { maxAge: 0, storeInCache: false } : {}),
  };
}

/** The scrape options of a batch. Throws FirecrawlError for what this service does not have there. */
export function batchOptions(options: ScrapeOptions): JsonObject {
  const { jsonOptions: task, ...passed } = operationOptions(options);
  // Programs with forms send a task of nothing but empty fields.
  return isObject(task) && !isEmpty(task) ? { ...passed, jsonOptions: task } : passed;
}

const onKnownPages = 'POST /scrape and POST /batch/scrape have it.';

/** The scrape options of a crawl's pages. Throws FirecrawlError for what this service does not have there. */
export function crawlOptions(options: ScrapeOptions): JsonObject {
  const { actions = [], formats = [] } = options;
  if (actions.length > 0) throw unsupported('actions in a crawl', onKnownPages);
  if (formats.some((format) => screenshotFormats.has(nameOf(format))))
    throw unsupported('A screenshot in a crawl', onKnownPages);
  const { actions: _none, ...passed } = batchOptions(options);
  return passed;
}

/** What makes documents of a job's pages: how json is called, and the schema of its values. */
export type DocumentOptions = Pick<ScrapeOptions, 'formats' | 'jsonOptions' | 'extract'>;

/** The options that documents of a job depend on; `undefined` when its json has no task. */
export function documentOptions({
  formats,
  jsonOptions,
  extract,
}: ScrapeOptions): DocumentOptions | undefined {
  const options = given({ formats, jsonOptions, extract }) as DocumentOptions;
  return tasksOf(options).some((task) => !isEmpty(taskOf(task))) ? options : undefined;
}
