import { answerUrl, askingProgram } from '#shared/accounts/authorization/authorization-request.ts';
import { type CodeDeps, grantCode, operationsFor } from '#shared/accounts/authorization/codes.ts';
import { destinationOf } from '#shared/accounts/authorization/redirect-uri.ts';
import type { AccountHandlers } from './account-endpoint.ts';

export interface AuthorizationHandlersDeps extends CodeDeps {
  /** The URL of the deployment, which is the issuer of its codes. */
  readonly baseUrl: string;
}

type AuthorizationRoutes = 'GET /account/api/authorization' | 'POST /account/api/authorization';

/** Programs that ask for a key of the account. */
export const authorizationHandlers = (
  deps: AuthorizationHandlersDeps,
): Pick<AccountHandlers, AuthorizationRoutes> => ({
  'GET /account/api/authorization': async ({ query, plan }) => ({
    program: askingProgram(query, deps.baseUrl).name,
    destination: destinationOf(query.redirect_uri),
    operations: [...operationsFor(plan)],
  }),

  'POST /account/api/authorization': async ({ account, body }) => {
    const program = askingProgram(body, deps.baseUrl);
    const answer = body.isAllowed
      ? { code: await grantCode(deps, account, program, body) }
      : { error: 'access_denied' as const };
    return { redirectTo: answerUrl(body, deps.baseUrl, answer) };
  },
});
