import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { settingNames } from '#shared/contract/settings.ts';
import { ranks } from '../oxlint.config.ts';

const folders = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

describe('the layout', () => {
  test('ranks every shared module, and every rank names a module', () => {
    expect(folders('functions/shared').toSorted()).toEqual(ranks.flat().toSorted());
  });

  test('keeps modules flat', () => {
    const nested = ranks.flat().flatMap((module) => folders(`functions/shared/${module}`));

    expect(nested).toEqual([]);
  });

  test('gives every function a handler', () => {
    for (const name of folders('functions').filter((folder) => folder !== 'shared'))
      expect(readdirSync(`functions/${name}`)).toContain('handler.ts');
  });

  test('documents every setting in .env.example', () => {
    const example = readFileSync('.env.example', 'utf8');
    const documented = [...example.matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name]) => name);

    expect(new Set(documented)).toEqual(new Set(settingNames));
  });
});
