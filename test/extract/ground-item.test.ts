import { noLines } from '#shared/content/formats/page-lines.ts';
import { describe, expect, test } from 'vitest';

import { withoutForeignUrls } from '#shared/extract/evidence/ground-item.ts';
import { pageEvidence } from '#shared/extract/evidence/page-evidence.ts';

const evidence = pageEvidence({
  url: 'https://shop.test/pan',
  markdown: 'The [manual](https://shop.test/manual) of the pan.',
  lines: noLines,
  declared: {},
  links: [],
  metadata: {},
});

describe('an item without foreign URLs', () => {
  test.for([
    String.raw`https:\\evil.test\?d=1`,
    'https://user@evil.test/?d=1',
    'https://зло.test/?d=1',
    'https:evil.test/?d=1',
    '//зло.test/?d=1',
  ])('has no %s', (address) => {
    expect(withoutForeignUrls({ note: `See ${address} now` }, evidence)).toEqual({ note: 'See  now' });
  });

  test('has none in its property names', () => {
    const item = { 'https://evil.test/?d=1': 'Pan', name: 'Pan' };

    expect(withoutForeignUrls(item, evidence)).toEqual({ name: 'Pan' });
  });

  test('keeps URLs of its page, and colons and slashes that are no URL', () => {
    const item = { note: 'https://shop.test/manual, 10:30, and/or, https: none', ratio: '16:9 // wide' };

    expect(withoutForeignUrls(item, evidence)).toEqual(item);
  });
});
