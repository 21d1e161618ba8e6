import { isObject, type JsonObject } from '#shared/kernel/json.ts';
import { valuesOfPage } from './extracted-values.ts';
import { type DocumentOptions, schemaOf } from './scrape-options.ts';

/** A page of a scrape or a job costs one request of the plan. */
const creditsOfPage = 1;

const isJpeg = (base64: string): boolean => base64.startsWith('/9j/');
const pictureUri = (base64: string): string =>
  `data:image/${isJpeg(base64) ? 'jpeg' : 'png'};base64,${base64}`;

const firstErrorStatus = 400;
/** Error statuses that pages are answered with, in the words of HTTP. */
const statusWords: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  410: 'Gone',
  429: 'Too Many Requests',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};
const errorOf = (status: unknown): JsonObject =>
  typeof status === 'number' && status >= firstErrorStatus
    ? { error: statusWords[status] ?? `Status ${status}` }
    : {};

/** `sourceURL` is the URL that was asked for, and `url` the one at which the page was; this service names them otherwise. */
function metadataOf(metadata: JsonObject, asked: string | undefined): JsonObject {
  const { sourceURL: final, requestedURL, loadTime: _loadTime, ...others } = metadata;
  return {
    ...others,
    sourceURL: requestedURL ?? asked ?? final,
    url: final,
    ...errorOf(others['statusCode']),
  };
}

const pictures = (values: unknown): readonly string[] =>
  Array.isArray(values) ? values.map((value) => pictureUri(String(value))) : [];

/** A page that a search has read, as Firecrawl's Document: the search is paid for, not the page. */
export function foundDocumentOf(
  page: JsonObject,
  options: DocumentOptions = {},
): JsonObject & { readonly metadata: JsonObject } {
  const { metadata, json, screenshot, actions, changeTracking, warning, ...others } = page;
  const { url: asked, explain: _explain, ...texts } = others;
  // A list of formats with the name of v1 gets the field of v1.
  const field = options.formats?.includes('extract') === true ? 'extract' : 'json';
  const { value, warnings } = valuesOfPage(json, schemaOf(options));
  const notes = [...(typeof warning === 'string' ? [warning] : []), ...warnings];
  return {
    ...texts,
    ...(json === undefined ? {} : { [field]: value }),
    ...(typeof screenshot === 'string' ? { screenshot: pictureUri(screenshot) } : {}),
    ...(isObject(actions) ? { actions: { ...actions, screenshots: pictures(actions['screenshots']) } } : {}),
    // Pages are found when they are asked for, and none is remembered that cannot be found any more.
    ...(isObject(changeTracking) ? { changeTracking: { ...changeTracking, visibility: 'visible' } } : {}),
    ...(notes.length === 0 ? {} : { warning: notes.join(' ') }),
    metadata: metadataOf(isObject(metadata) ? metadata : {}, typeof asked === 'string' ? asked : undefined),
  };
}

/** A page of a scrape, a crawl or a batch as Firecrawl's Document. */
export function documentOf(
  page: JsonObject,
  options?: DocumentOptions,
): JsonObject & { readonly metadata: JsonObject } {
  const document = foundDocumentOf(page, options);
  return { ...document, metadata: { ...document.metadata, creditsUsed: creditsOfPage } };
}
