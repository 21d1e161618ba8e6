import { describe, expect, test } from 'vitest';

import { markdownOf } from '../read-page.ts';

const line = (text: string): string =>
  `<div><div data-content-editable-leaf="true" contenteditable="false">${text}</div></div>`;
const block = (kind: string, content: string): string =>
  `<div data-block-id="1" class="notion-selectable notion-${kind}-block"><div>${content}</div></div>`;
const item = (kind: string, text: string, { mark = '•', below = '' } = {}): string =>
  block(
    kind,
    `<div class="notion-list-item-box-left"><span class="pseudoBefore" style='--pseudoBefore--content:"${mark}"'></span></div><div>${line(text)}<div>${below}</div></div>`,
  );
const page = (...blocks: readonly string[]): string =>
  `<!doctype html><html><body class="notion-body"><main><div class="notion-page-content">${blocks.join('\n')}</div></main></body></html>`;

describe('a page that Notion has published', () => {
  test('has its lists, with what is nested in them', async () => {
    const markdown = await markdownOf(
      page(
        item('bulleted_list', 'Smoker', {
          below: item('bulleted_list', 'jute') + block('text', line('Dry.')),
        }),
        item('bulleted_list', 'Tool'),
        item('numbered_list', 'Light', { mark: '3.' }),
        item('numbered_list', 'Open', { mark: '4.' }),
      ),
    );

    expect(markdown).toBe('- Smoker\n  - jute\n\n  Dry.\n\n- Tool\n\n3. Light\n4. Open\n');
  });

  test('has its tasks as far as they are done', async () => {
    const task = (text: string, isDone: boolean): string =>
      block(
        'to_do',
        `<div class="notion-list-item-box-left"><div><svg></svg><input type="checkbox"${isDone ? ' checked' : ''}></div></div><div>${line(text)}</div>`,
      );

    expect(await markdownOf(page(task('Buy jute', true), task('Burn it', false)))).toBe(
      '- [x] Buy jute\n- [ ] Burn it\n',
    );
  });

  test('has its code in the language that its button names, and code in a line', async () => {
    const buttons = '<div><div role="button">Python</div><div role="button">Copy</div></div>';
    const style = 'font-family:SFMono-Regular, Menlo, monospace;color:#EB5757';

    expect(
      await markdownOf(
        page(
          block('text', line(`Call <span style="${style}">weigh</span>.`)),
          block(
            'code',
            `${buttons}<div class="line-numbers">${line('def weigh(hive):\n    return 1')}</div>`,
          ),
        ),
      ),
    ).toBe('Call `weigh`.\n\n```python\ndef weigh(hive):\n    return 1\n```\n');
  });

  test('has its callouts with their signs, what opens with its title, and previews of pages as links', async () => {
    const sign = '<div class="notion-record-icon"><img alt="💡" class="notion-emoji" src="/x.gif"></div>';
    const preview =
      '<a href="https://bees.example/club"><div><div>The club</div><div>On Mondays.</div><div><img src="/i.ico"><div>https://bees.example/club</div></div></div></a>';

    expect(
      await markdownOf(
        page(
          block('callout', `<div role="note">${sign}${line('Wear a veil.')}</div>`),
          block('toggle', `${line('Why at night?')}<div>${block('text', line('All are at home.'))}</div>`),
          block('bookmark', preview),
        ),
      ),
    ).toBe(
      '> 💡 Wear a veil.\n\n**Why at night?**\n\nAll are at home.\n\n[The club](https://bees.example/club)\n\nOn Mondays.\n',
    );
  });
});
