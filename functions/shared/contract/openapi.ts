import * as z from 'zod';

import { authenticationFailure, envelope } from './envelope.ts';
import { type Route, routes } from './routes.ts';

const jsonContent = (schema: z.ZodType, io: 'input' | 'output') => ({
  content: {
    'application/json': {
      schema: z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'openapi-3.0' }),
    },
  },
});

const operationOf = (route: Route) => ({
  operationId: route.function,
  summary: route.summary,
  ...(route.request === undefined
    ? {}
    : { requestBody: { required: true, ...jsonContent(route.request, 'input') } }),
  parameters: [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  })),
  responses: {
    200: {
      description: 'Done, or `success: false` when the page could not be delivered',
      ...jsonContent(envelope(route.data), 'output'),
    },
    400: {
      description: 'The request is not valid; `error` names the field',
      ...jsonContent(envelope(route.data), 'output'),
    },
    401: {
      description: 'The API key is missing or not valid',
      ...jsonContent(authenticationFailure, 'output'),
    },
    default: {
      description: 'Any other failure; `code` says which',
      ...jsonContent(envelope(route.data), 'output'),
    },
  },
});

/** The route table as an OpenAPI document. */
export function openApi(): object {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes satisfies readonly Route[])
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(route);
  return {
    openapi: '3.0.3',
    info: { title: 'Winnow', version: '1', description: 'Web pages in, clean content out.' },
    security: [{ header: [] }, { bearer: [] }, { query: [] }],
    components: {
      securitySchemes: {
        header: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        bearer: { type: 'http', scheme: 'bearer' },
        query: { type: 'apiKey', in: 'query', name: 'api_key' },
      },
    },
    paths,
  };
}
