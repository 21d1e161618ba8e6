import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';

import { buildBundles, bundleDirectory } from '../../lib/bundles.ts';
import { createChildProcesses } from '../../lib/local/child-processes.ts';
import { startFunctionProcess } from '../../lib/local/function-process.ts';
import { type LocalFunction, localStack } from '../../lib/local/local-stack.ts';
import { localCredentials } from '../../lib/local/provision.ts';
import { filesAtStart } from '../stack/files-at-start.ts';
import { ownAssembly } from '../stack/own-assembly.ts';
import { processorMsBelow } from './processor-time.ts';
import { progress } from './progress.ts';

// From starting a function's process until it asks for its first event: what a caller waits for when no warm one
// is left. The baseline is a function without code in the same runtime.

const rounds = 11;
const baseline = 'without code';

interface Start {
  readonly wallMs: number;
  readonly processorMs: number;
}

const directory = mkdtempSync(join(tmpdir(), 'winnow-cold-start-'));
const children = createChildProcesses();
const silence = new Writable({ write: (_chunk, _encoding, done) => done() });

async function start(definition: LocalFunction): Promise<Start> {
  const before = performance.now();
  const process = await startFunctionProcess({
    definition,
    environment: {
      AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
    },
    temporaryDirectory: join(directory, 'tmp'),
    children,
    log: silence,
    onExit: () => {},
  });
  if (!(await process.whenFree())) throw new Error(`${definition.name} did not start.`);
  const wallMs = performance.now() - before;
  const processorMs = processorMsBelow(process.pid ?? 0);
  await process.kill();
  return { wallMs, processorMs };
}

function functions(): Map<string, LocalFunction> {
  const { functions: deployed } = localStack(ownAssembly(join(directory, 'cdk.out')), {
    sqs: 'http://127.0.0.1:9',
    api: 'http://127.0.0.1:9',
    issuer: 'http://127.0.0.1:9',
  });
  const named = deployed.map((definition): [string, LocalFunction] => {
    const name = definition.environment['POWERTOOLS_SERVICE_NAME'] ?? definition.name;
    return [name, { ...definition, directory: bundleDirectory(name) }];
  });
  const [, anyFunction] = named[0] ?? [];
  if (anyFunction === undefined) throw new Error('The stack has no functions.');
  const empty = join(directory, 'empty');
  mkdirSync(empty);
  writeFileSync(join(empty, 'index.mjs'), 'export const handler = async () => ({});');
  return new Map([
    [baseline, { ...anyFunction, environment: {}, directory: empty }],
    ...named.toSorted(([a], [b]) => a.localeCompare(b)),
  ]);
}

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

try {
  progress('bundling the functions');
  await buildBundles({ hasAccountPage: true });
  const starts = new Map(
    [...functions()].map(([name, definition]) => [name, { definition, all: [] as Start[] }]),
  );
  for (let round = 0; round < rounds; round += 1) {
    progress('starting every function, round', round, rounds);
    for (const { definition, all } of starts.values()) all.push(await start(definition));
  }

  const processorMsOf = (name: string): number =>
    mean((starts.get(name)?.all ?? []).map((s) => s.processorMs));
  console.log(
    `${'function'.padEnd(20)}${'code, KB'.padStart(10)}${'ready, ms'.padStart(11)}${'processor, ms'.padStart(22)}`,
  );
  for (const [name, { definition, all }] of starts) {
    const kilobytes = filesAtStart(definition.directory).reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
    const processorMs = processorMsOf(name);
    const ratio = processorMs / processorMsOf(baseline);
    console.log(
      name.padEnd(20) +
        kilobytes.toFixed(0).padStart(10) +
        middle(all.map(({ wallMs }) => wallMs))
          .toFixed(0)
          .padStart(11) +
        `${processorMs.toFixed(0)} (${ratio.toFixed(1)}×)`.padStart(22),
    );
  }
} finally {
  await children.stop();
  rmSync(directory, { recursive: true, force: true });
}
