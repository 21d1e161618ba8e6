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

  test('is refused with the words of its refusal', () => {
    expect(() => chatAnswer(received({ content: '', refusal: 'No.' }), 'What?', 'local-1')).toThrow(
      expect.objectContaining({ code: 'MODEL_REFUSED' }),
    );
  });
});
