import { mcpEnvironment } from '#shared/contract/environment.ts';
import { productionRecordsDeps } from '#shared/http/production-deps.ts';
import { dynamoClient } from '#shared/kernel/aws.ts';
import { lambdaClient } from '#shared/kernel/aws-lambda.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { createMcpEndpoint } from '#shared/mcp/mcp-endpoint.ts';
import { lambdaCallOperation } from '#shared/operations/lambda-call-operation.ts';

const environment = readEnvironment(mcpEnvironment);

export const handler = createMcpEndpoint({
  ...productionRecordsDeps('mcp', dynamoClient(), environment),
  callOperation: lambdaCallOperation(lambdaClient(), environment.OPERATION_FUNCTIONS),
  version: environment.SERVICE_VERSION,
  baseUrl: environment.BASE_URL,
}).streamed();
