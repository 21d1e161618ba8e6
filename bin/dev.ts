import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { startService } from '../lib/local/service.ts';
import { readSettings } from '../lib/settings.ts';
import { commandLine } from './command-line.ts';
import { firstModel } from './first-model.ts';
import { keyAdministration } from './key-administration.ts';

const usage = `npm start -- [options]        run the whole service on this machine

  --port N         listen on N, or the next free port (default 3000)
  --fresh          forget stored pages, keys and usage
  --data DIR       where they are kept (default .winnow)
  --concurrency N  processes of one function at most (default 8)
  --json           when ready, one line of JSON on standard output and nothing else
  --llm URL        an OpenAI-compatible model endpoint (sets OPENAI_BASE_URL, and LLM_MODEL when it is not set)

Settings are read from the environment and .env; README.md lists them.`;

const { values } = commandLine(
  {
    options: {
      port: { type: 'string', default: '3000' },
      fresh: { type: 'boolean', default: false },
      data: { type: 'string', default: '.winnow' },
      concurrency: { type: 'string', default: '8' },
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

const numberOf = (name: 'port' | 'concurrency', min: number, max: number): number => {
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
  return { ...settings, LLM_MODEL };
}

/** The CDK takes seconds to load; it is imported only once the settings are known to be right. */
async function synthesise(outdir: string): Promise<ReturnType<typeof readSettings>> {
  const settings = await chosenSettings();
  progress('bundling the functions, and the first time the browser');
  const { buildBundles } = await import('../lib/bundles.ts');
  await buildBundles();
  progress('synthesising the stack');
  const { createApp } = await import('../lib/app.ts');
  createApp(settings, outdir, { validates: false }).synth();
  return settings;
}

/** One key per plan, kept beside the data, so that yesterday's key works today. */
async function readyKeys(
  directory: string,
  table: string,
  dynamodb: string,
  region: string,
  plans: ReturnType<typeof readSettings>['plans'],
) {
  const file = join(directory, 'keys.json');
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
  const administration = keyAdministration(table, { url: dynamodb, region, local: true }, plans);
  const missing = administration.catalogue.plans.filter(({ id }) => kept[id] === undefined);
  for (const { id } of missing)
    kept[id] = (await administration.create({ plan: id, name: `${id} (npm start)` })).text;
  if (missing.length > 0) writeFileSync(file, JSON.stringify(kept, null, 2), { mode: 0o600 });
  return kept;
}

const curl = (baseUrl: string, key: string): string =>
  `curl -s ${baseUrl}/api/v1/scrape -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' -d '{"url": "https://example.com"}'`;

async function main(): Promise<void> {
  const directory = resolve(values.data);
  const port = numberOf('port', 0, 65_535);
  const maxConcurrency = numberOf('concurrency', 1, 1_000);
  const assemblyDirectory = join(directory, 'cdk.out');
  const { plans } = await synthesise(assemblyDirectory);
  const service = await startService({
    assemblyDirectory,
    directory,
    fresh: values.fresh,
    port,
    nextFreePort: true,
    maxConcurrency,
    environment: process.env,
    progress,
  });
  const stateFile = join(directory, 'service.json');
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    progress('stopping');
    rmSync(stateFile, { force: true });
    await service.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop());

  const table = service.outputs['ServiceTableName'] ?? '';
  const dynamodb = service.endpoints['AWS_ENDPOINT_URL_DYNAMODB'] ?? '';
  const region = service.endpoints['region'] ?? '';
  const keys = await readyKeys(directory, table, dynamodb, region, plans);
  writeFileSync(
    stateFile,
    JSON.stringify({ baseUrl: service.baseUrl, table, dynamodb, region, pid: process.pid }),
  );
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
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
