import { readFileSync } from 'node:fs';

import { openApi } from '#shared/contract/openapi.ts';
import { anchorOf, escaped } from './html.ts';
import { htmlOf } from './markdown.ts';
import { fieldHtml, fieldsHtml, type FieldSchema, hasFields, type Schemas } from './schema-html.ts';

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description: string;
  readonly example: unknown;
  readonly schema: FieldSchema;
}

interface ApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Content;
  readonly tags?: readonly string[];
  readonly responses: Readonly<Record<string, Content>>;
}

/** A body, whose schema is a component. */
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: { readonly $ref: string } }>>;
}

interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: {
    readonly schemas: Schemas;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

/** An operation with the section of docs/api.md that explains it. */
export interface OperationEntry {
  readonly method: string;
  readonly path: string;
  readonly heading: string;
  readonly text: string;
  readonly operation: ApiOperation;
}

interface Section {
  readonly heading: string;
  readonly text: string;
}

const narrative = (): string => readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');

const sectionsOf = (markdown: string): readonly Section[] =>
  markdown.split(/^## /m).map((part) => {
    const end = part.indexOf('\n');
    return { heading: part.slice(0, end), text: part.slice(end) };
  });

/** The operations in the order of the table of docs/api.md, which names the section of each. */
function operationsOf(document: ApiDocument, markdown: string): readonly OperationEntry[] {
  const sections = sectionsOf(markdown);
  return [...markdown.matchAll(/\| \[`([A-Z]+) (\S+)`\]\(#([\w-]+)\)/g)].map(
    ([, method = '', path = '', anchor]) => {
      const section = sections.find(({ heading }) => anchorOf(heading) === anchor);
      const operation = document.paths[path]?.[method.toLowerCase()];
      if (section === undefined || operation === undefined)
        throw new Error(`docs/api.md names ${method} ${path}, which has no section or is no operation.`);
      return { method, path, ...section, operation };
    },
  );
}

const apiDocument = (): ApiDocument => structuredClone(openApi()) as ApiDocument;

export const operationEntries = (): readonly OperationEntry[] => operationsOf(apiDocument(), narrative());

/** Links of docs/api.md, seen from /docs. */
const linkFromReference = (target: string): string => target.replace(/^guides\/([\w-]+)\.md/, 'docs/$1');

/** The component that a body refers to. */
const componentOf = ({ content }: Content = {}): string =>
  content?.['application/json']?.schema.$ref.replace(/^.*\//, '') ?? '';

const answerPattern = /Answer$/;

function parametersHtml(
  { operationId, parameters }: ApiOperation,
  level: number,
  components: ApiDocument['components'],
): string {
  const listed = parameters.map(({ $ref, ...own }) =>
    $ref === undefined ? own : (components.parameters[$ref.slice($ref.lastIndexOf('/') + 1)] ?? own),
  );
  if (listed.length === 0) return '';
  const rows = listed.map(({ name, in: place, required, description, example, schema }) =>
    fieldHtml(
      name,
      { ...schema, description: `In the ${place}. ${description}`, examples: [example] },
      { schemas: components.schemas, isRequired: required ?? false },
    ),
  );
  return `<h${level} id="${operationId}-parameters">Parameters</h${level}><dl>${rows.join('\n')}</dl>`;
}

/** The fields of an operation's parameters, body and answer, under headings of this level. */
function partsHtml(operation: ApiOperation, level: number, components: ApiDocument['components']): string {
  const { schemas } = components;
  const { operationId, requestBody, responses } = operation;
  const body = schemas[componentOf(requestBody)];
  const data = schemas[componentOf(responses['200']).replace(answerPattern, 'Data')];
  const heading = (id: string, text: string) => `<h${level} id="${operationId}-${id}">${text}</h${level}>`;
  return [
    parametersHtml(operation, level, components),
    body === undefined ? '' : heading('body-fields', 'Body') + fieldsHtml(body, schemas),
    data === undefined || Object.keys(data.properties ?? {}).length === 0
      ? ''
      : heading('answer-fields', 'Answer: fields of <code>data</code>') + fieldsHtml(data, schemas),
  ].join('\n');
}

const routeHtml = (method: string, path: string): string =>
  `<p class="route"><span class="method">${method}</span> <code>${escaped(path)}</code></p>`;

function operationHtml(entry: OperationEntry, { components }: ApiDocument): string {
  const { method, path, heading, text, operation } = entry;
  return [
    `<section><h2 id="${anchorOf(heading)}">${escaped(heading)}</h2>`,
    routeHtml(method, path),
    `<p>${escaped(operation.summary)}.</p>`,
    htmlOf(text, linkFromReference),
    partsHtml(operation, 3, components),
    '</section>',
  ].join('\n');
}

/** What the account page asks for, in a section of its own. */
function accountHtml({ paths, components }: ApiDocument, text: string): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation.tags?.includes('Account') === true ? [{ path, method: method.toUpperCase(), operation }] : [],
    ),
  );
  const shown = operations.map(({ path, method, operation }) =>
    [
      `<h3 id="${operation.operationId}-operation">${escaped(operation.summary)}</h3>`,
      routeHtml(method, path),
      partsHtml(operation, 4, components),
    ].join('\n'),
  );
  return [
    '<section><h2 id="account">Account</h2>',
    htmlOf(text, linkFromReference),
    ...shown,
    '</section>',
  ].join('\n');
}

/** Objects that fields refer to, each once. */
function schemasHtml(schemas: Schemas): string {
  const own = /(Request|Data|Answer)$|^Failure$|^AuthenticationFailure$/;
  const shown = Object.entries(schemas).filter(([name, schema]) => hasFields(schema) && !own.test(name));
  return shown
    .map(([name, schema]) => `<h3 id="schema-${name}">${name}</h3>${fieldsHtml(schema, schemas)}`)
    .join('\n');
}

/** The whole reference: every operation with its parameters, then the objects and the errors. */
export function referenceHtml(): string {
  const document = apiDocument();
  const markdown = narrative();
  const [intro, ...sections] = sectionsOf(markdown);
  const textOf = (wanted: string) => sections.find(({ heading }) => heading === wanted)?.text ?? '';
  return [
    `<h1 id="api">API</h1>${htmlOf(intro?.text ?? '', linkFromReference)}`,
    ...operationsOf(document, markdown).map((entry) => operationHtml(entry, document)),
    accountHtml(document, textOf('Account')),
    `<section><h2 id="objects">Objects</h2>${schemasHtml(document.components.schemas)}</section>`,
    `<section><h2 id="errors">Errors</h2>${htmlOf(textOf('Errors'), linkFromReference)}</section>`,
  ].join('\n');
}
