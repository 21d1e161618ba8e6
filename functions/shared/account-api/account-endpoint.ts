import type * as z from 'zod';

import type { AccountStore } from '#shared/accounts/keys/account-store.ts';
import { type Account, requireActive } from '#shared/accounts/keys/account.ts';
import { type PlanCatalogue, requirePlan } from '#shared/accounts/plans/catalogue.ts';
import type { Session } from '#shared/accounts/sessions/session.ts';
import type { SessionStore } from '#shared/accounts/sessions/session-store.ts';
import type { TakeFromRate } from '#shared/accounts/usage/rate-limiter.ts';
import { type AccountRoute, accountRoutes } from '#shared/contract/account-routes.ts';
import type { Envelope } from '#shared/contract/envelope.ts';
import { parseBody } from '#shared/contract/parse-request.ts';
import type { Plan } from '#shared/contract/plan.ts';
import { type Arrival, chain, type Endpoint, type Step } from '#shared/http/chain.ts';
import { accountHeaders, failures, frame, type Telemetry } from '#shared/http/frame.ts';
import { type GatewayRequest, parseQuery } from '#shared/http/gateway-request.ts';
import { accountRate } from '#shared/http/metering.ts';
import { jsonReply } from '#shared/http/reply.ts';
import { decoded } from '#shared/http/request-body.ts';
import { ownOrigin, type SignedIn, signedIn } from '#shared/http/signed-in.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';

type Route = (typeof accountRoutes)[number];
type Field<Of, Name extends string> =
  Of extends Readonly<Record<Name, infer Schema extends z.ZodType>> ? z.output<Schema> : undefined;

/** What a handler knows of a request that was let in. */
export interface AccountInput<Of extends Route = Route> {
  readonly session: Session;
  /** The token of the cookie. */
  readonly sessionToken: string;
  readonly account: Account;
  readonly plan: Plan;
  /** Path parameters. */
  readonly parameters: GatewayRequest['pathParameters'];
  readonly query: Field<Of, 'query'>;
  readonly body: Field<Of, 'request'>;
}

/** One handler for each route: a route without one does not compile. */
export type AccountHandlers = {
  readonly [Of in Route as `${Of['method']} ${Of['path']}`]: (
    input: AccountInput<Of>,
  ) => Promise<z.input<Of['data']>>;
};

export interface AccountEndpointDeps {
  readonly store: Pick<AccountStore, 'account'>;
  readonly plans: PlanCatalogue;
  readonly sessions: Pick<SessionStore, 'find' | 'prolong'>;
  readonly takeFromRate: TakeFromRate;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
}

const routeOf = ({ method, resource }: GatewayRequest): Route | undefined =>
  accountRoutes.find((route) => route.method === method && route.path === resource);

const knownMethod: Step<Arrival, { readonly route: Route }> = {
  before: ({ request }) => {
    const route = routeOf(request);
    if (route !== undefined) return { route };
    const own = accountRoutes.filter(({ path }) => path === request.resource);
    const methods = own.map(({ method }) => method);
    throw new AppError('METHOD_NOT_ALLOWED', `This URL accepts ${methods.join(' and ')} only.`, {
      headers: { allow: methods.join(', ') },
    });
  },
};

type Owned = SignedIn & { readonly account: Account; readonly plan: Plan };

const ownAccount = (deps: AccountEndpointDeps): Step<SignedIn, Pick<Owned, 'account' | 'plan'>> => ({
  before: async ({ session: { accountId } }) => {
    const account = await deps.store.account(accountId);
    if (account === undefined) throw new AppError('SIGNED_OUT', 'The account has been deleted.');
    return { account, plan: requirePlan(deps.plans, account.planId) };
  },
});

const rate = ({ takeFromRate, clock }: AccountEndpointDeps): Step<Owned> => {
  const take = accountRate('account', takeFromRate, clock);
  return { before: ({ account, plan, headers }) => take(account.accountId, plan, headers) };
};

/** A suspended account may be read and made smaller: what makes keys or sends something is refused. */
const notSuspended: Step<Owned> = {
  before: ({ account, request: { method } }) => {
    if (method === 'POST') requireActive(account);
  },
};

type AnyHandler = (input: unknown) => Promise<unknown>;

/** Every route of the account's API as one endpoint, for people who are signed in. */
export const accountEndpoint = (deps: AccountEndpointDeps, handlers: AccountHandlers): Endpoint =>
  chain(deps.clock)
    .use(frame(deps.telemetry, deps.clock, accountHeaders))
    .use(failures({ failedSource: 'local', namesUrl: false }, deps.telemetry, deps.clock))
    .use(knownMethod)
    .use(ownOrigin)
    .use(signedIn(deps.sessions, deps.clock))
    .use(ownAccount(deps))
    .use(rate(deps))
    .use(notSuspended)
    .handler(async ({ route, request, session, sessionToken, account, plan, startedAtMs }) => {
      const schemas: AccountRoute = route;
      // The table's type makes each handler fit the schemas of its route.
      const handle = handlers[`${route.method} ${route.path}` as keyof AccountHandlers] as AnyHandler;
      const data = await handle({
        session,
        sessionToken,
        account,
        plan,
        parameters: request.pathParameters,
        query: schemas.query === undefined ? undefined : parseQuery(schemas.query, request.query),
        body: schemas.request === undefined ? undefined : parseBody(schemas.request, decoded(request.body)),
      });
      const body: Envelope = {
        success: true,
        url: '',
        data,
        source: 'local',
        processingTime: deps.clock.now() - startedAtMs,
      };
      return jsonReply(200, body);
    });
