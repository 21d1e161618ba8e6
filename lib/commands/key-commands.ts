import { type Operation, operations } from '#shared/contract/usage.ts';
import { readSettings } from '../settings.ts';
import { keyAdministration, type KeyAdministration, keyStoreAt } from './key-administration.ts';
import { findService } from './running-service.ts';

/** The keys of a deployed service, by the name of its table, or of the one that runs on a data directory here. */
export function keysOfService(table: string | undefined, directory: string): KeyAdministration {
  const { plans } = readSettings(process.env);
  if (table !== undefined) return keyAdministration(keyStoreAt(table, {}), plans);
  const { table: localTable, dynamodb, region } = findService(directory);
  return keyAdministration(keyStoreAt(localTable, { url: dynamodb, region, local: true }), plans);
}

const operationNamed = (name: string): Operation => {
  const operation = operations.find((candidate) => candidate === name.trim());
  if (operation === undefined)
    throw new Error(`There is no operation "${name}". Operations: ${operations.join(', ')}.`);
  return operation;
};

interface NewKey {
  readonly plan: string;
  readonly name: string;
  readonly account?: string | undefined;
  /** Comma-separated; every operation of the plan without it. */
  readonly operations?: string | undefined;
}

/** The commands of `npm run keys`. Each returns the text to print. */
export const keyCommands = (administration: KeyAdministration) => ({
  create: async ({ plan, name, account, operations: chosen }: NewKey): Promise<string> => {
    const allowed = chosen?.split(',').map(operationNamed);
    const { text, key } = await administration.create({ plan, name, account, operations: allowed });
    return [
      `key             ${text}`,
      `webhook secret  ${key.webhookSecret}`,
      `id              ${key.keyId}`,
      `account         ${key.accountId}`,
      `plan            ${key.planId}`,
      'The key is shown this once; only its hash is stored.',
    ].join('\n');
  },
  list: async (): Promise<string> => {
    const keys = await administration.list();
    if (keys.length === 0) return 'There are no keys.';
    return keys
      .map(({ keyId, accountId, planId, preview, name, createdAt, revokedAt }) => {
        const state = revokedAt === undefined ? 'active' : 'revoked';
        return [keyId, accountId, planId, `${preview}…`, state, createdAt, name].join('  ');
      })
      .join('\n');
  },
  revoke: async (keyId: string): Promise<string> => {
    if (!(await administration.revoke(keyId))) throw new Error(`There is no key ${keyId}.`);
    return `${keyId} is revoked.`;
  },
  setPlan: async (keyOrAccountId: string, plan: string): Promise<string> => {
    const count = await administration.setPlan(keyOrAccountId, plan);
    return `${count} ${count === 1 ? 'key is' : 'keys are'} now on ${plan}.`;
  },
});
