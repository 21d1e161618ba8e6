/** The only scope: the tools, with the operations that they call. */
export const toolsScope = 'mcp';

/** Tells a program without a valid key where to get one (RFC 9728 §5.1, RFC 6750 §3). */
export function challengeAt(baseUrl: string, hasKey: boolean): string {
  const problem = hasKey ? ['error="invalid_token"'] : [];
  const metadata = `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp"`;
  return `Bearer ${[...problem, metadata, `scope="${toolsScope}"`].join(', ')}`;
}
