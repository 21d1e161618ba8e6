import * as z from 'zod';

import { clientIdOf, programName } from '#shared/accounts/authorization/client-id.ts';
import { toolsScope } from '#shared/contract/challenge.ts';
import { isRedirectUri } from '#shared/accounts/authorization/redirect-uri.ts';
import { problemText } from '#shared/contract/parse-request.ts';
import { decoded } from '#shared/http/request-body.ts';
import { type HttpReply, jsonReply } from '#shared/http/reply.ts';
import { OAuthError } from './oauth-error.ts';

/** What matters of RFC 7591 §2; programs say more of themselves, which is ignored. */
const registration = z.object({
  redirect_uris: z.array(z.string()).min(1),
  client_name: z.string().default(''),
  grant_types: z.array(z.string()).default(['authorization_code']),
  response_types: z.array(z.string()).default(['code']),
});

/** Registers a program: its id holds what it registers, and nothing is stored. */
export function register(body: string | undefined, nowMs: number): HttpReply {
  const parsed = registration.safeParse(decoded(body));
  if (!parsed.success) throw new OAuthError('invalid_client_metadata', problemText(parsed.error));
  const { redirect_uris: redirectUris, client_name: name, grant_types, response_types } = parsed.data;
  if (!redirectUris.every(isRedirectUri))
    throw new OAuthError(
      'invalid_redirect_uri',
      'redirect_uris: must be https, http on this machine, or the scheme of an app with a dot in it',
    );
  if (!grant_types.includes('authorization_code') || !response_types.includes('code'))
    throw new OAuthError('invalid_client_metadata', 'grant_types: only authorization_code is supported');
  const id = clientIdOf({ name, redirectUris });
  if (id === undefined)
    throw new OAuthError('invalid_client_metadata', 'redirect_uris: are too many or too long');
  return jsonReply(201, {
    client_id: id,
    client_id_issued_at: Math.floor(nowMs / 1000),
    client_name: programName(name),
    redirect_uris: redirectUris,
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: toolsScope,
  });
}
