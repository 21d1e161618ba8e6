import '../../bin/need-node-24.mjs';

import { readdirSync } from 'node:fs';

// `npm run bench -- <name>` runs ./<name>.ts.

const benches = readdirSync(import.meta.dirname)
  .filter(
    (file) =>
      file.endsWith('.ts') &&
      file !== 'run.ts' &&
      file !== 'progress.ts' &&
      !/-(?:costs|data|module|server|time|world)\.ts$|\.d\.ts$/.test(file),
  )
  .map((file) => file.replace(/\.ts$/, ''))
  .toSorted();

const [name = ''] = process.argv.slice(2);
if (benches.includes(name)) {
  await import(`./${name}.ts`);
} else {
  console.error(`usage: npm run bench -- ${benches.join(' | ')}`);
  process.exitCode = 1;
}
