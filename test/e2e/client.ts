import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

import { inject } from 'vitest';

import { keysOfService } from '../../lib/commands/key-commands.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly success?: boolean;
    readonly url?: string;
    readonly source?: string;
    readonly code?: string;
    readonly error?: string;
    readonly warning?: string;
    readonly processingTime?: number;
    readonly data?: Readonly<Record<string, unknown>> & {
      readonly markdown?: string;
      readonly html?: string;
      readonly links?: readonly string[];
      readonly json?: Readonly<Record<string, unknown>>;
      readonly metadata?: Readonly<Record<string, unknown>>;
    };
  } & Readonly<Record<string, unknown>>;
}

/** What the command line of a function's process has: the runner's client of the Runtime API, or AWS's. */
export const functionProcess = '(runtime/bootstrap.ts|aws-lambda-ric/index.mjs)$';

/** Whether AWS throttles, stalls and refuses in this run (test/hostile-aws). */
export const isHostileAws = process.env['HOSTILE_AWS'] !== undefined;

/** Until a webhook is delivered: an event whose function fails comes back after the visibility timeout of its queue, 75 s. */
export const deliveryMs = isHostileAws ? 160_000 : 30_000;

/** An address of the fixture site. */
export const at = (path: string): string => inject('service').site + path;

export const keyOf = (plan: string): string => inject('service').keys[plan] ?? '';

const maxAttempts = isHostileAws ? 4 : 1;

/** Repeats what the service asks to repeat while AWS is out of order, as a client does. */
export async function request(...sent: Parameters<typeof send>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send(...sent);
    const isOutage = answer.status === 503 && answer.body.code === 'SERVICE_UNAVAILABLE';
    if (!isOutage || attempt >= maxAttempts) return answer;
    await setTimeout(1000 * Number(answer.headers.get('retry-after') ?? 1));
  }
}

async function send(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(inject('service').baseUrl + path, {
    method,
    headers: { 'content-type': 'application/json', 'x-api-key': keyOf('starter'), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Answer['body'],
  };
}

export const scrape = (body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  request('POST', '/api/v1/scrape', body, headers);

export const usageOf = async (key: string): Promise<Readonly<Record<string, unknown>>> =>
  (await request('GET', '/api/v1/usage', undefined, { 'x-api-key': key })).body.data ?? {};

const plansFile = (): { PLANS_FILE: string } => ({
  PLANS_FILE: join(inject('service').directory, 'plans.json'),
});

/** Runs `npm run keys` against the service under test. */
export async function keys(...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['bin/keys.ts', ...words, '--data', inject('service').directory],
    { env: { ...process.env, ...plansFile() } },
  );
  return stdout;
}

interface NewKey {
  readonly key: string;
  readonly id: string;
  readonly account: string;
  readonly webhookSecret: string;
}

/** Does what `npm run keys -- create` does, without the second of processor time that a process takes. */
export async function newKey(plan: string): Promise<NewKey> {
  const administration = keysOfService(undefined, inject('service').directory, plansFile());
  const { text, key } = await administration.create({ plan, name: 'laptop' });
  return { key: text, id: key.keyId, account: key.accountId, webhookSecret: key.webhookSecret };
}
