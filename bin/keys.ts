import './need-node-24.mjs';

import { deleteAccountOf } from '../lib/commands/account-deletion.ts';
import {
  commandLine,
  type CommandShape,
  endWithUsage,
  misfit,
  runCommand,
} from '../lib/commands/command-line.ts';
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
      name: { type: 'string' },
      account: { type: 'string' },
      operations: { type: 'string' },
      environment: { type: 'string' },
      budget: { type: 'string' },
      expires: { type: 'string' },
      grace: { type: 'string' },
      month: { type: 'string' },
      yes: { type: 'boolean' },
      table: { type: 'string' },
      'crawl-table': { type: 'string' },
      bucket: { type: 'string' },
      data: { type: 'string' },
    },
  },
  usage,
);
const { name = 'key', grace = '24', yes = false, data = '.winnow', ...chosen } = values;
const [typedCommand, ...words] = positionals;

interface Command extends CommandShape {
  /** The words are as many as the shape has. Returns the text to print. */
  readonly run: (words: readonly string[]) => Promise<string>;
}

const anyService = ['table', 'data'];
const keyId = 'The id of the key';
const accountId = 'The id of the account';
/** Connects to the service, when what was typed is known to be a command. */
const keys = () => keyCommands(keysOfService(chosen.table, data));

const commands: Readonly<Record<string, Command>> = {
  help: { words: [], options: [], run: async () => usage },
  create: {
    words: [],
    options: ['plan', 'name', 'account', 'operations', 'environment', 'budget', 'expires', ...anyService],
    run: () => keys().create({ ...chosen, name }),
  },
  list: {
    words: [],
    optionalWord: accountId,
    options: anyService,
    run: ([account]) => keys().list(account),
  },
  rename: {
    words: [keyId, 'The new name'],
    options: anyService,
    run: ([key = '', newName = '']) => keys().rename(key, newName),
  },
  rotate: {
    words: [keyId],
    options: ['grace', ...anyService],
    run: ([key = '']) => keys().rotate(key, grace),
  },
  revoke: { words: [keyId], options: anyService, run: ([key = '']) => keys().revoke(key) },
  accounts: { words: [], options: anyService, run: () => keys().accounts() },
  usage: {
    words: [accountId],
    options: ['month', ...anyService],
    run: ([account = '']) => keys().usage(account, chosen.month),
  },
  suspend: { words: [accountId], options: anyService, run: ([account = '']) => keys().suspend(account) },
  resume: { words: [accountId], options: anyService, run: ([account = '']) => keys().resume(account) },
  'set-plan': {
    words: ['The id of a key or an account', 'The plan'],
    options: anyService,
    run: ([id = '', plan = '']) => keys().setPlan(id, plan),
  },
  'delete-account': {
    words: [accountId],
    options: ['yes', 'crawl-table', 'bucket', ...anyService],
    run: ([account = '']) => deleteAccountOf({ ...chosen, data }, account, yes),
  },
};

/** The command that was typed; the usage when nothing was. */
function commandNamed(typed: string | undefined): readonly [string, Command] {
  const named = typed ?? (Object.keys(values).length === 0 ? 'help' : undefined);
  if (named === undefined) return endWithUsage(usage, 'The command is missing.');
  const command = Object.hasOwn(commands, named) ? commands[named] : undefined;
  return command === undefined ? endWithUsage(usage, `There is no command "${named}".`) : [named, command];
}

const [named, command] = commandNamed(typedCommand);
const isOfTwoServices = values.table !== undefined && values.data !== undefined;
const problem =
  misfit(named, command, words, Object.keys(values)) ??
  (isOfTwoServices
    ? '--table is for a deployed service and --data for a local one: leave one out.'
    : undefined);
if (problem !== undefined) endWithUsage(usage, problem);
await runCommand(async () => console.log(await command.run(words)));
