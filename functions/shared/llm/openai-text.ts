import OpenAI from 'openai';

import type { TextModel } from '#shared/analysing/write-text.ts';
import { AppError } from '#shared/kernel/errors.ts';

export interface ModelEndpoint {
  /** Any OpenAI-compatible endpoint; the operator's word. */
  readonly baseUrl: string | undefined;
  readonly apiKey: string;
  readonly model: string;
}

/** Text from an OpenAI-compatible endpoint (`POST /chat/completions`, which all of them have). */
export function openaiText({ baseUrl, apiKey, model }: ModelEndpoint): TextModel {
  const client = new OpenAI({
    apiKey,
    maxRetries: 1,
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
  });
  return {
    name: model,
    writeText: async ({ system, input, signal }) => {
      try {
        const { choices } = await client.chat.completions.create(
          {
            model,
            messages: [
              { role: 'system', content: system },
              { role: 'user', content: input },
            ],
          },
          { signal },
        );
        return choices[0]?.message.content ?? '';
      } catch (cause) {
        signal.throwIfAborted();
        throw new AppError('MODEL_UNAVAILABLE', 'The model did not answer.', { cause });
      }
    },
  };
}
