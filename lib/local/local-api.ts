import type { Properties, Resource } from './resource-types.ts';
import { functionNameOf } from './template-references.ts';

export interface LocalMethod {
  readonly httpMethod: string;
  readonly resource: string;
  readonly resourceId: string;
  /** Without them the gateway refuses a request; lower-case. */
  readonly requiredHeaders: readonly string[];
  readonly integration:
    | {
        readonly kind: 'lambda';
        readonly functionName: string;
        readonly streams: boolean;
        readonly timeoutMs: number;
      }
    | { readonly kind: 'fixed'; readonly status: number; readonly headers: Readonly<Record<string, string>> };
}

export interface LocalGatewayResponse {
  readonly type: string;
  readonly status: number;
  readonly body: string;
  /** `context.requestId` or a quoted literal, as API Gateway spells them. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface LocalApi {
  readonly stage: string;
  readonly accessLogFormat: string | undefined;
  readonly methods: readonly LocalMethod[];
  readonly gatewayResponses: readonly LocalGatewayResponse[];
}

const unquoted = (value: string): string => value.replace(/^'(.*)'$/s, '$1');

function integrationOf(resource: string, integration: Properties): LocalMethod['integration'] {
  const type = integration.text('Type');
  if (type === 'AWS_PROXY') {
    const uri = integration.text('Uri');
    return {
      kind: 'lambda',
      functionName: functionNameOf(uri),
      streams: uri.endsWith('/response-streaming-invocations'),
      timeoutMs: integration.number('TimeoutInMillis', 29_000),
    };
  }
  const [response] = integration.list('IntegrationResponses');
  if (type !== 'MOCK' || response === undefined)
    throw new Error(`${resource} has an integration of type ${type}, which this runner does not support.`);
  const headers = Object.entries(response.object('ResponseParameters').textMap()).map(
    ([name, value]) => [name.replace('method.response.header.', '').toLowerCase(), unquoted(value)] as const,
  );
  return { kind: 'fixed', status: Number(response.text('StatusCode')), headers: Object.fromEntries(headers) };
}

/** The headers that a method's validator requires. Without a validator, API Gateway only notes them. */
function requiredHeadersOf(resource: string, method: Properties): readonly string[] {
  if (!method.has('RequestValidatorId')) return [];
  const required = Object.entries(method.object('RequestParameters').raw()).filter(([, is]) => is === true);
  return required.map(([name]) => {
    const header = /^method\.request\.header\.(.+)$/.exec(name)?.[1];
    if (header === undefined)
      throw new Error(`${resource} requires ${name}, which this runner does not validate.`);
    return header.toLowerCase();
  });
}

/** The stack's REST API. Throws on anything that the gateway would have to leave out. */
export function apiOf(resources: readonly Resource[], restApi: string): LocalApi {
  const ofType = (type: string) =>
    resources.filter((resource) => resource.type === `AWS::ApiGateway::${type}`);
  const parts = new Map(ofType('Resource').map(({ logicalId, properties }) => [logicalId, properties]));
  const pathOf = (resourceId: string): string => {
    const part = parts.get(resourceId);
    if (part === undefined) return '';
    return `${pathOf(part.text('ParentId'))}/${part.text('PathPart')}`;
  };
  const [stage, ...stages] = ofType('Stage');
  if (stage === undefined || stages.length > 0) throw new Error(`${restApi} must have one stage.`);
  return {
    stage: stage.properties.text('StageName'),
    accessLogFormat: stage.properties.object('AccessLogSetting').optionalText('Format'),
    methods: ofType('Method').map(({ properties }) => {
      const resourceId = properties.text('ResourceId');
      const resource = pathOf(resourceId) || '/';
      return {
        httpMethod: properties.text('HttpMethod'),
        resource,
        resourceId,
        requiredHeaders: requiredHeadersOf(resource, properties),
        integration: integrationOf(resource, properties.object('Integration')),
      };
    }),
    gatewayResponses: ofType('GatewayResponse').map(({ properties }) => ({
      type: properties.text('ResponseType'),
      status: Number(properties.text('StatusCode')),
      body: properties.object('ResponseTemplates').optionalText('application/json') ?? '',
      headers: Object.fromEntries(
        Object.entries(properties.object('ResponseParameters').textMap()).map(([name, value]) => [
          name.replace('gatewayresponse.header.', '').toLowerCase(),
          value,
        ]),
      ),
    })),
  };
}
