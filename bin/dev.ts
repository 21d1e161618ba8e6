import './need-node-24.mjs';

import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

import type { ChildProcesses } from '../lib/local/child-processes.ts';
import { defaultMemoryMb } from '../lib/local/memory-budget.ts';
import { type Service, startService } from '../lib/local/service.ts';
import { readStateFile, writeStateFile } from '../lib/local/state-file.ts';
import { readSettings } from '../lib/settings.ts';
import { commandLine } from '../lib/commands/command-line.ts';
import { firstModel } from '../lib/commands/first-model.ts';
import { keyAdministration } from '../lib/commands/key-administration.ts';

const usage = `npm start -- [options]        run the whole service on this machine

  --port N         listen on N, or the next free port (default 3000)
  --fresh          forget stored pages, keys and usage
  --data DIR       where they are kept (default .winnow)
  --memory MB      what the functions' processes may take together (default half of the machine's memory)
  --concurrency N  processes of one function at most (default as many as the memory allows)
  --json           when ready, one line of JSON on standard output and nothing else
  --llm URL        an OpenAI-compatible model endpoint (sets OPENAI_BASE_URL, and LLM_MODEL when it is not set)

Settings are read from the environment and .env; .env.example lists them.`;

const { values } = commandLine(
  {
    options: {
      port: { type: 'string', default: '3000' },
      fresh: { type: 'boolean', default: false },
      data: { type: 'string', default: '.winnow' },
      memory: { type: 'string', default: String(defaultMemoryMb()) },
      concurrency: { type: 'string', default: '1000' },
      json: { type: 'boolean', default: false },
      llm: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  },
  usage,
);

const startedAt = performance.now();
const progress = (step: string): void => {
  if (!values.json)
    console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)}s  ${step}`);
};

const numberOf = (name: 'port' | 'concurrency' | 'memory', min: number, max: number): number => {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < min || value > max)
    throw new Error(`--${name} must be a number from ${min} to ${max}.`);
  return value;
};

/** The operator's settings, with the endpoint of `--llm` and, when none is named, its first model. */
async function chosenSettings(): Promise<ReturnType<typeof readSettings>> {
  if (values.llm !== undefined) process.env['OPENAI_BASE_URL'] = values.llm;
  const settings = readSettings(process.env);
  if (values.llm === undefined || settings.LLM_MODEL !== undefined) return settings;
  const LLM_MODEL = await firstModel(values.llm, settings.OPENAI_API_KEY);
  progress(`asking the model ${LLM_MODEL}`);
  process.env['LLM_MODEL'] = LLM_MODEL;
  return { ...settings, LLM_MODEL };
}

/** In a process of its own: the bundler and the CDK take a gigabyte, which they would keep. */
async function synthesise(children: ChildProcesses, outdir: string): Promise<string> {
  const child = children.spawn(process.execPath, [join(import.meta.dirname, 'app.ts'), '--quick'], {
    env: { ...process.env, CDK_OUTDIR: outdir },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const complaints = child.stderr === null ? '' : text(child.stderr);
  const [code, signal] = await new Promise<[number | null, string | null]>((settle, reject) => {
    child.once('error', reject);
    child.once('exit', (...ending) => settle(ending));
  });
  if (code !== 0)
    throw new Error((await complaints).trim() || `Synthesising the stack ended with ${signal ?? code}.`);
  return outdir;
}

/** One key per plan, kept beside the data, so that yesterday's key works today. */
async function readyKeys(
  directory: string,
  table: string,
  dynamodb: string,
  region: string,
  plans: ReturnType<typeof readSettings>['plans'],
): Promise<Readonly<Record<string, string>>> {
  const file = join(directory, 'keys.json');
  const kept = existsSync(file)
    ? readStateFile(
        file,
        'Delete it and start again: every plan then gets a new key, and the keys of before stay valid.',
      )
    : {};
  const administration = keyAdministration(table, { url: dynamodb, region, local: true }, plans);
  const missing = administration.catalogue.plans.filter(({ id }) => kept[id] === undefined);
  for (const { id } of missing)
    kept[id] = (await administration.create({ plan: id, name: `${id} (npm start)` })).text;
  if (missing.length > 0) writeStateFile(file, kept);
  return Object.fromEntries(Object.entries(kept).map(([plan, key]) => [plan, String(key)]));
}

const curl = (baseUrl: string, key: string): string =>
  `curl -s ${baseUrl}/api/v1/scrape -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' -d '{"url": "https://example.com"}'`;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const parentLookMs = 250;

/** npm does not pass every signal on, and none when it is killed: its end is this service's end. */
function whenNpmEnds(stop: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const npm = process.ppid;
  setInterval(() => process.ppid !== npm && stop(), parentLookMs).unref();
}

/** Ending in order takes a tenth of a second; the guard of the child processes ends what hangs. */
const stopMs = 5_000;

interface Lifetime {
  /** From now on stopping stops this service, too. */
  readonly started: (service: Service) => void;
  /** Writes the state file, from which other commands learn where this service is. */
  readonly announce: (state: object) => void;
  readonly isStopping: () => boolean;
  readonly stop: (exitCode: number) => void;
}

/** Ends the service once. Ctrl-C under npm comes twice, from the terminal and from npm. */
function createLifetime(stateFile: string): Lifetime {
  let service: Service | undefined;
  let isStopping = false;
  // The file may be that of another service, which runs on the same data directory.
  let isAnnounced = false;
  return {
    started: (running) => {
      service = running;
    },
    announce: (state) => {
      writeStateFile(stateFile, state);
      isAnnounced = true;
    },
    isStopping: () => isStopping,
    stop: (exitCode) => {
      if (isStopping) return;
      isStopping = true;
      setTimeout(() => process.exit(exitCode), stopMs).unref();
      progress('stopping');
      if (isAnnounced) rmSync(stateFile, { force: true });
      // Before the service is ready, its child processes end with this one.
      Promise.resolve(service?.stop())
        .catch((error: unknown) => console.error('Stopping failed.', messageOf(error)))
        .finally(() => process.exit(exitCode));
    },
  };
}

async function main(): Promise<void> {
  const directory = resolve(values.data);
  const stateFile = join(directory, 'service.json');
  const port = numberOf('port', 0, 65_535);
  const maxConcurrency = numberOf('concurrency', 1, 1_000);
  const memoryMb = numberOf('memory', 64, 1_000_000);
  const { started, announce, isStopping, stop } = createLifetime(stateFile);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0));
  whenNpmEnds(() => stop(0));
  // A terminal or a pipe that has gone takes no more words; the service goes on without them.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

  const { plans } = await chosenSettings();
  const service = await startService({
    assemble: (children) => synthesise(children, join(directory, 'cdk.out')),
    directory,
    fresh: values.fresh,
    port,
    nextFreePort: true,
    maxConcurrency,
    memoryMb,
    environment: process.env,
    progress,
    onFailure: (error) => {
      console.error(error.message);
      stop(1);
    },
  });

  started(service);
  const table = service.outputs['ServiceTableName'] ?? '';
  const dynamodb = service.endpoints['AWS_ENDPOINT_URL_DYNAMODB'] ?? '';
  const region = service.endpoints['region'] ?? '';
  const keys = await readyKeys(directory, table, dynamodb, region, plans).catch((error: unknown) => {
    // A database that is being stopped creates no keys.
    if (!isStopping()) throw error;
  });
  if (keys === undefined || isStopping()) return;
  announce({ baseUrl: service.baseUrl, table, dynamodb, region, pid: process.pid });
  if (values.json) {
    console.log(JSON.stringify({ baseUrl: service.baseUrl, keys }));
    return;
  }
  progress('ready');
  if (port !== 0 && !service.baseUrl.endsWith(`:${port}`))
    console.log(`\nPort ${port} is taken; this is the next free one.`);
  console.log(`\nBase URL  ${service.baseUrl}\n`);
  for (const [plan, key] of Object.entries(keys)) console.log(`${plan.padEnd(10)} ${key}`);
  console.log(
    `\n${curl(service.baseUrl, keys['starter'] ?? '')}\n\nLogs are in ${join(values.data, 'logs')}. Ctrl-C stops everything.`,
  );
}

if (values.help) {
  console.log(usage);
} else {
  try {
    await main();
  } catch (error) {
    console.error(messageOf(error));
    process.exit(1);
  }
}
