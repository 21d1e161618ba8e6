import { isDeepStrictEqual } from 'node:util';

import * as z from 'zod';

import * as account from './account.ts';
import { authorizationData, authorizationDecisionData } from './authorization.ts';
import { type AccountRoute, accountRoutes } from './account-routes.ts';

import { changeTracking, changeTrackingFormat, changeTrackingOptions, pageDiff } from './change-tracking.ts';
import {
  crawlCoverage,
  crawlPage,
  crawlRequest,
  crawlStatus,
  undeliveredState,
  webhookDeliveries,
} from './crawl.ts';
import { authenticationFailure, envelope } from './envelope.ts';
import { mapData, mapLink } from './map.ts';
import { modelTokens, promptText, requestHeaders, webUrl } from './fields.ts';
import { jsonSchema } from './json-schema.ts';
import { bodyNotes, type ParameterNote } from './parameter-notes.ts';
import { type Route, routes } from './routes.ts';
import { actionResults, actions } from './actions.ts';
import { location } from './location.ts';
import {
  explanation,
  nestedScrapeOptions,
  pageMetadata,
  scrapeRequestFields,
  selectedValues,
} from './scrape.ts';
import {
  attributesFormat,
  attributesOptions,
  jsonFormat,
  jsonOptions,
  plainFormat,
  requestedFormats,
  screenshotObject,
  screenshotOptions,
  viewport,
} from './scrape-formats.ts';
import { searchEntry, searchRequest } from './search.ts';
import { plan } from './plan.ts';
import { health } from './site-routes.ts';
import { usageByOperation } from './usage.ts';
import { webhookBody, webhookSettings } from './webhook.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A part of the document. */
export type Json = Readonly<Record<string, unknown>>;

/** `crawl-status` → `CrawlStatus`. */
export const pascalCase = (name: string): string =>
  name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

export const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

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
export function namedSchemas(schemas: Readonly<Record<string, z.ZodType>>, io: 'input' | 'output'): Json {
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

export const proxyProfile = scrapeRequestFields.shape.proxy.unwrap();

export const table: readonly Route[] = routes;
export const accountTable: readonly AccountRoute[] = accountRoutes;

/** What routes of the account answer; several answer the same. */
const accountDataSchemas = {
  AccountData: account.accountData,
  AccountDeletionData: account.accountDeletionData,
  AccountKeysData: account.accountKeysData,
  KeyData: account.keyData,
  NewKeyData: account.newKeyData,
  WebhookSecretData: account.webhookSecretData,
  SessionKeyData: account.sessionKeyData,
  AccountUsageData: account.accountUsageData,
  RecentRequestsData: account.recentRequestsData,
  DeliveriesData: account.deliveriesData,
  AuthorizationData: authorizationData,
  AuthorizationDecisionData: authorizationDecisionData,
  NothingData: account.nothing,
} as const satisfies Readonly<Record<`${string}Data`, z.ZodType>>;

const answerName = (dataName: string): string => dataName.replace(/Data$/, 'Answer');

/** The schema of the answers of a route of the account. */
export function accountAnswerName({ path, data }: AccountRoute): string {
  const [name] = Object.entries(accountDataSchemas).find(([, schema]) => schema === data) ?? [];
  if (name === undefined) throw new Error(`The answer of ${path} has no name in the OpenAPI document.`);
  return answerName(name);
}

/** A schema or parameter with what it means and an example. */
const noted = (schema: Json, { meaning, example, ...written }: ParameterNote): Json => ({
  ...schema,
  ...written,
  description: meaning,
  examples: [example],
});

function withNotes(schema: Json, notes: Readonly<Record<string, ParameterNote>>): Json {
  const properties = Object.entries(schema['properties'] as Readonly<Record<string, Json>>).map(
    ([name, property]) =>
      [name, notes[name] === undefined ? property : noted(property, notes[name])] as const,
  );
  return { ...schema, properties: Object.fromEntries(properties) };
}

const bareRequestSchemas = (): Json =>
  namedSchemas(
    {
      PageUrl: webUrl,
      PageFormats: requestedFormats,
      PlainFormat: plainFormat,
      JsonFormat: jsonFormat,
      AttributesFormat: attributesFormat,
      ChangeTrackingFormat: changeTrackingFormat,
      ScreenshotOptions: screenshotOptions,
      AttributesOptions: attributesOptions,
      ChangeTrackingOptions: changeTrackingOptions,
      ValueSelectors: attributesOptions.shape.selectors,
      Screenshot: screenshotObject,
      Viewport: viewport,
      Location: location,
      Actions: actions,
      Selectors: scrapeRequestFields.shape.excludeTags.unwrap(),
      ProxyProfile: proxyProfile,
      RequestHeaders: requestHeaders,
      Prompt: promptText,
      JsonSchema: jsonSchema,
      JsonOptions: jsonOptions,
      ScrapeOptions: nestedScrapeOptions,
      WebhookSettings: webhookSettings,
      UrlPatterns: crawlRequest.shape.includes.unwrap(),
      HostNames: searchRequest.shape.includeDomains.unwrap(),
      ...Object.fromEntries(
        [...table.map(({ function: name, request }) => ({ name, request })), ...accountTable].flatMap(
          ({ name, request }) => (request === undefined ? [] : [[`${pascalCase(name)}Request`, request]]),
        ),
      ),
    },
    'input',
  );

function requestSchemas(): Json {
  const schemas = bareRequestSchemas();
  const described = Object.entries(bodyNotes).map(
    ([name, notes]) => [name, withNotes(schemas[name] as Json, notes)] as const,
  );
  return { ...schemas, ...Object.fromEntries(described) };
}

const dataSchemas = (): Json =>
  namedSchemas(
    {
      Envelope: bareEnvelope,
      AuthenticationFailure: authenticationFailure,
      PageMetadata: pageMetadata,
      Explanation: explanation,
      SelectedValues: selectedValues,
      ChangeTracking: changeTracking,
      PageDiff: pageDiff,
      ActionResults: actionResults,
      ModelTokens: modelTokens,
      CrawlPage: crawlPage,
      CrawlStatus: crawlStatus,
      CrawlCoverage: crawlCoverage,
      UsageByOperation: usageByOperation,
      UndeliveredState: undeliveredState,
      WebhookDeliveries: webhookDeliveries,
      WebhookBody: webhookBody,
      SearchEntry: searchEntry,
      MapLink: mapLink,
      MapEnd: mapData.omit({ links: true }),
      Plan: plan,
      AccountKey: account.accountKey,
      Health: health,
      ...accountDataSchemas,
      ...Object.fromEntries(
        table.flatMap(({ function: name, data }) =>
          data === undefined ? [] : [[`${pascalCase(name)}Data`, data]],
        ),
      ),
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
  ...Object.fromEntries(
    Object.keys(accountDataSchemas).map((name) => [answerName(name), answerWith(reference('schemas', name))]),
  ),
  Failure: answerWith({
    type: 'object',
    description: 'Empty results, for operations whose clients expect some',
  }),
  MapLine: {
    description: 'A link; the last line is the answer without `links`, or why the map failed',
    anyOf: [
      reference('schemas', 'MapLink'),
      answerWith(reference('schemas', 'MapEnd')),
      reference('schemas', 'Failure'),
    ],
  },
});

/** The schemas of all requests and answers, by name. */
export const componentSchemas = (): Json => ({ ...requestSchemas(), ...dataSchemas(), ...answerSchemas() });
