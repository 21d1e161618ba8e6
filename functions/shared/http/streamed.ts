import middy from '@middy/core';
import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse';
import type { APIGatewayProxyEvent } from 'aws-lambda';

import type { EndpointHandler } from './endpoint.ts';

/**
 * What Lambda is given: the endpoint, answering through a response stream, since screenshots and crawls pass
 * the 6 MB of a buffered answer.
 */
export const streamed = (handler: EndpointHandler) =>
  middy({ executionMode: executionModeStreamifyResponse, timeoutEarlyInMillis: 0 }).handler(
    (event, context) => handler(event as APIGatewayProxyEvent, context),
  );
