import type { ComponentChildren } from 'preact';

export interface Column {
  readonly name: string;
  readonly isNumber?: boolean;
  /** Named for screen readers only, such as a column of buttons. */
  readonly isSilent?: boolean;
}

interface TableProps {
  readonly caption: string;
  readonly columns: readonly Column[];
  /** One cell for each column. */
  readonly rows: readonly { readonly key: string; readonly cells: readonly ComponentChildren[] }[];
  readonly footer?: readonly ComponentChildren[];
}

/** A table that becomes a list of cards on a phone: each cell then has the name of its column. */
export function Table({ caption, columns, rows, footer }: TableProps) {
  const cellsOf = (cells: readonly ComponentChildren[]) =>
    columns.map(({ name, isNumber = false, isSilent = false }, index) => (
      <td key={name} class={isNumber ? 'number' : ''} data-column={isSilent ? '' : name}>
        {cells[index] === null || cells[index] === '' ? null : <div>{cells[index]}</div>}
      </td>
    ));
  return (
    <div class="table">
      <table>
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, isNumber = false, isSilent = false }) => (
              <th key={name} scope="col" class={isNumber ? 'number' : ''}>
                {isSilent ? <span class="hidden">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>{cellsOf(cells)}</tr>
          ))}
        </tbody>
        {footer === undefined ? null : (
          <tfoot>
            <tr>{cellsOf(footer)}</tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
