import './need-node-24.mjs';

import { commandLine, endWithUsage, runCommand } from '../lib/commands/command-line.ts';
import { keyCommands, keysOfService } from '../lib/commands/key-commands.ts';

const usage = `npm run keys -- COMMAND [options]

  create --plan PLAN --name NAME   make a key, shown once  [--account ID] [--operations scrape,search]
  list                             list the keys of all accounts
  revoke KEY_ID                    revoke a key at once
  set-plan KEY_ID|ACCOUNT_ID PLAN  move an account to another plan

The keys are those of the service that "npm start" runs here, or, with --table NAME (the stack's output
ServiceTableName), those of the deployed one, with your AWS credentials and region.
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
    },
  },
  usage,
);
const [command = 'help', first, second] = positionals;
const commands = () => keyCommands(keysOfService(values.table, values.data));
const required = (value: string | undefined, what: string): string =>
  value ?? endWithUsage(usage, `${what} is missing.`);

async function output(): Promise<string> {
  switch (command) {
    case 'create':
      return commands().create(values);
    case 'list':
      return commands().list();
    case 'revoke': {
      const keyId = required(first, 'The id of the key');
      return commands().revoke(keyId);
    }
    case 'set-plan': {
      const id = required(first, 'The id of a key or an account');
      const plan = required(second, 'The plan');
      return commands().setPlan(id, plan);
    }
    case 'help':
      return usage;
    default:
      return endWithUsage(usage, `There is no command "${command}".`);
  }
}

await runCommand(async () => console.log(await output()));
