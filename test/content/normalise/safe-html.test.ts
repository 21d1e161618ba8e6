import { describe, expect, test } from 'vitest';

import { readPage } from '../read-page.ts';

describe('safe HTML', () => {
  test.for([
    ['drops handlers and styles', '<p onclick="x()" style="color:red" class="a">a</p>', '<p>a</p>'],
    ['drops scripts with their text', '<p>a<script>b</script></p>', '<p>a</p>'],
    [
      'keeps only languages of classes',
      '<pre><code class="x language-js">a</code></pre>',
      '<pre><code class="language-js">a</code></pre>',
    ],
    ['makes URLs absolute', '<a href="/b" target="_blank">a</a>', '<a href="https://site.example/b">a</a>'],
    [
      'drops links that run code, and keeps their words',
      '<p><a href="javascript:x()">a</a></p>',
      '<p><a>a</a></p>',
    ],
    [
      'keeps lines apart that elements of the page’s own making hold',
      '<x-row><span>a</span></x-row><x-row><span>b</span></x-row>',
      '<div>a</div><div>b</div>',
    ],
    ['reads through boxes of boxes that the page has named itself', '<x-app><p>a</p></x-app>', '<p>a</p>'],
    ['drops elements that are left empty', '<div><p></p><span> </span></div><p>a</p>', '<p>a</p>'],
  ] as const)('%s', async ([, page, html]) => {
    expect((await readPage(page, { formats: ['html'] })).html).toBe(html);
  });
});
