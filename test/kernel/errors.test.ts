import { expect, test } from 'vitest';

import { AppError, loggedMessage } from '#shared/kernel/errors.ts';

test.for([
  [new AppError('HTTP_ERROR', 'The server answered 404.'), 'The server answered 404.'],
  [new AppError('ACTION_FAILED', 'the script threw: Error: session=1'), 'ACTION_FAILED'],
  ['a text', 'a text'],
] as const)('of %s a log has: %s', ([thrown, logged]) => {
  expect(loggedMessage(thrown)).toBe(logged);
});
