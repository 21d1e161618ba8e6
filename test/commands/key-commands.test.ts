import { describe, expect, test } from 'vitest';

import { requestDeletion } from '#shared/deletion/request-deletion.ts';
import { keyAdministration } from '../../lib/commands/key-administration.ts';
import { keyCommands } from '../../lib/commands/key-commands.ts';
import { memoryAccountStore } from '../fakes/memory-account-store.ts';
import { memoryDeletionMarks } from '../fakes/memory-deletion-marks.ts';
import { memorySessionStore } from '../fakes/memory-session-store.ts';
import { memoryUsageLedger } from '../fakes/memory-usage-ledger.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const hourMs = 3_600_000;

/** The commands on records in memory; the clock stands at noon until it is moved. */
function service() {
  const time = { nowMs: noon };
  const records = { store: memoryAccountStore(), usage: memoryUsageLedger() };
  const clock = { now: () => time.nowMs };
  const keys = keyCommands(keyAdministration(records, {}, clock));
  const sessions = memorySessionStore(records.store);
  const deletion = { store: records.store, sessions, marks: memoryDeletionMarks(), clock };
  return { keys, time, deletion, ...records };
}

const field = (text: string, name: string): string =>
  new RegExp(`^${name}\\s+(\\S+)`, 'm').exec(text)?.[1] ?? '';

describe('npm run keys', () => {
  test('shows a new key once, with its account, and lists it by its first characters', async () => {
    const { keys } = service();

    const created = await keys.create({ plan: 'starter', name: 'laptop' });

    const key = field(created, 'key');
    const list = await keys.list();
    expect(key).toMatch(/^wnk_/);
    expect(created).toContain('The key is shown this once; only its hash is stored.');
    expect(list.split('\n')[1]).toMatch(
      new RegExp(
        `^${field(created, 'id')}  ${field(created, 'account')}  starter  production +active +${key.slice(0, 10)}…`,
      ),
    );
    expect(list).not.toContain(key);
  });

  test('says that there are no keys and no accounts', async () => {
    const { keys } = service();

    expect([await keys.list(), await keys.accounts()]).toEqual([
      'There are no keys.',
      'There are no accounts.',
    ]);
  });

  test('makes a key with an environment, operations, a budget and an expiry', async () => {
    const { keys, store } = service();

    await keys.create({
      plan: 'pro',
      name: 'ci',
      environment: 'development',
      operations: 'scrape,search',
      budget: '100',
      expires: '2027-01-31',
    });

    expect(await store.list()).toMatchObject([
      {
        environment: 'development',
        operations: ['scrape', 'search'],
        monthlyBudget: 100,
        validUntil: '2027-01-31T00:00:00.000Z',
      },
    ]);
    expect((await keys.list()).split('\n')[1]).toMatch(
      /pro +development +active .* 100 +2027-01-31T00:00Z +- +2026-11-21 +ci$/,
    );
  });

  test('gives a second key of an account the plan of the first', async () => {
    const { keys } = service();
    const first = await keys.create({ plan: 'scale', name: 'one' });

    const second = await keys.create({ name: 'two', account: field(first, 'account') });

    expect(field(second, 'plan')).toBe('scale');
    expect((await keys.list(field(first, 'account'))).split('\n')).toHaveLength(3);
  });

  test('renames a key', async () => {
    const { keys } = service();
    const id = field(await keys.create({ plan: 'hobby', name: 'old' }), 'id');

    expect(await keys.rename(id, ' new ')).toBe(`${id} is now called new.`);
    expect(await keys.list()).toMatch(/ new$/);
  });

  test('replaces a key on the same terms, and lets the old one work for the grace', async () => {
    const { keys, time, store } = service();
    const old = await keys.create({ plan: 'pro', name: 'server', operations: 'scrape', budget: '7' });

    const made = await keys.rotate(field(old, 'id'), '2');

    const states = async () =>
      (await keys.list()).split('\n').flatMap((line) => /active|expired|revoked/.exec(line) ?? []);
    const during = await states();
    time.nowMs += 2 * hourMs;
    const [, next] = await store.list();
    expect(made).toContain(`${field(old, 'id')} is valid until 2026-11-21T14:00:00.000Z.`);
    expect(next).toMatchObject({
      name: 'server',
      operations: ['scrape'],
      monthlyBudget: 7,
      rotatedFrom: field(old, 'id'),
      countedAs: field(old, 'id'),
      webhookSecret: field(old, 'webhook secret'),
    });
    expect(during).toEqual(['active', 'active']);
    expect(await states()).toEqual(['expired', 'active']);
  });

  test('does not extend a key that expires before the grace ends, nor its successor', async () => {
    const { keys, store } = service();
    const expires = '2026-11-21T13:00:00Z';
    const id = field(await keys.create({ plan: 'pro', name: 'a', expires }), 'id');

    await keys.rotate(id, '24');

    expect((await store.list()).map(({ validUntil }) => validUntil)).toEqual([
      '2026-11-21T13:00:00.000Z',
      '2026-11-21T13:00:00.000Z',
    ]);
  });

  test('marks a revoked key', async () => {
    const { keys } = service();
    const id = field(await keys.create({ plan: 'hobby', name: 'old' }), 'id');

    expect(await keys.revoke(id)).toBe(`${id} is revoked.`);
    expect(await keys.list()).toContain('revoked');
  });

  test('suspends an account with its keys, and resumes it', async () => {
    const { keys, store } = service();
    const account = field(await keys.create({ plan: 'hobby', name: 'one' }), 'account');

    const suspended = await keys.suspend(account);
    const [key] = await store.list();
    const listed = await keys.accounts();
    const resumed = await keys.resume(account);

    expect(suspended).toBe(`${account} is suspended: requests with its 1 key are refused.`);
    expect(key?.suspendedAt).toBe('2026-11-21T12:00:00.000Z');
    expect(listed.split('\n')[1]).toMatch(
      new RegExp(`^${account}  hobby  suspended  2026-11-21  2026-11-21T12:00Z$`),
    );
    expect(resumed).toBe(`${account} is active again, with 1 key.`);
    expect(await keys.accounts()).toContain('active');
  });

  test('counts the keys of an account that have not ended', async () => {
    const { keys } = service();
    const account = field(await keys.create({ plan: 'hobby', name: 'one' }), 'account');
    await keys.revoke(field(await keys.create({ name: 'two', account }), 'id'));

    expect(await keys.suspend(account)).toContain('requests with its 1 key are refused.');
    expect(await keys.resume(account)).toBe(`${account} is active again, with 1 key.`);
  });

  test('shows the suspension of an account as the state of its keys, except of those that have ended', async () => {
    const { keys } = service();
    const made = await keys.create({ plan: 'hobby', name: 'one' });
    const account = field(made, 'account');
    const second = field(await keys.create({ name: 'two', account }), 'id');
    await keys.suspend(account);
    await keys.revoke(second);

    const rows = (await keys.list(account)).split('\n').slice(1);

    expect(rows.map((row) => row.split(/ +/)[4])).toEqual(['suspended', 'revoked']);
  });

  test('shows an account that is being deleted, which can neither be resumed nor get a key', async () => {
    const { keys, deletion, store, time } = service();
    const made = await keys.create({ plan: 'hobby', name: 'one' });
    const [account, key] = [field(made, 'account'), field(made, 'id')];
    await requestDeletion(deletion, account);
    time.nowMs += hourMs;
    await requestDeletion(deletion, account);

    const refusal = `${account} is being deleted: this was asked for at 2026-11-21T12:00:00.000Z and cannot be undone.`;
    await expect(keys.resume(account)).rejects.toThrow(refusal);
    await expect(keys.create({ name: 'two', account })).rejects.toThrow(refusal);
    await expect(keys.rotate(key, '1')).rejects.toThrow(refusal);
    expect((await keys.accounts()).split('\n')[1]).toMatch(
      new RegExp(`^${account}  hobby  deleting  2026-11-21  2026-11-21T12:00Z$`),
    );
    expect((await keys.list()).split('\n')[1]).toMatch(/ production +deleting +wnk_/);
    expect((await store.list()).map(({ suspendedAt }) => suspendedAt)).toEqual(['2026-11-21T12:00:00.000Z']);
  });

  test('shows, suspends and moves an account of a person who has no key yet', async () => {
    const { keys, store } = service();
    const createdAt = new Date(noon).toISOString();
    const account = { accountId: 'acct_ada', planId: 'hobby', createdAt, revision: 1 };
    const identity = { issuer: 'https://people.test', subject: 'ada', email: 'ada@example.com' };
    await memorySessionStore(store).register(account, identity);

    const suspended = await keys.suspend('acct_ada');
    await keys.setPlan('acct_ada', 'scale');

    expect(suspended).toBe('acct_ada is suspended: requests with its 0 keys are refused.');
    expect(await keys.accounts()).toMatch(/^acct_ada +scale +suspended/m);
    expect(await keys.list()).toBe('There are no keys.');
  });

  test('makes a suspended account’s new keys suspended, too', async () => {
    const { keys, store } = service();
    const account = field(await keys.create({ plan: 'hobby', name: 'one' }), 'account');
    await keys.suspend(account);

    const made = await keys.create({ name: 'two', account });
    const rotated = await keys.rotate(field(made, 'id'), '1');

    const states = (await store.list()).map(({ suspendedAt }) => suspendedAt !== undefined);
    expect(states).toEqual([true, true, true]);
    for (const printed of [made, rotated])
      expect(printed).toContain('The account is suspended: the key is refused until it is resumed.');
  });

  test('moves all keys of an account to another plan', async () => {
    const { keys } = service();
    const first = await keys.create({ plan: 'hobby', name: 'one' });
    await keys.create({ name: 'two', account: field(first, 'account') });

    expect(await keys.setPlan(field(first, 'id'), 'scale')).toBe('2 keys are now on scale.');
    expect(await keys.accounts()).toContain('scale');
    expect(await keys.setPlan(field(first, 'account'), 'free')).toBe('2 keys are now on hobby.');
  });

  test('names the keys whose terms go beyond their new plan, except those that have ended', async () => {
    const { keys } = service();
    const terms = { plan: 'starter', name: 'ci', operations: 'extract,scrape', budget: '1500' };
    const first = await keys.create(terms);
    const account = field(first, 'account');
    const { plan: _plan, ...same } = { ...terms, account };
    await keys.revoke(field(await keys.create(same), 'id'));

    expect((await keys.setPlan(account, 'hobby')).split('\n')).toEqual([
      '1 key is now on hobby.',
      `${field(first, 'id')} (ci) names extract, which hobby does not include.`,
      `${field(first, 'id')} (ci) has a budget of 1500 requests a month, of which hobby allows 500.`,
    ]);
    expect(await keys.setPlan(account, 'scale')).toBe('1 key is now on scale.');
  });

  test('shows the use of an account by day, key and operation, with what is left', async () => {
    const { keys, usage, store } = service();
    const account = field(await keys.create({ plan: 'hobby', name: 'one', budget: '10' }), 'account');
    const [key] = await store.list();
    const outcome = await usage.reserve({
      id: 'run_1',
      accountId: account,
      keyId: key!.countedAs,
      operation: 'search',
      units: 3,
      allowance: 500,
      budget: 10,
      requestsAtOnce: 2,
      nowMs: noon,
      dueAtMs: noon + hourMs,
    });
    if (outcome.kind === 'reserved')
      await usage.settle(outcome.reservation, { requests: 2, pages: 4, ai: 1 });

    const report = await keys.usage(account);

    expect(field(report, 'used')).toBe('2,');
    expect(field(report, 'left')).toBe('498');
    expect(report).toContain('budget of one  2 of 10 used');
    expect(report).toMatch(new RegExp(`^2026-11-21  search +2 +4 +1 +${key!.keyId}  one$`, 'm'));
    expect(await keys.usage(account, '2026-10')).not.toContain('search');
  });

  test('does not say what is left on a plan that the command does not know', async () => {
    const { keys, store } = service();
    const account = field(await keys.create({ plan: 'hobby', name: 'one' }), 'account');
    await store.change(account, { planId: 'team' });

    expect(await keys.usage(account)).toMatch(
      /^left +unknown: there is no plan "team" here\. Set PLANS_FILE as for the service\.$/m,
    );
  });

  test.for([
    ['an unknown plan', { plan: 'gold' }, 'There is no plan "gold". Plans: hobby,'],
    ['an unknown account', { account: 'acc' }, 'There is no account acc.'],
    [
      'an unknown operation',
      { operations: 'scrape,fly' },
      'There is no operation "fly". Operations: scrape,',
    ],
    [
      'an operation that the plan lacks',
      { operations: 'extract' },
      '--operations: the hobby plan does not include extract',
    ],
    [
      'an unknown environment',
      { environment: 'test' },
      'There is no environment "test". Environments: devel',
    ],
    ['a budget that is no number', { budget: 'ten' }, '--budget must be a number from 1 to'],
    ['a budget of the whole allowance', { budget: '500' }, '--budget: must be a number from 1 to 499, below'],
    ['a day that does not exist', { expires: '2027-02-30' }, '--expires must be a UTC date such as'],
    ['an expiry in the past', { expires: '2026-11-21' }, '--expires: must be in the future'],
    ['an empty name', { name: ' ' }, '--name: must have 1 to 100 characters'],
    ['a name of two lines', { name: 'a\nb' }, 'no control characters'],
  ] as const)('refuses a new key with %s in a sentence', async ([, options, message]) => {
    await expect(service().keys.create({ name: 'a', ...options })).rejects.toThrow(message);
  });

  type Commands = ReturnType<typeof service>['keys'];

  test.for([
    ['revoke an unknown key', (keys) => keys.revoke('none'), 'There is no key none.'],
    [
      'make a key of an account on another plan',
      (keys) => keys.create({ plan: 'pro', name: 'two', account: 'acc_1' }),
      '--plan is for a new account: a key of --account has its plan, which set-plan changes.',
    ],
    ['rename an unknown key', (keys) => keys.rename('none', 'a'), 'There is no key none.'],
    ['rotate an unknown key', (keys) => keys.rotate('none', '1'), 'There is no key none.'],
    [
      'rotate with a long grace',
      (keys) => keys.rotate('none', '25'),
      '--grace must be a number from 0 to 24.',
    ],
    [
      'rotate with an empty grace',
      (keys) => keys.rotate('none', ''),
      '--grace must be a number from 0 to 24.',
    ],
    [
      'rotate with a blank grace',
      (keys) => keys.rotate('none', ' '),
      '--grace must be a number from 0 to 24.',
    ],
    ['list the keys of an unknown account', (keys) => keys.list('none'), 'There is no account none.'],
    ['suspend an unknown account', (keys) => keys.suspend('none'), 'There is no account none.'],
    ['resume an unknown account', (keys) => keys.resume('none'), 'There is no account none.'],
    ['show an unknown account', (keys) => keys.usage('none'), 'There is no account none.'],
    ['show a month that is none', (keys) => keys.usage('none', '2026-13'), '--month must be a month such as'],
    ['set the plan of an unknown key', (keys) => keys.setPlan('none', 'pro'), 'no key or account none.'],
  ] as const satisfies readonly (readonly [string, (keys: Commands) => Promise<string>, string])[])(
    'refuses to %s in a sentence',
    async ([, run, message]) => {
      await expect(run(service().keys)).rejects.toThrow(message);
    },
  );

  test('refuses to rotate a key that was rotated or revoked', async () => {
    const { keys } = service();
    const [rotated, revoked] = [
      field(await keys.create({ plan: 'hobby', name: 'a' }), 'id'),
      field(await keys.create({ plan: 'hobby', name: 'b' }), 'id'),
    ];
    await keys.rotate(rotated, '1');
    await keys.revoke(revoked);

    await expect(keys.rotate(rotated, '1')).rejects.toThrow('The key was rotated already: key_');
    await expect(keys.rotate(revoked, '1')).rejects.toThrow('The key is revoked: make a new one.');
  });

  test('lets 50 keys of an account work for a grace, and then rotates without one', async () => {
    const { keys, time } = service();
    let id = field(await keys.create({ plan: 'hobby', name: 'first' }), 'id');
    const next = async (grace: string) => void (id = field(await keys.rotate(id, grace), 'id'));
    for (let more = 0; more < 50; more += 1) await next('24');

    await expect(keys.rotate(id, '24')).rejects.toThrow(
      'An account may have 50 rotated keys in their grace: revoke one first, or rotate without a grace.',
    );
    await next('0');
    time.nowMs += 24 * hourMs;
    await next('24');
    expect((await keys.list()).match(/ active /g)).toHaveLength(2);
  });

  test('refuses the 51st active key of an account', async () => {
    const { keys } = service();
    const first = await keys.create({ plan: 'hobby', name: 'first' });
    const account = field(first, 'account');
    for (let more = 0; more < 49; more += 1) await keys.create({ name: 'more', account });

    await expect(keys.create({ name: 'last', account })).rejects.toThrow('50 active keys');
    await keys.revoke(field(first, 'id'));
    expect(field(await keys.create({ name: 'last', account }), 'key')).toMatch(/^wnk_/);
  });
});
