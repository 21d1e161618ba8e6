import { describe, expect, test } from 'vitest';

import { deleteAccountOf } from '../../lib/commands/account-deletion.ts';

describe('npm run keys -- delete-account', () => {
  test.for([{ 'crawl-table': 'crawls' }, { bucket: 'pages' }, { table: 'service', bucket: 'pages' }])(
    'deletes nothing anywhere when of a deployed service only %j is named',
    async (named) => {
      const deletion = deleteAccountOf({ ...named, data: '/no/such/folder' }, 'acct_1', true);

      await expect(deletion).rejects.toThrow('name --table, --crawl-table and --bucket');
    },
  );
});
