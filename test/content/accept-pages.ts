import { writeFileSync } from 'node:fs';

import { goldenPages, markdownOfGolden } from './golden-pages.ts';

// `npm run pages:accept [NAME…]` writes what pages give now as what they must give. Read the difference before
// you commit it.

const names = new Set(process.argv.slice(2));

for (const page of goldenPages) {
  if (names.size > 0 && !names.has(page.name)) continue;
  const markdown = await markdownOfGolden(page);
  if (markdown === page.expected) continue;
  writeFileSync(page.expectedFile, markdown);
  process.stdout.write(`${page.expected === undefined ? 'new' : 'changed'}: ${page.name}\n`);
}
