import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { functionsOf, permissionsOf, type synthesisedStack } from './template.ts';

type Resources = ReturnType<typeof synthesisedStack>['resources'];
/** `action on resource` by function. */
export type Permissions = Readonly<Record<string, readonly string[]>>;

const secretArn = (setting: string) =>
  `arn:aws:secretsmanager:eu-west-1:000000000000:secret:${setting}-AbCdEf`;

/** Secrets that are recorded and granted under the same name. */
export const secretArns = {
  LLM_SECRET_ARN: secretArn('LLM_SECRET_ARN'),
  BRAVE_SECRET_ARN: secretArn('BRAVE_SECRET_ARN'),
  PROXY_URLS_SECRET_ARN: secretArn('PROXY_URLS_SECRET_ARN'),
} as const;

const readList = (file: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'));

/** The permissions that calls of the end-to-end tests needed; `npm run privileges` writes them. */
export const recordedPermissions = (): Permissions => readList('recorded-calls.json') as Permissions;

/** Granted permissions that no end-to-end test needs, by function, with the reason to grant them all the same. */
export type Exceptions = Readonly<Record<string, Readonly<Record<string, string>>>>;
export const unrecordedPermissions = (): Exceptions => readList('unrecorded-calls.json') as Exceptions;

export const grantedPermissions = (resources: Resources): Permissions =>
  Object.fromEntries(functionsOf(resources).map(({ name }) => [name, permissionsOf(resources, name)]));

/** Calls that AWS makes with the role of the function, and that no request of the function shows. */
const madeByLambda =
  /^(logs:(CreateLogStream|PutLogEvents)|sqs:(ReceiveMessage|DeleteMessage|GetQueueAttributes|GetQueueUrl|ChangeMessageVisibility)) /;
/** Without it, S3 answers 403 for an object that does not exist. */
const neededByReads = /^s3:ListBucket /;
const readsObjects = (permissions: readonly string[]): boolean =>
  permissions.some((permission) => permission.startsWith('s3:GetObject '));

/** Why the grants of the template are not what the functions need. */
export function privilegeProblems(
  granted: Permissions,
  recorded: Permissions,
  exceptions: Exceptions,
): readonly string[] {
  const names = new Set([...Object.keys(granted), ...Object.keys(recorded), ...Object.keys(exceptions)]);
  return [...names].flatMap((name) => {
    const given = granted[name] ?? [];
    const used = recorded[name] ?? [];
    const excepted = Object.keys(exceptions[name] ?? {});
    const needed = new Set([...used, ...excepted]);
    const isUnused = (permission: string): boolean =>
      !needed.has(permission) &&
      !madeByLambda.test(permission) &&
      !(neededByReads.test(permission) && readsObjects(given));
    return [
      ...used
        .filter((permission) => !given.includes(permission))
        .map((permission) => `${name} needs ${permission}, and the template does not grant it.`),
      ...given
        .filter(isUnused)
        .map((permission) => `${name} is granted ${permission}, and no recorded call needs it.`),
      ...excepted
        .filter((permission) => used.includes(permission) || !given.includes(permission))
        .map((permission) => `The exception ${permission} of ${name} has no object any more.`),
    ];
  });
}
