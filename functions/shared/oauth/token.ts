import { programOf } from '#shared/accounts/authorization/client-id.ts';
import { type CodeDeps, redeemCode } from '#shared/accounts/authorization/codes.ts';
import { toolsScope } from '#shared/contract/challenge.ts';
import { isOwnResource } from '#shared/accounts/authorization/own-resource.ts';
import type { GatewayRequest } from '#shared/http/gateway-request.ts';
import { type HttpReply, jsonReply } from '#shared/http/reply.ts';
import { OAuthError } from './oauth-error.ts';

const maxFormCharacters = 10_000;

const invalid = (description: string): never => {
  throw new OAuthError('invalid_request', description);
};

/** The fields of a form, each at most once (RFC 6749 §3.2). */
function formOf({ headers, body = '' }: GatewayRequest): ReadonlyMap<string, string> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? ''))
    return invalid('The body must be a form: application/x-www-form-urlencoded.');
  if (body.length > maxFormCharacters) return invalid('The form is too long.');
  const fields = [...new URLSearchParams(body)];
  const form = new Map(fields);
  return form.size === fields.length ? form : invalid('A field of the form is repeated.');
}

/** Gives a program its API key for the code that it was sent. */
export async function giveKey(deps: CodeDeps, request: GatewayRequest, baseUrl: string): Promise<HttpReply> {
  const form = formOf(request);
  const field = (name: string): string => form.get(name) ?? invalid(`${name}: is missing`);
  if (field('grant_type') !== 'authorization_code')
    throw new OAuthError('unsupported_grant_type', 'grant_type: must be authorization_code');
  const redemption = {
    code: field('code'),
    clientId: field('client_id'),
    redirectUri: field('redirect_uri'),
    verifier: field('code_verifier'),
  };
  if (programOf(redemption.clientId) === undefined)
    throw new OAuthError('invalid_client', 'client_id: is not known here; register again');
  if (!isOwnResource(form.get('resource'), baseUrl))
    throw new OAuthError('invalid_target', 'resource: is not of this service');
  const key = await redeemCode(deps, redemption);
  if (key === undefined)
    throw new OAuthError(
      'invalid_grant',
      'The code is unknown, older than a minute, used, or was given to somebody else. Begin again.',
    );
  return jsonReply(
    200,
    { access_token: key, token_type: 'Bearer', scope: toolsScope },
    { pragma: 'no-cache' },
  );
}
