import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import {
  AccessLogField,
  AccessLogFormat,
  EndpointType,
  LambdaIntegration,
  LogGroupLogDestination,
  ResponseTransferMode,
  ResponseType,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

import { gatewayResponses } from '#shared/contract/gateway-responses.ts';
import { corsPreflight, type EndpointFunction, routes as apiRoutes } from '#shared/contract/routes.ts';
import { type SiteFunction, siteRoutes } from '#shared/contract/site-routes.ts';
import { integrationTimeout } from '../sizing.ts';

/** The functions that API Gateway invokes. */
type RoutedFunctions = Readonly<Record<EndpointFunction | SiteFunction, LambdaFunction>>;

const routes = [...apiRoutes, ...siteRoutes];

/** Logs the route instead of the path and query, which may hold an API key. */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: AccessLogField.contextRequestId(),
    ip: AccessLogField.contextIdentitySourceIp(),
    time: AccessLogField.contextRequestTimeEpoch(),
    method: AccessLogField.contextHttpMethod(),
    resource: AccessLogField.contextResourcePath(),
    status: AccessLogField.contextStatus(),
    durationMs: AccessLogField.contextResponseLatency(),
    bytes: AccessLogField.contextResponseLength(),
  }),
);

/** The REST API of the contract's route tables, with response streaming. */
export class Api extends Construct {
  readonly restApi: RestApi;

  constructor(scope: Construct, functions: RoutedFunctions) {
    super(scope, 'api');
    const accessLog = new LogGroup(this, 'AccessLog', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.restApi = new RestApi(this, 'RestApi', {
      restApiName: 'winnow',
      description: 'Winnow: web pages in, clean content out',
      endpointTypes: [EndpointType.REGIONAL],
      cloudWatchRole: true,
      cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN,
      deployOptions: {
        stageName: 'live',
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat,
        metricsEnabled: true,
        throttlingRateLimit: 1_000,
        throttlingBurstLimit: 2_000,
      },
      defaultCorsPreflightOptions: {
        allowOrigins: ['*'],
        allowMethods: [...corsPreflight.methods],
        allowHeaders: [...corsPreflight.headers],
        maxAge: Duration.seconds(corsPreflight.maxAgeSeconds),
      },
    });
    this.addRoutes(functions);
    this.addGatewayResponses();
    this.explain();
  }

  private addRoutes(functions: RoutedFunctions): void {
    const integrations = new Map<keyof RoutedFunctions, LambdaIntegration>();
    const integrationOf = (name: keyof RoutedFunctions): LambdaIntegration => {
      const integration =
        integrations.get(name) ??
        new LambdaIntegration(functions[name], {
          responseTransferMode: ResponseTransferMode.STREAM,
          timeout: integrationTimeout,
          allowTestInvoke: false,
          scopePermissionToMethod: false,
        });
      integrations.set(name, integration);
      return integration;
    };
    for (const route of routes)
      this.restApi.root.resourceForPath(route.path).addMethod(route.method, integrationOf(route.function));
    // For other methods the path's first function replies with 405; API Gateway would reply with 403.
    for (const path of new Set(routes.map((route) => route.path))) {
      const first = routes.find((route) => route.path === path);
      if (first !== undefined)
        this.restApi.root.resourceForPath(path).addMethod('ANY', integrationOf(first.function));
    }
  }

  private explain(): void {
    const logsPolicy = `arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs`;
    Validations.of(this.restApi).acknowledge(
      {
        id: 'AwsSolutions-APIG2',
        reason: 'The contract validates requests in the function and names the wrong field.',
      },
      {
        id: 'AwsSolutions-APIG3',
        reason: 'A firewall is the operator’s choice; keys, rates and throttling stand without it.',
      },
      {
        id: 'AwsSolutions-APIG4',
        reason: 'Functions check API keys themselves: three ways to send one, one answer for all failures.',
      },
      { id: 'AwsSolutions-COG4', reason: 'Callers are programs with API keys, not people of a user pool.' },
      {
        id: 'AwsSolutions-APIG6',
        reason: 'Execution logs would hold query strings, and a query may hold an API key.',
      },
      {
        id: 'Serverless-APIGWXrayEnabled',
        reason: 'Traces record addresses, and an address may carry an API key.',
      },
      {
        id: `AwsSolutions-IAM4[Policy::${logsPolicy}]`,
        reason: 'The policy that API Gateway documents for writing access logs; one per AWS account.',
      },
    );
  }

  private addGatewayResponses(): void {
    for (const { type, statusCode, body, headers } of gatewayResponses)
      this.restApi.addGatewayResponse(type, {
        type: ResponseType.of(type),
        statusCode: String(statusCode),
        templates: { 'application/json': JSON.stringify(body) },
        responseHeaders: {
          'x-request-id': 'context.requestId',
          'access-control-allow-origin': "'*'",
          ...Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, `'${value}'`])),
        },
      });
  }
}
