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
  expect(await markdownOf(callout('tip').replace('<p>', part('callout-title', 'Bees') + '<p>'))).toBe(
    '> [!tip] Bees\n>\n> Wear a veil.\n',
  );
  expect(await markdownOf(callout('check'))).toBe('> [!success] Success\n>\n> Wear a veil.\n');
});

test('the header of a field is one line as Mintlify writes it today', async () => {
  const field = `<div class="field"><div class="group/param-head param-head"><div><a aria-label="Navigate to header" href="#port"></a>${part('field-name', 'port')}${part('field-meta', part('field-info-pill', '<span>default</span><span>7000</span>') + part('field-meta-post', 'max 10'))}</div></div>${part('field-content', '<p>Where it listens.</p>')}</div>`;

  expect(await markdownOf(field)).toBe('`port` (default: 7000, max 10)\n\nWhere it listens.\n');
});

test('a tree of files is a list', async () => {
  const file = (name: string): string =>
    part('tree-file', `<svg></svg><span data-component-part="tree-file-title">${name}</span>`);
  const folder = part(
    'tree-folder',
    `<div><span data-component-part="tree-folder-title">app</span></div>${part('tree-folder-children-wrapper', file('page.tsx'))}`,
  );

  expect(await markdownOf(part('tree-root', folder + file('README.md')))).toBe(
    '- app\n  - page.tsx\n- README.md\n',
  );
});

test('a word that a button explains is a word of its sentence', async () => {
  expect(await markdownOf('<p>The <button><span class="tooltip">API</span></button> is here.</p>')).toBe(
    'The API is here.\n',
  );
});

test('of the tabs of code only the open one is in the page', async () => {
  const tab = (name: string, isOpen: boolean): string =>
    `<button role="tab" aria-selected="${isOpen}">${name}</button>`;

  expect(
    await markdownOf(
      `<div><div role="tablist">${tab('a.js', true)}${tab('b.py', false)}</div><div role="tabpanel"><pre><code>row();</code></pre></div></div>`,
    ),
  ).toBe('**a.js**\n\n```\nrow();\n```\n');
});

test('fields within a field have a title without what opens them', async () => {
  const fields =
    '<details data-component-part="expandable"><summary data-component-part="expandable-button"><p>Hide properties</p></summary><div><p>Its parts.</p></div></details>';

  expect(await markdownOf(fields)).toBe('**properties**\n\nIts parts.\n');
});
