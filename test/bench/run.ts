import '../../bin/need-node-24.mjs';

import { readdirSync } from 'node:fs';

// `npm run bench -- <name>` runs ./<name>.ts, and `npm run bench -- --report` those that docs/performance.md tells of.

const benches = readdirSync(import.meta.dirname)
  .filter(
    (file) =>
      file.endsWith('.ts') &&
      file !== 'run.ts' &&
      file !== 'progress.ts' &&
      file !== 'write-report.ts' &&
      !/-(?:costs|data|memory|module|server|time|world)\.ts$|\.d\.ts$/.test(file),
  )
  .map((file) => file.replace(/\.ts$/, ''))
  .toSorted();

const [name = ''] = process.argv.slice(2);
if (name === '--report') {
  await import('./write-report.ts');
} else if (benches.includes(name)) {
  await import(`./${name}.ts`);
} else {
  console.error(`usage: npm run bench -- ${[...benches, '--report'].join(' | ')}`);
  process.exitCode = 1;
}
