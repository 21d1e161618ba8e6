import { describe, expect, test } from 'vitest';

import { withoutEnd } from '#shared/values/trimming.ts';

class CountedSet extends Set<string> {
  asked = 0;

  override has(character: string): boolean {
    this.asked += 1;
    return super.has(character);
  }
}

describe('trimming the end of a text', () => {
  test('removes all marks at the end and none before them', () => {
    expect(withoutEnd('11 kg; | ;', new Set(' ;|'))).toBe('11 kg');
    expect(withoutEnd(' ; ', new Set(' ;'))).toBe('');
    expect(withoutEnd('11 kg', new Set(' ;'))).toBe('11 kg');
  });

  test('reads each mark at the end once, and no run before it', () => {
    const marks = new CountedSet(' ;');

    withoutEnd(`${' ;'.repeat(5_000)}x${' ;'.repeat(100)}`, marks);

    expect(marks.asked).toBe(201);
  });
});
