/** A request of DynamoDB's JSON protocol, as far as it names rows. */
interface Write {
  readonly TableName?: string;
  readonly Key?: Row;
  readonly Item?: Row;
}

type Row = Readonly<Record<string, { readonly S?: string } | undefined>>;

interface Body extends Write {
  readonly TransactItems?: readonly Readonly<Record<string, Write>>[];
}

const rowOf = ({ TableName = '', Key, Item }: Write): string => {
  const { pk, sk } = Key ?? Item ?? {};
  return [TableName, pk?.S ?? '', sk?.S ?? ''].join('|');
};

/** The rows that a transaction or a single write touches; `undefined` for requests of other kinds. */
export function rowsWritten(
  operation: string,
  body: string,
): { readonly isTransaction: boolean; readonly rows: readonly string[] } | undefined {
  const isTransaction = operation === 'TransactWriteItems';
  if (!isTransaction && !['PutItem', 'UpdateItem', 'DeleteItem'].includes(operation)) return undefined;
  const request = JSON.parse(body) as Body;
  const writes = isTransaction
    ? (request.TransactItems ?? []).flatMap((item) => Object.values(item))
    : [request];
  return { isTransaction, rows: writes.map(rowOf) };
}
