/** A template value after JSON parsing; intrinsic functions are objects with one `Fn::…` or `Ref` key. */
export type TemplateValue = string | number | boolean | null | readonly TemplateValue[] | TemplateObject;
export interface TemplateObject {
  readonly [key: string]: TemplateValue;
}

export interface References {
  /** The value of `Ref`; `undefined` for an unknown resource. */
  readonly ref: (logicalId: string) => string | undefined;
  readonly attribute: (logicalId: string, attribute: string) => string | undefined;
  /** A text in which URLs of API Gateway are those at which this machine serves it. */
  readonly reachable: (text: string) => string;
}

export const isObject = (value: unknown): value is TemplateObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const pseudoParameters: Readonly<Record<string, string>> = {
  'AWS::Region': 'us-east-1',
  'AWS::AccountId': '000000000000',
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::StackName': 'Winnow',
  'AWS::StackId':
    'arn:aws:cloudformation:us-east-1:000000000000:stack/Winnow/00000000-0000-0000-0000-000000000000',
};

export const region = 'us-east-1';
export const accountId = '000000000000';

function reference(logicalId: string, references: References): string {
  const value = pseudoParameters[logicalId] ?? references.ref(logicalId);
  if (value === undefined)
    throw new Error(`The template refers to ${logicalId}, which this runner does not have.`);
  return value;
}

function attribute(logicalId: string, name: string, references: References): string {
  const value = references.attribute(logicalId, name);
  if (value === undefined)
    throw new Error(`The template asks for ${logicalId}.${name}, which this runner does not have.`);
  return value;
}

const substitute = (text: string, references: References): string =>
  text.replace(/\$\{(!?)([^}]+)\}/g, (_match, literal: string, name: string) => {
    if (literal === '!') return `\${${name}}`;
    const [logicalId = '', ...rest] = name.split('.');
    return rest.length === 0 ? reference(name, references) : attribute(logicalId, rest.join('.'), references);
  });

export const textOf = (value: TemplateValue): string => {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new Error(`The template has ${JSON.stringify(value)} where a text is expected.`);
};

function callIntrinsic(name: string, argument: TemplateValue, references: References): TemplateValue {
  switch (name) {
    case 'Ref':
      return reference(textOf(argument), references);
    case 'Fn::GetAtt': {
      const [logicalId, attributeName] = Array.isArray(argument)
        ? (argument as TemplateValue[])
        : textOf(argument).split('.');
      return attribute(textOf(logicalId ?? null), textOf(attributeName ?? null), references);
    }
    case 'Fn::Join': {
      const [separator, parts] = resolve(argument, references) as [string, string[]];
      return references.reachable(parts.join(separator));
    }
    case 'Fn::Sub': {
      if (typeof argument !== 'string')
        throw new Error('Fn::Sub with a variable map is not supported by this runner.');
      return substitute(argument, references);
    }
    case 'Fn::Select': {
      const [index, list] = resolve(argument, references) as [number | string, TemplateValue[]];
      return list[Number(index)] ?? null;
    }
    case 'Fn::Split': {
      const [separator, text] = resolve(argument, references) as [string, string];
      return text.split(separator);
    }
    default:
      throw new Error(`The template uses ${name}, which this runner does not support.`);
  }
}

/** Replaces every intrinsic function by its value. Throws on an unknown function. */
export function resolve(value: TemplateValue, references: References): TemplateValue {
  if (Array.isArray(value)) return value.map((item: TemplateValue) => resolve(item, references));
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  const [first] = entries;
  if (entries.length === 1 && first !== undefined && (first[0] === 'Ref' || first[0].startsWith('Fn::')))
    return callIntrinsic(first[0], first[1], references);
  return Object.fromEntries(entries.map(([key, item]) => [key, resolve(item, references)]));
}
