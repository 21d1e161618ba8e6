import type { TestProject } from 'vitest/node';

import { type RunningService, startServiceAndSite } from './start-service.ts';

declare module 'vitest' {
  interface ProvidedContext {
    service: RunningService;
  }
}

/** One service for all end-to-end tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { service, stop } = await startServiceAndSite();
  project.provide('service', service);
  return stop;
}
