import { describe, expect, test } from 'vitest';

import { createCachingResolver, systemResolver } from '#shared/web/egress/name-resolver.ts';

function countingResolver(answers: readonly (readonly string[] | Error)[]) {
  const asked: string[] = [];
  const resolveName = async (hostname: string) => {
    asked.push(hostname);
    const answer = answers[asked.length - 1] ?? ['192.0.2.99'];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { asked, resolveName };
}

describe('the caching resolver', () => {
  test('resolves a name once for simultaneous requests', async () => {
    const { asked, resolveName } = countingResolver([['192.0.2.1']]);
    const resolve = createCachingResolver(resolveName, { now: () => 0 });

    const answers = await Promise.all([resolve('a.test'), resolve('a.test'), resolve('a.test')]);

    expect(answers).toEqual([['192.0.2.1'], ['192.0.2.1'], ['192.0.2.1']]);
    expect(asked).toEqual(['a.test']);
  });

  test('resolves a name again when its addresses are stale', async () => {
    let nowMs = 0;
    const { asked, resolveName } = countingResolver([['192.0.2.1'], ['192.0.2.2']]);
    const resolve = createCachingResolver(resolveName, { now: () => nowMs }, { keepMs: 1_000, names: 10 });

    await resolve('a.test');
    nowMs = 999;
    const fresh = await resolve('a.test');
    nowMs = 1_000;
    const renewed = await resolve('a.test');

    expect([fresh, renewed]).toEqual([['192.0.2.1'], ['192.0.2.2']]);
    expect(asked).toHaveLength(2);
  });

  test('does not keep a failure', async () => {
    const { resolveName } = countingResolver([new Error('no answer'), ['192.0.2.2']]);
    const resolve = createCachingResolver(resolveName, { now: () => 0 });

    await expect(resolve('a.test')).rejects.toThrow('no answer');

    expect(await resolve('a.test')).toEqual(['192.0.2.2']);
  });

  test('keeps a limited number of names', async () => {
    const { asked, resolveName } = countingResolver([]);
    const resolve = createCachingResolver(resolveName, { now: () => 0 }, { keepMs: 1_000, names: 2 });

    for (const name of ['a.test', 'b.test', 'c.test', 'c.test', 'b.test', 'a.test']) await resolve(name);

    expect(asked).toEqual(['a.test', 'b.test', 'c.test', 'a.test']);
  });
});

describe('the system resolver', () => {
  test('reads the hosts file', async () => {
    expect(await systemResolver('localhost')).toContain('127.0.0.1');
  });

  test('rejects a name that cannot exist', async () => {
    await expect(systemResolver('no..where')).rejects.toThrow('no..where');
  });
});
