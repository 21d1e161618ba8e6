import type { APIGatewayProxyEvent } from 'aws-lambda';

import type { GatewayRequest } from '#shared/http/gateway-request.ts';
import { type LambdaClient, streamedAnswer } from '#shared/kernel/aws-lambda.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { isObject } from '#shared/kernel/json.ts';
import type { CallOperation, OperationAnswer, OperationCall } from './call-operation.ts';

/** Ends the JSON that precedes the body of a streamed reply (docs: Lambda, response streaming for proxy integrations). */
const preludeEnd = Buffer.alloc(8);

/** What the operation sees of the caller's headers; the answer is read here, so that compressing it would be a waste. */
const passedHeaders = ['x-api-key', 'authorization', 'host', 'x-forwarded-proto'] as const;

const unavailable = (cause: unknown): AppError =>
  new AppError('SERVICE_UNAVAILABLE', 'The service is busy. Repeat the request.', {
    cause,
    retryAfterSeconds: 2,
  });

function eventOf(call: OperationCall, request: GatewayRequest): Partial<APIGatewayProxyEvent> {
  const { method, resource, id, query = {}, body, idempotencyKey } = call;
  const url = new URL(request.url);
  const headers = Object.fromEntries(
    passedHeaders.flatMap((name) =>
      request.headers[name] === undefined ? [] : [[name, request.headers[name]]],
    ),
  );
  const { api_key: key } = request.query;
  return {
    httpMethod: method,
    resource,
    path: url.pathname,
    headers: {
      ...headers,
      'content-type': 'application/json',
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    queryStringParameters: { ...query, ...(key === undefined ? {} : { api_key: key }) },
    pathParameters: id === undefined ? null : { id },
    body: body === undefined ? null : JSON.stringify(body),
    isBase64Encoded: false,
    requestContext: {
      requestId: request.requestId,
      extendedRequestId: request.extendedRequestId,
      requestTimeEpoch: request.receivedAtMs,
      path: url.pathname,
      identity: { sourceIp: request.sourceAddress },
    } as APIGatewayProxyEvent['requestContext'],
  };
}

function answerOf(bytes: Buffer): OperationAnswer {
  const end = bytes.indexOf(preludeEnd);
  if (end === -1) throw unavailable(`the reply has no prelude: ${bytes.subarray(0, 200).toString()}`);
  const { statusCode, headers } = JSON.parse(bytes.subarray(0, end).toString()) as {
    readonly statusCode: number;
    readonly headers: Readonly<Record<string, string>>;
  };
  const body: unknown = JSON.parse(bytes.subarray(end + preludeEnd.length).toString());
  if (!isObject(body)) throw unavailable('the reply is no object');
  return { status: statusCode, headers, body };
}

/** `CallOperation` by the operation's own function. */
export const lambdaCallOperation =
  (client: LambdaClient, functionNames: Readonly<Record<string, string>>): CallOperation =>
  async (call, request, signal) => {
    const functionName = functionNames[call.function];
    if (functionName === undefined) throw new Error(`OPERATION_FUNCTIONS has no ${call.function}.`);
    signal.throwIfAborted();
    const payload = eventOf(call, request);
    const bytes = await streamedAnswer(client, { functionName, payload }, signal).catch((error: unknown) => {
      throw unavailable(error);
    });
    return answerOf(bytes);
  };
