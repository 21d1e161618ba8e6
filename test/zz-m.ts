import { readFileSync } from 'node:fs';
import { pageContents } from '#shared/content/page-content.ts';
import { parsePage } from '#shared/content/page/parse-page.ts';
const page = parsePage({
  bytes: readFileSync(process.argv[2]!),
  contentType: 'text/html',
  url: process.argv[3] ?? 'https://a.test/',
});
const { contents } = await pageContents(page as any, [
  {
    formats: new Set(['markdown']),
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
  },
]);
console.log(contents[0].markdown);
