import { routes } from '#shared/contract/routes.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { ChainMiddleware } from './chain.ts';

/** Refuses the methods that a path does not have; API Gateway sends them all here. */
export const allowedMethod = (method: string): ChainMiddleware => ({
  before: ({
    context: {
      chain: { request },
    },
  }) => {
    if (request.method === method) return;
    const methods = routes.filter(({ path }) => path === request.resource).map((route) => route.method);
    throw new AppError('METHOD_NOT_ALLOWED', `This address answers ${methods.join(' and ')} only.`, {
      headers: { allow: [...methods, 'OPTIONS'].join(', ') },
    });
  },
});
