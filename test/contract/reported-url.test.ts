import { expect, test } from 'vitest';

import { reportedUrl } from '#shared/contract/reported-url.ts';

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
