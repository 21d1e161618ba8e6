import './need-node-24.mjs';

import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { operations } from '#shared/contract/usage.ts';
import { readStateFile } from '../lib/local/state-file.ts';
import { readSettings } from '../lib/settings.ts';
import { commandLine } from '../lib/commands/command-line.ts';
import { keyAdministration, type KeyAdministration } from '../lib/commands/key-administration.ts';

const usage = `npm run keys -- COMMAND [options]

  create --plan PLAN --name NAME   make a key, shown once  [--account ID] [--operations scrape,search]
  list                             keys of all accounts
  revoke KEY_ID                    stop a key at once
  set-plan KEY_ID|ACCOUNT_ID PLAN  move an account to another plan

Where: the service that "npm start" runs here; with --table NAME (the stack's output
ServiceTableName) the one on AWS, with your AWS credentials and region.
  --data DIR                       data folder of the local service (default .winnow)`;

const { values, positionals } = commandLine(
  {
    allowPositionals: true,
    options: {
      plan: { type: 'string', default: 'hobby' },
      name: { type: 'string', default: 'key' },
      account: { type: 'string' },
      operations: { type: 'string' },
      table: { type: 'string' },
      data: { type: 'string', default: '.winnow' },
      help: { type: 'boolean', default: false },
    },
  },
  usage,
);

interface RunningService {
  readonly table: string;
  readonly dynamodb: string;
  readonly region: string;
}

function administration(): KeyAdministration {
  const { plans } = readSettings(process.env);
  if (values.table !== undefined) return keyAdministration(values.table, {}, plans);
  const stateFile = join(values.data, 'service.json');
  if (!existsSync(stateFile))
    throw new Error(
      'No service is running here. Start one with "npm start", or name the table of a deployed one with --table.',
    );
  const { table, dynamodb, region } = readStateFile(
    stateFile,
    'Stop the service and start it again, which writes it anew.',
  ) as unknown as RunningService;
  return keyAdministration(table, { url: dynamodb, region, local: true }, plans);
}

function chosenOperations() {
  if (values.operations === undefined) return undefined;
  return values.operations.split(',').map((name) => {
    const operation = operations.find((candidate) => candidate === name.trim());
    if (operation === undefined)
      throw new Error(`There is no operation "${name}". Operations: ${operations.join(', ')}.`);
    return operation;
  });
}

const required = (value: string | undefined, what: string): string => {
  if (value === undefined) throw new Error(`${what} is missing.\n\n${usage}`);
  return value;
};

async function run([command = 'help', first, second]: readonly string[]): Promise<void> {
  switch (command) {
    case 'create': {
      const { plan, name, account } = values;
      const { text, key } = await administration().create({
        plan,
        name,
        account,
        operations: chosenOperations(),
      });
      console.log(`key             ${text}\nwebhook secret  ${key.webhookSecret}`);
      console.log(
        `id              ${key.keyId}\naccount         ${key.accountId}\nplan            ${key.planId}`,
      );
      console.log('The key is shown this once; only its hash is stored.');
      return;
    }
    case 'list': {
      for (const {
        keyId,
        accountId,
        planId,
        preview,
        name,
        createdAt,
        revokedAt,
      } of await administration().list())
        console.log(
          [
            keyId,
            accountId,
            planId,
            `${preview}…`,
            revokedAt === undefined ? 'active' : 'revoked',
            createdAt,
            name,
          ].join('  '),
        );
      return;
    }
    case 'revoke': {
      const keyId = required(first, 'The id of the key');
      if (!(await administration().revoke(keyId))) throw new Error(`There is no key ${keyId}.`);
      console.log(`${keyId} is revoked.`);
      return;
    }
    case 'set-plan': {
      const plan = required(second, 'The plan');
      const count = await administration().setPlan(required(first, 'The id of a key or an account'), plan);
      console.log(`${count} ${count === 1 ? 'key is' : 'keys are'} now on ${plan}.`);
      return;
    }
    default:
      console.log(usage);
      process.exitCode = command === 'help' ? 0 : 2;
  }
}

try {
  await run(values.help ? [] : positionals);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
