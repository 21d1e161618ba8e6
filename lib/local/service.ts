import { join } from 'node:path';

import { type ChildProcesses, createChildProcesses } from './child-processes.ts';
import { readCloudAssembly } from './cloud-assembly.ts';
import { claimDataDirectory } from './data-directory.ts';
import { explainedByDamage } from './database-damage.ts';
import { databaseFiles, startEmulators } from './emulators.ts';
import { startEventSources } from './event-source.ts';
import { serveGateway } from './gateway.ts';
import { region } from './intrinsics.ts';
import { runEvent, serveInvokeApi } from './invoke-api.ts';
import { createLambdaHost } from './lambda-host.ts';
import { localStack } from './local-stack.ts';
import { awsClients, expireObjects, localCredentials, provision } from './provision.ts';
import { startSchedules } from './schedule.ts';

export interface ServiceOptions {
  /** Makes the cloud assembly, as `node bin/app.ts` does, once the data directory is claimed; returns its folder. */
  readonly assemble: (children: ChildProcesses) => Promise<string>;
  /** Data, logs and temporary files. */
  readonly directory: string;
  readonly fresh: boolean;
  readonly port: number;
  readonly nextFreePort: boolean;
  /** Environments of one function at most. */
  readonly maxConcurrency: number;
  /** Megabytes that the environments of all functions may take together. */
  readonly memoryMb: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly progress: (step: string) => void;
  /** Called when a part of the running service has ended for good: it is of no use any more, and still to be stopped. */
  readonly onFailure: (error: Error) => void;
}

export interface Service {
  readonly baseUrl: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly endpoints: Readonly<Record<string, string>>;
  /** Of the functions. */
  readonly processIds: () => readonly number[];
  readonly emulatorProcessIds: () => readonly number[];
  readonly stop: () => Promise<void>;
}

type Cleanup = () => void | Promise<void>;

const hourMs = 3_600_000;

/**
 * Runs a cloud assembly on this machine. Everything started is stopped by `stop`, also when starting fails, and ends when
 * this process ends, in whatever way.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { directory, progress } = options;
  const cleanups: Cleanup[] = [];
  const stop = async () => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  };
  try {
    cleanups.push(claimDataDirectory(directory, options.fresh));
    const children = createChildProcesses();
    cleanups.push(children.stop);

    const assembled = options.assemble(children);
    // Handled below; it may fail while the emulators start.
    assembled.catch(() => {});
    progress('starting DynamoDB, SQS and S3');
    const dataDirectory = join(directory, 'data');
    const emulators = await startEmulators({
      dataDirectory,
      environment: options.environment,
      children,
      onFailure: options.onFailure,
    });
    cleanups.push(emulators.stop);

    progress('bundling the functions and synthesising the stack; the first time this includes the browser');
    const assembly = readCloudAssembly(await assembled);
    // The queue URLs of the template need the emulator's port; the API's own address is known last.
    const stack = localStack(assembly, { sqs: emulators.endpoints.sqs, api: '' });
    const clients = awsClients(emulators.endpoints);
    progress(
      `creating ${stack.tables.length} tables, ${stack.queues.length} queues, ${stack.buckets.length} buckets`,
    );
    await provision(stack, clients).catch((error: unknown) => {
      throw explainedByDamage(error, databaseFiles(dataDirectory));
    });

    const functionEnvironment: Record<string, string> = {
      AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
      AWS_ENDPOINT_URL_DYNAMODB: emulators.endpoints.dynamodb,
      AWS_ENDPOINT_URL_SQS: emulators.endpoints.sqs,
      AWS_ENDPOINT_URL_S3: emulators.endpoints.s3,
    };
    const host = createLambdaHost({
      functions: stack.functions,
      environment: functionEnvironment,
      directory,
      children,
      maxConcurrency: options.maxConcurrency,
      memoryMb: options.memoryMb,
    });
    cleanups.push(host.stop);
    const asyncDeps = { host, sqs: clients.sqs, queues: stack.queues };
    const invokeApi = await serveInvokeApi(asyncDeps);
    functionEnvironment['AWS_ENDPOINT_URL_LAMBDA'] = invokeApi.url;
    cleanups.push(invokeApi.close);

    progress(`serving ${stack.functions.length} functions`);
    const gateway = await serveGateway({
      api: stack.api,
      host,
      directory,
      port: options.port,
      nextFreePort: options.nextFreePort,
    });
    cleanups.push(gateway.close);
    const eventSources = startEventSources(stack, host, clients.sqs);
    cleanups.push(eventSources.stop);
    cleanups.push(
      startSchedules(stack.schedules, async (name, event) => {
        const target = host.definitionOf(name);
        if (target !== undefined) await runEvent(asyncDeps, target, event);
      }),
    );
    const expire = () =>
      void expireObjects(stack, clients.s3, Date.now()).catch((error: unknown) =>
        console.error('Expiring objects failed.', error),
      );
    expire();
    const expiry = setInterval(expire, hourMs);
    cleanups.push(() => clearInterval(expiry));

    return {
      baseUrl: gateway.url,
      outputs: localStack(assembly, { sqs: emulators.endpoints.sqs, api: gateway.url }).outputs,
      endpoints: { region, ...functionEnvironment },
      processIds: host.processIds,
      emulatorProcessIds: emulators.processIds,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
