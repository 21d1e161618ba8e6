import type * as z from 'zod';

import type { accountRoutes } from '#shared/contract/account-routes.ts';
import type { routes } from '#shared/contract/routes.ts';

/** The routes that the page calls, as types: no schema is sent to the browser. */
type Route = (typeof accountRoutes)[number] | (typeof routes)[number];

/** `GET /account/api/keys`: the name of a route in the page. */
export type Call = `${Route['method']} ${Route['path']}` & RouteName<Route>;
type RouteName<Each> = Each extends Route ? `${Each['method']} ${Each['path']}` : never;

type RouteOf<Name extends Call> = Extract<
  Route,
  Name extends `${infer Method} ${infer Path}` ? { readonly method: Method; readonly path: Path } : never
>;

export type Data<Name extends Call> =
  RouteOf<Name> extends { readonly data: infer Answer extends z.ZodType } ? z.output<Answer> : string;

type Body<Name extends Call> =
  RouteOf<Name> extends { readonly request: infer Request extends z.ZodType } ? z.input<Request> : undefined;

type Parameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Parameters<Rest>
  : never;

export interface CallOptions<Name extends Call> {
  readonly path?: Readonly<Record<Parameters<Name>, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: Body<Name>;
  readonly signal?: AbortSignal;
}

export type Account = Data<'GET /account/api/me'>;
export type AccountKey = Data<'GET /account/api/keys'>['keys'][number];
export type Plan = Account['plan'];
export type Usage = Data<'GET /account/api/usage'>;
export type RecentRequest = Data<'GET /account/api/requests'>['requests'][number];
export type Delivery = Data<'GET /account/api/deliveries'>['deliveries'][number];
export type ListedCrawl = Data<'GET /api/v1/crawls'>['crawls'][number];
export type CrawlStatusData = Data<'GET /api/v1/crawl/{id}'>;
export type CrawlError = Data<'GET /api/v1/crawl/{id}/errors'>['errors'][number];
export type Operation = Plan['operations'][number];
