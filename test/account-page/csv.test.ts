import { describe, expect, test } from 'vitest';

import { csvOf } from '../../lib/account-page/csv.ts';

describe('the CSV of usage', () => {
  test('has a line for each row, ended as RFC 4180 says', () => {
    expect(
      csvOf([
        ['day', 'requests'],
        ['2026-11-22', 3],
      ]),
    ).toBe('day,requests\r\n2026-11-22,3\r\n');
  });

  test('quotes commas, quotes and line breaks', () => {
    expect(csvOf([['a,b', 'say "hi"', 'two\nlines']])).toBe('"a,b","say ""hi""","two\nlines"\r\n');
  });

  test.for(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://evil.example","x")'])(
    'turns %j, a name of a key, into text that no spreadsheet calculates',
    (name) => {
      const cell = csvOf([[name]]).replace(/^"/, '');

      expect(cell.startsWith("'")).toBe(true);
    },
  );

  test('leaves negative numbers as they are', () => {
    expect(csvOf([[-1]])).toBe('-1\r\n');
  });
});
