import type { Endpoint } from '#shared/http/chain.ts';
import { accountEndpoint, type AccountEndpointDeps } from './account-endpoint.ts';
import { accountHandlers, type AccountHandlersDeps } from './account-handlers.ts';
import { authorizationHandlers, type AuthorizationHandlersDeps } from './authorization-handlers.ts';
import { deliveryHandlers, type DeliveryHandlersDeps } from './delivery-handlers.ts';
import { keyHandlers, type KeyHandlersDeps } from './key-handlers.ts';
import { usageHandlers, type UsageHandlersDeps } from './usage-handlers.ts';

export type AccountApiDeps = AccountEndpointDeps &
  AccountHandlersDeps &
  KeyHandlersDeps &
  UsageHandlersDeps &
  DeliveryHandlersDeps &
  AuthorizationHandlersDeps;

/** Everything under /account/api. */
export const createAccountApi = (deps: AccountApiDeps): Endpoint =>
  accountEndpoint(deps, {
    ...accountHandlers(deps),
    ...keyHandlers(deps),
    ...usageHandlers(deps),
    ...deliveryHandlers(deps),
    ...authorizationHandlers(deps),
  });
