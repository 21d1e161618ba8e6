import { isDeepStrictEqual } from 'node:util';

import * as z from 'zod';

import {
  crawlCoverage,
  crawlErrorsQuery,
  crawlListQuery,
  crawlPage,
  crawlRequest,
  crawlStatus,
  crawlStatusQuery,
  undeliveredState,
  webhookDeliveries,
} from './crawl.ts';
import { authenticationFailure, envelope } from './envelope.ts';
import { promptText, requestHeaders, webUrl } from './fields.ts';
import { jsonSchema } from './json-schema.ts';
import { type EndpointFunction, type Route, routes } from './routes.ts';
import { jsonOptions, nestedScrapeOptions, pageMetadata, scrapeRequest } from './scrape.ts';
import { searchRequest } from './search.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

type Json = Readonly<Record<string, unknown>>;

const pascalCase = (name: string): string =>
  name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** The envelope of every answer, without the operation's own `data`. */
const bareEnvelope = envelope(z.unknown()).omit({ data: true });

function simplify({
  zodSchema,
  jsonSchema: schema,
}: {
  zodSchema: z.core.$ZodType;
  jsonSchema: JsonSchema;
}): void {
  // The bounds of whole numbers in a double say nothing about a field.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // Every key of a JSON object is a string.
  if (isDeepStrictEqual(schema.propertyNames, { type: 'string' })) delete schema.propertyNames;
  // Answers extend the envelope; they close themselves with `unevaluatedProperties`.
  if (zodSchema === bareEnvelope) delete schema.additionalProperties;
}

/** Each schema under its name. A schema that holds another one of these refers to it. */
function namedSchemas(schemas: Readonly<Record<string, z.ZodType>>, io: 'input' | 'output'): Json {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const written = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    uri: (id) => reference('schemas', id).$ref,
    override: simplify,
  });
  return Object.fromEntries(
    Object.entries(written.schemas).map(([id, { $id: _id, $schema: _dialect, ...schema }]) => [id, schema]),
  );
}

const table: readonly Route[] = routes;

const requestSchemas = (): Json =>
  namedSchemas(
    {
      PageUrl: webUrl,
      PageFormats: scrapeRequest.shape.formats.unwrap(),
      Selectors: scrapeRequest.shape.excludeTags.unwrap(),
      ProxyProfile: scrapeRequest.shape.proxy.unwrap(),
      RequestHeaders: requestHeaders,
      Prompt: promptText,
      JsonSchema: jsonSchema,
      JsonOptions: jsonOptions,
      ScrapeOptions: nestedScrapeOptions,
      UrlPatterns: crawlRequest.shape.includes.unwrap(),
      HostNames: searchRequest.shape.includeDomains.unwrap(),
      ...Object.fromEntries(
        table.flatMap(({ function: name, request }) =>
          request === undefined ? [] : [[`${pascalCase(name)}Request`, request]],
        ),
      ),
    },
    'input',
  );

const dataSchemas = (): Json =>
  namedSchemas(
    {
      Envelope: bareEnvelope,
      AuthenticationFailure: authenticationFailure,
      PageMetadata: pageMetadata,
      CrawlPage: crawlPage,
      CrawlStatus: crawlStatus,
      CrawlCoverage: crawlCoverage,
      UndeliveredState: undeliveredState,
      WebhookDeliveries: webhookDeliveries,
      ...Object.fromEntries(table.map(({ function: name, data }) => [`${pascalCase(name)}Data`, data])),
    },
    'output',
  );

const answerWith = (data: Json): Json => ({
  type: 'object',
  allOf: [reference('schemas', 'Envelope'), { type: 'object', properties: { data } }],
  unevaluatedProperties: false,
});

const answerSchemas = (): Json => ({
  ...Object.fromEntries(
    table.map(({ function: name }) => [
      `${pascalCase(name)}Answer`,
      answerWith(reference('schemas', `${pascalCase(name)}Data`)),
    ]),
  ),
  Failure: answerWith({
    type: 'object',
    description: 'Empty results, for operations whose clients expect some',
  }),
});

const header = (description: string, type: 'string' | 'integer' = 'string') => ({
  description,
  schema: { type },
});

const headers = {
  'X-Request-Id': header('Names the request to the operator'),
  'Retry-After': header('Seconds after which to try again', 'integer'),
  'RateLimit-Limit': header('Requests a minute that the plan allows', 'integer'),
  'RateLimit-Remaining': header('Requests left of this minute', 'integer'),
  'RateLimit-Reset': header('Seconds until the limit is full again', 'integer'),
  'Idempotency-Replayed': header(
    '`true` when this is the stored answer of an earlier request with the same key',
  ),
  'WWW-Authenticate': header('The scheme by which to authenticate'),
};

const headersNamed = (...names: readonly (keyof typeof headers)[]) =>
  Object.fromEntries(names.map((name) => [name, reference('headers', name)]));

const rateHeaders = ['X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;

const json = (schema: string) => ({
  content: { 'application/json': { schema: reference('schemas', schema) } },
});

const sharedResponses = {
  InvalidRequest: {
    description: 'The request is not valid; `error` names the field',
    headers: headersNamed('X-Request-Id'),
    ...json('Failure'),
  },
  Unauthorized: {
    description: 'The API key is missing or not valid',
    headers: headersNamed('X-Request-Id', 'WWW-Authenticate'),
    ...json('AuthenticationFailure'),
  },
  Failure: {
    description: 'Any other failure; `code` says which',
    headers: headersNamed(...rateHeaders, 'Retry-After'),
    ...json('Failure'),
  },
};

/** The queries of the routes that take one. */
const queries: Partial<Record<EndpointFunction, z.ZodObject>> = {
  'crawl-status': crawlStatusQuery,
  'crawl-errors': crawlErrorsQuery,
  crawls: crawlListQuery,
};

const parameters = {
  Id: { name: 'id', in: 'path', required: true, schema: { type: 'string' }, description: 'Crawl identifier' },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Up to 255 characters. A repeated request with the same key within 24 hours gets the same answer and costs once',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
};

function queryParameters(query: z.ZodObject): readonly Json[] {
  const { Query } = namedSchemas({ Query: query, UndeliveredState: undeliveredState }, 'input');
  return Object.entries((Query as { properties: Json }).properties).map(([name, schema]) => ({
    name,
    in: 'query',
    schema,
  }));
}

function operationOf(route: Route): Json {
  const name = pascalCase(route.function);
  const query = queries[route.function];
  const isBilled = route.operation !== undefined;
  return {
    operationId: route.function,
    summary: route.summary,
    parameters: [
      ...(route.path.includes('{id}') ? [reference('parameters', 'Id')] : []),
      ...(isBilled ? [reference('parameters', 'IdempotencyKey')] : []),
      ...(query === undefined ? [] : queryParameters(query)),
    ],
    ...(route.request === undefined ? {} : { requestBody: { required: true, ...json(`${name}Request`) } }),
    responses: {
      200: {
        description: 'Done, or `success: false` when the page could not be delivered',
        headers: headersNamed(...rateHeaders, ...(isBilled ? (['Idempotency-Replayed'] as const) : [])),
        ...json(`${name}Answer`),
      },
      400: reference('responses', 'InvalidRequest'),
      401: reference('responses', 'Unauthorized'),
      default: reference('responses', 'Failure'),
    },
  };
}

/** The route table as an OpenAPI 3.1 document. */
export function openApi(): object {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of table) (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(route);
  return {
    openapi: '3.1.1',
    info: { title: 'Winnow', version: '1', description: 'Web pages in, clean content out.' },
    security: [{ header: [] }, { bearer: [] }, { query: [] }],
    paths,
    components: {
      securitySchemes: {
        header: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        bearer: { type: 'http', scheme: 'bearer' },
        query: { type: 'apiKey', in: 'query', name: 'api_key' },
      },
      parameters,
      headers,
      responses: sharedResponses,
      schemas: { ...requestSchemas(), ...dataSchemas(), ...answerSchemas() },
    },
  };
}
