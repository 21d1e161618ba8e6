import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { synthesisedStack } from './template.ts';

type Properties = Readonly<Record<string, unknown>>;

/** What CloudFormation cannot change in a resource without making a new, empty one. */
export interface KeptResource {
  readonly type: string;
  readonly fixed: Properties;
  /** The indexes of a table, by name. */
  readonly indexes: Readonly<Record<string, unknown>>;
}
export type KeptResources = Readonly<Record<string, KeptResource>>;

/** The types that hold data, or an address that others know, with the properties whose change replaces them. */
const fixedProperties: Readonly<Record<string, readonly string[]>> = {
  'AWS::ApiGateway::RestApi': [],
  'AWS::ApiGateway::DomainName': ['DomainName'],
  'AWS::Cognito::UserPool': ['AliasAttributes', 'Schema', 'UsernameAttributes', 'UsernameConfiguration'],
  'AWS::Cognito::UserPoolClient': ['GenerateSecret', 'UserPoolId'],
  'AWS::Cognito::UserPoolDomain': ['Domain', 'UserPoolId'],
  'AWS::DynamoDB::Table': ['KeySchema', 'TableName'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::SQS::Queue': ['FifoQueue', 'QueueName'],
};

interface Index {
  readonly IndexName: string;
  readonly KeySchema: readonly { readonly AttributeName: string }[];
}

/** The types of a key's attributes are fixed as well. */
function keyTypes({ AttributeDefinitions }: Properties, { KeySchema }: Pick<Index, 'KeySchema'>): Properties {
  const definitions = AttributeDefinitions as readonly { AttributeName: string; AttributeType: string }[];
  return Object.fromEntries(
    KeySchema.map(({ AttributeName: name }) => [
      name,
      definitions.find((each) => each.AttributeName === name)?.AttributeType,
    ]),
  );
}

function keptResource(type: string, properties: Properties): KeptResource {
  const names = fixedProperties[type] ?? [];
  const fixed = Object.fromEntries(
    names.flatMap((name) => (properties[name] === undefined ? [] : [[name, properties[name]]])),
  );
  if (type !== 'AWS::DynamoDB::Table') return { type, fixed, indexes: {} };
  const indexes = (properties['GlobalSecondaryIndexes'] ?? []) as readonly Index[];
  return {
    type,
    fixed: { ...fixed, types: keyTypes(properties, properties as unknown as Index) },
    indexes: Object.fromEntries(
      indexes.map((index) => [index.IndexName, { ...index, types: keyTypes(properties, index) }]),
    ),
  };
}

export const keptResourcesOf = (resources: ReturnType<typeof synthesisedStack>['resources']): KeptResources =>
  Object.fromEntries(
    Object.entries(resources)
      .filter(([, { Type }]) => fixedProperties[Type] !== undefined)
      .map(([id, { Type, Properties }]) => [id, keptResource(Type, Properties)]),
  );

const file = join(import.meta.dirname, 'kept-resources.json');

/** The resources that deployments have, as of the last release. */
export const deployedResources = (): KeptResources => JSON.parse(readFileSync(file, 'utf8')) as KeptResources;

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function indexProblems(
  id: string,
  before: KeptResource['indexes'],
  after: KeptResource['indexes'],
): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => !same(before[name], after[name]));
  const inPlace = changed
    .filter((name) => before[name] !== undefined && after[name] !== undefined)
    .map(
      (name) =>
        `The index ${name} of ${id} has changed, which DynamoDB does not do: add one with another name, and remove this one with the next release.`,
    );
  if (changed.length <= 1) return inPlace;
  return [
    ...inPlace,
    `An update would change ${changed.length} indexes of ${id} (${changed.join(', ')}), and DynamoDB adds or removes one at a time: release one of them first, and write the list with node test/stack/kept-resources.ts.`,
  ];
}

/** Why a deployment of `before` cannot be updated to `after` without losing data or failing. */
export const updateProblems = (before: KeptResources, after: KeptResources): string[] =>
  Object.entries(before).flatMap(([id, kept]) => {
    const now = after[id];
    if (now === undefined || now.type !== kept.type)
      return [
        `${id} (${kept.type}) is not in the template any more: an update would leave it behind with its data. Give the construct its earlier place and name, or its resource overrideLogicalId('${id}').`,
      ];
    const changed = Object.keys({ ...kept.fixed, ...now.fixed }).filter(
      (name) => !same(kept.fixed[name], now.fixed[name]),
    );
    const replaced = changed.map(
      (name) =>
        `${name} of ${id} (${kept.type}) has changed: an update would replace it by an empty one. Add a second resource and move its data, or leave the property.`,
    );
    return [...replaced, ...indexProblems(id, kept.indexes, now.indexes)];
  });

// node test/stack/kept-resources.ts writes the list, for a release whose update was made on purpose.
if (process.argv[1] === import.meta.filename)
  writeFileSync(file, `${JSON.stringify(keptResourcesOf(synthesisedStack().resources), undefined, 2)}\n`);
