import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { startGeneratedSite } from '../fixtures/sites/generated-site.ts';
import { startSearchProvider } from '../fixtures/sites/search-provider.ts';
import { startSite } from '../fixtures/sites/server.ts';
import { startWebhookReceiver } from '../fixtures/sites/webhook-receiver.ts';
import { changing, type TemplateChange } from './change-template.ts';

export interface RunningService {
  readonly baseUrl: string;
  /** One key per plan. */
  readonly keys: Readonly<Record<string, string>>;
  /** Data folder, for `npm run keys -- --data`. */
  readonly directory: string;
  readonly site: string;
  readonly generatedSite: string;
  /** Like `generatedSite`, for tests beside those which count its requests or slow it down. */
  readonly secondSite: string;
  readonly receiver: string;
  readonly pid: number;
}

const startupMs = 120_000;

/** Set by npm run test:aws-runtime. */
const runtimeClient = process.env['RUNTIME_CLIENT'];

/** `small` is a plan of 100 requests a month, `sixty` one of 60 a minute; no test reaches the other limits of these plans. */
const plans = {
  starter: { requestsPerMinute: 10_000, requestsAtOnce: 1_000 },
  enterprise: { requestsPerMinute: 100_000, requestsAtOnce: 1_000 },
  'small-crawl': {
    monthlyRequests: 10,
    operations: ['crawl'],
    aiPages: 0,
    requestsPerMinute: 100,
    crawlsPerMinute: 100,
    pagesAtOnce: 5,
    requestsAtOnce: 100,
  },
  small: {
    monthlyRequests: 100,
    operations: ['scrape'],
    aiPages: 0,
    requestsPerMinute: 10_000,
    crawlsPerMinute: 1,
    pagesAtOnce: 1,
    requestsAtOnce: 1_000,
  },
  sixty: {
    monthlyRequests: 10_000,
    operations: ['scrape'],
    aiPages: 0,
    requestsPerMinute: 60,
    crawlsPerMinute: 1,
    pagesAtOnce: 1,
    requestsAtOnce: 1_000,
  },
};

/** With RECORDED_CALLS=FILE, every function notes the permissions that its AWS calls need (`npm run privileges`). */
function recording(): readonly TemplateChange[] {
  const file = process.env['RECORDED_CALLS'];
  if (file === undefined) return [];
  const variables = {
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'record-calls.ts')}`,
    RECORDED_CALLS: file,
  };
  return Object.entries(variables).map(([name, value]) => ({
    id: 'Function[0-9A-F]{8}$',
    path: ['Properties', 'Environment', 'Variables', name],
    value,
  }));
}

/**
 * Starts the service as a user does, with `npm start`'s command and options, and a site that it may read. `faults` are
 * changes of the template.
 */
export async function startServiceAndSite(
  options: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
  faults: readonly TemplateChange[] = [],
): Promise<{ service: RunningService; stop: () => Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-e2e-'));
  const plansFile = join(directory, 'plans.json');
  writeFileSync(plansFile, JSON.stringify(plans));
  const [site, generated, second, receiver] = await Promise.all([
    startSite(),
    startGeneratedSite(),
    startGeneratedSite(),
    startWebhookReceiver(),
  ]);
  const provider = await startSearchProvider(site.url);
  const client = runtimeClient === undefined ? [] : ['--runtime-client', runtimeClient];
  const command = ['bin/dev.ts', '--json', '--port', '0', '--data', directory, ...client, ...options];
  const child = spawn(process.execPath, command, {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      EGRESS_ALLOW: [site, generated, second, receiver].map(({ authority }) => authority).join(','),
      POLITENESS_DELAY_MS: '0',
      PLANS_FILE: plansFile,
      DUCKDUCKGO_URL: provider.url,
      ...settings,
      ...changing([...recording(), ...faults]),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const ready = await Promise.race([
    once(lines, 'line', { signal: AbortSignal.timeout(startupMs) }).then(([line]) => String(line)),
    exited.then(([code]) => Promise.reject(new Error(`npm start ended with exit code ${String(code)}`))),
  ]);
  const { baseUrl, keys } = JSON.parse(ready) as Pick<RunningService, 'baseUrl' | 'keys'>;
  return {
    service: {
      baseUrl,
      keys,
      directory,
      site: site.url,
      generatedSite: generated.url,
      secondSite: second.url,
      receiver: receiver.url,
      pid: child.pid ?? 0,
    },
    stop: async () => {
      child.kill('SIGINT');
      await exited;
      await Promise.all([site, generated, second, receiver, provider].map(({ close }) => close()));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
