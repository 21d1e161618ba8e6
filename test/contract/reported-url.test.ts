import { expect, test } from 'vitest';

import { answeredUrl, reportedUrl } from '#shared/contract/reported-url.ts';

test.for([
  ['a URL without a scheme gets one', 'shop.example/a', 'https://shop.example/a'],
  ['a URL is spelled by the URL standard', 'HTTP://Shop.example', 'http://shop.example/'],
  ['a word that is no URL stays as it was sent', 'nonsense', 'nonsense'],
  ['the URL of another scheme stays as it was sent', 'ftp://shop.example', 'ftp://shop.example'],
  ['credentials are left out', 'https://ada:secret@shop.example/', 'https://shop.example/'],
  ['credentials of a word are left out', 'ada:secret@nonsense', ''],
] as const)('%s', ([, text, reported]) => {
  expect(reportedUrl(text)).toBe(reported);
});

test.for([
  ['shop.example/a', 'http://shop.example/a', 'http://shop.example/a'],
  ['shop.example/a', 'http://www.shop.example/b', 'http://shop.example/a'],
  ['shop.example:8080', 'http://shop.example:8080/', 'http://shop.example:8080/'],
  ['shop.example', 'https://shop.example/en', 'https://shop.example/'],
  // The server of the other host says nothing about the first one.
  ['short.example/x', 'http://shop.example/', 'https://short.example/x'],
  ['https://shop.example', 'http://shop.example/', 'https://shop.example/'],
] as const)('of %s the URL that led to %s is %s', ([text, finalUrl, answered]) => {
  expect(answeredUrl(text, finalUrl)).toBe(answered);
});
