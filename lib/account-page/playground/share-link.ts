import type { RequestBody } from './form-values.ts';

export interface SharedRequest {
  readonly operation: string;
  readonly body: RequestBody;
}

/** Fields that may hold credentials: actions type passwords. */
const privateFields = new Set(['headers', 'webhook', 'actions']);
/** The options of pages are on both levels. A schema may have fields of these names. */
const nestedOptions = 'scrapeOptions';

function withoutPrivate(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !privateFields.has(name))
      .map(([name, inner]) => [name, name === nestedOptions ? withoutPrivate(inner) : inner]),
  );
}

/**
 * The fragment of a URL that opens the playground with this request. Browsers do not send fragments, so that it reaches
 * no log. It has no API key, no headers and no actions.
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
