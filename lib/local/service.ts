import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { type ChildProcesses, createChildProcesses } from './child-processes.ts';
import { type CloudAssembly, readCloudAssembly } from './cloud-assembly.ts';
import { claimDataDirectory } from './data-directory.ts';
import { explainedByDamage } from './database-damage.ts';
import { databaseFiles, type Emulators, startEmulators } from './emulators.ts';
import { startEventSources } from './event-source.ts';
import { expireObjects, expireRows } from './expiry.ts';
import { type Gateway, openGateway } from './gateway.ts';
import { region } from './intrinsics.ts';
import type { Upgrades } from './http-server.ts';
import { runEvent, serveInvokeApi } from './invoke-api.ts';
import { createLambdaHost, type LambdaHost } from './lambda-host.ts';
import { type LocalStack, localStack } from './local-stack.ts';
import { peopleIn } from './people/people.ts';
import { keptPeoplePort, servePeople } from './people/serve-people.ts';
import { serveUserPoolApi } from './people/user-pool-api.ts';
import { type AwsClients, awsClients, localCredentials, provision } from './provision.ts';
import { startSchedules } from './schedule.ts';
import { serveSecretsApi } from './secrets-api.ts';

export interface ServiceOptions {
  /** Makes the cloud assembly, like `node bin/app.ts`, once the data directory is locked; resolves to its folder. */
  readonly assemble: (children: ChildProcesses) => Promise<string>;
  /** Data, logs and temporary files. */
  readonly directory: string;
  readonly fresh: boolean;
  readonly port: number;
  readonly nextFreePort: boolean;
  /** Origins of proxies in front of the gateway and of the provider at which people sign in. */
  readonly publicUrl?: string | undefined;
  readonly publicIssuer?: string | undefined;
  /** Maximum number of environments of one function. */
  readonly maxConcurrency: number;
  /** Maximum number of running invocations of all functions together, as in an AWS account; no limit when left out. */
  readonly accountConcurrency?: number | undefined;
  /** The memory for the environments of all functions together. */
  readonly memoryMb: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The texts of Secrets Manager, by ARN. */
  readonly secrets?: ReadonlyMap<string, string>;
  /** A program that runs handlers in place of the runner's own, such as AWS's runtime client. */
  readonly runtimeClient?: string | undefined;
  /** Variables that every function gets beside those of the template. */
  readonly functionEnvironment?: Readonly<Record<string, string>>;
  /** Requests for another protocol that the gateway answers itself; it treats all others as if they had not asked. */
  readonly upgrades?: Upgrades | undefined;
  readonly progress: (step: string) => void;
  /** Called when a part of the service has ended for good. The service is useless then, and must still be stopped. */
  readonly onFailure: (error: Error) => void;
}

export interface Service {
  readonly baseUrl: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly endpoints: Readonly<Record<string, string>>;
  /** The processes of the functions. */
  readonly processIds: () => readonly number[];
  readonly emulatorProcessIds: () => readonly number[];
  readonly stop: () => Promise<void>;
}

/** Keeps how to stop what was started; the last started is stopped first. */
interface Cleanups {
  readonly add: (cleanup: () => void | Promise<void>) => void;
  readonly run: () => Promise<void>;
}

function createCleanups(): Cleanups {
  const cleanups: (() => void | Promise<void>)[] = [];
  return {
    add: (cleanup) => cleanups.push(cleanup),
    run: async () => {
      for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
    },
  };
}

const hourMs = 3_600_000;

/** The emulators with the stack's resources in them, and the stack that they serve. */
interface Backends {
  readonly children: ChildProcesses;
  readonly emulators: Emulators;
  readonly clients: AwsClients;
  readonly stack: LocalStack;
  /** The variables by which functions find the services of this machine. */
  readonly environment: Readonly<Record<string, string>>;
}

const hasUserPool = ({ resources }: CloudAssembly): boolean =>
  Object.values(resources).some(({ Type: type }) => type === 'AWS::Cognito::UserPool');

const dataOf = (directory: string): string => join(directory, 'data');
const providerFile = (directory: string): string => join(dataOf(directory), 'sign-in.json');

/** The stack, whose references are URLs of this machine, and the provider at which its people sign in. */
async function startStack(
  assembly: CloudAssembly,
  endpoints: { readonly sqs: string; readonly gateway: Gateway },
  { directory, publicUrl, publicIssuer }: ServiceOptions,
  cleanups: Cleanups,
): Promise<Pick<Backends, 'stack' | 'environment'>> {
  const { sqs, gateway } = endpoints;
  const api = publicUrl ?? gateway.url;
  if (!hasUserPool(assembly)) return { stack: localStack(assembly, { sqs, api }), environment: {} };
  const server = await servePeople(providerFile(directory), gateway.port + 1, publicIssuer);
  cleanups.add(server.close);
  const stack = localStack(assembly, { sqs, api, issuer: server.issuer });
  const { userPool } = stack;
  if (userPool === undefined) return { stack, environment: {} };
  const people = peopleIn(join(dataOf(directory), 'people.json'), userPool.passwordPolicy);
  await server.open(userPool, people);
  const poolApi = await serveUserPoolApi(userPool.id, people);
  cleanups.add(poolApi.close);
  return { stack, environment: { AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: poolApi.url } };
}

async function startBackends(
  options: ServiceOptions,
  gateway: Gateway,
  cleanups: Cleanups,
): Promise<Backends> {
  const { directory, environment, onFailure, progress } = options;
  const children = createChildProcesses();
  cleanups.add(children.stop);

  const assembled = options.assemble(children);
  // Awaited below; it may fail while the emulators start.
  assembled.catch(() => {});
  progress('starting DynamoDB, SQS and S3');
  const emulators = await startEmulators({
    dataDirectory: dataOf(directory),
    environment,
    children,
    onFailure,
  });
  cleanups.add(emulators.stop);

  const assembly = readCloudAssembly(await assembled);
  const endpoints = { sqs: emulators.endpoints.sqs, gateway };
  const { stack, environment: found } = await startStack(assembly, endpoints, options, cleanups);
  const clients = awsClients(emulators.endpoints);
  const counted = (things: readonly unknown[], name: string): string =>
    `${things.length} ${name}${things.length === 1 ? '' : 's'}`;
  progress(
    `creating ${counted(stack.tables, 'table')}, ${counted(stack.queues, 'queue')}, ${counted(stack.buckets, 'bucket')}`,
  );
  await provision(stack, clients, { fresh: options.fresh }).catch((error: unknown) => {
    throw explainedByDamage(error, databaseFiles(dataOf(directory)));
  });
  return { children, emulators, clients, stack, environment: found };
}

/**
 * Another path of a folder: sockets, such as the one that Chrome makes among its temporary files, have paths of at most
 * 103 characters.
 */
function shortPathOf(directory: string, cleanups: Cleanups): string {
  mkdirSync(directory, { recursive: true });
  const parent = mkdtempSync('/tmp/winnow-');
  cleanups.add(() => rmSync(parent, { recursive: true, force: true }));
  const link = join(parent, 't');
  symlinkSync(directory, link);
  return link;
}

interface Functions {
  readonly host: LambdaHost;
  readonly endpoints: Readonly<Record<string, string>>;
  readonly run: (name: string, event: string) => Promise<void>;
}

/** The functions, and the API by which they invoke each other. */
async function startFunctions(
  options: ServiceOptions,
  { children, emulators, clients, stack, environment: found }: Backends,
  cleanups: Cleanups,
): Promise<Functions> {
  const secretsApi = await serveSecretsApi(options.secrets ?? new Map());
  cleanups.add(secretsApi.close);
  const environment: Record<string, string> = {
    ...options.functionEnvironment,
    ...found,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secretsApi.url,
    AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: emulators.endpoints.dynamodb,
    AWS_ENDPOINT_URL_SQS: emulators.endpoints.sqs,
    AWS_ENDPOINT_URL_S3: emulators.endpoints.s3,
  };
  const host = createLambdaHost({
    functions: stack.functions,
    environment,
    logDirectory: join(options.directory, 'logs'),
    temporaryDirectory: shortPathOf(join(options.directory, 'tmp'), cleanups),
    children,
    runtimeClient: options.runtimeClient,
    maxConcurrency: options.maxConcurrency,
    accountConcurrency: options.accountConcurrency,
    memoryMb: options.memoryMb,
  });
  cleanups.add(host.stop);
  const invoking = { host, sqs: clients.sqs, queues: stack.queues };
  const invokeApi = await serveInvokeApi(invoking);
  environment['AWS_ENDPOINT_URL_LAMBDA'] = invokeApi.url;
  cleanups.add(invokeApi.close);
  return {
    host,
    endpoints: { region, ...environment },
    run: async (name, event) => {
      const target = host.definitionOf(name);
      if (target !== undefined) await runEvent(invoking, target, event);
    },
  };
}

/** Deletes expired objects and rows. What could not be deleted is tried again with the next. */
async function expireAll({ stack, clients }: Backends, signal: AbortSignal): Promise<void> {
  const outcomes = await Promise.allSettled([
    expireObjects(stack.buckets, clients.s3, Date.now()),
    expireRows(stack.tables, clients.dynamo, Date.now(), signal),
  ]);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected' && !signal.aborted)
      console.error('What has expired could not be deleted.', String(outcome.reason));
}

/** Deletes what has expired now and an hour after each time. */
function startExpiry(backends: Backends, cleanups: Cleanups): void {
  const stopped = new AbortController();
  cleanups.add(() => stopped.abort());
  const { signal } = stopped;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await expireAll(backends, signal);
      await sleep(hourMs, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  void run();
}

async function startAll(options: ServiceOptions, cleanups: Cleanups): Promise<Service> {
  const { directory, port, nextFreePort, progress } = options;
  cleanups.add(await claimDataDirectory(directory, options.fresh));
  const gateway = await openGateway({
    directory,
    port,
    nextFreePort,
    reservedPort: options.publicUrl === undefined ? keptPeoplePort(providerFile(directory)) : undefined,
    isBehindProxy: options.publicUrl !== undefined,
    upgrades: options.upgrades,
  });
  cleanups.add(gateway.close);
  const backends = await startBackends(options, gateway, cleanups);
  const { stack, clients, emulators } = backends;
  const { host, endpoints, run } = await startFunctions(options, backends, cleanups);

  progress(`serving ${stack.functions.length} functions`);
  gateway.open(stack.api, host);
  cleanups.add(gateway.close);
  cleanups.add(startEventSources(stack, host, clients.sqs).stop);
  cleanups.add(startSchedules(stack.schedules, run));
  startExpiry(backends, cleanups);
  return {
    baseUrl: gateway.url,
    outputs: stack.outputs,
    endpoints,
    processIds: host.processIds,
    emulatorProcessIds: emulators.processIds,
    stop: cleanups.run,
  };
}

/**
 * Runs a cloud assembly on this machine. All of its parts are stopped by `stop` or when the start fails, and end when
 * this process ends, in whatever way.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const cleanups = createCleanups();
  try {
    return await startAll(options, cleanups);
  } catch (error) {
    await cleanups.run();
    throw error;
  }
}
