import type { ComponentChildren } from 'preact';

export interface JsonTreeProps {
  readonly value: unknown;
  readonly name?: string | undefined;
  /** JSON Pointer of the value. */
  readonly path?: string;
  /** Levels that are open at first. */
  readonly openLevels?: number;
  /** Something to show beside a value, such as its evidence. */
  readonly noteOf?: ((path: string, value: unknown) => ComponentChildren) | undefined;
}

/** A token of a JSON Pointer (RFC 6901 §3). */
const token = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

function Name({ name }: { readonly name: string | undefined }) {
  return name === undefined ? null : <span class="json-name">{name}: </span>;
}

/** A JSON value as a tree that opens and closes. Everything in it is text. */
export function JsonTree({ value, name, path = '', openLevels = 3, noteOf }: JsonTreeProps) {
  if (typeof value !== 'object' || value === null)
    return (
      <span class="json-leaf">
        <Name name={name} />
        <code class={`json-${value === null ? 'null' : typeof value}`}>{JSON.stringify(value)}</code>
        {noteOf?.(path, value)}
      </span>
    );
  const entries = Object.entries(value);
  const isList = Array.isArray(value);
  return (
    <details class="json" open={openLevels > 0}>
      <summary>
        <Name name={name} />
        <span class="json-size">{isList ? `[${entries.length}]` : `{${entries.length}}`}</span>
      </summary>
      <ul>
        {entries.map(([key, inner]) => (
          <li key={key}>
            <JsonTree
              value={inner}
              name={key}
              path={`${path}/${token(key)}`}
              openLevels={openLevels - 1}
              noteOf={noteOf}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}
