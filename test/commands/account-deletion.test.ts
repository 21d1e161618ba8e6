import { describe, expect, test } from 'vitest';

import { deleteAccountOf, deletionText } from '../../lib/commands/account-deletion.ts';

describe('npm run keys -- delete-account', () => {
  test.for([{ 'crawl-table': 'crawls' }, { bucket: 'pages' }, { table: 'service', bucket: 'pages' }])(
    'deletes nothing anywhere when of a deployed service only %j is named',
    async (named) => {
      const deletion = deleteAccountOf({ ...named, data: '/no/such/folder' }, 'acct_1', true);

      await expect(deletion).rejects.toThrow('name --table, --crawl-table and --bucket');
    },
  );

  test('says of an account with work in progress that it is being deleted, and when to go on', () => {
    const text = deletionText('acct_1', { kind: 'waiting', untilMs: Date.UTC(2026, 10, 21, 12) });

    expect(text).toBe(
      'acct_1 is being deleted: it is closed for good and its crawls are ended. Requests and pages in progress may still write: run this command again after 2026-11-21T12:00:00.000Z, unless people have accounts of the service, which deletes the rest itself then.',
    );
  });
});
