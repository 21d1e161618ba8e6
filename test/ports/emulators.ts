import type { TestProject } from 'vitest/node';

import { startEmulatedStack } from '../emulated-aws.ts';

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

/** Adapters are tested on what is deployed. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { endpoints, stack, stop } = await startEmulatedStack();
  project.provide('services', {
    ...endpoints,
    tables: stack.tables.map(({ name }) => name),
    bucket: stack.buckets[0]?.name ?? '',
    queues: Object.fromEntries(stack.queues.map(({ name, url }) => [name, url])),
  });
  return stop;
}
