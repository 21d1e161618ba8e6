import { describe, expect, test } from 'vitest';

import { unifiedDiff } from '#shared/scrape/unified-diff.ts';

const linesOf = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `${text(index)}\n`).join('');

describe('the diff of two versions', () => {
  test('is a unified diff, and the same as an object in the shape of parse-diff', () => {
    const before = '# Pan\n\nSeasoned twice.\n\nPrice: 40\n';
    const after = '# Pan\n\nSeasoned twice.\n\nPrice: 45\nSold out\n';

    expect(unifiedDiff(before, after)).toEqual({
      text: '@@ -2,4 +2,5 @@\n \n Seasoned twice.\n \n-Price: 40\n+Price: 45\n+Sold out\n',
      json: {
        files: [
          {
            from: null,
            to: null,
            chunks: [
              {
                content: '@@ -2,4 +2,5 @@',
                changes: [
                  { type: 'normal', normal: true, ln1: 2, ln2: 2, content: ' ' },
                  { type: 'normal', normal: true, ln1: 3, ln2: 3, content: ' Seasoned twice.' },
                  { type: 'normal', normal: true, ln1: 4, ln2: 4, content: ' ' },
                  { type: 'del', del: true, ln: 5, content: '-Price: 40' },
                  { type: 'add', add: true, ln: 5, content: '+Price: 45' },
                  { type: 'add', add: true, ln: 6, content: '+Sold out' },
                ],
              },
            ],
          },
        ],
      },
    });
  });

  test('has a part for each place that has changed, with the numbers of its lines', () => {
    const before = linesOf(20, (index) => `line ${index + 1}`);
    const after = before.replace('line 2\n', '').replace('line 19\n', 'line 19b\n');

    const chunks = unifiedDiff(before, after)?.json.files[0]?.chunks ?? [];

    expect(chunks.map(({ content }) => content)).toEqual(['@@ -1,5 +1,4 @@', '@@ -16,5 +15,5 @@']);
    expect(chunks[1]?.changes).toContainEqual({ type: 'del', del: true, ln: 19, content: '-line 19' });
    expect(chunks[1]?.changes).toContainEqual({ type: 'add', add: true, ln: 18, content: '+line 19b' });
  });

  test('takes a text whose last line does not end for one whose last line does', () => {
    expect(unifiedDiff('a\nb', 'a\nc\n')?.text).toBe('@@ -1,2 +1,2 @@\n a\n-b\n+c\n');
  });

  test('is left out when too many lines have changed', () => {
    const before = linesOf(40_000, (index) => `before ${index}`);
    const after = linesOf(40_000, (index) => `after ${index}`);

    expect(unifiedDiff(before, after)).toBeUndefined();
  });

  test('is left out when it is longer than an answer should be', () => {
    expect(unifiedDiff('short\n', `${'long '.repeat(50_000)}\n`)).toBeUndefined();
  });
});
