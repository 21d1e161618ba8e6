import {
  InvokeWithResponseStreamCommand,
  type InvokeWithResponseStreamResponseEvent,
  TooManyRequestsException,
} from '@aws-sdk/client-lambda';

import type { LambdaClient } from '#shared/kernel/aws-lambda.ts';
import { within } from '#shared/kernel/deadline.ts';
import { AppError } from '#shared/kernel/errors.ts';

import { rendererBusy, type RenderPage } from './render-page.ts';
import { decodePage } from './render-stream.ts';

const unavailable = (cause: unknown): AppError =>
  new AppError('RENDERER_UNAVAILABLE', 'The browser is temporarily unavailable.', {
    cause,
    retryAfterSeconds: 5,
  });

async function collect(events: AsyncIterable<InvokeWithResponseStreamResponseEvent>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const { PayloadChunk, InvokeComplete } of events) {
    if (PayloadChunk?.Payload !== undefined) chunks.push(PayloadChunk.Payload);
    if (InvokeComplete?.ErrorCode !== undefined)
      throw unavailable(`${InvokeComplete.ErrorCode}: ${InvokeComplete.ErrorDetails ?? ''}`);
  }
  return Buffer.concat(chunks);
}

/** `RenderPage` by the function that contains the browser. */
export const lambdaRenderPage =
  (client: LambdaClient, functionName: string): RenderPage =>
  async (request, { signal }) => {
    const invoke = async (): Promise<Buffer> => {
      const { EventStream } = await client.send(
        new InvokeWithResponseStreamCommand({
          FunctionName: functionName,
          Payload: Buffer.from(JSON.stringify(request)),
        }),
        { abortSignal: signal },
      );
      if (EventStream === undefined) throw unavailable('the invocation has no stream');
      return within(collect(EventStream), signal);
    };
    signal.throwIfAborted();
    const bytes = await invoke().catch((error: unknown) => {
      signal.throwIfAborted();
      if (error instanceof AppError) throw error;
      throw error instanceof TooManyRequestsException ? rendererBusy(error) : unavailable(error);
    });
    return decodePage(bytes);
  };
