import { expect, test } from 'vitest';

import { markdownOf } from '../read-page.ts';

const part = (name: string, content: string): string => `<div data-component-part="${name}">${content}</div>`;
const header = (name: string, ...pills: readonly string[]): string =>
  part('field-header', part('field-name', name) + part('field-meta', pills.join('')));

test('the header of a field is one line, with its type and whether it is required', async () => {
  const field = `<div class="field">${header(
    'weight',
    part('field-info-pill', '<span>number</span>'),
    part('field-required-pill', 'required'),
  )}${part('field-content', '<p>The weight in kg.</p>')}</div>`;

  expect(await markdownOf(field)).toBe('`weight` (number, required)\n\nThe weight in kg.\n');
  expect(await markdownOf(`${header('id')}<p>Its name.</p>`)).toBe('`id`\n\nIts name.\n');
});

test('a callout is a notice of its kind', async () => {
  const callout = (kind: string): string =>
    `<div class="callout" data-callout-type="${kind}">${part('callout-icon', '<svg></svg>')}${part('callout-content', '<p>Wear a veil.</p>')}</div>`;

  expect(await markdownOf(callout('tip'))).toBe('> [!tip] Tip\n>\n> Wear a veil.\n');
  expect(await markdownOf(callout('check'))).toBe('> [!success] Success\n>\n> Wear a veil.\n');
});
