import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';

/** The placeholders of one request. Every name gets one, because DynamoDB reserves hundreds of words. */
interface Placeholders {
  readonly name: (attribute: string) => string;
  readonly value: (value: unknown) => string;
}

/** A part of an expression. It is written once the request that uses it is known. */
export type Expression = (placeholders: Placeholders) => string;

const comparison =
  (operator: string) =>
  (attribute: string, value: unknown): Expression =>
  ({ name, value: valueOf }) =>
    `${name(attribute)} ${operator} ${valueOf(value)}`;

export const equals = comparison('=');
export const differs = comparison('<>');
export const below = comparison('<');
export const atMost = comparison('<=');
export const above = comparison('>');
export const atLeast = comparison('>=');

export const isPresent =
  (attribute: string): Expression =>
  ({ name }) =>
    `attribute_exists(${name(attribute)})`;

export const isAbsent =
  (attribute: string): Expression =>
  ({ name }) =>
    `attribute_not_exists(${name(attribute)})`;

export const startsWith =
  (attribute: string, prefix: string): Expression =>
  ({ name, value }) =>
    `begins_with(${name(attribute)}, ${value(prefix)})`;

export const isBetween =
  (attribute: string, from: string, to: string): Expression =>
  ({ name, value }) =>
    `${name(attribute)} BETWEEN ${value(from)} AND ${value(to)}`;

/** AND binds closer than OR, so that only alternatives need parentheses. */
export const allOf =
  (...conditions: readonly Expression[]): Expression =>
  (placeholders) =>
    conditions.map((condition) => condition(placeholders)).join(' AND ');

export const anyOf =
  (...conditions: readonly Expression[]): Expression =>
  (placeholders) =>
    `(${conditions.map((condition) => condition(placeholders)).join(' OR ')})`;

/** For `set`: keeps the value that the attribute has. */
export const unlessPresent =
  (attribute: string, initial: unknown): Expression =>
  ({ name, value }) =>
    `if_not_exists(${name(attribute)}, ${value(initial)})`;

/** For `set`: the attribute's list with these values at its end. */
export const appended =
  (attribute: string, values: readonly unknown[]): Expression =>
  ({ name, value }) =>
    `list_append(${name(attribute)}, ${value(values)})`;

/** For `set`: the attribute's number and `by`. */
export const increased =
  (attribute: string, by: number): Expression =>
  ({ name, value }) =>
    `${name(attribute)} + ${value(by)}`;

export interface RowUpdate {
  /** Values by attribute; an undefined one leaves the attribute as it is. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Differences by attribute; a number that is absent counts as 0. */
  readonly add?: Readonly<Record<string, number>>;
  readonly remove?: readonly string[];
  readonly when?: Expression;
}

interface Attributes {
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, AttributeValue>;
}

/** Writes the expressions of one request, with the placeholders that they share. */
function withPlaceholders<Expressions>(
  write: (placeholders: Placeholders) => Expressions,
): Expressions & Attributes {
  const names = new Map<string, string>();
  const values: Record<string, unknown> = {};
  const expressions = write({
    name: (attribute) => {
      const placeholder = names.get(attribute) ?? `#n${names.size}`;
      names.set(attribute, placeholder);
      return placeholder;
    },
    value: (value) => {
      const placeholder = `:v${Object.keys(values).length}`;
      values[placeholder] = value;
      return placeholder;
    },
  });
  return {
    ...expressions,
    ...(names.size === 0
      ? {}
      : { ExpressionAttributeNames: Object.fromEntries([...names].map(([name, key]) => [key, name])) }),
    ...(Object.keys(values).length === 0
      ? {}
      : { ExpressionAttributeValues: marshall(values, { removeUndefinedValues: true }) }),
  };
}

const clause = (keyword: string, parts: readonly string[]): string[] =>
  parts.length === 0 ? [] : [`${keyword} ${parts.join(', ')}`];

export const updateExpression = ({ set = {}, add = {}, remove = [], when }: RowUpdate) =>
  withPlaceholders((placeholders) => {
    const { name, value } = placeholders;
    const assigned = Object.entries(set).filter(([, to]) => to !== undefined);
    return {
      UpdateExpression: [
        ...clause(
          'SET',
          assigned.map(
            ([attribute, to]) =>
              `${name(attribute)} = ${typeof to === 'function' ? (to as Expression)(placeholders) : value(to)}`,
          ),
        ),
        ...clause(
          'ADD',
          Object.entries(add).map(([attribute, by]) => `${name(attribute)} ${value(by)}`),
        ),
        ...clause('REMOVE', remove.map(name)),
      ].join(' '),
      ...(when === undefined ? {} : { ConditionExpression: when(placeholders) }),
    };
  });

export const conditionExpression = (when: Expression) =>
  withPlaceholders((placeholders) => ({ ConditionExpression: when(placeholders) }));

/** `filter` drops rows after they were read and paid for. */
export const queryExpression = (where: Expression, filter?: Expression) =>
  withPlaceholders((placeholders) => ({
    KeyConditionExpression: where(placeholders),
    ...(filter === undefined ? {} : { FilterExpression: filter(placeholders) }),
  }));

export const projection = (attributes: readonly string[]) =>
  withPlaceholders(({ name }) => ({ ProjectionExpression: attributes.map(name).join(', ') }));
