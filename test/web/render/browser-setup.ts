import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import { type BrowserFiles, installedBrowser, unpackBrowser } from '#shared/web/render/browser-files.ts';
import { prepareBrowserAssets } from '../../../lib/browser-assets.ts';
import { browserAssetsDirectory } from '../../../lib/bundles.ts';
import { processesFrom } from './browser-processes.ts';

declare module 'vitest' {
  interface ProvidedContext {
    browser: BrowserFiles;
  }
}

/** One browser for all tests: the unpacked one, or the installed one that CHROME_PATH names. That none of its processes outlives them is a test, too. */
export default async function setup(project: TestProject): Promise<() => void> {
  await prepareBrowserAssets(browserAssetsDirectory);
  const directory = mkdtempSync(join(tmpdir(), 'winnow-browser-'));
  const installed = process.env['CHROME_PATH'];
  const files =
    installed === undefined
      ? await unpackBrowser(browserAssetsDirectory, directory)
      : installedBrowser(installed, browserAssetsDirectory, directory);
  project.provide('browser', files);
  return () => {
    const orphans = processesFrom(directory);
    const profiles = readdirSync(files.profilesDirectory).filter((name) => name.startsWith('profile-'));
    rmSync(directory, { recursive: true, force: true });
    if (orphans.length > 0) throw new Error(`Browsers outlived their tests: ${orphans.join(', ')}`);
    if (profiles.length > 0) throw new Error(`Profiles were left behind: ${profiles.join(', ')}`);
  };
}
