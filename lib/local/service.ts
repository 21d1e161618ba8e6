import { join } from 'node:path';

import { readCloudAssembly } from './cloud-assembly.ts';
import { claimDataDirectory } from './data-directory.ts';
import { startEmulators } from './emulators.ts';
import { startEventSources } from './event-source.ts';
import { serveGateway } from './gateway.ts';
import { region } from './intrinsics.ts';
import { runEvent, serveInvokeApi } from './invoke-api.ts';
import { createLambdaHost } from './lambda-host.ts';
import { localStack } from './local-stack.ts';
import { awsClients, expireObjects, localCredentials, provision } from './provision.ts';
import { startSchedules } from './schedule.ts';

export interface ServiceOptions {
  /** What `node bin/app.ts` wrote. */
  readonly assemblyDirectory: string;
  /** Data, logs and temporary files. */
  readonly directory: string;
  readonly fresh: boolean;
  readonly port: number;
  readonly nextFreePort: boolean;
  readonly maxConcurrency: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly progress: (step: string) => void;
}

export interface Service {
  readonly baseUrl: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly endpoints: Readonly<Record<string, string>>;
  readonly processIds: () => readonly number[];
  readonly stop: () => Promise<void>;
}

type Cleanup = () => void | Promise<void>;

const hourMs = 3_600_000;

/** Runs a cloud assembly on this machine. Everything started is stopped by `stop`, also when starting fails. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { directory, progress } = options;
  const cleanups: Cleanup[] = [];
  const stop = async () => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  };
  try {
    cleanups.push(claimDataDirectory(directory, options.fresh));

    progress('starting DynamoDB, SQS and S3');
    const emulators = await startEmulators(join(directory, 'data'), options.environment);
    cleanups.push(emulators.stop);

    progress('reading the stack');
    const assembly = readCloudAssembly(options.assemblyDirectory);
    // The queue URLs of the template need the emulator's port; the API's own address is known last.
    const stack = localStack(assembly, { sqs: emulators.endpoints.sqs, api: '' });
    const clients = awsClients(emulators.endpoints);
    progress(
      `creating ${stack.tables.length} tables, ${stack.queues.length} queues, ${stack.buckets.length} buckets`,
    );
    await provision(stack, clients);

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
      maxConcurrency: options.maxConcurrency,
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
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
