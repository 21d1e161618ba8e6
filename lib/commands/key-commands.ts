import { accountState } from '#shared/accounts/keys/account.ts';
import type { ApiKey } from '#shared/accounts/keys/api-key.ts';
import { maxGraceHours } from '#shared/accounts/management/manage-keys.ts';
import type { MadeKey } from '#shared/accounts/keys/create-key.ts';
import type { Plan } from '#shared/contract/plan.ts';
import { usageQuery } from '#shared/contract/usage.ts';
import { readPlanSettings } from '../settings.ts';
import { wholeNumber } from './command-line.ts';
import { accountsAt, keyAdministration, type KeyAdministration } from './key-administration.ts';
import { inOptionNames, newKeyOptions, type TypedKeyOptions } from './key-options.ts';
import { findService } from './running-service.ts';
import { textTable } from './text-table.ts';
import { usageReport } from './usage-report.ts';

/** The keys of a deployed service, by the name of its table, or of the one that runs on a data directory here. */
export function keysOfService(
  table: string | undefined,
  directory: string,
  environment = process.env,
): KeyAdministration {
  const plans = readPlanSettings(environment);
  if (table !== undefined) return keyAdministration(accountsAt(table, {}), plans);
  const {
    table: localTable,
    dynamodb,
    region,
  } = findService(directory, ', or name the table of a deployed one with --table');
  return keyAdministration(accountsAt(localTable, { url: dynamodb, region, local: true }), plans);
}

const shown = ({ text, key }: MadeKey): string[] => [
  `key             ${text}`,
  `webhook secret  ${key.webhookSecret}`,
  `id              ${key.keyId}`,
  `account         ${key.accountId}`,
  `plan            ${key.planId}`,
  `environment     ${key.environment}`,
];
const shownOnce = 'The key is shown this once; only its hash is stored.';

const day = (moment: string | undefined): string => moment?.slice(0, 10) ?? '-';
const minute = (moment: string | undefined): string => moment?.replace(/:\d\d\.\d+Z$/, 'Z') ?? '-';
const counted = (count: number): string => `${count} ${count === 1 ? 'key' : 'keys'}`;

/** A key that is refused although it has just been made: without a word it would look like any other. */
const suspension = ({ key }: MadeKey): readonly string[] =>
  accountState(key) === 'suspended'
    ? ['The account is suspended: the key is refused until it is resumed.']
    : [];

/** What the terms of a key name beyond a plan, in sentences. */
function beyondPlan(key: ApiKey, { id, operations, monthlyRequests }: Plan): readonly string[] {
  const name = `${key.keyId} (${key.name})`;
  const missing = (key.operations ?? []).filter((operation) => !operations.includes(operation));
  const { monthlyBudget = 0 } = key;
  return [
    ...(missing.length === 0 ? [] : [`${name} names ${missing.join(', ')}, which ${id} does not include.`]),
    ...(monthlyRequests === null || monthlyBudget <= monthlyRequests
      ? []
      : [
          `${name} has a budget of ${monthlyBudget} requests a month, of which ${id} allows ${monthlyRequests}.`,
        ]),
  ];
}

/** The commands of `npm run keys`. Each returns the text to print. */
export const keyCommands = (administration: KeyAdministration) => ({
  create: async (typed: TypedKeyOptions): Promise<string> => {
    const made = await inOptionNames(administration.create(newKeyOptions(typed)));
    return [...shown(made), shownOnce, ...suspension(made)].join('\n');
  },
  list: async (accountId?: string): Promise<string> => {
    const keys = await administration.list(accountId);
    if (keys.length === 0) return 'There are no keys.';
    const rows = keys.map(({ key, state }) => [
      key.keyId,
      key.accountId,
      key.planId,
      key.environment,
      state,
      `${key.preview}…`,
      String(key.monthlyBudget ?? '-'),
      minute(key.validUntil),
      day(key.lastUsedOn),
      day(key.createdAt),
      key.name,
    ]);
    const headings =
      'key account plan environment state starts-with budget valid-until last-used created name';
    return textTable(headings.split(' '), rows);
  },
  accounts: async (): Promise<string> => {
    const accounts = await administration.accounts();
    if (accounts.length === 0) return 'There are no accounts.';
    const rows = accounts.map((account) => [
      account.accountId,
      account.planId,
      accountState(account),
      day(account.createdAt),
      minute(account.suspendedAt),
    ]);
    return textTable(['account', 'plan', 'state', 'created', 'suspended-at'], rows);
  },
  usage: async (accountId: string, month?: string): Promise<string> => {
    if (!usageQuery.shape.month.safeParse(month).success)
      throw new Error(`--month must be a month such as 2026-11, not "${month}".`);
    return usageReport(await administration.usage(accountId, month));
  },
  rename: async (keyId: string, name: string): Promise<string> => {
    await administration.rename(keyId, name);
    return `${keyId} is now called ${name.trim()}.`;
  },
  rotate: async (keyId: string, grace: string): Promise<string> => {
    const hours = wholeNumber('--grace', grace, 0, maxGraceHours);
    const made = await administration.rotate(keyId, hours);
    const validity = `${keyId} is valid until ${made.oldValidUntil}.`;
    return [...shown(made), shownOnce, validity, ...suspension(made)].join('\n');
  },
  revoke: async (keyId: string): Promise<string> => {
    await administration.revoke(keyId);
    return `${keyId} is revoked.`;
  },
  suspend: async (accountId: string): Promise<string> =>
    `${accountId} is suspended: requests with its ${counted(await administration.suspend(accountId))} are refused.`,
  resume: async (accountId: string): Promise<string> =>
    `${accountId} is active again, with ${counted(await administration.resume(accountId))}.`,
  setPlan: async (keyOrAccountId: string, name: string): Promise<string> => {
    const { plan, keys } = await administration.setPlan(keyOrAccountId, name);
    const moved = `${counted(keys.length)} ${keys.length === 1 ? 'is' : 'are'} now on ${plan.id}.`;
    return [moved, ...keys.flatMap((key) => beyondPlan(key, plan))].join('\n');
  },
});
