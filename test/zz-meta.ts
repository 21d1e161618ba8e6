import { readFileSync } from 'node:fs';
import { pageContents } from '#shared/content/page-content.ts';
import { parsePage } from '#shared/content/page/parse-page.ts';
for (const nn of process.argv.slice(2)) {
  const m = JSON.parse(readFileSync(`/tmp/read4/${nn}.meta.json`, 'utf8'));
  const page = parsePage({
    bytes: readFileSync(`/tmp/read4/${nn}.html`),
    contentType: 'text/html; charset=utf-8',
    url: m.url,
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
  const { title, author, publishedTime, modifiedTime, siteName } = contents[0].metadata as any;
  console.log(nn, m.url, JSON.stringify({ title, author, publishedTime, modifiedTime, siteName }));
}
