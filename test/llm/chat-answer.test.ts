import { describe, expect, test } from 'vitest';

import { chatAnswer } from '#shared/llm/chat-answer.ts';

const received = (message: unknown) =>
  ({ choices: [{ message, finish_reason: 'stop' }] }) as unknown as Parameters<typeof chatAnswer>[0];

describe('an answer of an endpoint', () => {
  test('is none that is refused when its refusal is empty', () => {
    expect(chatAnswer(received({ content: 'Pan', refusal: '' }), 'What?', 'local-1').content).toBe('Pan');
  });

  test('may come in parts', () => {
    const content = [{ type: 'text', text: 'A ' }, { type: 'image_url' }, { type: 'text', text: 'pan' }];

    expect(chatAnswer(received({ content }), 'What?', 'local-1').content).toBe('A pan');
  });

  test.for([
    ['<think>\nOkay, {"a": 2}?\n</think>\n\n{"a": 1}', '{"a": 1}'],
    ['\n<think>Is it {"a": 2}?</think>{"a": 1}', '{"a": 1}'],
    ['<think>\n\n</think>\n\nPans rust [1].\n', 'Pans rust [1].\n'],
    ['Okay, the pages say it.\n</think>\n\nPans rust [1].', 'Pans rust [1].'],
  ] as const)('has none of the thoughts of %j', ([content, answer]) => {
    expect(chatAnswer(received({ content }), 'What?', 'local-1').content).toBe(answer);
  });

  test.for([
    '{"title": "What </think> means"}',
    '```json\n{"title": "What </think> means"}\n```',
    'It thinks between `<think>` and `</think>` [1].',
    'It writes:\n```\n<think>\nOkay\n</think>\n```',
  ])('keeps the tags that %j speaks of', (content) => {
    expect(chatAnswer(received({ content }), 'What?', 'local-1').content).toBe(content);
  });

  test('is empty when its thoughts do not end', () => {
    expect(() => chatAnswer(received({ content: '<think>\nOkay, ' }), 'What?', 'local-1')).toThrow(
      'The response is empty.',
    );
  });

  test('is refused with the words of its refusal', () => {
    expect(() => chatAnswer(received({ content: '', refusal: 'No.' }), 'What?', 'local-1')).toThrow(
      expect.objectContaining({ code: 'MODEL_REFUSED' }),
    );
  });
});
