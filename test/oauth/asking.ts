import { createHash } from 'node:crypto';

import { clientIdOf } from '#shared/accounts/authorization/client-id.ts';

export const verifier = 'verifier-of-the-program-which-nobody-else-knows';
export const redirectUri = 'https://claude.ai/api/mcp/auth_callback';
export const clientId = clientIdOf({ name: 'Claude', redirectUris: [redirectUri] })!;

/** The parameters with which a program sends a person to the deployment at this URL. */
export const asking = (baseUrl: string) => ({
  response_type: 'code',
  client_id: clientId,
  redirect_uri: redirectUri,
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
  resource: `${baseUrl}/mcp`,
  state: 'state-of-the-program',
});
