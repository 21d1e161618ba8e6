// How long a request and a page may take. `lib/sizing.ts` gives functions and the gateway their timeouts by these.

/** API Gateway drops a request after this time. It is longer than any function's, so that callers get the function's own error. */
export const gatewayMs = 320_000;

/** API Gateway ends a stream that has been silent for five minutes; the answer begins once the work has ended. */
export const longestWorkMs = 295_000;

/** For settling usage and answering after the work; after it, the process counts as dead. */
export const settlingMs = 15_000;

/** The longest time that a page of a crawl or of a batch may take; its worker also waits for its host. */
export const maxPageMs = 90_000;
