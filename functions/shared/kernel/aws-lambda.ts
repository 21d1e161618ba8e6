import {
  InvokeWithResponseStreamCommand,
  type InvokeWithResponseStreamResponseEvent,
  LambdaClient,
} from '@aws-sdk/client-lambda';

import { within } from './deadline.ts';

/** The invoked function's own deadline bounds the call; a retry would run the work twice. */
export const lambdaClient = (): LambdaClient =>
  new LambdaClient({
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 330_000, throwOnRequestTimeout: true },
  });

async function collected(events: AsyncIterable<InvokeWithResponseStreamResponseEvent>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const { PayloadChunk, InvokeComplete } of events) {
    if (PayloadChunk?.Payload !== undefined) chunks.push(PayloadChunk.Payload);
    if (InvokeComplete?.ErrorCode !== undefined)
      throw new Error(`${InvokeComplete.ErrorCode}: ${InvokeComplete.ErrorDetails ?? ''}`);
  }
  return Buffer.concat(chunks);
}

/** Invokes a function that streams its answer, which may be longer than a buffered one. Throws when it broke off. */
export async function streamedAnswer(
  client: LambdaClient,
  { functionName, payload }: { readonly functionName: string; readonly payload: object },
  signal: AbortSignal,
): Promise<Buffer> {
  const { EventStream } = await client.send(
    new InvokeWithResponseStreamCommand({
      FunctionName: functionName,
      Payload: Buffer.from(JSON.stringify(payload)),
    }),
    { abortSignal: signal },
  );
  if (EventStream === undefined) throw new Error('The invocation has no stream.');
  return within(collected(EventStream), signal);
}

export type { LambdaClient };
