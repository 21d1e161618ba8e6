import { describe } from 'vitest';

import { follows } from './follows.ts';

const page = (content: string): string => `<div class="ak-renderer-document">${content}</div>`;
const task = (text: string, state = ''): string =>
  `<div data-task-local-id="t"><div><span contenteditable="false"><input type="checkbox" ${state}><span aria-hidden="true"></span></span><div data-component="content">${text}</div></div></div>`;
const expand = (title: string, text: string): string =>
  `<div data-node-type="expand" data-title="${title}" data-expanded="false"><button aria-expanded="false"><span>${title}</span></button><div class="css"><div class="expand-content-wrapper"><p>${text}</p></div></div></div>`;

describe('pages of Confluence Cloud', () => {
  follows([
    [
      'have code of one line as a block with its language',
      page(
        '<p>Row.</p><div class="code-block css"><div><button aria-label="Copy as text"></button></div><span data-code-lang="python" data-ds--code--code-block=""><code class="language-python"><span data-ds--code--row=""><span class="linenumber" data-ds--line-number="1"></span><span>print(1)</span></span></code></span></div>',
      ),
      'Row.\n\n```python\nprint(1)\n```',
    ],
    [
      'have panels as callouts',
      page(
        '<div class="ak-editor-panel" data-panel-type="error"><div class="ak-editor-panel__icon"><span aria-label="Panel error">x</span></div><div class="ak-editor-panel__content"><p>Mind the rocks.</p></div></div>',
      ),
      '> [!danger] Danger\n>\n> Mind the rocks.',
    ],
    [
      'have tasks in lists, in each other as well',
      page(
        `<div data-task-list-local-id="">${task('Row', 'checked=""')}${task('Rest')}<div data-task-local-id="n"><div data-task-list-local-id="">${task('Sleep')}</div></div></div>`,
      ),
      '- [x] Row\n- [ ] Rest\n  - [ ] Sleep',
    ],
    [
      'have the titles of texts that open',
      page(expand('More', 'Two oars.') + expand('', 'A bucket.')),
      '**More**\n\nTwo oars.\n\nA bucket.',
    ],
    [
      'have one header above numbered rows',
      page(
        '<table><tbody><tr><td class="ak-renderer-table-number-column"></td><th>Oar</th></tr><tr><td class="ak-renderer-table-number-column">1</td><td>Ash</td></tr></tbody></table>',
      ),
      '| | Oar |\n| --- | --- |\n| 1 | Ash |',
    ],
  ]);
});
