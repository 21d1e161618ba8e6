import { describe } from 'vitest';

import { follows } from './follows.ts';

const page = (content: string): string => `<div class="rm-Markdown markdown-body">${content}</div>`;
const code = '<code class="rdmd-code lang- theme-light" data-lang="">row();</code>';

describe('pages of ReadMe', () => {
  follows([
    [
      'have the languages of code that only its tabs tell',
      page(
        `<div class="CodeTabs CodeTabs_initial"><div class="CodeTabs-toolbar"><button type="button" value="javascript">Node</button><button type="button" value="python">Python</button></div><div class="CodeTabs-inner"><pre>${code}</pre><pre>${code}</pre></div></div>`,
      ),
      '**Node**\n\n```javascript\nrow();\n```\n\n**Python**\n\n```python\nrow();\n```',
    ],
    [
      'have no name above a single block that is only its language',
      page(
        `<div class="CodeTabs"><div class="CodeTabs-toolbar"><button type="button" value="shell">Shell</button></div><div class="CodeTabs-inner"><pre>${code}</pre></div></div>`,
      ),
      '```shell\nrow();\n```',
    ],
    [
      'have links for previews of pages, and no heading of notes',
      page(
        '<p>Row.<sup><a href="#fn1" id="fnref1" data-footnote-ref>1</a></sup></p><div class="embed embed_hasImg"><a class="embed-link" href="https://a.test/oars"><div class="embed-body"><img alt="a.test" src="https://a.test/favicon.ico" width="14"><small class="embed-provider">a.test</small><div class="embed-title">Oars</div></div></a></div><section data-footnotes="true" class="footnotes"><h2><div class="heading-text">Footnotes</div></h2><ol><li id="fn1"><p>On the river. <a href="#fnref1">↩</a></p></li></ol></section>',
      ),
      'Row.[^1]\n\n[Oars](https://a.test/oars)\n\n[^1]: On the river.',
    ],
    [
      'name the open panel of tabs, the only one that the page has',
      page(
        '<div class="TabGroup"><header><nav class="TabGroup-nav"><button class="TabGroup-tab">Oars</button><button class="TabGroup-tab_active">Sails</button></nav></header><section><div class="TabContent"><p>Of linen.</p></div></section></div>',
      ),
      '**Sails**\n\nOf linen.',
    ],
    [
      'have diagrams with their language',
      page('<pre class="mermaid-render mermaid_single">graph LR\n  A --&gt; B</pre>'),
      '```mermaid\ngraph LR\n  A --> B\n```',
    ],
  ]);
});
