import { describe, expect, test } from 'vitest';

import type { FetchPage } from '#shared/web/fetch/fetch-page.ts';
import { fakeWeb, type WebAnswer } from '../../fakes/memory-web.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { createRobotsGate } from '#shared/web/robots/robots-gate.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const signal = new AbortController().signal;

function gateOf(answer: WebAnswer) {
  const asked: string[] = [];
  const web = fakeWeb({
    'https://site.example/robots.txt': answer,
    'https://other.example/r': 'User-agent: *\nDisallow: /x',
  });
  const fetchPage: FetchPage = (request, options) => {
    asked.push(request.url);
    return web(request, options);
  };
  const time = { nowMs: noon };
  const gate = createRobotsGate(fetchPage, {
    userAgentToken: 'WinnowBot',
    clock: { now: () => time.nowMs },
  });
  const allows = async (path: string) =>
    (await gate(new URL(path, 'https://site.example'), { signal })).decide(
      new URL(path, 'https://site.example'),
    ).allowed;
  return { allows, asked, time };
}

describe('the robots gate', () => {
  test.for([
    ['a file that forbids', 'User-agent: *\nDisallow: /x', false],
    ['a file that is missing', { status: 404 }, true],
    ['a file that is forbidden', { status: 403 }, true],
    ['a server that fails', { status: 500 }, false],
    ['a server that is too busy', { status: 429 }, false],
    ['a redirect to another host', { status: 301, headers: { location: 'https://other.example/r' } }, false],
    ['a redirect in a circle', { status: 301, headers: { location: '/robots.txt' } }, true],
    ['a file without an end', new AppError('TOO_LARGE', 'Too large.'), false],
    ['a server that cannot be reached', new AppError('CONNECTION_FAILED', 'No.'), false],
  ] as const)('%s', async ([, answer, expected]) => {
    expect(await gateOf(answer).allows('/x')).toBe(expected);
  });

  test('forgets the oldest of many large files', async () => {
    const rules = `User-agent: *\n${'Disallow: /a*b\n'.repeat(20_000)}`;
    const sites = Array.from({ length: 12 }, (_, at) => `https://site-${at}.example`);
    const web = fakeWeb(Object.fromEntries(sites.map((site) => [`${site}/robots.txt`, rules])));
    const asked: string[] = [];
    const gate = createRobotsGate(
      (request, options) => {
        asked.push(new URL(request.url).origin);
        return web(request, options);
      },
      { userAgentToken: 'WinnowBot', clock: { now: () => noon } },
    );

    for (const site of sites) await gate(new URL(site), { signal });
    for (const site of sites.toReversed()) await gate(new URL(site), { signal });

    expect(asked.slice(0, sites.length)).toEqual(sites);
    const again = asked.slice(sites.length);
    expect(again).toContain(sites[0]);
    expect(again).not.toContain(sites.at(-1));
  });

  test('reads the file once for simultaneous requests, and again after an hour', async () => {
    const { allows, asked, time } = gateOf('User-agent: *\nDisallow: /x');

    await Promise.all([allows('/a'), allows('/b'), allows('/x')]);
    time.nowMs += 3_599_000;
    await allows('/c');
    const before = asked.length;
    time.nowMs += 2_000;
    await allows('/d');

    expect([before, asked.length]).toEqual([1, 2]);
  });

  test.for([
    ['cannot be reached', new AppError('CONNECTION_FAILED', 'No.')],
    ['fails', { status: 503 }],
    ['is too busy', { status: 429 }],
  ] as const)('asks a server that %s again sooner', async ([, answer]) => {
    const { allows, asked, time } = gateOf(answer);

    await allows('/a');
    await allows('/a');
    time.nowMs += 6_000;
    await allows('/a');

    expect(asked).toHaveLength(2);
  });
});
