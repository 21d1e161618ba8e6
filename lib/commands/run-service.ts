import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { minAccountConcurrency } from '#shared/contract/settings.ts';
import type { PlanOverrides } from '#shared/contract/plan.ts';
import { type Service, startService } from '../local/service.ts';
import { readStateFile, writeStateFile } from '../local/state-file.ts';
import { readPlainSecrets } from '../settings.ts';
import { closedWatchers } from './closed-watchers.ts';
import { accountsAt, keyAdministration } from './key-administration.ts';
import { secretsOfThisMachine } from './local-secrets.ts';
import { settingsWithModel } from './model-settings.ts';
import type { RunningService } from './running-service.ts';
import { createLifetime, stopWithParent } from './service-lifetime.ts';
import { synthesise } from './synthesise.ts';
import { isProgram, machineEnvironment } from './this-machine.ts';

export interface ServiceCommand {
  /** 0 = any free port. */
  readonly port: number;
  readonly fresh: boolean;
  /** Data directory. */
  readonly data: string;
  readonly memoryMb: number;
  /** Processes of one function at most. */
  readonly maxConcurrency: number;
  /** Running invocations of all functions together at most, as in an AWS account. */
  readonly accountConcurrency: number | undefined;
  /** URL of a DynamoDB emulator that replaces the embedded one. */
  readonly dynamodb: string | undefined;
  /** A program that runs handlers in place of the runner's own, such as AWS's runtime client. */
  readonly runtimeClient: string | undefined;
  /** Origins of proxies in front of the service and of the provider at which people sign in. */
  readonly url: string | undefined;
  readonly signInUrl: string | undefined;
  /** Prints one line of JSON when ready, and nothing else. */
  readonly json: boolean;
  /** OpenAI-compatible model endpoint. */
  readonly llm: string | undefined;
}

const stateOf = ({ baseUrl, outputs, endpoints }: Service): RunningService => ({
  baseUrl,
  table: outputs['ServiceTableName'] ?? '',
  dynamodb: endpoints['AWS_ENDPOINT_URL_DYNAMODB'] ?? '',
  crawlTable: outputs['CrawlTableName'],
  bucket: outputs['PagesBucketName'],
  s3: endpoints['AWS_ENDPOINT_URL_S3'],
  sqs: endpoints['AWS_ENDPOINT_URL_SQS'],
  region: endpoints['region'] ?? '',
  pid: process.pid,
});

/** API keys by plan. */
type PlanKeys = Readonly<Record<string, string>>;

/**
 * One key per plan, kept in the data directory, so that yesterday's key works today. A key that the database has lost,
 * such as one in memory, is replaced.
 */
async function planKeys(
  directory: string,
  { table, dynamodb, region }: RunningService,
  plans: PlanOverrides,
): Promise<PlanKeys> {
  const file = join(directory, 'keys.json');
  const remedy =
    'Delete it and start again: every plan then gets a new key, and the keys made before stay valid.';
  const kept = existsSync(file) ? readStateFile(file, remedy) : {};
  const records = accountsAt(table, { url: dynamodb, region, local: true });
  const administration = keyAdministration(records, plans);
  let isChanged = false;
  for (const { id } of administration.catalogue.plans) {
    if (await administration.isKey(String(kept[id]))) continue;
    kept[id] = (await administration.create({ plan: id, name: `${id} (npm start)` })).text;
    isChanged = true;
  }
  if (isChanged) writeStateFile(file, kept);
  return Object.fromEntries(Object.entries(kept).map(([plan, key]) => [plan, String(key)]));
}

/** Where the operator's proxy has to lead. */
function proxyText(url: string, signInUrl: string | undefined, localUrl: string): string {
  const service = `Lead the proxy of ${url} to ${localUrl}`;
  if (signInUrl === undefined) return `${service}.`;
  const people = new URL(localUrl);
  people.port = String(Number(people.port) + 1);
  return `${service}, and that of ${signInUrl} to ${people.origin}.`;
}

function printReady(
  { json, port, data, url, signInUrl }: ServiceCommand,
  { baseUrl: localUrl, outputs }: Service,
  keys: PlanKeys,
): void {
  const baseUrl = url ?? localUrl;
  if (json) {
    console.log(JSON.stringify({ baseUrl, keys }));
    return;
  }
  if (url !== undefined) console.log(`\n${proxyText(url, signInUrl, localUrl)}`);
  else if (port !== 0 && !localUrl.endsWith(`:${port}`))
    console.log(`\nPort ${port} is taken; the service uses the next free one.`);
  console.log(`\nBase URL  ${baseUrl}`);
  const accountUrl = outputs['AccountUrl'];
  if (accountUrl !== undefined) console.log(`Account   ${accountUrl}`);
  console.log('');
  for (const [plan, key] of Object.entries(keys)) console.log(`${plan.padEnd(10)} ${key}`);
  console.log(
    `\ncurl -s ${baseUrl}/api/v1/scrape -H 'X-API-Key: ${keys['starter'] ?? ''}' -H 'Content-Type: application/json' -d '{"url": "https://example.com"}'`,
  );
  console.log(`\nLogs are in ${join(data, 'logs')}. Ctrl-C stops everything.`);
}

/** Browsers are sent from one to the other when people sign in. */
function demandBothUrls({ url, signInUrl }: ServiceCommand, hasAccounts: boolean): void {
  if (!hasAccounts && signInUrl !== undefined)
    throw new Error('--sign-in-url is the URL of accounts, which ACCOUNT_PAGE=false leaves out.');
  if (hasAccounts && (url === undefined) !== (signInUrl === undefined))
    throw new Error(
      'Accounts need both --url and --sign-in-url: the proxy needs a host name for each. ACCOUNT_PAGE=false leaves accounts out.',
    );
  if (url !== undefined && signInUrl !== undefined && new URL(url).hostname === new URL(signInUrl).hostname)
    throw new Error(
      '--url and --sign-in-url need host names of their own: the proxy tells them apart by these.',
    );
}

/** Prints each step with the seconds since the start. */
function stepPrinter(isSilent: boolean): (step: string) => void {
  const startedAt = performance.now();
  return (step) => {
    if (isSilent) return;
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${seconds.padStart(5)}s  ${step}`);
  };
}

/** Runs the synthesised stack on this machine until it is stopped. Returns when the service is ready. */
export async function runService(command: ServiceCommand): Promise<void> {
  const { dynamodb } = command;
  const runtimeClient = command.runtimeClient === undefined ? undefined : resolve(command.runtimeClient);
  const { platform, arch, env: environment } = process;
  const functionEnvironment = machineEnvironment({
    platform,
    arch,
    environment,
    dynamodb,
    runtimeClient,
    isProgram,
  });
  const directory = resolve(command.data);
  const progress = stepPrinter(command.json);
  const lifetime = createLifetime(directory, progress);
  stopWithParent(() => lifetime.stop(0));
  // A closed terminal or pipe takes no more output; the service goes on without it.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

  // The stack is made for the account that is imitated, unless the environment names another.
  if (command.accountConcurrency !== undefined)
    process.env['ACCOUNT_CONCURRENCY'] ??= String(
      Math.max(minAccountConcurrency, command.accountConcurrency),
    );
  const { OPENAI_API_KEY: modelKey } = readPlainSecrets(process.env);
  const secrets = secretsOfThisMachine(process.env);
  const { plans, ACCOUNT_PAGE: hasAccounts } = await settingsWithModel(command.llm, modelKey, progress);
  demandBothUrls(command, hasAccounts);
  const service = await startService({
    assemble: (children) => synthesise(children, join(directory, 'cdk.out'), progress),
    directory,
    fresh: command.fresh,
    port: command.port,
    // A proxy leads to one port, whoever listens there.
    nextFreePort: command.url === undefined,
    maxConcurrency: command.maxConcurrency,
    accountConcurrency: command.accountConcurrency,
    publicUrl: command.url,
    publicIssuer: command.signInUrl,
    memoryMb: command.memoryMb,
    environment: {
      ...environment,
      ...(dynamodb === undefined ? {} : { AWS_ENDPOINT_URL_DYNAMODB: dynamodb }),
    },
    secrets,
    functionEnvironment,
    runtimeClient,
    upgrades: closedWatchers,
    progress,
    onFailure: (error) => {
      console.error(error.message);
      lifetime.stop(1);
    },
  });
  lifetime.started(service);
  const state = stateOf(service);
  const keys = await planKeys(directory, state, plans).catch((error: unknown) => {
    // A database that is being stopped creates no keys.
    if (!lifetime.isStopping()) throw error;
  });
  if (keys === undefined || lifetime.isStopping()) return;
  lifetime.announce(state);
  progress('ready');
  printReady(command, service, keys);
}
