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

type UnionIssue = Extract<Issue, { readonly code: 'invalid_union' }>;

/** The first issue of each branch. */
const branchesOf = ({ errors }: UnionIssue): readonly Issue[] =>
  errors.flatMap((branch) => branch.slice(0, 1));

/** Whether a value is of none of the kinds that the branches of a union take. */
export function isOfOtherKind(issue: UnionIssue): boolean {
  const branches = branchesOf(issue);
  return (
    branches.length > 0 && branches.every(({ code, path }) => code === 'invalid_type' && path.length === 0)
  );
}

/** The kinds of value that one of these branches takes: "a string or an object". */
const kindsText = (branches: readonly Issue[]): string =>
  [
    ...new Set(
      branches.flatMap((one) => (one.code === 'invalid_type' ? [kinds[one.expected] ?? one.expected] : [])),
    ),
  ].join(' or ');

const isMissing = ({ message }: Issue): boolean => message.endsWith('received undefined');

/** The requirement of an issue as a phrase: "must be at least 1". */
export function requirementText(issue: Issue): string {
  if (!validatorMessage.test(issue.message)) return issue.message;
  if (issue.code === 'too_small') return boundText(issue.origin, issue.minimum, 'least');
  if (issue.code === 'too_big') return boundText(issue.origin, issue.maximum, 'most');
  const kindIssues = issue.code === 'invalid_union' && isOfOtherKind(issue) ? branchesOf(issue) : [issue];
  if (kindIssues.every(({ code }) => code === 'invalid_type'))
    return kindIssues.every(isMissing) ? 'is required' : `must be ${kindsText(kindIssues)}`;
  const values = allowedValues(issue);
  return values.length === 0
    ? issue.message
    : `must be ${values.length === 1 ? '' : 'one of '}${values.map((value) => JSON.stringify(value)).join(', ')}`;
}
