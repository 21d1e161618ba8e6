import { expect, test } from 'vitest';

import { onlyDate, wholeDate, writtenDate } from '#shared/content/threads/post-words.ts';

test.for(['3 March 2021', 'March 3, 2021', '15 मार्च 2020', '2021-03-03', '3 марта 2021', '2021年3月3日'])(
  'the date of a post may be %s',
  (date) => {
    for (const pattern of [wholeDate, onlyDate, writtenDate]) expect(pattern.test(date)).toBe(true);
  },
);

test.for(['March', 'Room 12 of 2021', 'in 2021'])('%s is no date of a post', (text) => {
  for (const pattern of [wholeDate, onlyDate, writtenDate]) expect(pattern.test(text)).toBe(false);
});
