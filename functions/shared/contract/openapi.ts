import type * as z from 'zod';

import type { AccountRoute } from './account-routes.ts';
import { crawlErrorsQuery, crawlListQuery, crawlStatusQuery, undeliveredState } from './crawl.ts';
import {
  accountAnswerName,
  accountTable,
  componentSchemas,
  type Json,
  namedSchemas,
  pascalCase,
  reference,
  table,
} from './openapi-schemas.ts';
import { errorsMarkdown } from './error-notes.ts';
import { idempotencyHours, maxIdempotencyKeyLength } from './idempotency.ts';
import { queryNotes } from './parameter-notes.ts';
import type { EndpointFunction, Route } from './routes.ts';
import { webUrl } from './fields.ts';
import { proxyProfile } from './openapi-schemas.ts';
import { scrapeQuery } from './scrape-query.ts';
import { usageQuery } from './usage.ts';

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
  'RateLimit-Policy': header(
    'Quota and window in seconds: `"requests";q=60;w=60` (draft-ietf-httpapi-ratelimit-headers)',
  ),
  RateLimit: header('Requests left and seconds until the window ends: `"requests";r=59;t=42`'),
  'Idempotency-Replayed': header(
    '`true` when this is the stored answer of an earlier request with the same key',
  ),
  'WWW-Authenticate': header('The scheme by which to authenticate'),
};

const headersNamed = (...names: readonly (keyof typeof headers)[]) =>
  Object.fromEntries(names.map((name) => [name, reference('headers', name)]));

const rateHeaders = [
  'X-Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
] as const;

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
  SignedOut: {
    description: 'Nobody is signed in, or the session has ended',
    headers: headersNamed('X-Request-Id'),
    ...json('Failure'),
  },
  Failure: {
    description: 'Any other failure; `code` says which',
    headers: headersNamed(...rateHeaders, 'Retry-After'),
    ...json('Failure'),
  },
};

/** The queries of the routes that take one. */
const queries: Partial<Record<EndpointFunction | 'read', z.ZodObject>> = {
  read: scrapeQuery,
  'crawl-status': crawlStatusQuery,
  'crawl-errors': crawlErrorsQuery,
  crawls: crawlListQuery,
  usage: usageQuery,
};

const parameters = {
  Id: {
    name: 'id',
    in: 'path',
    required: true,
    description: 'Crawl identifier, from the answer that started the crawl',
    schema: { type: 'string' },
    example: 'crawl_B5atS7SLMI7nzOvLer0J7w',
  },
  KeyId: {
    name: 'id',
    in: 'path',
    required: true,
    description: 'Id of an API key of the account',
    schema: { type: 'string' },
    example: 'key_2TfNcYv3RkqkWzv2Zt0cNA',
  },
  CrawlId: {
    name: 'crawlId',
    in: 'path',
    required: true,
    description: 'Crawl of the account',
    schema: { type: 'string' },
    example: 'crawl_B5atS7SLMI7nzOvLer0J7w',
  },
  Sequence: {
    name: 'sequence',
    in: 'path',
    required: true,
    description: 'Number of the event in its crawl',
    schema: { type: 'integer' },
    example: 5,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: `Up to ${maxIdempotencyKeyLength} characters. A repeated request with the same key within ${idempotencyHours} hours gets the same answer and costs once`,
    schema: { type: 'string', minLength: 1, maxLength: maxIdempotencyKeyLength },
    example: 'order-4711',
  },
};

function queryParameters(name: string, query: z.ZodObject): readonly Json[] {
  const { Query } = namedSchemas(
    { Query: query, UndeliveredState: undeliveredState, PageUrl: webUrl, ProxyProfile: proxyProfile },
    'input',
  );
  const { properties, required = [] } = Query as { properties: Json; required?: readonly string[] };
  return Object.entries(properties).map(([parameter, schema]) => {
    const note = queryNotes[name]?.[parameter];
    return {
      name: parameter,
      in: 'query',
      ...(required.includes(parameter) ? { required: true } : {}),
      schema,
      ...(note === undefined ? {} : { description: note.meaning, example: note.example }),
    };
  });
}

function operationOf(route: Route): Json {
  const name = pascalCase(route.function);
  const asked = route.text === undefined ? route.function : 'read';
  const query = queries[asked];
  const isBilled = route.operation !== undefined;
  return {
    operationId: route.name ?? route.function,
    summary: route.summary,
    parameters: [
      ...(route.path.includes('{id}') ? [reference('parameters', 'Id')] : []),
      ...(isBilled ? [reference('parameters', 'IdempotencyKey')] : []),
      ...(query === undefined ? [] : queryParameters(asked, query)),
    ],
    ...(route.request === undefined ? {} : { requestBody: { required: true, ...json(`${name}Request`) } }),
    responses: {
      200: {
        description:
          route.text === undefined
            ? 'Done, or `success: false` when the page could not be delivered'
            : 'The page; one that could not be delivered is a failure with status 422',
        headers: headersNamed(...rateHeaders, ...(isBilled ? (['Idempotency-Replayed'] as const) : [])),
        content: {
          ...(route.text === undefined ? {} : { [route.text]: { schema: { type: 'string' } } }),
          ...json(`${name}Answer`).content,
          ...(route.line === undefined
            ? {}
            : { 'application/x-ndjson': { schema: reference('schemas', route.line) } }),
        },
      },
      400: reference('responses', 'InvalidRequest'),
      401: reference('responses', 'Unauthorized'),
      default: reference('responses', 'Failure'),
    },
  };
}

/** Path parameters of the account's routes by the name in their path. */
const accountPathParameters = { id: 'KeyId', crawlId: 'CrawlId', sequence: 'Sequence' } as const;

function accountOperationOf(route: AccountRoute): Json {
  const { name, path, query, request, summary } = route;
  const inPath = Object.entries(accountPathParameters).filter(([key]) => path.includes(`{${key}}`));
  return {
    operationId: name,
    tags: [accountTag.name],
    summary,
    security: [{ session: [] }],
    parameters: [
      ...inPath.map(([, parameter]) => reference('parameters', parameter)),
      ...(query === undefined ? [] : queryParameters(name, query)),
    ],
    ...(request === undefined
      ? {}
      : { requestBody: { required: true, ...json(`${pascalCase(name)}Request`) } }),
    responses: {
      200: { description: 'Done', headers: headersNamed(...rateHeaders), ...json(accountAnswerName(route)) },
      400: reference('responses', 'InvalidRequest'),
      401: reference('responses', 'SignedOut'),
      default: reference('responses', 'Failure'),
    },
  };
}

const webhookHeader = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const webhooks = {
  crawl: {
    post: {
      operationId: 'crawl-event',
      summary: 'An event of a crawl, signed as Standard Webhooks specifies (standardwebhooks.com)',
      security: [],
      parameters: [
        webhookHeader('webhook-id', 'The same in every attempt to deliver this event'),
        webhookHeader('webhook-timestamp', 'Seconds since the epoch of this attempt'),
        webhookHeader('webhook-signature', '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`'),
      ],
      requestBody: { required: true, ...json('WebhookBody') },
      responses: {
        '2XX': { description: 'Received' },
        410: { description: 'Send no more events of this crawl' },
      },
    },
  },
};

const healthOperation = {
  operationId: 'health',
  summary: 'Whether the service takes requests, and its version; free, without a key',
  security: [],
  responses: {
    200: { description: 'It does', headers: headersNamed('X-Request-Id'), ...json('Health') },
    default: reference('responses', 'Failure'),
  },
};

const accountTag = {
  name: 'Account',
  description:
    'What the account page asks for: people who are signed in, with the cookie of their session. Changes need the header `Origin` of the service, which browsers send themselves; no other origin may read the answers.',
} as const;

/** The route tables as an OpenAPI 3.1 document. */
export function openApi(): object {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of table) (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(route);
  for (const route of accountTable)
    (paths[route.path] ??= {})[route.method.toLowerCase()] = accountOperationOf(route);
  paths['/health'] = { get: healthOperation };
  return {
    openapi: '3.1.1',
    info: {
      title: 'Winnow',
      version: '1',
      description: `Web pages in, clean content out.\n\n## Errors\n\n${errorsMarkdown()}`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    security: [{ header: [] }, { bearer: [] }, { query: [] }],
    tags: [accountTag],
    paths,
    webhooks,
    components: {
      securitySchemes: {
        header: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        bearer: { type: 'http', scheme: 'bearer' },
        query: { type: 'apiKey', in: 'query', name: 'api_key' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-winnow-session',
          description: 'Set by the sign-in; without HTTPS, on one machine, its name is `winnow-session`',
        },
      },
      parameters,
      headers,
      responses: sharedResponses,
      schemas: componentSchemas(),
    },
  };
}
