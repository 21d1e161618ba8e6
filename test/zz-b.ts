import { readFileSync } from 'node:fs';
import { parsePage } from '#shared/content/page/parse-page.ts';
import { ElementIndex } from '#shared/content/dom/element-edit.ts';
import { beginningOf } from '#shared/content/metadata/article-beginning.ts';
const page = parsePage({
  bytes: readFileSync('/tmp/read4/35.html'),
  contentType: 'text/html; charset=utf-8',
  url: 'https://www.tmz.com/',
}) as any;
const index = new ElementIndex(page.document);
const h = index.named('h1').find((e) => /headline/.test(e.attribs['class'] ?? ''));
const b = beginningOf(h);
for (const l of [...b.before, { text: '-----', parts: [] }, ...b.after])
  console.log(
    l.text.slice(0, 150),
    JSON.stringify(l.parts.map((p) => [p.text.slice(0, 30), p.role, p.href?.slice(0, 30)])).slice(0, 200),
  );
