import { describe, expect, test } from 'vitest';

import { droppedFeature, fullDialect } from '#shared/llm/dialect.ts';

const schema = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] };
const refusal = (message: string, status = 400) => ({ status, message });

describe('a refused request', () => {
  test.for([
    ["'response_format' of type 'json_schema' is not supported"],
    ['This model does not support response format `json_schema`.'],
    ['This response_format type is unavailable now'],
  ] as const)('has no structured outputs from then on after %j', ([message]) => {
    expect(droppedFeature(fullDialect, schema, refusal(message))).toEqual({
      change: { structuredOutputs: false },
      isLasting: true,
    });
  });

  test.for([
    ["Invalid schema for response_format 'answer': more than 10 levels of nesting"],
    ['The provided JSON schema contains features not supported by xgrammar.'],
    ['Failed to initialize samplers: failed to parse grammar'],
    ['The specified schema produces a constraint that has too many states for serving.'],
    ['Failed to generate JSON. json_validate_failed {"failed_generation":"max_tokens, temperature"}'],
    ['Bad request'],
  ] as const)('has no structured outputs once after %j', ([message]) => {
    expect(droppedFeature(fullDialect, schema, refusal(message))).toEqual({
      change: { structuredOutputs: false },
      isLasting: false,
    });
  });

  test('has no JSON mode from then on when that was refused, and not structured outputs', () => {
    const message = "'response_format.type' must be 'json_schema' or 'text'";

    expect(droppedFeature(fullDialect, { type: 'object' }, refusal(message))).toEqual({
      change: { jsonMode: false },
      isLasting: true,
    });
  });

  test('keeps its formats when it asked for none', () => {
    expect(droppedFeature(fullDialect, undefined, refusal('Bad request'))).toBeUndefined();
  });
});
