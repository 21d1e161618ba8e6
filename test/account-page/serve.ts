import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { makeAccountPage } from '../../lib/make-account-page.ts';
import { startAccountServer } from './account-server.ts';
import { busyAccount, newAccount } from './account-state.ts';

/** `node test/account-page/serve.ts [new] [port]`: the page with an account in memory, to look at while it is changed. */
const directory = join(mkdtempSync(join(tmpdir(), 'winnow-page-')), 'files');
await makeAccountPage(directory);
const state = process.argv.includes('new') ? newAccount() : busyAccount();
const { url } = await startAccountServer(directory, state, Number(process.argv.at(-1)) || 0);
process.stdout.write(`${url}/account\n`);
