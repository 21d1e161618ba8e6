/** Functions that translate another protocol into the operations of this API. */
export type ProtocolFunction = 'firecrawl' | 'mcp';

/** Where programs of models call tools. */
export const toolsPath = '/mcp';

/** Their routes take every method; /firecrawl takes every path below it. */
export const protocolRoutes = [
  { method: 'ANY', path: '/firecrawl/{proxy+}', function: 'firecrawl' },
  { method: 'ANY', path: toolsPath, function: 'mcp' },
] as const satisfies readonly {
  readonly method: 'ANY';
  readonly path: string;
  readonly function: ProtocolFunction;
}[];

/** What API Gateway answers to browsers that ask whether they may call the tools. `*` stands for the headers of MCP, not for `Authorization`. */
export const toolsPreflight = { methods: ['POST', 'OPTIONS'], headers: ['Authorization', '*'] } as const;
