import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';

import { openApi } from '#shared/contract/openapi.ts';
import { crawlRequest } from '#shared/contract/crawl.ts';
import { extractRequest } from '#shared/contract/extract.ts';
import { accountRoutes } from '#shared/contract/account-routes.ts';
import { type Route, routes } from '#shared/contract/routes.ts';
import { scrapeRequest } from '#shared/contract/scrape.ts';
import { batchRequest } from '#shared/contract/batch.ts';
import { mapRequest } from '#shared/contract/map.ts';
import { searchRequest } from '#shared/contract/search.ts';
import { type Json, openApiDocument as document, validatorAt, validatorOf } from './openapi-validator.ts';

const schemas = document.components['schemas'] as Readonly<Record<string, Json>>;

/** A key as JSON pointers in URLs write it. */
const pointerPart = (key: string): string =>
  encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));

/** Every object of a JSON value, with the pointer to it. */
function objectsOf(value: unknown, path = '#'): readonly (readonly [path: string, object: Json])[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, child]) =>
    objectsOf(child, `${path}/${pointerPart(key)}`),
  );
  return Array.isArray(value) ? inner : [[path, value as Json], ...inner];
}

describe('docs/openapi.json', () => {
  test('is what the route table says; npm run openapi writes it', () => {
    expect(document).toEqual(JSON.parse(JSON.stringify(openApi())));
  });

  test('is a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator();

    const { valid, errors } = await validator.validate(structuredClone(document));

    expect({ valid, errors, version: validator.version }).toEqual({
      valid: true,
      errors: undefined,
      version: '3.1',
    });
  });

  test.for(Object.keys(schemas))('has a schema %s that a JSON Schema validator compiles', (name) => {
    expect(validatorOf(name)).toBeTypeOf('function');
  });

  test('writes no schema twice', () => {
    const written = objectsOf(schemas)
      .filter(([, schema]) => !('$ref' in schema))
      .map(([path, schema]) => [JSON.stringify(schema), path] as const)
      .filter(([text]) => text.length > 120);

    const paths = Map.groupBy(written, ([text]) => text);
    const repeated = [...paths.values()].filter(({ length }) => length > 1);
    expect(repeated.map((found) => found.map(([, path]) => path))).toEqual([]);
  });

  test('refers to each of its components', () => {
    const references = new Set(objectsOf(document).map(([, { $ref }]) => $ref));

    const named = Object.entries(document.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, components]) => Object.keys(components).map((name) => `#/components/${kind}/${name}`));
    expect(named.filter((pointer) => !references.has(pointer))).toEqual([]);
  });

  test('describes each route once, with its answers and failures', () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
      [
        ...routes.map((route: Route) => route.name ?? route.function),
        ...accountRoutes.map(({ name }) => name),
        'health',
      ].toSorted(),
    );
    for (const { responses } of operations.filter(({ operationId }) => operationId !== 'health'))
      expect(Object.keys(responses)).toEqual(['200', '400', '401', 'default']);
  });

  test('says of each parameter what it means, with an example that is valid', () => {
    const ofBodies = Object.entries(schemas)
      .filter(([name]) => /Request$|Options$|Settings$/.test(name))
      .flatMap(([name, schema]) =>
        Object.entries(schema['properties'] as Readonly<Record<string, Json>>).map(
          ([field, { description, examples }]) => ({ name, field, description, examples }),
        ),
      );
    const ofOperations = objectsOf(document)
      .map(([, object]) => object)
      .filter((object) => object['in'] !== undefined && 'schema' in object && !('$ref' in object))
      .filter(({ name }) => !String(name).startsWith('webhook-'));

    expect(ofBodies.length).toBeGreaterThan(80);
    expect(ofOperations.length).toBeGreaterThan(6);
    expect(
      [...ofBodies, ...ofOperations].filter(
        ({ description, examples, example }: Json) =>
          typeof description !== 'string' || (examples ?? example) === undefined,
      ),
    ).toEqual([]);
    for (const { name, field, examples } of ofBodies) {
      const isField = validatorOf(`${name}/properties/${field}`);
      expect([name, field, isField((examples as readonly unknown[])[0]), isField.errors]).toEqual([
        name,
        field,
        true,
        null,
      ]);
    }
  });

  test('gives each parameter an example that its schema accepts', () => {
    const parameters = objectsOf(document).filter(
      ([, { in: place, example }]) => place !== undefined && example !== undefined,
    );

    const wrong = parameters.filter(([path, { example }]) => !validatorAt(`${path}/schema`)(example));
    expect(parameters.length).toBeGreaterThan(40);
    expect(wrong.map(([path, { name, example }]) => ({ path, name, example }))).toEqual([]);
  });

  test.for([
    ['ScrapeRequest', scrapeRequest.parse({ url: 'https://shop.example/' })],
    ['CrawlRequest', crawlRequest.parse({ url: 'https://shop.example/' })],
    ['BatchRequest', batchRequest.parse({ urls: ['https://shop.example/'] })],
    ['MapRequest', mapRequest.parse({ url: 'https://shop.example/' })],
    ['SearchRequest', searchRequest.parse({ query: 'pans' })],
    ['ExtractRequest', extractRequest.parse({ urls: ['https://shop.example/'], prompt: 'Prices' })],
  ] as const)('says the defaults that a %s gets', ([name, request]) => {
    const fields = schemas[name]?.['properties'] as Readonly<Record<string, Json>>;
    const written = Object.entries(fields).filter(([, field]) => 'default' in field);
    const isGiven = (field: string) => ['url', 'query', 'urls', 'prompt'].includes(field);

    expect(Object.fromEntries(written.map(([field, schema]) => [field, schema['default']]))).toEqual(
      Object.fromEntries(Object.entries(request).filter(([field]) => !isGiven(field))),
    );
  });

  test.for([
    ['/api/v1/crawl/{id}', 'get', 'CrawlPage'],
    ['/api/v1/batch/scrape/{id}', 'get', 'CrawlPage'],
    ['/api/v1/map', 'post', 'MapLine'],
  ] as const)('says what a line of %s is', ([path, method, line]) => {
    const { content } = document.paths[path]?.[method]?.responses['200'] ?? {};

    expect(content).toMatchObject({
      'application/json': { schema: {} },
      'application/x-ndjson': { schema: { $ref: `#/components/schemas/${line}` } },
    });
  });

  test('tells lines of a map from others', () => {
    const isLine = validatorOf('MapLine');
    const link = { url: 'https://shop.example/', source: 'page' };
    const data = { url: 'https://shop.example/', total: 1, truncated: false, pagesRead: 1, sitemapsRead: 0 };
    const end = { success: true, url: 'https://shop.example/', source: 'local', processingTime: 12, data };
    const failed = {
      ...end,
      success: false,
      error: 'The request timed out.',
      code: 'SCRAPE_TIMEOUT',
      data: {},
    };

    expect([link, end, failed].map((line) => isLine(line))).toEqual([true, true, true]);
    expect([{}, { ...link, extra: 1 }, { ...end, extra: 1 }].map((line) => isLine(line))).toEqual([
      false,
      false,
      false,
    ]);
  });

  test('lets the session’s cookie, and no API key, into the account', () => {
    const account = Object.entries(document.paths).filter(([path]) => path.startsWith('/account/'));

    expect(account.length).toBeGreaterThan(10);
    for (const [, methods] of account)
      for (const operation of Object.values(methods))
        expect(operation).toMatchObject({ tags: ['Account'], security: [{ session: [] }] });
  });

  test('tells an answer of the service from one with a field that it does not have', () => {
    const isAnswer = validatorOf('ScrapeAnswer');
    const answer = {
      success: false,
      url: 'https://shop.example/',
      error: 'The page timed out.',
      code: 'SCRAPE_TIMEOUT',
      source: 'local',
      processingTime: 12,
    };

    expect([isAnswer(answer), isAnswer({ ...answer, extra: 1 })]).toEqual([true, false]);
  });
});
