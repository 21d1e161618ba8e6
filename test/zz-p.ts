import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { pageContents } from '#shared/content/page-content.ts';
import { parsePage } from '#shared/content/page/parse-page.ts';
const f = '/work/shared/data/extraction/products';
for (const p of JSON.parse(readFileSync(f + '/truth.json', 'utf8'))) {
  if (!process.argv.slice(2).some((s) => p.url.includes(s))) continue;
  const bytes = gunzipSync(readFileSync(`${f}/html/${p.id}.html.gz`));
  const page = parsePage({ bytes, contentType: 'text/html', url: p.url });
  const { contents } = await pageContents(page as any, [
    {
      formats: new Set(['markdown']),
      onlyMainContent: true,
      includeTags: [],
      excludeTags: [],
      removeBase64Images: true,
    },
  ]);
  console.log('=====', p.url, JSON.stringify(p), '\n', contents[0].markdown.slice(0, 900));
  const h = bytes.toString('utf8');
  const b = p.brand?.[0];
  const i = h.indexOf('<h1');
  console.log('H1:', h.slice(Math.max(0, i - 900), i + 400));
  (await import('node:fs')).writeFileSync('/tmp/p-' + p.id + '.html', bytes);
}
