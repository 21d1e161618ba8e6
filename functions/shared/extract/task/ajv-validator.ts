import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { RE2JS } from 're2js';

import type { JsonObject } from '#shared/kernel/json.ts';
import { boundedRun } from '#shared/kernel/bounded-run.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { SchemaValidator } from './extraction-task.ts';

/** RE2 has no back-references and no look-around, and takes linear time for everything else. */
const linearRegExp = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(pattern);
    // Ajv takes expressions that are written alike for one.
    return { test: (text: string) => compiled.matcher(text).find(), toString: () => pattern };
  },
  { code: 'linearRegExp' },
);

/**
 * A schema of a few hundred nodes can ask for endless steps: references to references double with each. No bound on
 * its size forbids that, so its time is bounded.
 */
const maxSchemaMs = 1_000;

const options: Options = {
  strict: false,
  allErrors: true,
  // Every object inherits a `constructor`, which is no answer to a field of that name.
  ownProperties: true,
  // Inlined references of references grow without bound.
  inlineRefs: false,
  logger: false,
  code: { regExp: linearRegExp },
};

const mostProblems = 20;

const sentence = ({ instancePath, message = 'is not valid', params }: ErrorObject): string => {
  const { additionalProperty, allowedValues } = params as {
    readonly additionalProperty?: string;
    readonly allowedValues?: readonly unknown[];
  };
  const detail = additionalProperty ?? (allowedValues === undefined ? '' : JSON.stringify(allowedValues));
  const where = instancePath === '' ? 'the result' : instancePath;
  return `${where} ${message}${detail === '' ? '' : ` (${detail})`}`;
};

const isOlderDraft = ({ $schema }: JsonObject): boolean =>
  typeof $schema === 'string' && /draft-0[4-7]/.test($schema);

const olderDraft = (more: Options = {}) => addFormats.default(new Ajv({ ...options, ...more }));
const newestDraft = (more: Options = {}) => addFormats.default(new Ajv2020({ ...options, ...more }));
type Dialect = typeof olderDraft;

const checkers = new Map<Dialect, ReturnType<Dialect>>();

/** Knows whether a schema is one. What schemas must be is compiled once: it takes twenty times as long as a caller's. */
function checkerOf(dialect: Dialect): ReturnType<Dialect> {
  const known = checkers.get(dialect);
  if (known !== undefined) return known;
  const checker = dialect();
  void checker.validateSchema({});
  checkers.set(dialect, checker);
  return checker;
}

function compiled(schema: JsonObject, dialect: Dialect, checker: ReturnType<Dialect>): ValidateFunction {
  const { $schema: _dialect, $id: _id, id: _oldId, ...rest } = schema;
  void checker.validateSchema(rest, true);
  const validate = dialect({ validateSchema: false }).compile(rest);
  // A schema that refers to itself without an end is only found out by using it.
  for (const sample of [{}, [], 'a', null]) validate(sample);
  return validate;
}

/** Ajv calls the schema `data`, and lists after the first problem what would have been right instead. */
const firstProblem = (message: string): string =>
  message
    .replace(/^schema is invalid: data/, '')
    .replace(/, data.*$/s, '')
    .trimStart();

const shortReason = (error: unknown): string =>
  error instanceof RangeError
    ? 'refers to itself without an end'
    : firstProblem(error instanceof Error ? error.message : String(error)).slice(0, 300);

/** Throws INVALID_REQUEST with what is wrong with the schema. */
export function ajvValidator(schema: JsonObject, where: string): SchemaValidator {
  const dialect = isOlderDraft(schema) ? olderDraft : newestDraft;
  // Outside of the bounded run, which would leave it half compiled.
  const checker = checkerOf(dialect);
  let validate: ValidateFunction;
  try {
    validate = boundedRun(() => compiled(schema, dialect, checker), maxSchemaMs);
  } catch (cause) {
    throw new AppError('INVALID_REQUEST', `${where}: cannot be used: ${shortReason(cause)}`, { cause });
  }
  return {
    problems: (value) => {
      try {
        if (boundedRun(() => validate(value), maxSchemaMs)) return [];
      } catch (error) {
        return [`the value cannot be checked: ${shortReason(error)}`];
      }
      return (validate.errors ?? []).slice(0, mostProblems).map(sentence);
    },
  };
}
