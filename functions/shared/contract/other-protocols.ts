/** Functions that translate another protocol into the operations of this API. */
export type ProtocolFunction = 'firecrawl' | 'mcp';

/** Their routes take every method; /firecrawl takes every path below it. */
export const protocolRoutes = [
  { method: 'ANY', path: '/firecrawl/{proxy+}', function: 'firecrawl' },
  { method: 'ANY', path: '/mcp', function: 'mcp' },
] as const satisfies readonly {
  readonly method: 'ANY';
  readonly path: string;
  readonly function: ProtocolFunction;
}[];
