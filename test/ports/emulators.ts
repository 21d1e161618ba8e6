import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import { createChildProcesses } from '../../lib/local/child-processes.ts';
import { startEmulators } from '../../lib/local/emulators.ts';
import { localStack } from '../../lib/local/local-stack.ts';
import { awsClients, provision } from '../../lib/local/provision.ts';
import { ownAssembly } from '../stack/own-assembly.ts';

export interface EmulatedServices {
  readonly dynamodb: string;
  readonly sqs: string;
  readonly s3: string;
  readonly tables: readonly string[];
  readonly bucket: string;
  readonly queues: Readonly<Record<string, string>>;
}

declare module 'vitest' {
  interface ProvidedContext {
    services: EmulatedServices;
  }
}

/** The stack's own tables, queues and bucket in fresh emulators; adapters are tested on what is deployed. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-contracts-'));
  const children = createChildProcesses();
  const emulators = await startEmulators({
    dataDirectory: undefined,
    environment: {},
    children,
    onFailure: (error) => {
      throw error;
    },
  });
  const stack = localStack(ownAssembly(join(directory, 'cdk.out')), {
    sqs: emulators.endpoints.sqs,
    api: 'http://127.0.0.1:9',
    issuer: 'http://127.0.0.1:9',
  });
  await provision(stack, awsClients(emulators.endpoints));
  project.provide('services', {
    ...emulators.endpoints,
    tables: stack.tables.map(({ name }) => name),
    bucket: stack.buckets[0]?.name ?? '',
    queues: Object.fromEntries(stack.queues.map(({ name, url }) => [name, url])),
  });
  return async () => {
    await emulators.stop();
    await children.stop();
    rmSync(directory, { recursive: true, force: true });
  };
}
