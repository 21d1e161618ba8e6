import { InvokeCommand } from '@aws-sdk/client-lambda';

import type { DeletionMessage } from '#shared/contract/messages.ts';
import type { LambdaClient } from '#shared/kernel/aws-lambda.ts';
import type { StartDeletion } from './start-deletions.ts';

/** Lambda takes the event and runs the function when it can. */
const acceptMs = 10_000;

export const lambdaStartDeletion =
  (client: LambdaClient, functionName: string): StartDeletion =>
  async (accountId) => {
    const message: DeletionMessage = { accountId };
    await client.send(
      new InvokeCommand({
        FunctionName: functionName,
        InvocationType: 'Event',
        Payload: Buffer.from(JSON.stringify(message)),
      }),
      { abortSignal: AbortSignal.timeout(acceptMs) },
    );
  };
