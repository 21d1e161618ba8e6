import { describe, expect, test } from 'vitest';

import { markdownOf } from '../read-page.ts';

const step = (number: string, text: string): string =>
  `<div role="listitem"><div></div><div><div>${number}</div></div><div><p>${text}</p><p>Wait a minute.</p></div></div>`;
const steps = (...items: readonly string[]): string => `<div role="list">${items.join(' ')}</div>`;

describe('boxes with the role of a list', () => {
  test('are a numbered list when each shows its number', async () => {
    const markdown = await markdownOf(
      steps(step('1', 'Light the smoker.'), step('\n 2 \n', 'Open the hive.')),
    );

    expect(markdown).toBe(
      '1. Light the smoker.\n\n   Wait a minute.\n\n2. Open the hive.\n\n   Wait a minute.\n',
    );
  });

  test.for([
    ['numbers that are not those of the items', steps(step('1', 'Hives'), step('4', 'Bees'))],
    ['items without a number', steps(step('1', 'Hives'), step('', 'Bees'))],
    [
      'a number that begins a text',
      steps('<div role="listitem">1 hive</div>', '<div role="listitem">2 bees</div>'),
    ],
    ['other boxes', `<div role="list">${step('1', 'Hives')}<div>2</div></div>`],
    ['one item', steps(step('1', 'Hives'))],
  ] as const)('stay boxes with %s', async ([, html]) => {
    expect(await markdownOf(html)).not.toMatch(/^1\. /m);
  });
});
