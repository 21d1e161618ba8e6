import { appendFileSync, writeFileSync } from 'node:fs';
const root = process.env.ROOT ?? '/work/main';
const { pageContents } = await import(`${root}/functions/shared/content/page-content.ts`);
const { parsePage } = await import(`${root}/functions/shared/content/page/parse-page.ts`);
const { plainText } = await import(`${root}/functions/shared/content/markdown/plain-text.ts`);
const { readPages } = await import(`${root}/lib/training/read-pages.ts`);
const out = process.argv[2]!;
const sets = (
  process.argv[3] ??
  'wcxb-dev,trafilatura,multilingual,newspaper4k,russian-dev,readability,defuddle,unlabelled'
).split(',');
writeFileSync(out, '');
const words = (t: string) =>
  t
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .flatMap((w) => (/\p{Script=Han}/u.test(w) ? [...w] : w ? [w] : []));
const f1 = (a: string[], b: string[]) => {
  const m = new Map<string, number>();
  for (const w of b) m.set(w, (m.get(w) ?? 0) + 1);
  let hit = 0;
  for (const w of a) {
    const c = m.get(w) ?? 0;
    if (c > 0) {
      hit++;
      m.set(w, c - 1);
    }
  }
  const p = hit / Math.max(1, a.length),
    r = hit / Math.max(1, b.length);
  return p + r === 0 ? 0 : (2 * p * r) / (p + r);
};
for (const set of sets) {
  for (const p of readPages('/work/shared/data/content', set)) {
    const page = parsePage({ bytes: p.bytes(), contentType: p.contentType, url: p.url });
    if (page.kind !== 'html') continue;
    let markdown = '',
      metadata: any = {};
    try {
      const { contents } = await pageContents(page, [
        {
          formats: new Set(['markdown']),
          onlyMainContent: true,
          includeTags: [],
          excludeTags: [],
          removeBase64Images: true,
        },
      ]);
      ({ markdown = '', metadata } = contents[0]);
    } catch (e) {
      markdown = 'ERROR ' + e;
    }
    const t = p.truth ?? {};
    const text = plainText(markdown);
    const low = text.toLowerCase().replaceAll(/\s+/g, ' ');
    const row: any = {
      set,
      id: p.id,
      type: p.type,
      metadata: {
        title: metadata.title,
        author: metadata.author,
        publishedTime: metadata.publishedTime ?? metadata.publishedDate,
        image: metadata.image ?? metadata.ogImage,
        siteName: metadata.siteName,
        description: metadata.description,
      },
    };
    if (t.text) row.f1 = f1(words(text), words(t.text));
    if (t.must || t.mustNot) {
      const has = (s: string) => low.includes(s.toLowerCase().replaceAll(/\s+/g, ' '));
      row.tp = (t.must ?? []).filter(has).length;
      row.fn = (t.must ?? []).length - row.tp;
      row.fp = (t.mustNot ?? []).filter(has).length;
    }
    row.md = markdown;
    appendFileSync(out, JSON.stringify(row) + '\n');
  }
}
