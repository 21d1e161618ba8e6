import type { TestProject } from 'vitest/node';

import { startHostileAws } from '../hostile-aws/hostile-aws.ts';
import { type RunningService, startServiceAndSite } from './start-service.ts';

declare module 'vitest' {
  interface ProvidedContext {
    service: RunningService;
  }
}

/** One service for all end-to-end tests; with HOSTILE_AWS set, on an AWS that throttles, stalls and refuses. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const hostile = process.env['HOSTILE_AWS'] === undefined ? undefined : await startHostileAws();
  const { service, stop } = await startServiceAndSite([], hostile?.settings);
  project.provide('service', service);
  return async () => {
    await stop();
    await hostile?.stop();
    for (const [name, { counts }] of Object.entries(hostile?.proxies ?? {}))
      process.stdout.write(`Faults of ${name}: ${JSON.stringify(counts)}\n`);
  };
}
