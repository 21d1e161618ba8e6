import fc from 'fast-check';
import { expect, test } from 'vitest';

import { windowOf } from '#shared/mcp/text-window.ts';

test('a text that fits is one part', () => {
  expect(windowOf('one\ntwo')).toEqual({ text: 'one\ntwo', nextCursor: undefined });
});

test('a part ends between lines', () => {
  expect(windowOf('one\ntwo\nthree', 0, 9)).toEqual({ text: 'one\ntwo\n', nextCursor: 8 });
  expect(windowOf('one\ntwo three four', 0, 9)).toEqual({ text: 'one\ntwo ', nextCursor: 8 });
});

test('a part is not short because the line after it is long', () => {
  const line = 'word '.repeat(100);
  const { text } = windowOf(`# Heading\n${line}`, 0, 100);

  expect(text.length).toBeGreaterThanOrEqual(75);
  expect(text).toMatch(/word $/);
});

test('a part ends between characters where there is neither a line nor a word to end', () => {
  expect(windowOf('😀'.repeat(10), 0, 5)).toEqual({ text: '😀😀😀', nextCursor: 6 });
  expect(windowOf('😀'.repeat(10), 0, 4)).toEqual({ text: '😀😀', nextCursor: 4 });
});

test('the parts of any text are the text, and all but the last are nearly as long as allowed', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', ' ', '\n', 'é', '😀'), maxLength: 300 }),
      fc.integer({ min: 1, max: 50 }),
      (text, size) => {
        const parts: string[] = [];
        let cursor: number | undefined = 0;
        while (cursor !== undefined) {
          const part: ReturnType<typeof windowOf> = windowOf(text, cursor, size);
          parts.push(part.text);
          cursor = part.nextCursor;
        }
        expect(parts.join('')).toBe(text);
        for (const part of parts) expect(part.isWellFormed()).toBe(true);
        for (const part of parts) expect(part.length).toBeLessThanOrEqual(size + 1);
        for (const part of parts.slice(0, -1)) expect(part.length).toBeGreaterThan((size * 3) / 4);
      },
    ),
  );
});
