import { allOf, equals, startsWith } from '#shared/kernel/dynamo-expression.ts';
import { type DynamoTable, type Item, putRow, queryAllRows } from '#shared/kernel/dynamo-table.ts';
import { newId } from '#shared/kernel/ids.ts';
import { type Crawl, type Edge, edgeHashDigits, type Links } from './crawl.ts';
import { crawlKey, expirySeconds, partition } from './dynamo-crawl-rows.ts';

// Rows `LINKS#id` hold the edges of pages that were read together. Only the end of a crawl that has rows that were too deep
// reads them.

/** A row may have 400 KB. */
const maxBytes = 300_000;
/** An edge: the digits of the target's hash, two to a byte, and the hops. */
export const edgeBytes = edgeHashDigits / 2 + 1;

const packedEdges = (edges: readonly Edge[]): Uint8Array =>
  Buffer.concat(edges.flatMap(({ to, hops }) => [Buffer.from(to, 'hex'), Buffer.of(hops)]));

function unpackedEdges(bytes: Uint8Array): readonly Edge[] {
  const all = Buffer.from(bytes);
  return Array.from({ length: all.length / edgeBytes }, (_, index) => {
    const edge = all.subarray(index * edgeBytes, (index + 1) * edgeBytes);
    return { to: edge.toString('hex', 0, edgeBytes - 1), hops: edge[edgeBytes - 1] ?? 0 };
  });
}

/** The edges by the hashes of their pages, in as few rows as hold them. */
function rowsOf(links: Links): readonly Item[] {
  const rows: Item[] = [];
  let left = 0;
  for (const [hash, edges] of links) {
    const B = packedEdges(edges);
    if (B.length > left) {
      rows.push({});
      left = maxBytes;
    }
    Object.assign(rows.at(-1) ?? {}, { [hash]: { B } });
    left -= B.length;
  }
  return rows;
}

/** See `CrawlStore.keepLinks`. */
export async function putLinks(
  table: DynamoTable,
  { id, expiresAtMs }: Pick<Crawl, 'id' | 'expiresAtMs'>,
  links: Links,
): Promise<void> {
  const puts = rowsOf(links).map((row) =>
    putRow(table, {
      ...crawlKey(id, `LINKS#${newId('links')}`),
      links: { M: row },
      expiresAt: { N: String(expirySeconds(expiresAtMs)) },
    }),
  );
  await Promise.all(puts);
}

/** See `CrawlStore.links`. */
export async function crawlLinks(table: DynamoTable, id: string): Promise<Links> {
  const rows = await queryAllRows(table, {
    where: allOf(equals('pk', partition(id)), startsWith('sk', 'LINKS#')),
    isConsistent: true,
  });
  return new Map(
    rows.flatMap(({ links }) =>
      Object.entries(links?.M ?? {}).map(
        ([hash, { B = new Uint8Array() }]) => [hash, unpackedEdges(B)] as const,
      ),
    ),
  );
}
