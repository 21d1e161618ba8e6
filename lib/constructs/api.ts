import { Aws, Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import {
  AccessLogField,
  AccessLogFormat,
  type CorsOptions,
  type DomainName,
  EndpointType,
  LambdaIntegration,
  LogGroupLogDestination,
  type MethodOptions,
  ResponseTransferMode,
  ResponseType,
  RestApi,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

import { challengeAt } from '#shared/contract/challenge.ts';
import { type GatewayResponse, gatewayResponses, keyMissing } from '#shared/contract/gateway-responses.ts';
import { type AccountFunction, accountPageRoutes, accountRoutes } from '#shared/contract/account-routes.ts';
import { corsPreflight, type EndpointFunction, routes as apiRoutes } from '#shared/contract/routes.ts';
import {
  type ProtocolFunction,
  protocolRoutes,
  toolsPath,
  toolsPreflight,
} from '#shared/contract/other-protocols.ts';
import { type OAuthFunction, oauthRoutes } from '#shared/contract/oauth-routes.ts';
import { type SiteFunction, siteRoutes } from '#shared/contract/site-routes.ts';
import type { DeploymentSettings } from '../settings.ts';
import { integrationTimeout, stageThrottle } from '../sizing.ts';

/** The functions that API Gateway invokes. */
type RoutedFunctions = Readonly<Record<EndpointFunction | ProtocolFunction | SiteFunction, LambdaFunction>>;
/** The account's functions, as far as the deployment has them. */
export type AccountFunctions = Readonly<Partial<Record<AccountFunction | OAuthFunction, LambdaFunction>>>;

const allRoutes = [
  ...apiRoutes,
  ...siteRoutes,
  ...accountRoutes,
  ...accountPageRoutes,
  ...oauthRoutes,
  ...protocolRoutes,
];

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

const stageName = 'live';

const preflightOf = ({
  methods,
  headers,
}: {
  readonly methods: readonly string[];
  readonly headers: readonly string[];
}): CorsOptions => ({
  allowOrigins: ['*'],
  allowMethods: [...methods],
  allowHeaders: [...headers],
  maxAge: Duration.seconds(corsPreflight.maxAgeSeconds),
});

/** The REST API of the contract's route tables, with response streaming. */
export class Api extends Construct {
  readonly restApi: RestApi;
  /** The operator's own host name. */
  readonly domain: DomainName | undefined;

  constructor(scope: Construct, settings: DeploymentSettings) {
    super(scope, 'api');
    const { STAGE, API_GATEWAY_LOG_ROLE: logRole } = settings;
    this.restApi = new RestApi(this, 'RestApi', {
      restApiName: STAGE === undefined ? 'winnow' : `winnow-${STAGE}`,
      description: 'Winnow: web pages in, clean content out',
      endpointTypes: [EndpointType.REGIONAL],
      cloudWatchRole: logRole === 'create',
      ...(logRole === 'create' ? { cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN } : {}),
      deployOptions: {
        stageName,
        ...(logRole === 'none' ? {} : this.accessLog()),
        // Per method they would be some two hundred metrics at $0.30 a month; those of the stage are free.
        metricsEnabled: false,
        ...stageThrottle(settings),
      },
    });
    this.domain = this.addDomain(settings);
    // Below /api and for the tools only: the account is for its own page, and the site has nothing that needs a preflight.
    this.restApi.root.addResource('api', { defaultCorsPreflightOptions: preflightOf(corsPreflight) });
    this.restApi.root.resourceForPath(toolsPath).addCorsPreflight(preflightOf(toolsPreflight));
    this.addGatewayResponses();
    this.explain(logRole !== 'none');
  }

  /** Where callers find the API. `restApi.url` would be a circle: the stage waits for the functions that need the URL. */
  get baseUrl(): string {
    if (this.domain !== undefined) return `https://${this.domain.domainName}`;
    return `https://${this.restApi.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}/${stageName}`;
  }

  /** The URL of the account's page. */
  get accountUrl(): string {
    return `${this.baseUrl}/account`;
  }

  /** Adds the routes of these functions; routes without a function are left out. */
  addRoutes(functions: RoutedFunctions & AccountFunctions): void {
    const { root } = this.restApi;
    const integrations = new Map<LambdaFunction, LambdaIntegration>();
    const integrationOf = (handler: LambdaFunction): LambdaIntegration => {
      const integration =
        integrations.get(handler) ??
        new LambdaIntegration(handler, {
          responseTransferMode: ResponseTransferMode.STREAM,
          timeout: integrationTimeout,
          allowTestInvoke: false,
          scopePermissionToMethod: false,
        });
      integrations.set(handler, integration);
      return integration;
    };
    const routes = allRoutes.flatMap(({ method, path, function: name }) => {
      const handler = functions[name];
      return handler === undefined ? [] : [{ method, path, integration: integrationOf(handler) }];
    });
    for (const { method, path, integration } of routes)
      if (method !== 'ANY') root.resourceForPath(path).addMethod(method, integration);
    // For other methods the path's first function replies with 405; API Gateway would reply with 403.
    for (const [path, [first]] of Map.groupBy(routes, (route) => route.path))
      root
        .resourceForPath(path)
        .addMethod('ANY', first?.integration, path === toolsPath && functions.oauth ? this.withKey() : {});
  }

  /** Has API Gateway itself refuse requests without a key, where people allow programs one. */
  private withKey(): MethodOptions {
    this.addGatewayResponse(keyMissing(challengeAt(this.baseUrl, false)));
    return {
      requestParameters: { 'method.request.header.Authorization': true },
      requestValidator: this.restApi.addRequestValidator('KeyValidator', { validateRequestParameters: true }),
    };
  }

  private accessLog() {
    const group = new LogGroup(this, 'AccessLog', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    return { accessLogDestination: new LogGroupLogDestination(group), accessLogFormat };
  }

  private addDomain({ DOMAIN_NAME, CERTIFICATE_ARN }: DeploymentSettings): DomainName | undefined {
    if (DOMAIN_NAME === undefined || CERTIFICATE_ARN === undefined) return undefined;
    // At the root, so that paths have no stage.
    return this.restApi.addDomainName('Domain', {
      domainName: DOMAIN_NAME,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', CERTIFICATE_ARN),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
  }

  private explain(hasAccessLog: boolean): void {
    const logsPolicy = `arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs`;
    Validations.of(this.restApi).acknowledge(
      {
        id: 'AwsSolutions-APIG2',
        reason: 'The contract validates requests in the function and names the wrong field.',
      },
      {
        id: 'AwsSolutions-APIG3',
        reason: 'A firewall is the operator’s choice; keys, rates and throttling work without it.',
      },
      {
        id: 'AwsSolutions-APIG4',
        reason: 'Functions check API keys themselves: three ways to send one, one answer for all failures.',
      },
      {
        id: 'AwsSolutions-COG4',
        reason: 'Callers are programs with API keys; people have sessions, which functions check themselves.',
      },
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
      ...(hasAccessLog
        ? []
        : ['AwsSolutions-APIG1', 'Serverless-APIGWAccessLogging', 'Serverless-APIGWStructuredLogging'].map(
            (id) => ({
              id,
              reason:
                'It needs a role of the whole AWS account, which the operator decides about; functions log their requests.',
            }),
          )),
    );
  }

  private addGatewayResponses(): void {
    for (const response of gatewayResponses) this.addGatewayResponse(response);
  }

  private addGatewayResponse({ type, statusCode, body, headers }: GatewayResponse): void {
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
