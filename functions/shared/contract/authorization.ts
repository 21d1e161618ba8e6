import * as z from 'zod';

import type { authorizationParameters } from './account-views.ts';
import { operations } from './usage.ts';

/** What a program of a model asks of a person, and what they decide, in the view /account/authorize. */

/** A client id is in the URL of an authorization, which a cookie keeps during the sign-in. */
export const maxClientIdCharacters = 1_200;
/** A redirect URI is part of the client id. */
export const maxRedirectUriCharacters = 500;

const parameters = {
  response_type: z.literal('code'),
  client_id: z.string().max(maxClientIdCharacters),
  redirect_uri: z.string().max(maxRedirectUriCharacters),
  code_challenge: z.string().regex(/^[\w-]{43}$/, 'must be the SHA-256 of the verifier, as base64url'),
  code_challenge_method: z.literal('S256'),
  resource: z.string().max(500).optional(),
  state: z.string().max(1_000).optional(),
} as const satisfies Readonly<Record<(typeof authorizationParameters)[number], z.ZodType>>;

/** RFC 6749 §4.1.1, with PKCE (RFC 7636) and the resource (RFC 8707). */
export const authorizationQuery = z.strictObject(parameters);

export const authorizationData = z.object({
  program: z.string().meta({ description: 'What the program calls itself' }),
  destination: z
    .object({
      kind: z.enum(['web', 'computer', 'app']),
      name: z.string().meta({ description: 'Host, or scheme of the app' }),
    })
    .meta({ description: 'Where the answer goes' }),
  operations: z.array(z.enum(operations)).meta({ description: 'What the key of the program may do' }),
});

export const authorizationDecision = z.strictObject({ ...parameters, isAllowed: z.boolean() });
export const authorizationDecisionData = z.object({
  redirectTo: z
    .string()
    .meta({ description: 'Redirect URI of the program, with a code or with `access_denied`' }),
});
