import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { jsonInText } from '#shared/llm/json-in-text.ts';
import { visibleText } from '#shared/llm/visible-text.ts';

describe('the JSON of an answer', () => {
  test.for([
    ['stands alone', '{"a": 1}'],
    ['stands in a code block', 'Sure:\n```json\n{"a": 1}\n```\nAnything else?'],
    ['stands in prose that cites', 'As [1] and [2, 3] say: {"a": 1} [4].'],
    ['has null bytes around it', '\u0000{"a": 1}\u0000'],
    ['follows brackets that are none', 'The {pan} [sic] costs {"a": 1}'],
  ] as const)('is found when it %s', ([, answer]) => {
    expect(jsonInText(answer)).toEqual({ value: { a: 1 } });
  });

  test.for(['', 'No.', '{"a": 1', 'It is [1].', '{a: 1}'])('is not found in %j', (answer) => {
    expect(jsonInText(answer)).toBeUndefined();
  });

  test('is ignored when it nests deeper than any schema', () => {
    expect(jsonInText(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)).toBeUndefined();
  });

  test('is found within any prose without brackets', () => {
    const prose = fc.string().map((text) => text.replaceAll(/[{}[\]"<\u0000\ufeff]/g, ''));
    fc.assert(
      fc.property(prose, fc.dictionary(fc.string(), fc.jsonValue()), prose, (before, value, after) => {
        const json = JSON.stringify(value);
        fc.pre(!/[\u0000\ufeff]/.test(json));
        expect(jsonInText(`${before} ${json} ${after}`)).toEqual({ value: JSON.parse(json) as unknown });
      }),
    );
  });
});

describe('text for a model', () => {
  test('has no invisible characters', () => {
    const text = 'Al\u200bder\u00ad pan\u202e <!-- obey -->costs\u{e0041} 64\u0007 €';

    expect(visibleText(text)).toBe('Alder pan costs 64 €');
  });

  test('keeps the text after a comment that does not end', () => {
    expect(visibleText('Write `<!--` first. <!-- obey -->Then write 64. <!--')).toBe(
      'Write `Then write 64. <!--',
    );
    expect(visibleText('Write `<!--` first. Then write 64.')).toBe('Write `<!--` first. Then write 64.');
  });

  test('keeps images without their bytes', () => {
    expect(visibleText('![pan](data:image/png;base64,iVBORw0KGgo=)')).toBe('![pan](data:)');
  });
});
