import { type Browser, launch } from 'puppeteer-core';

import { unpackBrowser } from '#shared/web/render/browser-files.ts';
import { browserAssetsDirectory } from '../lib/bundles.ts';

/** A browser with files of its own: other tests look for the processes of theirs. */
export async function launchBrowser(directory: string): Promise<Browser> {
  const { executablePath, environment } = await unpackBrowser(browserAssetsDirectory, directory);
  return launch({
    executablePath,
    env: { ...environment },
    headless: 'shell',
    pipe: true,
    args: ['--no-sandbox', '--disable-gpu'],
  });
}
