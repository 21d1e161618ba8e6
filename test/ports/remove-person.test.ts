import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { describe, expect, onTestFinished, test } from 'vitest';

import { cognitoRemovePerson } from '#shared/accounts/sessions/cognito-remove-person.ts';
import type { RemovePerson } from '#shared/accounts/sessions/remove-person.ts';
import { peopleIn } from '../../lib/local/people/people.ts';
import { serveUserPoolApi } from '../../lib/local/people/user-pool-api.ts';
import { memoryUserPool } from '../fakes/memory-user-pool.ts';

const issuer = 'https://people.test/pool';

interface Pool {
  readonly removePerson: RemovePerson;
  /** Returns the subject of a new person. */
  readonly register: (email: string) => Promise<string>;
  readonly has: (subject: string) => boolean;
}

async function inMemory(): Promise<Pool> {
  const { subjects, removePerson } = memoryUserPool(issuer);
  const register = async (email: string) => {
    subjects.add(email);
    return email;
  };
  return { removePerson, register, has: (subject) => subjects.has(subject) };
}

/** Cognito's API as one machine serves it. */
async function inUserPool(poolId = 'pool'): Promise<Pool> {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-people-'));
  const people = peopleIn(join(directory, 'people.json'), { minLength: 1, required: [] });
  const server = await serveUserPoolApi('pool', people);
  onTestFinished(async () => {
    await server.close();
    rmSync(directory, { recursive: true });
  });
  const client = new CognitoIdentityProviderClient({
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    endpoint: server.url,
  });
  return {
    removePerson: cognitoRemovePerson(client, { userPoolId: poolId, issuer }),
    register: async (email) => {
      const registration = await people.register(email, 'password');
      if ('problem' in registration) throw new Error(registration.problem);
      return registration.person.id;
    },
    has: (subject) => people.find(subject) !== undefined,
  };
}

describe.for([
  ['memory', inMemory],
  ['a user pool', inUserPool],
] as const)('people in %s', ([, start]) => {
  test('are removed, and nobody else is', async () => {
    const pool = await start();
    const [ada, bob] = [await pool.register('ada@example.com'), await pool.register('bob@example.com')];

    await pool.removePerson({ issuer, subject: ada });

    expect([pool.has(ada), pool.has(bob)]).toEqual([false, true]);
  });

  test('are removed once, and a second time changes nothing', async () => {
    const pool = await start();
    const ada = await pool.register('ada@example.com');

    await pool.removePerson({ issuer, subject: ada });
    await pool.removePerson({ issuer, subject: ada });

    expect(pool.has(ada)).toBe(false);
  });

  test('of another provider are left alone', async () => {
    const pool = await start();
    const ada = await pool.register('ada@example.com');

    await pool.removePerson({ issuer: 'https://other.test', subject: ada });

    expect(pool.has(ada)).toBe(true);
  });
});

test('a person of a pool that does not exist is an error', async () => {
  const pool = await inUserPool('another');

  await expect(pool.removePerson({ issuer, subject: 'ada' })).rejects.toThrow(
    'There is no user pool another.',
  );
});
