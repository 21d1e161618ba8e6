import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, inject, test } from 'vitest';

import { crawlRequest } from '#shared/contract/crawl.ts';
import type { ReceivedWebhook } from '../fixtures/sites/webhook-receiver.ts';
import { at, newKey, request } from './client.ts';

const guide = readFileSync('docs/guides/webhooks.md', 'utf8');
const codeIn = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([^]+?)\`\`\``).exec(guide)?.[1] ?? '';

const directory = mkdtempSync(join(tmpdir(), 'winnow-guide-'));
afterAll(() => rmSync(directory, { recursive: true }));

interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly secret: string;
}

/** Runs the guide's code as a receiver would; returns the type of the event, or the complaint. */
const receivers = {
  ts: (delivery: Delivery): string => {
    const file = join(directory, 'receiver.ts');
    writeFileSync(
      file,
      `${codeIn('ts')}
const { headers, body, secret } = JSON.parse(process.argv[2] ?? '') as {
  headers: Record<string, string>; body: string; secret: string };
try {
  console.log((verifiedEvent(headers, body, secret) as { type: string }).type);
} catch (error) {
  console.log((error as Error).message);
}`,
    );
    return execFileSync(process.execPath, [file, JSON.stringify(delivery)], { encoding: 'utf8' }).trim();
  },
  python: (delivery: Delivery): string => {
    const file = join(directory, 'receiver.py');
    writeFileSync(
      file,
      `${codeIn('python')}
import sys

delivery = json.loads(sys.argv[1])
try:
    print(verified_event(delivery["headers"], delivery["body"].encode(), delivery["secret"])["type"])
except ValueError as error:
    print(error)
`,
    );
    return execFileSync('python3', [file, JSON.stringify(delivery)], { encoding: 'utf8' }).trim();
  },
};

/** An event that the running service has sent. */
async function delivered(): Promise<Delivery> {
  const { key, webhookSecret } = await newKey('starter');
  const { receiver } = inject('service');
  const webhook = { url: `${receiver}/good/guide`, events: ['completed'] };
  await request(
    'POST',
    '/api/v1/crawl',
    { url: at('/guide/'), limit: 3, includes: ['/guide/*'], webhook },
    { 'x-api-key': key },
  );
  const received = async () => {
    const response = await fetch(`${receiver}/__received`);
    return ((await response.json()) as readonly ReceivedWebhook[]).filter(
      ({ path }) => path === '/good/guide',
    );
  };
  await expect.poll(received, { timeout: 30_000 }).toHaveLength(1);
  const [{ headers, body }] = (await received()) as [ReceivedWebhook];
  return { headers: headers as Record<string, string>, body, secret: webhookSecret };
}

describe('docs/guides/webhooks.md', () => {
  let sending: Promise<Delivery> | undefined;
  const sent = (): Promise<Delivery> => (sending ??= delivered());

  describe.for(['ts', 'python'] as const)('its receiver in %s', (language) => {
    const receive = receivers[language];

    test('takes what the service sends', async () => {
      expect(receive(await sent())).toBe('crawl.completed');
    });

    test.for([
      ['a changed body', (real: Delivery) => ({ ...real, body: real.body.replace('true', 'false') })],
      ['another secret', (real: Delivery) => ({ ...real, secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' })],
      [
        'another id',
        (real: Delivery) => ({ ...real, headers: { ...real.headers, 'webhook-id': 'msg_other' } }),
      ],
      [
        'no signature',
        (real: Delivery) => ({ ...real, headers: { ...real.headers, 'webhook-signature': '' } }),
      ],
    ] as const)('refuses %s', async ([, forge]) => {
      expect(receive(forge(await sent()))).toBe('The signature does not match.');
    });

    test.for(['', 'now', '1700000000'])('refuses the time "%s"', async (time) => {
      const delivery = await sent();
      const headers = { ...delivery.headers, 'webhook-timestamp': time };

      expect(receive({ ...delivery, headers })).toBe('The delivery is too old or has no time.');
    });
  });

  test('shows a request that the service takes', () => {
    expect(crawlRequest.safeParse(JSON.parse(codeIn('json')))).toMatchObject({ success: true });
  });
});
