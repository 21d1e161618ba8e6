import type { FunctionName } from './operation-use.ts';

interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
}

/** What a template says about its costs. */
export interface DeploymentSizes {
  readonly functions: ReadonlyMap<
    string,
    { readonly memoryMb: number; readonly architecture: 'arm64' | 'x86_64' }
  >;
  readonly eventSources: number;
  readonly alarmMetrics: number;
  readonly dashboards: number;
  readonly encryptionKeys: number;
  readonly firewallRules: number | undefined;
  readonly secrets: number;
  readonly hasModel: boolean;
  /** Days for which crawled pages are kept. */
  readonly crawlDays: number;
}

interface LifecycleRule {
  readonly Prefix?: string;
  readonly ExpirationInDays?: number;
}

const listAt = (properties: Readonly<Record<string, unknown>>, name: string): readonly unknown[] =>
  (properties[name] as readonly unknown[] | undefined) ?? [];

/** An alarm is charged by the metrics it reads; expressions over them cost nothing. */
const metricsOf = (alarm: Readonly<Record<string, unknown>>): number =>
  'MetricName' in alarm
    ? 1
    : listAt(alarm, 'Metrics').filter((metric) => 'MetricStat' in (metric as object)).length;

const variablesOf = (properties: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  (properties['Environment'] as { readonly Variables?: Record<string, unknown> } | undefined)?.Variables ??
  {};

/** Reads the sizes of a synthesised template. */
export function sizesOf(resources: Readonly<Record<string, Resource>>): DeploymentSizes {
  const ofType = (type: string) =>
    Object.values(resources)
      .filter(({ Type }) => Type === type)
      .map(({ Properties = {} }) => Properties);
  const functions = ofType('AWS::Lambda::Function');
  const variables = functions.map(variablesOf);
  const secretArns = variables.flatMap((all) =>
    Object.entries(all).flatMap(([name, value]) =>
      name.endsWith('SECRET_ARN') ? [JSON.stringify(value)] : [],
    ),
  );
  const rules = ofType('AWS::S3::Bucket').flatMap(
    ({ LifecycleConfiguration: configuration }) =>
      (configuration as { readonly Rules?: readonly LifecycleRule[] } | undefined)?.Rules ?? [],
  );
  return {
    functions: new Map(
      functions.map((properties) => [
        String(properties['Description']).replace('Winnow: ', ''),
        {
          memoryMb: Number(properties['MemorySize']),
          architecture: listAt(properties, 'Architectures').includes('arm64') ? 'arm64' : 'x86_64',
        },
      ]),
    ),
    eventSources: ofType('AWS::Lambda::EventSourceMapping').length,
    alarmMetrics: ofType('AWS::CloudWatch::Alarm').reduce((sum, alarm) => sum + metricsOf(alarm), 0),
    dashboards: ofType('AWS::CloudWatch::Dashboard').length,
    encryptionKeys: ofType('AWS::KMS::Key').length,
    firewallRules: ofType('AWS::WAFv2::WebACL').map((acl) => listAt(acl, 'Rules').length)[0],
    secrets: new Set(secretArns).size,
    hasModel: variables.some((all) => 'LLM_MODEL' in all),
    crawlDays: rules.find(({ Prefix }) => Prefix === 'crawls/')?.ExpirationInDays ?? 0,
  };
}

/** The gigabytes and the architecture of a function. */
export function sizeOf({ functions }: DeploymentSizes, name: FunctionName) {
  const size = functions.get(name);
  if (size === undefined) throw new Error(`The template has no function ${name}.`);
  return { gigabytes: size.memoryMb / 1024, architecture: size.architecture };
}
