import { describe, expect, test } from 'vitest';

import { keyAdministration } from '../../lib/commands/key-administration.ts';
import { keyCommands } from '../../lib/commands/key-commands.ts';
import { memoryKeyStore } from '../fakes/memory-key-store.ts';

const commands = () => keyCommands(keyAdministration(memoryKeyStore(), {}));
const field = (text: string, name: string): string =>
  new RegExp(`^${name}\\s+(\\S+)`, 'm').exec(text)?.[1] ?? '';

describe('npm run keys', () => {
  test('shows a new key once, with its account, and lists it by its first characters', async () => {
    const keys = commands();

    const created = await keys.create({ plan: 'starter', name: 'laptop' });

    const key = field(created, 'key');
    const list = await keys.list();
    expect(key).toMatch(/^wnk_/);
    expect(created).toContain('The key is shown this once; only its hash is stored.');
    expect(list).toMatch(
      new RegExp(`^${field(created, 'id')}  ${field(created, 'account')}  starter  .*active.*laptop$`),
    );
    expect(list).not.toContain(key);
  });

  test('says that there are no keys', async () => {
    expect(await commands().list()).toBe('There are no keys.');
  });

  test('gives a second key of an account the plan of the first', async () => {
    const keys = commands();
    const first = await keys.create({ plan: 'scale', name: 'one' });

    const second = await keys.create({ plan: 'hobby', name: 'two', account: field(first, 'account') });

    expect(field(second, 'plan')).toBe('scale');
  });

  test('marks a revoked key', async () => {
    const keys = commands();
    const id = field(await keys.create({ plan: 'hobby', name: 'old' }), 'id');

    expect(await keys.revoke(id)).toBe(`${id} is revoked.`);
    expect(await keys.list()).toContain('revoked');
  });

  test('moves all keys of an account to another plan', async () => {
    const keys = commands();
    const first = await keys.create({ plan: 'hobby', name: 'one' });
    await keys.create({ plan: 'hobby', name: 'two', account: field(first, 'account') });

    expect(await keys.setPlan(field(first, 'id'), 'scale')).toBe('2 keys are now on scale.');
  });

  test.for([
    [
      'an unknown plan',
      (keys) => keys.create({ plan: 'gold', name: 'a' }),
      'There is no plan "gold". Plans: hobby,',
    ],
    [
      'an unknown account',
      (keys) => keys.create({ plan: 'pro', name: 'a', account: 'acc' }),
      'There is no account acc.',
    ],
    [
      'an unknown operation',
      (keys) => keys.create({ plan: 'pro', name: 'a', operations: 'scrape,fly' }),
      'There is no operation "fly". Operations: scrape,',
    ],
    ['an unknown key', (keys) => keys.revoke('none'), 'There is no key none.'],
    ['the plan of an unknown key', (keys) => keys.setPlan('none', 'pro'), 'There is no key or account none.'],
  ] as const satisfies readonly (readonly [
    string,
    (keys: ReturnType<typeof commands>) => Promise<string>,
    string,
  ])[])('refuses %s in a sentence', async ([, run, message]) => {
    await expect(run(commands())).rejects.toThrow(message);
  });
});
