import type { EndpointFunction, RoutePath } from '#shared/contract/routes.ts';
import type { GatewayRequest } from '#shared/http/gateway-request.ts';
import type { JsonObject } from '#shared/kernel/json.ts';

/** A request to an operation of this service. */
export interface OperationCall {
  readonly function: EndpointFunction;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly resource: RoutePath;
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: JsonObject;
  readonly idempotencyKey?: string | undefined;
}

export interface OperationAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
}

/**
 * Calls an operation as the caller of `request`, with the caller's key. URLs in the answer lead to the URL of
 * `request`. An error of the operation is an answer, too. Throws SERVICE_UNAVAILABLE when there is none.
 */
export type CallOperation = (
  call: OperationCall,
  request: GatewayRequest,
  signal: AbortSignal,
) => Promise<OperationAnswer>;
