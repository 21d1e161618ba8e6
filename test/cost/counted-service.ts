import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';

import {
  type FunctionName,
  functionNames,
  type FunctionUse,
  type OperationUse,
} from '../../lib/cost/operation-use.ts';
import { startSearchProvider } from '../fixtures/sites/search-provider.ts';
import { startEmulatedAws } from '../emulated-aws.ts';
import { startCostSite } from './cost-site.ts';
import { type Asked, nothingAsked, startCountingProxies } from './counting-proxy.ts';

type Functions = Partial<Record<FunctionName, FunctionUse>>;

interface Report {
  readonly record: { readonly metrics: { readonly billedDurationMs: number } };
}

/** Lambda logs the start of an invocation, too, and its reports are longer than the runner's. */
const platformBytes = 500;

/** `crawlingcrawlpageFunction0A1B2C3D.log` is the log of `crawl-page`. */
function functionOf(file: string): FunctionName | undefined {
  const id = file.replace(/Function[0-9A-F]{8}\.log$/, '');
  return functionNames.find((name) => {
    const plain = name.replaceAll('-', '');
    return [plain, `account${plain}`, `crawling${plain}`, `searching${plain}`].includes(id);
  });
}

/** What the functions have logged so far: how often and how long they ran, and how much they wrote. */
function readLogs(directory: string): { readonly functions: Functions; readonly bytes: number } {
  const functions: Functions = {};
  let bytes = 0;
  for (const file of readdirSync(directory)) {
    const name = functionOf(file);
    if (name === undefined) continue;
    const text = readFileSync(join(directory, file), 'utf8');
    const reports = text
      .split('\n')
      .filter((line) => line.includes('"platform.report"'))
      .map((line) => (JSON.parse(line) as Report).record.metrics.billedDurationMs);
    functions[name] = {
      invocations: reports.length,
      billedMs: reports.reduce((sum, billedMs) => sum + billedMs, 0),
    };
    bytes += text.length + reports.length * platformBytes;
  }
  return { functions, bytes };
}

/** The answer to a request, and its bytes on the wire. */
async function send(url: string, method: string, key: string, body?: object) {
  const request = httpRequest(url, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'accept-encoding': 'gzip',
      // MCP requires its clients to accept both.
      accept: url.endsWith('/mcp') ? 'application/json, text/event-stream' : 'application/json',
    },
  });
  request.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const wire = await buffer(response);
  const bytes = response.headers['content-encoding'] === 'gzip' ? gunzipSync(wire) : wire;
  const text = bytes.toString();
  const isEvent = response.headers['content-type']?.startsWith('text/event-stream') === true;
  const json = isEvent ? text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1) : text;
  return {
    answer: JSON.parse(json) as Readonly<Record<string, unknown>>,
    wireBytes: wire.byteLength,
  };
}

/** Answers of MCP have a `result` in place of `success`. */
const hasSucceeded = ({ success, result }: Readonly<Record<string, unknown>>): boolean =>
  success === true || (result !== undefined && (result as { isError?: boolean }).isError !== true);

/** Starts the service as a user does, before emulators that are counted. */
async function startService(environment: Readonly<Record<string, string>>, directory: string) {
  const service = spawn(process.execPath, ['bin/dev.ts', '--json', '--port', '0', '--data', directory], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(service, 'exit');
  const ready = await Promise.race([
    once(createInterface({ input: service.stdout }), 'line').then(([line]) => String(line)),
    exited.then(([code]) => Promise.reject(new Error(`npm start ended with exit code ${String(code)}`))),
  ]);
  const { baseUrl, keys } = JSON.parse(ready) as { baseUrl: string; keys: Record<string, string> };
  return {
    baseUrl,
    key: keys['enterprise'] ?? '',
    pid: service.pid ?? 0,
    stop: async () => {
      service.kill('SIGINT');
      await exited;
    },
  };
}

interface Sent {
  apiRequests: number;
  answerBytes: number;
}

interface Seen extends Asked, Sent {
  readonly functions: Functions;
  readonly logBytes: number;
}

const digits = 3;

/** What was used between two looks, for each of `items`. */
function useBetween(before: Seen, after: Seen, items: number): OperationUse {
  const each = (value: number): number => Number((value / items).toPrecision(digits));
  const part = (name: Exclude<keyof Seen, 'functions'>): number => each(after[name] - before[name]);
  const functions = Object.entries(after.functions).flatMap(([name, { invocations, billedMs }]) => {
    const earlier = before.functions[name as FunctionName] ?? { invocations: 0, billedMs: 0 };
    const count = invocations - earlier.invocations;
    return count === 0
      ? []
      : [[name, { invocations: each(count), billedMs: each(billedMs - earlier.billedMs) }]];
  });
  return {
    functions: Object.fromEntries(functions) as OperationUse['functions'],
    apiRequests: part('apiRequests'),
    writeUnits: part('writeUnits'),
    readUnits: part('readUnits'),
    queueSends: part('queueSends'),
    bucketPuts: part('bucketPuts'),
    bucketGets: part('bucketGets'),
    bucketBytes: part('bucketBytes'),
    logBytes: part('logBytes'),
    answerBytes: part('answerBytes'),
  };
}

/** The service on one machine, with everything counted that AWS would bill. */
export async function startCountedService() {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-cost-'));
  const logs = join(directory, 'logs');
  const site = await startCostSite();
  const provider = await startSearchProvider(site.url);
  const emulators = await startEmulatedAws();
  const asked = nothingAsked();
  const proxies = await startCountingProxies(emulators.endpoints, asked);
  const service = await startService(
    { EGRESS_ALLOW: site.authority, DUCKDUCKGO_URL: provider.url, ...proxies.environment },
    directory,
  );
  const sent: Sent = { apiRequests: 0, answerBytes: 0 };
  const look = (): Seen => {
    const { functions, bytes } = readLogs(logs);
    return { ...asked, ...sent, functions, logBytes: bytes };
  };

  return {
    site: site.url,
    pid: service.pid,
    /** Sends a request that has to succeed; its path is below /api/v1, or absolute. */
    ask: async (method: 'GET' | 'POST', path: string, body?: object) => {
      const { answer, wireBytes } = await send(
        service.baseUrl + (path.startsWith('/') ? path : `/api/v1/${path}`),
        method,
        service.key,
        body,
      );
      if (!hasSucceeded(answer)) throw new Error(`${path} failed: ${JSON.stringify(answer)}`);
      sent.apiRequests += 1;
      sent.answerBytes += wireBytes;
      return answer;
    },
    /** Runs something, and returns what was used meanwhile, for each of `items`. The sweeper's runs are in it. */
    counted: async (items: number, run: () => Promise<unknown>): Promise<OperationUse> => {
      const before = look();
      await run();
      // Reports are written after the answer.
      await setTimeout(500);
      return useBetween(before, look(), items);
    },
    stop: async () => {
      await service.stop();
      await proxies.close();
      await emulators.stop();
      site.close();
      await provider.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export type CountedService = Awaited<ReturnType<typeof startCountedService>>;
