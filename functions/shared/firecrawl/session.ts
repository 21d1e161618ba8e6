import type { GatewayRequest } from '#shared/http/gateway-request.ts';
import type { BlobStore } from '#shared/storage/blob-store.ts';
import type { OperationAnswer, OperationCall } from '#shared/operations/call-operation.ts';
import type { Version } from './dialect.ts';

/** One request of a Firecrawl client. */
export interface Session {
  readonly version: Version;
  readonly request: GatewayRequest;
  /** The JSON body of a POST. */
  readonly body: unknown;
  /** Id in the path, for paths that have one. */
  readonly id: string;
  readonly accountId: string;
  readonly nowMs: number;
  readonly call: (call: OperationCall) => Promise<OperationAnswer>;
  readonly answers: BlobStore;
}
