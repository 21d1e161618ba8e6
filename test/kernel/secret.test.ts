import { describe, expect, test } from 'vitest';

import { keptSecret } from '#shared/kernel/secret.ts';

describe('a secret', () => {
  test('is read once for all who wait for it, and kept', async () => {
    let reads = 0;
    const secret = keptSecret(async () => `text ${++reads}`);

    expect(await Promise.all([secret.read(), secret.read()])).toEqual(['text 1', 'text 1']);
    expect(await secret.read()).toBe('text 1');
  });

  test('is read again after it could not be read, and after it was refused', async () => {
    let reads = 0;
    const secret = keptSecret(async () => {
      reads += 1;
      if (reads === 1) throw new Error('The secret does not answer.');
      return `text ${reads}`;
    });

    await expect(secret.read()).rejects.toThrow('The secret does not answer.');
    expect(secret.forget()).toBe(false);
    expect(await secret.read()).toBe('text 2');
    expect(secret.forget()).toBe(true);
    expect(await secret.read()).toBe('text 3');
  });
});
