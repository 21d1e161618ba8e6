import { APIError } from 'openai';
import { describe, expect, test } from 'vitest';

import { failedCall } from '#shared/llm/model-failure.ts';

/** A failed call as the client reports it. */
const failureOf = (status: number, body: object) =>
  failedCall(APIError.generate(status, body, undefined, new Headers()), 0).kind;

describe('a question that exceeds the context', () => {
  test.for([
    [
      'OpenAI',
      400,
      { message: "This model's maximum context length is 8192 tokens.", code: 'context_length_exceeded' },
    ],
    [
      'llama.cpp',
      400,
      {
        message: 'request (4390 tokens) exceeds the available context size (4096 tokens), try increasing it',
        type: 'exceed_context_size_error',
      },
    ],
    ['llama.cpp while it answers', 500, { message: 'Context size has been exceeded.', type: 'server_error' }],
    [
      'Gemini',
      400,
      { message: 'The input token count (1200293) exceeds the maximum number of tokens allowed (1048576).' },
    ],
    ['Bedrock', 400, { message: 'Input is too long for requested model.' }],
    ['Anthropic', 400, { message: 'prompt is too long: 210000 tokens > 200000 maximum' }],
    [
      'TGI',
      422,
      {
        message:
          'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 7993 `inputs` tokens and 1024 `max_new_tokens`',
      },
    ],
    [
      'Groq, by its quota of a minute',
      413,
      {
        message:
          'Request too large for model `llama-3.3-70b-versatile` on tokens per minute (TPM): Limit 6000, Requested 14810, please reduce your message size and try again.',
        code: 'rate_limit_exceeded',
      },
    ],
  ] as const)('is too long for %s', ([, status, error]) => {
    expect(failureOf(status, { error })).toBe('too-long');
  });

  test('is no overloaded server', () => {
    expect(failureOf(500, { error: { message: 'The server had an error' } })).toBe('objection');
    expect(failureOf(429, { error: { message: 'Rate limit reached on tokens per minute' } })).toBe('again');
  });
});

describe('a question with content that a filter refuses', () => {
  test.for([
    [
      'Azure',
      400,
      {
        message:
          "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
        param: 'prompt',
        code: 'content_filter',
        innererror: { code: 'ResponsibleAIPolicyViolation' },
      },
    ],
    [
      'OpenAI',
      400,
      {
        message: 'Invalid prompt: your prompt was flagged as potentially violating our usage policy.',
        code: 'invalid_prompt',
      },
    ],
    [
      'OpenRouter',
      403,
      { message: 'Your chosen model requires moderation and your input was flagged', code: 403 },
    ],
  ] as const)('is refused by %s', ([, status, error]) => {
    expect(failureOf(status, { error })).toBe('content-refused');
  });

  test('is no refused key', () => {
    expect(failureOf(403, { error: { message: 'This key may not use the model' } })).toBe('key-refused');
  });
});
