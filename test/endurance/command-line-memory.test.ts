import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { apiKey, startService } from '../clients/answers.ts';
import { projectWithClient } from '../clients/built-package.ts';
import { scriptedCrawl } from '../clients/crawl-server.ts';

const reportPeak =
  'data:text/javascript,process.on("exit",()=>process.stderr.write(`${process.resourceUsage().maxRSS}`))';

test('winnow reads a crawl of 10,000 pages in less than 200 MB', async () => {
  const server = await startService(scriptedCrawl({ pages: 10_000, pagesEachTime: 200, pageLength: 10_000 }));
  const { directory, packageDirectory } = projectWithClient();
  onTestFinished(async () => {
    await server.close();
    rmSync(directory, { recursive: true });
  });

  const words = ['crawl', 'https://shop.example/', '--limit', '10000', '--quiet', '-o', 'site'];
  const child = spawn(
    process.execPath,
    ['--import', reportPeak, join(packageDirectory, 'bin/winnow.js'), ...words],
    {
      cwd: directory,
      env: { PATH: process.env['PATH'], WINNOW_BASE_URL: server.url, WINNOW_API_KEY: apiKey },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let peakKilobytes = '';
  child.stderr.on('data', (chunk) => (peakKilobytes += String(chunk)));
  await once(child, 'close');

  expect(child.exitCode).toBe(0);
  expect(Number(peakKilobytes) / 1024).toBeLessThan(200);
});
