import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createChildProcesses } from '../lib/local/child-processes.ts';
import { type EmulatorEndpoints, startEmulators } from '../lib/local/emulators.ts';
import { type LocalStack, localStack } from '../lib/local/local-stack.ts';
import { awsClients, provision } from '../lib/local/provision.ts';
import { ownAssembly } from './stack/own-assembly.ts';

export interface EmulatedAws {
  readonly endpoints: EmulatorEndpoints;
  readonly stop: () => Promise<void>;
}

/** Fresh emulators that keep everything in memory. */
export async function startEmulatedAws(): Promise<EmulatedAws> {
  const children = createChildProcesses();
  const emulators = await startEmulators({
    dataDirectory: undefined,
    environment: {},
    children,
    onFailure: (error) => {
      throw error;
    },
  });
  return {
    endpoints: emulators.endpoints,
    stop: async () => {
      await emulators.stop();
      await children.stop();
    },
  };
}

/** Fresh emulators with the stack's own tables, queues and bucket. */
export async function startEmulatedStack(): Promise<EmulatedAws & { readonly stack: LocalStack }> {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-stack-'));
  const aws = await startEmulatedAws();
  const stack = localStack(ownAssembly(join(directory, 'cdk.out')), {
    sqs: aws.endpoints.sqs,
    api: 'http://127.0.0.1:9',
    issuer: 'http://127.0.0.1:9',
  });
  await provision(stack, awsClients(aws.endpoints));
  return {
    ...aws,
    stack,
    stop: async () => {
      await aws.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
