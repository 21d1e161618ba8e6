import { readFileSync } from 'node:fs';

import * as z from 'zod';

const names = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Small numbers as a text has them. */
export const inWords = (value: number): string => names[value] ?? String(value);
export const inDigits = (value: number): string => value.toLocaleString('en');

/** A number of a file below functions/shared that it keeps to itself, by what is before it, such as `maxPages`. */
export function constantIn(file: string, name: string): number {
  const source = readFileSync(`functions/shared/${file}`, 'utf8');
  const literal = name.replaceAll('{', String.raw`\{`);
  const factors = new RegExp(`${literal}\\s*[=:]\\s*([\\d_.]+(?: \\* [\\d_.]+)*)`).exec(source)?.[1];
  if (factors === undefined) throw new Error(`${file} has no number ${name}.`);
  return factors.split(' * ').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1);
}

interface Bounds {
  readonly default: number;
  readonly max: number;
}

/** The default and the maximum of a field, or the most entries of a list. */
export function boundsOf(schema: z.ZodType): (name: string) => Bounds {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return (name) => {
    const field = properties[name] as
      | { readonly default?: unknown; readonly maximum?: number; readonly maxItems?: number }
      | undefined;
    if (field === undefined) throw new Error(`The schema has no field ${name}.`);
    return { default: Number(field.default), max: Number(field.maximum ?? field.maxItems) };
  };
}
