import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { plainSecrets, readPlanSettings, readSettings } from '../../lib/settings.ts';

describe('a secret as text', () => {
  test.for(Object.entries(plainSecrets))(
    '%s stops npm run synth, and no template is written',
    ([name, arn]) => {
      const outdir = join(mkdtempSync(join(tmpdir(), 'winnow-secrets-')), 'cdk.out');
      const { status, stderr } = spawnSync(process.execPath, ['bin/app.ts'], {
        env: { PATH: process.env['PATH'], CDK_OUTDIR: outdir, [name]: 'http://user:pass-word@proxy.example' },
        encoding: 'utf8',
      });

      expect([status, stderr.trim()]).toEqual([
        1,
        `${name} would be readable in the template: store the text in Secrets Manager and set ${arn} (only npm start takes ${name}).`,
      ]);
      expect(existsSync(outdir)).toBe(false);
    },
  );

  test('is part of no setting, and keeps no other command from its work', () => {
    const envFile = join(mkdtempSync(join(tmpdir(), 'winnow-secrets-')), '.env');
    writeFileSync(envFile, 'OPENAI_API_KEY=pass-word\nSEARCH_PROVIDERS=brave\nBRAVE_API_KEY=pass-word\n');

    expect(readPlanSettings({}, envFile)).toEqual({});
    expect(JSON.stringify(readSettings({ SEARCH_PROVIDERS: 'duckduckgo' }, envFile))).not.toContain(
      'pass-word',
    );
  });
});
