import type { FormField, OperationForm } from './operation-form.ts';

/** Form values by field name: typed text, the state of a switch, or the chosen values. */
export type FieldValue = string | boolean | readonly string[];
export type FormValues = Readonly<Record<string, FieldValue>>;

/** The body of a request. */
export type RequestBody = Readonly<Record<string, unknown>>;

export interface Entered {
  readonly body: RequestBody;
  /** Fields that cannot be sent as they are. */
  readonly problems: Readonly<Record<string, 'required' | 'number' | 'json'>>;
}

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

type Read = { readonly value: unknown } | { readonly problem: 'number' | 'json' };

function readText({ kind, takesText }: FormField, text: string): Read {
  if (kind === 'number') {
    const value = Number(text.replace(',', '.'));
    return Number.isFinite(value) ? { value } : { problem: 'number' };
  }
  if (kind === 'lines') return { value: linesOf(text) };
  if (kind !== 'json') return { value: text };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return takesText === true && !/^[[{"]/.test(text) ? { value: text } : { problem: 'json' };
  }
}

function read(field: FormField, entered: FieldValue | undefined): Read | undefined {
  if (entered === undefined) return undefined;
  if (typeof entered !== 'string') return { value: entered };
  return entered.trim() === '' ? undefined : readText(field, entered.trim());
}

/** Request body of the form values. Fields that are empty or have their default are left out. */
export function bodyOf({ fields }: OperationForm, values: FormValues): Entered {
  const body: Record<string, unknown> = {};
  const problems: Record<string, 'required' | 'number' | 'json'> = {};
  for (const field of fields) {
    const found = read(field, values[field.name]);
    if (found === undefined) {
      if (field.isRequired) problems[field.name] = 'required';
    } else if ('problem' in found) problems[field.name] = found.problem;
    else if (!isSame(found.value, field.default)) body[field.name] = found.value;
  }
  return { body, problems };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);

function valueOf({ kind, takesText }: FormField, value: unknown): FieldValue {
  if (kind === 'switch') return value === true;
  if (kind === 'choices') return Array.isArray(value) ? value.map(String) : [];
  if (kind === 'lines') return Array.isArray(value) ? value.map(String).join('\n') : textOf(value);
  return kind === 'json' && takesText !== true ? JSON.stringify(value, null, 2) : textOf(value);
}

/** Form values of a request body. Body fields that the form does not have are left out. */
export const valuesOf = ({ fields }: OperationForm, body: RequestBody): FormValues =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = body[field.name] ?? field.default;
      return value === undefined ? [] : [[field.name, valueOf(field, value)]];
    }),
  );
