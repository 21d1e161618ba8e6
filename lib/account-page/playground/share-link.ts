import type { RequestBody } from './form-values.ts';

export interface SharedRequest {
  readonly operation: string;
  readonly body: RequestBody;
}

/** Fields that may hold credentials, on every level: actions type passwords. */
const privateFields = new Set(['headers', 'webhook', 'actions']);

function withoutPrivate(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPrivate);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !privateFields.has(name))
      .map(([name, inner]) => [name, withoutPrivate(inner)]),
  );
}

/**
 * The fragment of a URL that opens the playground with this request. Browsers do not send fragments, so that it reaches
 * no log. It has no API key, no headers, no actions and no webhook.
 */
export const fragmentOf = ({ operation, body }: SharedRequest): string =>
  `#${encodeURIComponent(operation)}=${encodeURIComponent(JSON.stringify(withoutPrivate(body)))}`;

/** The request of a fragment; `undefined` when it has none that can be read. */
export function requestOfFragment(fragment: string): SharedRequest | undefined {
  const [, operation = '', text = ''] = /^#([a-z%-]+)=(.+)$/i.exec(fragment) ?? [];
  try {
    const body: unknown = withoutPrivate(JSON.parse(decodeURIComponent(text)));
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
    return { operation: decodeURIComponent(operation), body: body as RequestBody };
  } catch {
    return undefined;
  }
}
