import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

import type { JsonObject } from '#shared/kernel/json.ts';
import { boundedRun } from '#shared/kernel/bounded-run.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type CommonSchema, commonSchema } from './common-schema.ts';
import type { SchemaValidator } from './extraction-task.ts';
import { linearRegExp } from './linear-reg-exp.ts';

/**
 * References to references double the work with each level, so a bound on the size of a schema does not bound its
 * time.
 */
const maxSchemaMs = 1_000;

const options: Options = {
  strict: false,
  allErrors: true,
  // Every object inherits `constructor`: inherited properties must not satisfy a field of that name.
  ownProperties: true,
  // Inlined references to references grow without bound.
  inlineRefs: false,
  logger: false,
  code: { regExp: linearRegExp },
};

const maxProblems = 20;

/** `whole` names what is checked, where the problem is not in one of its parts. */
const sentence = ({ instancePath, message = 'is not valid', params }: ErrorObject, whole: string): string => {
  const { additionalProperty, allowedValues } = params as {
    readonly additionalProperty?: string;
    readonly allowedValues?: readonly unknown[];
  };
  const detail = additionalProperty ?? (allowedValues === undefined ? '' : JSON.stringify(allowedValues));
  const where = instancePath === '' ? whole : instancePath;
  return `${where} ${message}${detail === '' ? '' : ` (${detail})`}`;
};

const isOlderDraft = ({ $schema }: JsonObject): boolean =>
  typeof $schema === 'string' && /draft-0[4-7]/.test($schema);

const olderDraft = (more: Options = {}) => addFormats.default(new Ajv({ ...options, ...more }));
const newestDraft = (more: Options = {}) => addFormats.default(new Ajv2020({ ...options, ...more }));
type Dialect = typeof olderDraft;

const checkers = new Map<Dialect, ReturnType<Dialect>>();

/** Validates schemas. The meta-schema is compiled once: that takes twenty times as long as a caller's schema. */
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
  if (checker.validateSchema(rest) !== true) {
    const [problem] = checker.errors ?? [];
    throw new TypeError(problem === undefined ? 'it is no JSON Schema' : sentence(problem, 'it'));
  }
  const validate = dialect({ validateSchema: false }).compile(rest);
  // Endless self-reference shows only when the schema is used.
  for (const sample of [{}, [], 'a', null]) validate(sample);
  return validate;
}

const shortReason = (error: unknown): string =>
  error instanceof RangeError
    ? 'refers to itself without an end'
    : (error instanceof Error ? error.message : String(error)).slice(0, 300);

/** Work on a schema, in bounded time. Throws INVALID_REQUEST with the problem of the schema. */
function usable<T>(where: string, run: () => T): T {
  try {
    return boundedRun(run, maxSchemaMs);
  } catch (cause) {
    throw new AppError('INVALID_REQUEST', `${where}: cannot be used: ${shortReason(cause)}`, { cause });
  }
}

/** The schema in the notation that the validator reads. Throws INVALID_REQUEST when that takes too long. */
export const readableSchema = (schema: JsonObject, where: string): CommonSchema =>
  usable(where, () => commonSchema(schema));

/** Throws INVALID_REQUEST with the problem of the schema. */
export function ajvValidator(schema: JsonObject, where: string): SchemaValidator {
  const dialect = isOlderDraft(schema) ? olderDraft : newestDraft;
  // Outside the bounded run, whose timeout would leave it half compiled.
  const checker = checkerOf(dialect);
  const validate = usable(where, () => compiled(schema, dialect, checker));
  return {
    problems: (value) => {
      try {
        if (boundedRun(() => validate(value), maxSchemaMs)) return [];
      } catch (error) {
        return [`the value cannot be checked: ${shortReason(error)}`];
      }
      return (validate.errors ?? []).slice(0, maxProblems).map((problem) => sentence(problem, 'the result'));
    },
  };
}
