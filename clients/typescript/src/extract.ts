import type { ExtractRequest, JsonSchema } from './contract.ts';
import { WinnowError } from './errors.ts';
import {
  isStandardSchema,
  issueText,
  jsonSchemaOf,
  type OutputOf,
  type StandardSchema,
} from './standard-schema.ts';

export interface ExtractOptions<Schema extends StandardSchema | JsonSchema = JsonSchema> extends Omit<
  ExtractRequest,
  'urls' | 'schema'
> {
  /** A schema of Zod or another Standard Schema library, which types the results, or a JSON Schema. */
  readonly schema?: Schema | undefined;
  /** The JSON Schema of `schema`, for libraries that cannot write it themselves. */
  readonly jsonSchema?: JsonSchema | undefined;
}

export interface ExtractedResult<Data> {
  /** The page; the first one where the result is that of all pages. */
  readonly url: string;
  readonly data: Data;
}

export interface Extraction<Data> {
  /**
   * One result for each thing that a page is about. With a list as schema, one list for each page; with a list
   * named `results` at the schema's root, one result over all pages.
   */
  readonly results: readonly ExtractedResult<Data>[];
  /** The answer as the service sent it: `results`, `summary` and `metadata` with model, confidence and sources. */
  readonly json: Readonly<Record<string, unknown>>;
  readonly warning: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The JSON Schema that is sent to the service. */
export const sentSchema = ({
  schema,
  jsonSchema,
}: Pick<ExtractOptions<StandardSchema | JsonSchema>, 'schema' | 'jsonSchema'>): JsonSchema | undefined => {
  if (jsonSchema !== undefined || schema === undefined) return jsonSchema;
  return isStandardSchema(schema) ? jsonSchemaOf(schema) : schema;
};

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** A schema may refer to itself for ever. */
const maxReferences = 20;

/** The part that a reference such as `#/$defs/Pan` names (RFC 6901, section 6). */
const pointedAt = (root: Fields, reference: string): Fields =>
  fieldsOf(
    reference
      .split('/')
      .slice(1)
      .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((node, name) => fieldsOf(node)[name], root),
  );

/** A schema with its `$ref` followed; `{}` for anything else. */
function resolved(schema: unknown, root: Fields): Fields {
  let node = fieldsOf(schema);
  for (let hop = 0; hop < maxReferences; hop += 1) {
    const { $ref: reference, ...beside } = node;
    if (typeof reference !== 'string' || !reference.startsWith('#')) break;
    node = { ...pointedAt(root, reference), ...beside };
  }
  return node;
}

/** The results by page, before they are validated. The service adds `url` to each; it is left out of the data. */
function rawResults(
  json: Fields,
  schema: JsonSchema = {},
  [firstUrl = '', ...otherUrls]: readonly string[],
): ExtractedResult<unknown>[] {
  const root = resolved(schema, schema);
  const properties = fieldsOf(root['properties']);
  const isList = root['type'] === 'array' || (!('type' in root) && 'items' in root);
  if (!isList && resolved(properties['results'], schema)['type'] === 'array') {
    const added = new Set(['url', 'summary', 'metadata'].filter((name) => !(name in properties)));
    const own = Object.entries(json).filter(([name]) => !added.has(name));
    return [{ url: firstUrl, data: Object.fromEntries(own) }];
  }
  const item = isList ? resolved(root['items'], schema) : root;
  const declaresUrl = 'url' in fieldsOf(item['properties']);
  // A `url` that the schema declares need not be that of the page.
  const mayNamePage = !declaresUrl || otherUrls.length > 0;
  const entries = (Array.isArray(json['results']) ? json['results'] : []).map((entry: unknown) => {
    if (!isFields(entry)) return { url: firstUrl, data: entry };
    const { url, ...others } = entry;
    return {
      url: mayNamePage && typeof url === 'string' ? url : firstUrl,
      data: declaresUrl ? entry : others,
    };
  });
  if (!isList) return entries;
  const lists = new Map<string, unknown[]>();
  for (const { url, data } of entries) lists.set(url, [...(lists.get(url) ?? []), data]);
  return [...lists].map(([url, data]) => ({ url, data }));
}

/** The typed results of an answer. Rejects when the schema's library does not take what the service found. */
export async function extractionOf<Schema extends StandardSchema | JsonSchema>(
  json: Fields,
  {
    schema,
    sent,
    urls,
  }: {
    readonly schema: Schema | undefined;
    readonly sent: JsonSchema | undefined;
    readonly urls: readonly string[];
  },
): Promise<ExtractedResult<OutputOf<Schema>>[]> {
  const results = rawResults(json, sent, urls);
  if (!isStandardSchema(schema)) return results as ExtractedResult<OutputOf<Schema>>[];
  return Promise.all(
    results.map(async ({ url, data }) => {
      const validation = await schema['~standard'].validate(data);
      if (validation.issues !== undefined)
        throw new WinnowError(
          'SCHEMA_MISMATCH',
          `What was found on ${url} does not fit the schema: ${validation.issues.slice(0, 5).map(issueText).join('; ')}.`,
          { url },
        );
      return { url, data: validation.value as OutputOf<Schema> };
    }),
  );
}
