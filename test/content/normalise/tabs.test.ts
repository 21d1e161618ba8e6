import { describe } from 'vitest';

import { follows } from './follows.ts';

describe('live examples', () => {
  follows([
    [
      'of mdBook show no lines that they only need to compile',
      '<pre><code class="language-rust"><span class="boring">fn main() {\n</span>let lamp = 3;\n<span class="boring">}</span></code></pre><p><span class="boring">A line</span></p>',
      '```rust\nlet lamp = 3;\n```\n\nA line',
    ],
    [
      'show what is not hidden',
      '<pre class="brush: css hidden">a</pre><pre class="brush: html">b</pre>',
      '```html\nb\n```',
    ],
  ]);
});

describe('tabs', () => {
  follows([
    [
      'of Rspress have their names',
      '<div class="rp-tabs"><div class="rp-tabs__label"><div class="rp-tabs__label__item">Oars</div><div class="rp-tabs__label__item">Sails</div></div><div class="rp-tabs__content"><div class="rp-tabs__content__item" aria-hidden="false">Of ash.</div><div class="rp-tabs__content__item" aria-hidden="true">Of linen.</div></div></div>',
      '**Oars**\n\nOf ash.\n\n**Sails**\n\nOf linen.',
    ],
    [
      'have their name where the panel opens with a button of that name',
      '<ul><li><a href="#a" role="tab">Oars</a></li></ul><div id="a" role="tabpanel"><button aria-label="Close">Oars</button><p>Of ash.</p></div>',
      '**Oars**\n\nOf ash.',
    ],
    [
      'of WPBakery have their names in the order of the panels',
      '<div><ul class="wpb_tabs_nav"><li><a href="#tab-1">Oars</a></li><li><a href="#tab-2">Sails</a></li></ul><div id="tab-a" class="wpb_tab"><p>Of ash.</p></div><div id="tab-b" class="wpb_tab"><p>Of flax.</p></div></div>',
      '**Oars**\n\nOf ash.\n\n**Sails**\n\nOf flax.',
    ],
    [
      'have their name once, where the panel opens with it',
      '<ul><li><a href="#a" role="tab">Oars</a></li><li><a href="#b" role="tab">Sails</a></li></ul><div id="a" role="tabpanel"><div><a>Oars</a></div><p>Of ash.</p></div><div id="b" role="tabpanel"><p>Sails of flax.</p></div>',
      'Oars\n\nOf ash.\n\n**Sails**\n\nSails of flax.',
    ],
    [
      'that do not say what they open have their names in the order of the panels',
      '<div><ul role="tablist"><li role="tab">Oars</li><li role="tab">Sails</li></ul><div><div role="tabpanel"><p>Of ash.</p><div><ul role="tablist"><li role="tab">Short</li><li role="tab">Long</li></ul><div><div role="tabpanel">2 m</div><div role="tabpanel" hidden>3 m</div></div></div></div><div role="tabpanel" hidden>Of flax.</div></div></div>',
      '**Oars**\n\nOf ash.\n\n**Short**\n\n2 m\n\n**Long**\n\n3 m\n\n**Sails**\n\nOf flax.',
    ],
    [
      'have the name that their panel says labels it',
      '<div><div role="tablist"><button role="tab" id="o">Oars</button><button role="tab" id="s">Sails</button></div><div role="tabpanel" aria-labelledby="s">Of flax.</div><div role="tabpanel" aria-labelledby="o" hidden>Of ash.</div></div>',
      '**Sails**\n\nOf flax.\n\n**Oars**\n\nOf ash.',
    ],
    [
      'stay a list where not every one has a panel',
      '<div><ul role="tablist"><li role="tab">Oars</li><li role="tab">Sails</li></ul><div role="tabpanel">Of ash.</div></div>',
      '- Oars\n- Sails\n\nOf ash.',
    ],
    [
      'are not the dots of a slider',
      '<div><div role="tablist"><a role="tab">1</a><a role="tab">2</a></div><div role="tabpanel">Of ash.</div><div role="tabpanel">Of flax.</div></div>',
      '1 2\n\nOf ash.\n\nOf flax.',
    ],
    [
      'of VitePress are named by their labels',
      '<div class="vp-code-group"><div class="tabs"><input type="radio" id="a" checked><label for="a">npm</label><input type="radio" id="b"><label for="b">pnpm</label></div><div class="blocks"><div class="language-sh"><pre><code>npm add tide</code></pre></div><div class="language-sh"><pre><code>pnpm add tide</code></pre></div></div></div>',
      '**npm**\n\n```sh\nnpm add tide\n```\n\n**pnpm**\n\n```sh\npnpm add tide\n```',
    ],
    [
      'of ReadMe, which are blocks of code, are named by their labels',
      '<div class="CodeTabs"><div class="CodeTabs-toolbar"><button>Request</button><button>Reply</button></div><div class="CodeTabs-inner"><pre><button aria-label="Copy Code"></button><code class="lang-sh"><div>tide</div></code></pre><pre><code class="lang-json"><div>{}</div></code></pre></div></div>',
      '**Request**\n\n```sh\ntide\n```\n\n**Reply**\n\n```json\n{}\n```',
    ],
    [
      'of MkDocs are named by their labels',
      '<div class="tabbed-set"><input type="radio"><div class="tabbed-labels"><label>Oars</label><label>Sails</label></div><div class="tabbed-content"><div class="tabbed-block"><p>Two.</p></div><div class="tabbed-block"><p>One.</p></div></div></div>',
      '**Oars**\n\nTwo.\n\n**Sails**\n\nOne.',
    ],
  ]);
});
