import { TooManyRequestsException } from '@aws-sdk/client-lambda';

import { type LambdaClient, streamedAnswer } from '#shared/kernel/aws-lambda.ts';
import { AppError } from '#shared/kernel/errors.ts';

import { rendererBusy, type RenderPage } from './render-page.ts';
import { decodePage } from './render-stream.ts';

const unavailable = (cause: unknown): AppError =>
  new AppError('RENDERER_UNAVAILABLE', 'The browser is temporarily unavailable.', {
    cause,
    retryAfterSeconds: 5,
  });

/** `RenderPage` by the function that contains the browser. */
export const lambdaRenderPage =
  (client: LambdaClient, functionName: string): RenderPage =>
  async (request, { signal }) => {
    signal.throwIfAborted();
    const bytes = await streamedAnswer(client, { functionName, payload: request }, signal).catch(
      (error: unknown) => {
        signal.throwIfAborted();
        throw error instanceof TooManyRequestsException ? rendererBusy(error) : unavailable(error);
      },
    );
    return decodePage(bytes);
  };
