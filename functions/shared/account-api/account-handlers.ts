import type { PlanCatalogue } from '#shared/accounts/plans/catalogue.ts';
import { requestDeletion, type RequestDeletionDeps } from '#shared/deletion/request-deletion.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { AccountHandlers } from './account-endpoint.ts';

export interface AccountHandlersDeps extends RequestDeletionDeps {
  readonly plans: PlanCatalogue;
}

type AccountRoutes = 'GET /account/api/me' | 'DELETE /account/api/me' | 'DELETE /account/api/sessions';

const isSameAddress = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** The account itself, and who is signed in to it. */
export function accountHandlers(deps: AccountHandlersDeps): Pick<AccountHandlers, AccountRoutes> {
  const { plans, sessions } = deps;
  return {
    'GET /account/api/me': async ({ session, account, plan }) => ({
      accountId: account.accountId,
      email: session.identity.email,
      createdAt: account.createdAt,
      ...(account.suspendedAt === undefined ? {} : { suspendedAt: account.suspendedAt }),
      plan,
      plans: [...plans.plans],
    }),

    'DELETE /account/api/me': async ({ session, account, body }) => {
      if (!isSameAddress(body.email, session.identity.email))
        throw new AppError('INVALID_REQUEST', 'email: must be the address of the account');
      // A new registration would undo the suspension; a deletion that was broken off is suspended, too.
      if (account.suspendedAt !== undefined && (await deps.marks.find(account.accountId)) === undefined)
        throw new AppError(
          'ACCOUNT_SUSPENDED',
          'This account is suspended. Ask the operator of the service to delete it.',
        );
      const { deletedByMs } = await requestDeletion(deps, account.accountId);
      return { deletedBy: new Date(deletedByMs).toISOString() };
    },

    'DELETE /account/api/sessions': async ({ account }) => {
      await sessions.endAll(account.accountId);
      return {};
    },
  };
}
