import type { RequestBody } from './form-values.ts';

export interface SnippetRequest {
  /** URL of the operation. */
  readonly url: string;
  readonly body: RequestBody;
}

export const snippetLanguages = ['curl', 'TypeScript', 'Python'] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];

/** A text between single quotes of a POSIX shell. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const indented = (value: unknown, spaces: number): string =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(spaces)}`);

const curl = ({ url, body }: SnippetRequest): string =>
  [
    `curl -s ${shellQuoted(url)} \\`,
    `  -H "X-API-Key: $WINNOW_API_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${shellQuoted(JSON.stringify(body))}`,
  ].join('\n');

const typeScript = ({ url, body }: SnippetRequest): string =>
  `const response = await fetch(${JSON.stringify(url)}, {
  method: 'POST',
  headers: { 'X-API-Key': process.env.WINNOW_API_KEY ?? '', 'Content-Type': 'application/json' },
  body: JSON.stringify(${indented(body, 2)}),
});
const answer = await response.json();
if (!answer.success) throw new Error(answer.error);
console.log(answer);`;

/** Writes a JSON value as a Python literal. */
function python(value: unknown, indent: string): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const entries = Array.isArray(value)
    ? value.map((item: unknown) => inner + python(item, inner))
    : Object.entries(value).map(([name, item]) => `${inner}${JSON.stringify(name)}: ${python(item, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return entries.length === 0 ? open + close : `${open}\n${entries.join(',\n')},\n${indent}${close}`;
}

const pythonRequests = ({ url, body }: SnippetRequest): string =>
  `import os
import requests

response = requests.post(
    ${JSON.stringify(url)},
    headers={"X-API-Key": os.environ["WINNOW_API_KEY"]},
    json=${python(body, '    ')},
    timeout=330,
)
answer = response.json()
if not answer.get("success"):
    raise RuntimeError(answer["error"])
print(answer)`;

const writers: Readonly<Record<SnippetLanguage, (request: SnippetRequest) => string>> = {
  curl,
  TypeScript: typeScript,
  Python: pythonRequests,
};

/** A program that sends the request. The API key comes from the environment variable WINNOW_API_KEY. */
export const snippet = (language: SnippetLanguage, request: SnippetRequest): string =>
  writers[language](request);
