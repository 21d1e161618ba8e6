import { readFileSync } from 'node:fs';

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

export type Json = Readonly<Record<string, unknown>>;

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Json>>;
}

export const openApiDocument = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Json>>;
};

const ajv = new Ajv2020({ strict: true, allErrors: true, validateFormats: false });
// The document is no schema; its schemas are reached by pointers into it.
ajv.addVocabulary(Object.keys(openApiDocument));
ajv.addSchema({ $id: 'https://winnow.test/openapi.json', ...openApiDocument });

/** A JSON Schema validator for the schema at a pointer into the document, such as `#/components/schemas/Plan`. */
export const validatorAt = (pointer: string): ValidateFunction =>
  ajv.compile({ $ref: `https://winnow.test/openapi.json${pointer}` });

/** A JSON Schema validator for one of the document's schemas, with every reference in it. */
export const validatorOf = (schema: string): ValidateFunction =>
  validatorAt(`#/components/schemas/${schema}`);
