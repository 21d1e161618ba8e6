import './need-node-24.mjs';

import { deleteAccountOf } from '../lib/commands/account-deletion.ts';
import { commandLine, endWithUsage, runCommand } from '../lib/commands/command-line.ts';
import { keyCommands, keysOfService } from '../lib/commands/key-commands.ts';

const usage = `npm run keys -- COMMAND [options]

  create --plan PLAN --name NAME   make an account (plan hobby by default) and its first key, which is shown once
    --account ID                   make a further key of this account instead, on its plan
    --environment development      a label (default production)
    --operations scrape,search     limit the key to these operations
    --budget REQUESTS              limit the key to so many requests a month
    --expires 2027-01-31           refuse the key from this date on (UTC)
  list [ACCOUNT_ID]                list the keys of all accounts, or of one
  rename KEY_ID NAME               give a key another name
  rotate KEY_ID [--grace HOURS]    replace a key; the old one is valid for HOURS (0 to 24, default 24)
  revoke KEY_ID                    revoke a key at once
  accounts                         list the accounts
  usage ACCOUNT_ID [--month M]     show a month (such as 2026-11) by day, key and operation
  suspend ACCOUNT_ID               refuse all requests of an account
  resume ACCOUNT_ID                end its suspension
  set-plan KEY_ID|ACCOUNT_ID PLAN  move an account to another plan
  delete-account ACCOUNT_ID --yes  delete an account with all that is stored for it

The keys are those of the service that "npm start" runs here, or, with --table NAME (the stack's output
ServiceTableName), those of the deployed one, with your AWS credentials and region.
  --crawl-table NAME --bucket NAME to delete an account there (CrawlTableName, PagesBucketName)
  --data DIR                       data folder of the local service (default .winnow)

Exit codes: 0 done, 1 refused or failed, 2 not a command.`;

const { values, positionals } = commandLine(
  {
    allowPositionals: true,
    options: {
      plan: { type: 'string' },
      name: { type: 'string', default: 'key' },
      account: { type: 'string' },
      operations: { type: 'string' },
      environment: { type: 'string' },
      budget: { type: 'string' },
      expires: { type: 'string' },
      grace: { type: 'string', default: '24' },
      month: { type: 'string' },
      yes: { type: 'boolean', default: false },
      table: { type: 'string' },
      'crawl-table': { type: 'string' },
      bucket: { type: 'string' },
      data: { type: 'string', default: '.winnow' },
    },
  },
  usage,
);
const [command = 'help', first, second] = positionals;

/** The word after the command, or the one after that. */
const required = (value: string | undefined, what: string): string =>
  value ?? endWithUsage(usage, `${what} is missing.`);
const keyId = () => required(first, 'The id of the key');
const accountId = () => required(first, 'The id of the account');

type Commands = ReturnType<typeof keyCommands>;

/** Checks the arguments before it connects to the service, so that a missing argument is reported first. */
function action(): (commands: () => Commands) => Promise<string> {
  switch (command) {
    case 'create':
      return (commands) => commands().create(values);
    case 'list':
      return (commands) => commands().list(first);
    case 'accounts':
      return (commands) => commands().accounts();
    case 'rename': {
      const [id, name] = [keyId(), required(second, 'The new name')];
      return (commands) => commands().rename(id, name);
    }
    case 'rotate': {
      const id = keyId();
      return (commands) => commands().rotate(id, values.grace);
    }
    case 'revoke': {
      const id = keyId();
      return (commands) => commands().revoke(id);
    }
    case 'usage': {
      const id = accountId();
      return (commands) => commands().usage(id, values.month);
    }
    case 'suspend': {
      const id = accountId();
      return (commands) => commands().suspend(id);
    }
    case 'resume': {
      const id = accountId();
      return (commands) => commands().resume(id);
    }
    case 'set-plan': {
      const [id, plan] = [required(first, 'The id of a key or an account'), required(second, 'The plan')];
      return (commands) => commands().setPlan(id, plan);
    }
    case 'delete-account': {
      const id = accountId();
      return () => deleteAccountOf(values, id, values.yes);
    }
    default:
      return endWithUsage(usage, `There is no command "${command}".`);
  }
}

if (command === 'help') console.log(usage);
else {
  const act = action();
  await runCommand(async () =>
    console.log(await act(() => keyCommands(keysOfService(values.table, values.data)))),
  );
}
