import { expect, test } from 'vitest';

import { AppError, changedError, loggedMessage } from '#shared/kernel/errors.ts';

test.for([
  [new AppError('HTTP_ERROR', 'The server answered 404.'), 'The server answered 404.'],
  [new AppError('ACTION_FAILED', 'the script threw: Error: session=1'), 'ACTION_FAILED'],
  [
    new AppError(
      'UNSUPPORTED_TYPE',
      'The page only leads to a file: https://u:pw@files.example:81/a.pdf?token=secret',
    ),
    'The page only leads to a file: https://files.example:81',
  ],
  [
    new Error('HTTPS://files.example/a and http://[no-host/a?b=secret failed'),
    'https://files.example and a URL failed',
  ],
  ['a text', 'a text'],
] as const)('of %s a log has: %s', ([thrown, logged]) => {
  expect(loggedMessage(thrown)).toBe(logged);
});

test('a changed error keeps all that is not changed', () => {
  const error = new AppError('RENDERER_BUSY', 'No browser is free.', {
    cause: 'throttled',
    retryAfterSeconds: 5,
    headers: { allow: 'POST' },
    status: 429,
  });

  expect(changedError(error, { source: 'cloud' })).toMatchObject({
    code: 'RENDERER_BUSY',
    message: 'No browser is free.',
    cause: 'throttled',
    source: 'cloud',
    retryAfterSeconds: 5,
    headers: { allow: 'POST' },
    status: 429,
  });
  expect(changedError(changedError(error, { source: 'cloud' }), { status: 200 })).toMatchObject({
    source: 'cloud',
    status: 200,
  });
});
