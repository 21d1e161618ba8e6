import fc from 'fast-check';
import { expect, test } from 'vitest';

import { windowOf } from '#shared/mcp/text-window.ts';

test('a text that fits is one part', () => {
  expect(windowOf('one\ntwo')).toEqual({ text: 'one\ntwo', nextCursor: undefined });
});

test('a part ends between lines', () => {
  expect(windowOf('one\ntwo\nthree', 0, 9)).toEqual({ text: 'one\ntwo\n', nextCursor: 8 });
});

test('the parts of any text are the text, and none is longer than allowed by more than its line break', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), fc.integer({ min: 1, max: 50 }), (text, size) => {
      const parts: string[] = [];
      let cursor: number | undefined = 0;
      while (cursor !== undefined) {
        const part: ReturnType<typeof windowOf> = windowOf(text, cursor, size);
        parts.push(part.text);
        cursor = part.nextCursor;
      }
      expect(parts.join('')).toBe(text);
      for (const part of parts) expect(part.length).toBeLessThanOrEqual(size + 1);
    }),
  );
});
