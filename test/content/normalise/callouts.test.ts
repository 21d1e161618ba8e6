import { describe } from 'vitest';

import { follows } from './follows.ts';

describe('notices', () => {
  follows([
    [
      'of Ghost have their sign in the line of the text',
      '<div class="kg-card kg-callout-card"><div class="kg-callout-emoji"><img class="emoji" alt="📚" src="https://a.test/e.png"></div><div class="kg-callout-text">Read <a href="https://a.test/">more</a>.</div></div>',
      '📚 Read [more](https://a.test/).',
    ],
    [
      'are not cards of goods with a class of that name',
      '<div class="info"><h3 class="title"><a href="https://a.test/oak">Oak table</a></h3><p>$90</p></div>',
      '### [Oak table](https://a.test/oak)\n\n$90',
    ],
    [
      'of Sphinx that are named after their title keep it',
      '<div class="admonition-insider-information admonition"><p class="admonition-title">Insider Information</p><p>Ask Ann.</p></div>',
      '> [!note] Insider Information\n>\n> Ask Ann.',
    ],
    [
      'of their own element have any case',
      '<aside class="Note"><strong>Note:</strong> Bring two.</aside>',
      '> [!note] Note\n>\n> Bring two.',
    ],
    [
      'of Starlight',
      '<aside aria-label="Oars" class="starlight-aside starlight-aside--tip"><p class="starlight-aside__title" aria-hidden="true"><svg></svg>Oars</p><div class="starlight-aside__content"><p>Bring two.</p></div></aside>',
      '> [!tip] Oars\n>\n> Bring two.',
    ],
    [
      'of Docsify, whose boxes are alerts of any kind',
      '<div class="alert callout note"><p class="title"><span class="icon icon-note"></span>Note</p><p>Bring two.</p></div>',
      '> [!note] Note\n>\n> Bring two.',
    ],
    [
      'of Confluence',
      '<div class="confluence-information-macro confluence-information-macro-warning"><p class="title">Rocks</p><span class="aui-icon confluence-information-macro-icon"></span><div class="confluence-information-macro-body"><p>Bring two.</p></div></div><div class="confluence-information-macro confluence-information-macro-information"><div class="confluence-information-macro-body"><p>Row.</p></div></div>',
      '> [!warning] Rocks\n>\n> Bring two.\n\n> [!info] Info\n>\n> Row.',
    ],
    [
      'of DokuWiki, by two of its plugins, and are no other boxes of these',
      '<div class="noteclassic">Bring two.</div><div class="wrap_important wrap_round plugin_wrap"><p>Row.</p></div><div class="wrap_column plugin_wrap"><p>Sail.</p></div>',
      '> [!note] Note\n>\n> Bring two.\n\n> [!important] Important\n>\n> Row.\n\nSail.',
    ],
    [
      'of ReadMe, whose kind says what their sign does',
      '<blockquote class="callout callout_info"><h3 class="callout-heading"><span class="callout-icon">📘</span><p>Oars</p></h3><p>Bring two.</p></blockquote><blockquote class="callout callout_warn"><h3 class="callout-heading empty"><span class="callout-icon">🚧</span></h3><p>Row.</p></blockquote>',
      '> [!info] Oars\n>\n> Bring two.\n\n> [!warning] Warning\n>\n> Row.',
    ],
    [
      'of ReadMe of today, whose sign stands before the title',
      '<blockquote class="callout callout_info" theme="📘"><span class="callout-icon">📘</span><h3 class="heading heading-3"><div class="heading-text">Oars</div></h3><p>Bring two.</p></blockquote><blockquote class="callout callout_warn"><span class="callout-icon">🚧</span><p class="callout-heading empty"></p><p>Row.</p></blockquote>',
      '> [!info] Oars\n>\n> Bring two.\n\n> [!warning] Warning\n>\n> Row.',
    ],
    [
      'of Rspress, of both of its versions',
      '<div class="rp-callout rp-callout--tip"><div class="rp-callout__title">Oars</div><div class="rp-callout__content"><p>Bring two.</p></div></div><div class="rspress-directive warning"><div class="rspress-directive-title">WARNING</div><div class="rspress-directive-content"><p>Row.</p></div></div>',
      '> [!tip] Oars\n>\n> Bring two.\n\n> [!warning] WARNING\n>\n> Row.',
    ],
    [
      'of VuePress',
      '<div class="hint-container warning"><p class="hint-container-title">Watch out</p><p>Bring two.</p></div>',
      '> [!warning] Watch out\n>\n> Bring two.',
    ],
    [
      'are not boxes in links to the next page',
      '<p>Row.</p><a href="https://a.test/oars"><div class="hint">Next</div><div>Oars</div></a>',
      'Row.\n\n[Next](https://a.test/oars)\n\nOars',
    ],
    [
      'may fold',
      '<details class="tip"><summary>Oars</summary><p>Bring two.</p></details>',
      '> [!tip] Oars\n>\n> Bring two.',
    ],
    [
      'of MkDocs may fold under the name of their kind alone',
      '<details class="example"><summary>Oars</summary><p>Bring two.</p></details><details class="faq success"><summary>Sails</summary><p>None.</p></details>',
      '> [!example] Oars\n>\n> Bring two.\n\n**Sails**\n\nNone.',
    ],
    [
      'may fold in other systems that name the box',
      '<details class="callout callout-warning"><summary>Oars</summary><p>Bring two.</p></details>',
      '> [!warning] Oars\n>\n> Bring two.',
    ],
    [
      'are no details that Docusaurus draws as alerts',
      '<details class="details_lb9f alert alert--info details_b_Ee"><summary>Oars</summary><div><div class="collapsibleContent_i85q"><p>Bring two.</p></div></div></details>',
      '**Oars**\n\nBring two.',
    ],
    [
      'of MDN',
      '<div class="notecard note"><p><strong>Note:</strong> Bring two.</p></div>',
      '> [!note] Note\n>\n> Bring two.',
    ],
    [
      'of DocBook have a heading as their title',
      '<div class="caution"><h3 class="title">Caution</h3><p>Bring two.</p></div>',
      '> [!caution] Caution\n>\n> Bring two.',
    ],
    [
      'of DocBook may be laid out by a table with an icon',
      '<div class="note"><table summary="Note"><tr><td rowspan="2"><img alt="[Note]" src="note.png"></td><th>Note</th></tr><tr><td><p>Mind the pump.</p><p>And the valve.</p></td></tr></table></div><div class="tip"><table><tr><td><img alt="Tip" src="tip.png"></td><th>Oars</th></tr><tr><td>Bring two.</td></tr></table></div><div class="tip"><table><tr><td><img alt="Tip" src="tip.png"></td><td>Row.</td></tr></table></div>',
      '> [!note] Note\n>\n> Mind the pump.\n>\n> And the valve.\n\n> [!tip] Oars\n>\n> Bring two.\n\n> [!tip] Tip\n>\n> Row.',
    ],
    [
      'are no tables of other things',
      '<div class="note"><table><tr><th>Oar</th><th>Sail</th></tr><tr><td>1</td><td>2</td></tr></table></div>',
      '| Oar | Sail |\n| --- | --- |\n| 1 | 2 |',
    ],
    [
      'of manuals with code have a bare heading as their title',
      '<p>Call <code>row</code>.</p><div class="note"><h3>Change in 2.4</h3><p>Bring two.</p></div><div class="note"><h3><a href="https://a.test/">Oars</a></h3><p>Two.</p></div><div class="tip"><h3>One</h3><p>1</p><h3>Two</h3><p>2</p></div>',
      'Call `row`.\n\n> [!note] Change in 2.4\n>\n> Bring two.\n\n### [Oars](https://a.test/)\n\nTwo.\n\n### One\n\n1\n\n### Two\n\n2',
    ],
    [
      'have no heading of a section',
      '<div class="note"><h3>Oars</h3><p>Bring two.</p></div>',
      '### Oars\n\nBring two.',
    ],
    [
      'of DocFX and Microsoft Learn are named in capitals and begin with their kind',
      '<div class="NOTE"><p>Hinweis</p><p>Bring two.</p></div><div class="TIP"><h5>Tip</h5><p>Row.</p></div>',
      '> [!note] Hinweis\n>\n> Bring two.\n\n> [!tip] Tip\n>\n> Row.',
    ],
    [
      'have their first line as their title where it says no more than their kind',
      '<div class="admonition note"><p>Note</p><p>Bring two.</p></div>',
      '> [!note] Note\n>\n> Bring two.',
    ],
    [
      'of mdBook',
      '<blockquote class="blockquote-tag blockquote-tag-note"><p class="blockquote-tag-title"><svg></svg>Note</p><p>Bring two.</p></blockquote>',
      '> [!note] Note\n>\n> Bring two.',
    ],
    [
      'of manuals may have `warning` as their only class; `note` alone makes none',
      '<p>Call <code>row</code>.</p><div class="warning">Bring two.</div><div class="note">Row.</div>',
      'Call `row`.\n\n> [!warning] Warning\n>\n> Bring two.\n\nRow.',
    ],
    [
      'lose the colon behind their title',
      '<div class="alert alert-info"><p class="alert-title">Note:</p><p>Bring two.</p></div>',
      '> [!info] Note\n>\n> Bring two.',
    ],
    [
      'that are hidden stay hidden',
      '<div class="alert alert-danger" style="display: none"><p>Your boat is gone.</p></div><div class="alert alert-info d-none">Wrong name.</div><div class="alert alert-info d-none d-md-block">Row.</div>',
      '> [!info] Info\n>\n> Row.',
    ],
  ]);
});

describe('boxes that begin with the name of a notice', () => {
  follows([
    [
      'are one, whatever their classes are',
      '<section class="x1"><div class="x2"></div><div class="x3">Pro tip</div><div><p>Bring two oars and a bucket, too.</p></div></section>',
      '> [!tip] Pro tip\n>\n> Bring two oars and a bucket, too.',
    ],
    [
      'are one with all that is around them and nothing else',
      '<div class="x1"><i></i><span class="x2"><p class="x3">Warning</p><span><p>Bring two oars and a bucket, too.</p></span></span></div><p>Row.</p>',
      '> [!warning] Warning\n>\n> Bring two oars and a bucket, too.\n\nRow.',
    ],
    [
      'may be quotations, and in another language',
      '<blockquote><p>Важно:</p><p>Возьмите с собой два весла и ещё ведро.</p></blockquote><div><p>注意</p><p>ボートにはオールを二本積んでください。</p></div>',
      '> [!important] Важно\n>\n> Возьмите с собой два весла и ещё ведро.\n\n> [!warning] 注意\n>\n> ボートにはオールを二本積んでください。',
    ],
    [
      'have a name where the word stands in a line or is a heading',
      '<div class="wiki-box-note"><strong>Note</strong>: bring two oars and a bucket, too.</div><div class="expandable-callout"><h3><svg></svg>Pitfall</h3><p>Bring two oars and a bucket, too.</p></div>',
      '> [!note] Note\n>\n> bring two oars and a bucket, too.\n\n> [!caution] Pitfall\n>\n> Bring two oars and a bucket, too.',
    ],
    [
      'are a line or a section where they have none',
      '<div><strong>Note</strong> bring two oars and a bucket, too.</div><section><h3>Important</h3><p>Bring two oars and a bucket, too.</p></section>',
      '**Note** bring two oars and a bucket, too.\n\n### Important\n\nBring two oars and a bucket, too.',
    ],
    [
      'stay as they are in a modal window',
      '<div class="login-modal"><div class="modal-title">Note</div><div>Sign in to write a comment on this article.</div></div><div role="dialog"><div><p>Note</p><p>Sign in to write a comment on this article.</p></div></div>',
      'Note\n\nSign in to write a comment on this article.\n\nNote\n\nSign in to write a comment on this article.',
    ],
    [
      'stay as they are with a heading inside, with few words, or after other text',
      '<div><p>Note</p><h3>Oars</h3><p>Bring two oars and a bucket, too.</p></div><div><p>Note</p><p>4,5 of 5</p></div><div><p>Row.</p><p>Note</p><p>Bring two oars and a bucket, too.</p></div>',
      'Note\n\n### Oars\n\nBring two oars and a bucket, too.\n\nNote\n\n4,5 of 5\n\nRow.\n\nNote\n\nBring two oars and a bucket, too.',
    ],
  ]);
});
