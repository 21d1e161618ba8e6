import { ElementIndex } from '#shared/content/dom/element-edit.ts';
import { rawText } from '#shared/content/dom/element-display.ts';
import { parsePage } from '#shared/content/page/parse-page.ts';
import { readPages } from '../lib/training/read-pages.ts';
import { readFileSync } from 'node:fs';
const md = new Map(
  readFileSync('/tmp/cq/t2.jsonl', 'utf8')
    .trim()
    .split('\n')
    .map((l) => JSON.parse(l))
    .map((r) => [r.set + '/' + r.id, r.md as string]),
);
const re =
  /(?:^|\s)(?:modal|modal-container|modal-dialog|modal-content|modal__content|popup|dialog|lightbox)(?:\s|$)/i;
for (const set of ['wcxb-dev', 'trafilatura', 'unlabelled', 'multilingual', 'russian-dev'])
  for (const p of readPages('/work/shared/data/content', set)) {
    const page = parsePage({ bytes: p.bytes(), contentType: p.contentType, url: p.url }) as any;
    if (page.kind !== 'html') continue;
    const index = new ElementIndex(page.document);
    const m = (md.get(set + '/' + p.id) ?? '').replaceAll(/\s+/g, ' ');
    let n = 0;
    for (const e of index.all) {
      const c = e.attribs['class'] ?? '';
      if (!(re.test(c) || /^(?:dialog|alertdialog)$/.test(e.attribs['role'] ?? '') || e.name === 'dialog'))
        continue;
      const t = rawText(e, 4000).replaceAll(/\s+/g, ' ').trim();
      if (t.length < 40) continue;
      const words = t.split(' ');
      const probe = words.slice(Math.floor(words.length / 3), Math.floor(words.length / 3) + 5).join(' ');
      if (m.includes(probe) && n++ < 1)
        console.log(
          set,
          p.id.slice(0, 30),
          e.name,
          c.slice(0, 40),
          e.attribs['role'],
          t.length,
          index.totalText,
          '|',
          probe,
        );
    }
  }
