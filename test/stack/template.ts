import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';

import { readSettings } from '../../lib/settings.ts';
import { WinnowStack } from '../../lib/stack.ts';

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Effect: string;
}

interface Resource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
}

/**
 * The stack with placeholders for bundles: what it says, without what it runs. template-rules.test.ts checks it against
 * CloudFormation's rules, which takes longer than the synthesis.
 */
export function synthesisedStack(environment: Readonly<Record<string, string>> = {}, id = 'Winnow') {
  const app = new App({ analyticsReporting: false, builtinCloudFormationValidation: false });
  const stack = new WinnowStack(app, id, {
    settings: readSettings(environment, ''),
    codeOf: () => Code.fromInline('exports.handler = () => {}'),
  });
  const template = Template.fromStack(stack);
  const resources = template.toJSON()['Resources'] as Readonly<Record<string, Resource>>;
  return { app, stack, template, resources };
}

const listOf = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T]);

/** Everything the function of that folder may do, as "action on resource", sorted. */
export function permissionsOf(resources: Readonly<Record<string, Resource>>, name: string): string[] {
  const ownPolicy = new RegExp(`^(account|crawling|searching)?${name.replaceAll('-', '')}Role`);
  const policies = Object.entries(resources).filter(
    ([id, { Type }]) => Type === 'AWS::IAM::Policy' && ownPolicy.test(id),
  );
  const statements = policies.flatMap(
    ([, { Properties }]) => (Properties['PolicyDocument'] as { Statement: readonly Statement[] }).Statement,
  );
  const permissions = statements.flatMap(({ Action, Resource }) =>
    listOf(Action).flatMap((action) =>
      listOf(Resource).map((resource) => `${action} on ${shortName(resource)}`),
    ),
  );
  // Two grants may overlap.
  return [...new Set(permissions)].toSorted();
}

/** `{"Fn::GetAtt": ["servicetableTable1689A1BC", "Arn"]}` reads as `servicetableTable`. */
function shortName(resource: unknown): string {
  return JSON.stringify(resource)
    .replaceAll(/\{"Fn::GetAtt":\["(\w+?)[0-9A-F]{8}","Arn"\]\}/g, '$1')
    .replaceAll(/\{"Fn::Join":\["",\[(.*?)\]\]\}/g, '$1')
    .replaceAll(/[",]/g, '');
}

export function functionsOf(resources: Readonly<Record<string, Resource>>) {
  return Object.values(resources)
    .filter(({ Type }) => Type === 'AWS::Lambda::Function')
    .map(
      ({ Properties }) =>
        Properties as {
          Description: string;
          Timeout: number;
          MemorySize: number;
          Runtime: string;
          Environment: { Variables: Record<string, string> };
        },
    )
    .map((properties) => Object.assign(properties, { name: properties.Description.replace('Winnow: ', '') }));
}
