import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { diagnose, type Finding } from '../../lib/commands/doctor.ts';
import { readAlarms, sendTo } from './alarm-metrics.ts';
import type { TemplateChange } from './change-template.ts';
import { type RunningService, startServiceAndSite } from './start-service.ts';

const missingSecret = (name: string) => `arn:aws:secretsmanager:us-east-1:000000000000:secret:${name}-AbCdEf`;

const variable = (id: string, name: string, value: string): TemplateChange => ({
  id: `^${id}[0-9A-F]{8}$`,
  path: ['Properties', 'Environment', 'Variables', name],
  value,
});

const settings = {
  LLM_MODEL: 'gpt-5-mini',
  OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
  LLM_SECRET_ARN: missingSecret('model'),
  PROXY_URLS_SECRET_ARN: missingSecret('proxies'),
  ALARM_EMAIL: 'you@example.org',
  API_GATEWAY_LOG_ROLE: 'existing',
};
const faults: readonly TemplateChange[] = [
  // The consumer of the page queue is off, and so is the rule of the sweeper.
  { id: '^crawlingcrawlpageFunctionSqsEventSource', path: ['Properties', 'Enabled'], value: false },
  { id: '^crawlingsweeperschedule', path: ['Properties', 'State'], value: 'DISABLED' },
  // These functions do not start.
  variable('searchingsearchFunction', 'SEARCH_PROVIDERS', 'altavista'),
  variable('crawlingcrawldeadletterFunction', 'CRAWL_TABLE', ''),
  variable('crawlingwebhookFunction', 'CRAWL_TABLE', ''),
  // A message is received again after a second, and five times only.
  { id: '^crawlingwebhookqueueQueue[0-9A-F]{8}$', path: ['Properties', 'VisibilityTimeout'], value: 1 },
  {
    id: '^crawlingwebhookqueueQueue[0-9A-F]{8}$',
    path: ['Properties', 'RedrivePolicy', 'maxReceiveCount'],
    value: 5,
  },
  { id: '^crawlingwebhookFunction[0-9A-F]{8}$', path: ['Properties', 'Timeout'], value: 1 },
];

const soonMs = 30_000;

describe('a service with faults', { timeout: 90_000 }, () => {
  let service: RunningService;
  let stop: () => Promise<void>;
  const found: Record<string, Finding> = {};

  beforeAll(async () => {
    ({ service, stop } = await startServiceAndSite([], settings, faults));
    const { baseUrl: base, keys, site } = service;
    const options = { base, key: keys['starter'] ?? '', page: `${site}/news`, maxCrawlMs: 5_000 };
    for await (const finding of diagnose(options)) found[finding.what] = finding;
  });
  afterAll(() => stop());

  test('still does what has no fault, and npm run doctor finds that', () => {
    const working = Object.values(found).flatMap(({ what, state }) => (state === 'works' ? [what] : []));

    // The doctor goes no further without them.
    expect(found['documents']).toMatchObject({ state: 'works' });
    expect(working).toEqual(['documents', 'refusal', 'key', 'scrape', 'browser', 'account']);
  });

  test.for([
    ['crawl', 'the consumer of the page queue that is off', 'is the event source of the page queue on'],
    ['search', 'the variable that a function cannot use', 'its log names the variable'],
    ['extract', 'the missing secret of the model', 'LLM_SECRET_ARN'],
    ['proxies', 'the missing secret of the proxies', 'PROXY_URLS_SECRET_ARN'],
  ] as const)('is told by npm run doctor at %s: %s', ([what, , detail]) => {
    expect(found[what]).toMatchObject({ state: 'broken', detail: expect.stringContaining(detail) });
  });

  const valueOf = (alarm: string) => async (): Promise<number | undefined> =>
    (await readAlarms(service.directory))[alarm]?.value;
  const queue = {
    pages: 'crawlingpagequeueDeadLetters65DC092B',
    webhooks: 'crawlingwebhookqueueQueue1B812E69',
  };
  const search = () =>
    fetch(`${service.baseUrl}/api/v1/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': service.keys['starter'] ?? '' },
      body: JSON.stringify({ query: 'pans' }),
    });

  test('raises ServerErrors: five answers with 5xx', async () => {
    for (let requests = 0; requests < 5; requests += 1) expect((await search()).status).toBe(502);

    await expect.poll(valueOf('ServerErrors'), { timeout: soonMs }).toBeGreaterThanOrEqual(5);
  });

  test('raises PageQueueAge: the page of a crawl waits', async () => {
    const before = (await valueOf('PageQueueAge')()) ?? 0;

    await expect.poll(valueOf('PageQueueAge'), { timeout: soonMs }).toBeGreaterThan(before);
  });

  test('raises PageDeadLetters and FunctionErrors: dead pages are not closed', async () => {
    await sendTo(service.directory, queue.pages, ['{}']);
    await expect.poll(valueOf('PageDeadLetters'), { timeout: soonMs }).toBeGreaterThanOrEqual(1);
    // Received by the function that fails, it is not visible and still there.
    await expect.poll(valueOf('FunctionErrors'), { timeout: soonMs }).toBeGreaterThanOrEqual(1);
    expect(await valueOf('PageDeadLetters')()).toBeGreaterThanOrEqual(1);
  });

  test('raises WebhookDeadLetters and FunctionErrors: an event cannot be handled', async () => {
    await sendTo(service.directory, queue.webhooks, ['{}']);

    await expect.poll(valueOf('WebhookDeadLetters'), { timeout: soonMs }).toBe(1);
    // The last attempts may be logged after the queue has given up.
    await expect.poll(valueOf('FunctionErrors'), { timeout: soonMs }).toBeGreaterThanOrEqual(3);
  });

  test('raises SweeperSilent: the sweeper does not run', async () => {
    const { threshold, value } = (await readAlarms(service.directory))['SweeperSilent'] ?? {};

    expect([threshold, value]).toEqual([1, 0]);
  });

  test('has all metrics of its alarms but those of DynamoDB, which only AWS counts', async () => {
    const missing = Object.values(await readAlarms(service.directory)).filter(
      ({ value }) => value === undefined,
    );

    expect(missing.map(({ name }) => name).toSorted()).toEqual(['TableThrottles']);
  });
});
