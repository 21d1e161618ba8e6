import { expect, test } from 'vitest';

import { parseRequest } from '#shared/contract/parse-request.ts';
import type { Operation } from '#shared/contract/usage.ts';
import type { OperationCall } from '#shared/operations/call-operation.ts';
import { requestSchemas } from './request-schemas.ts';
import { translating } from './translating.ts';

/** A path, the body that a program sends there, and what the operation gets of it. */
type ReplayedRequest = readonly [path: string, sent: object, passed: OperationCall['body']];

/** Tests that the requests of a program are understood, and that the operation takes what becomes of them. */
export function replay(program: string, requests: readonly ReplayedRequest[]): void {
  test.for(requests)(`a request of ${program} is understood: %s %j`, async ([path, sent, passed]) => {
    const { ask, calls } = translating({
      status: 200,
      headers: {},
      body: { success: true, id: 'crawl_1', data: { pages: [], links: [], json: {}, metadata: {} } },
    });

    const { status } = await ask('POST', path, sent);

    expect([status, calls[0]?.body]).toEqual([200, passed]);
    const operation = calls[0]?.function as Operation;
    expect(() => parseRequest(requestSchemas[operation], operation, passed)).not.toThrow();
  });
}
