/** How long an `Idempotency-Key` repeats its answer. */
export const idempotencyHours = 24;
export const maxIdempotencyKeyLength = 255;
