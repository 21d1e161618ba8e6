import type * as z from 'zod';

type Issue = z.core.$ZodIssue;

/** Messages of the validator itself; any other was written for the field. */
const validatorMessage = /^(?:Too (?:small|big)|Invalid)/;

const kinds: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a string',
};

const units: Readonly<Record<string, readonly [one: string, many: string]>> = {
  array: ['entry', 'entries'],
  string: ['character', 'characters'],
};

function boundText(origin: string, bound: number | bigint, side: 'least' | 'most'): string {
  const unit = units[origin];
  const amount = bound.toLocaleString('en-US');
  if (unit === undefined) return `must be at ${side} ${amount}`;
  if (side === 'least' && bound === 1) return 'must not be empty';
  return `must have at ${side} ${amount} ${bound === 1 ? unit[0] : unit[1]}`;
}

/** The values of an enumeration, or of the field that tells the objects of a union apart. */
function allowedValues(issue: Issue): readonly unknown[] {
  if (issue.code === 'invalid_value') return issue.values;
  return issue.code === 'invalid_union' && 'options' in issue ? (issue.options ?? []) : [];
}

/** The requirement of an issue as a phrase: "must be at least 1". */
export function requirementText(issue: Issue): string {
  if (!validatorMessage.test(issue.message)) return issue.message;
  if (issue.code === 'too_small') return boundText(issue.origin, issue.minimum, 'least');
  if (issue.code === 'too_big') return boundText(issue.origin, issue.maximum, 'most');
  if (issue.code === 'invalid_type')
    return issue.message.endsWith('received undefined')
      ? 'is required'
      : `must be ${kinds[issue.expected] ?? issue.expected}`;
  const values = allowedValues(issue);
  return values.length === 0
    ? issue.message
    : `must be ${values.length === 1 ? '' : 'one of '}${values.map((value) => JSON.stringify(value)).join(', ')}`;
}
