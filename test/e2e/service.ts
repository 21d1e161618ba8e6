import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import { startHostileAws } from '../hostile-aws/hostile-aws.ts';
import { type RunningService, startServiceAndSite } from './start-service.ts';

declare module 'vitest' {
  interface ProvidedContext {
    service: RunningService;
  }
}

/** Files and folders of the functions' code that have changed: on Lambda none may be written. */
async function writtenSince(startMs: number, directory: string): Promise<readonly string[]> {
  const code = join(directory, 'cdk.out');
  const entries = await readdir(code, { recursive: true });
  const times = await Promise.all(
    entries.map(async (entry) => ({ entry, changedMs: (await stat(join(code, entry))).mtimeMs })),
  );
  return times.filter(({ changedMs }) => changedMs > startMs).map(({ entry }) => entry);
}

/** One service for all end-to-end tests; with HOSTILE_AWS set, on an AWS that throttles, stalls and refuses. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const hostile = process.env['HOSTILE_AWS'] === undefined ? undefined : await startHostileAws();
  const { service, stop } = await startServiceAndSite([], hostile?.settings);
  project.provide('service', service);
  const startedMs = Date.now();
  return async () => {
    const written = await writtenSince(startedMs, service.directory);
    await stop();
    await hostile?.stop();
    for (const [name, { counts }] of Object.entries(hostile?.proxies ?? {}))
      process.stdout.write(`Faults of ${name}: ${JSON.stringify(counts)}\n`);
    if (written.length > 0) throw new Error(`Functions have written into their code: ${written.join(', ')}`);
  };
}
