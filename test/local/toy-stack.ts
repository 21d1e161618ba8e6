import { join } from 'node:path';

import { App, Duration, Stack } from 'aws-cdk-lib';
import { LambdaIntegration, ResponseTransferMode, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue } from 'aws-cdk-lib/aws-sqs';

export interface ToyStackOptions {
  readonly outdir: string;
  /** A file that the worker writes what it saw to. */
  readonly diary: string;
  readonly change?: (stack: Stack) => void;
}

/** A small stack with one of each thing that the runner runs. */
export function synthesiseToyStack({ outdir, diary, change }: ToyStackOptions): void {
  const app = new App({ outdir, analyticsReporting: false, builtinCloudFormationValidation: false });
  const stack = new Stack(app, 'Toy');
  const code = (name: string) => Code.fromAsset(join(import.meta.dirname, 'functions', name));
  const functionOf = (
    id: string,
    folder: string,
    handler: string,
    environment: Record<string, string> = {},
    timeoutSeconds = 2,
  ) =>
    new LambdaFunction(stack, id, {
      runtime: Runtime.NODEJS_24_X,
      handler: `index.${handler}`,
      code: code(folder),
      timeout: Duration.seconds(timeoutSeconds),
      memorySize: 256,
      environment,
    });

  const deadLetters = new Queue(stack, 'DeadLetters');
  const failures = new Queue(stack, 'Failures');
  const queue = new Queue(stack, 'Work', {
    visibilityTimeout: Duration.seconds(6),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: 2 },
  });
  const worker = functionOf('Worker', 'worker', 'handler', { DIARY: diary });
  worker.addEventSource(
    new SqsEventSource(queue, {
      batchSize: 5,
      maxBatchingWindow: Duration.seconds(1),
      reportBatchItemFailures: true,
    }),
  );
  const buffered = functionOf('Buffered', 'echo', 'buffered');
  buffered.configureAsyncInvoke({ retryAttempts: 1, onFailure: new SqsDestination(failures) });
  const echo = functionOf('Echo', 'echo', 'streaming', { FROM_TEMPLATE: queue.queueUrl });
  const patient = functionOf('Patient', 'patient', 'handler', { DIARY: `${diary}-patient` }, 60);

  const api = new RestApi(stack, 'Api', { cloudWatchRole: false });
  const streaming = new LambdaIntegration(echo, { responseTransferMode: ResponseTransferMode.STREAM });
  const echoes = api.root.addResource('echo');
  echoes.addMethod('GET', streaming);
  echoes.addMethod('POST', streaming);
  echoes.addResource('{name}').addMethod('GET', streaming);
  api.root
    .addResource('patient')
    .addMethod('POST', new LambdaIntegration(patient, { responseTransferMode: ResponseTransferMode.STREAM }));
  api.root.addResource('keyed').addMethod('GET', streaming, {
    requestParameters: { 'method.request.header.Authorization': true },
    requestValidator: api.addRequestValidator('Validator', { validateRequestParameters: true }),
  });
  api.addGatewayResponse('Unvalidated', {
    type: { responseType: 'BAD_REQUEST_PARAMETERS' },
    statusCode: '401',
    templates: { 'application/json': '{"gateway":"no key"}' },
    responseHeaders: { 'www-authenticate': `'Bearer realm="toys"'` },
  });
  api.addGatewayResponse('Throttled', {
    type: { responseType: 'THROTTLED' },
    statusCode: '429',
    templates: { 'application/json': '{"gateway":"busy"}' },
    responseHeaders: { 'retry-after': "'1'" },
  });
  api.addGatewayResponse('NotFound', {
    type: { responseType: 'MISSING_AUTHENTICATION_TOKEN' },
    statusCode: '404',
    templates: { 'application/json': '{"gateway":"no such route"}' },
    responseHeaders: { 'x-request-id': 'context.requestId', 'x-fixed': "'yes'" },
  });
  api.addGatewayResponse('Broken', {
    type: { responseType: 'DEFAULT_5XX' },
    statusCode: '502',
    templates: { 'application/json': '{"gateway":"broken"}' },
  });
  api.addGatewayResponse('Refused', {
    type: { responseType: 'DEFAULT_4XX' },
    statusCode: '400',
    templates: { 'application/json': '{"gateway":"refused"}' },
  });
  change?.(stack);
  app.synth();
}
