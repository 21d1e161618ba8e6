import { AppError } from '#shared/kernel/errors.ts';
import { type Program, programOf } from './client-id.ts';
import { isOwnResource, toolsUrl } from './own-resource.ts';
import { isRegistered } from './redirect-uri.ts';

/** What a program asks for, by the names of OAuth (RFC 6749 §4.1.1, RFC 7636 §4.3, RFC 8707 §2). */
export interface AuthorizationRequest {
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly code_challenge: string;
  readonly resource?: string | undefined;
  readonly state?: string | undefined;
}

const refuse = (message: string): never => {
  throw new AppError('INVALID_REQUEST', message);
};

/**
 * Checks a request of a program. Returns the program. A problem is told to the person and never to the redirect URI:
 * anybody may register any URI, and a link to this service must not lead elsewhere by itself (RFC 9700 §4.11.2).
 */
export function askingProgram(request: AuthorizationRequest, baseUrl: string): Program {
  const program = programOf(request.client_id);
  if (program === undefined)
    return refuse('client_id: is not known here: let your program connect to the service anew');
  if (!isRegistered(request.redirect_uri, program.redirectUris))
    return refuse('redirect_uri: is not one that the program has registered');
  if (!isOwnResource(request.resource, baseUrl))
    return refuse(`resource: must be ${toolsUrl(baseUrl)}, the tools of this service`);
  return program;
}

/** The redirect URI with the answer, with the state of the program, and with who answers (RFC 9207). */
export function answerUrl(
  { redirect_uri: redirectUri, state }: Pick<AuthorizationRequest, 'redirect_uri' | 'state'>,
  issuer: string,
  answer: { readonly code: string } | { readonly error: 'access_denied' },
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...answer, state, iss: issuer }))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
