import type { ModelTokens } from '#shared/contract/fields.ts';
import type { LanguageModel, ModelRequest } from './language-model.ts';

export interface CountedModel {
  readonly model: LanguageModel;
  /** All tokens so far; `undefined` before the first answer. */
  readonly tokens: () => ModelTokens | undefined;
}

/** The model, with a count of what the caller's request costs the operator. */
export function countTokens(model: LanguageModel): CountedModel {
  let tokens: ModelTokens | undefined;
  const counted = <Request extends ModelRequest>(request: Request): Request => ({
    ...request,
    onUsage: ({ inputTokens, outputTokens }) => {
      const { input, output } = tokens ?? { input: 0, output: 0 };
      tokens = { input: input + inputTokens, output: output + outputTokens };
    },
  });
  return {
    model: {
      ...model,
      completeText: (request) => model.completeText(counted(request)),
      completeJson: (request) => model.completeJson(counted(request)),
    },
    tokens: () => tokens,
  };
}
