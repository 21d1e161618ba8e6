import { InvokeCommand } from '@aws-sdk/client-lambda';

import type { CrawlEstimate } from '#shared/contract/crawl.ts';
import { estimateAnswer, type EstimateMessage } from '#shared/contract/estimate.ts';
import type { LambdaClient } from '#shared/kernel/aws-lambda.ts';
import { AppError, isErrorCode } from '#shared/kernel/errors.ts';

/** Estimates a crawl in a function of its own, which reads pages and may do nothing else. */
export type AskForEstimate = (message: EstimateMessage, signal: AbortSignal) => Promise<CrawlEstimate>;

export const lambdaEstimateCrawl =
  (client: LambdaClient, functionName: string): AskForEstimate =>
  async (message, signal) => {
    const { Payload, FunctionError } = await client.send(
      new InvokeCommand({ FunctionName: functionName, Payload: Buffer.from(JSON.stringify(message)) }),
      { abortSignal: signal },
    );
    if (FunctionError !== undefined || Payload === undefined)
      throw new Error(`The estimate failed: ${Buffer.from(Payload ?? []).toString('utf8')}`);
    const answer = estimateAnswer.parse(JSON.parse(Buffer.from(Payload).toString('utf8')));
    if ('estimate' in answer) return answer.estimate;
    const { code, message: text } = answer.failure;
    throw new AppError(isErrorCode(code) ? code : 'INTERNAL_ERROR', text);
  };
