import { describe, expect, test } from 'vitest';

import { follows } from './follows.ts';
import { markdownOf } from '../read-page.ts';

test('footnotes of the WordPress plugin are notes, without the copies beside their marks', async () => {
  const mark = (number: number, text: string): string =>
    `<span class="footnote_referrer"><a role="button" href="#f+1+${number}"><sup class="footnote_plugin_tooltip_text">[${number}]</sup></a><span class="footnote_tooltip">${text}</span></span>`;
  const row = (number: number, text: string): string =>
    `<tr class="footnotes_plugin_reference_row"><th><a href="#r+1+${number}" class="footnote_backlink"><span><span id="f+1+${number}" class="footnote_item_anchor"></span></span><span class="footnote_index_arrow">↑</span>${number}</a></th><td class="footnote_plugin_text">${text}</td></tr>`;
  const table = `<table class="footnotes_table"><caption>Notes</caption><tbody>${row(1, 'In May.')}${row(2, 'At low tide.')}</tbody></table>`;

  expect(
    await markdownOf(
      `<main><p>It is lit${mark(1, 'In …')} and seen${mark(2, 'At low tide.')}.</p>${table}</main>`,
    ),
  ).toBe('It is lit[^1] and seen[^2].\n\n[^1]: In May.\n\n[^2]: At low tide.\n');
});

describe('footnotes', () => {
  follows([
    [
      'that HonKit quotes are notes',
      '<p>She rows<sup><a href="#fn_1" id="reffn_1">1</a></sup> daily.</p><p>It rains.</p><blockquote id="fn_1"><sup>1</sup>. With two oars.<a href="#reffn_1" title="Jump back to footnote [1] in the text."> ↩</a></blockquote>',
      'She rows[^1] daily.\n\nIt rains.\n\n[^1]: With two oars.',
    ],
    [
      'are no quotations with headings of their own',
      '<p>She rows<sup><a href="#note-1">1</a></sup> daily.</p><blockquote id="note-1"><h3>Oars</h3><p>Take two.</p></blockquote>',
      'She rows[1](https://site.example/page#note-1) daily.\n\n> ### Oars\n>\n> Take two.',
    ],
    [
      'inside the words that open them follow their paragraph',
      '<p>She reads <span class="footnoteLink">Skerry News<span class="footnote">A paper of 1890.</span></span> daily.</p><p>It rains.</p>',
      'She reads Skerry News[^1] daily.\n\n[^1]: A paper of 1890.\n\nIt rains.',
    ],
    [
      'in items and cells follow the whole list or table',
      '<ul><li>Sand <span class="sidenote">Grains.</span></li><li>Silt</li></ul><table><tr><th>River</th></tr><tr><td>Elm <span class="sidenote">In winter.</span></td></tr><tr><td>Oak</td></tr></table><p>It rains.</p>',
      '- Sand [^1]\n- Silt\n\n[^1]: Grains.\n\n| River |\n| --- |\n| Elm [^2] |\n| Oak |\n\n[^2]: In winter.\n\nIt rains.',
    ],
    [
      'that are only numbers are references',
      '<p>She reads<span class="noteref"><span class="note">12</span></span> daily.</p>',
      'She reads12 daily.',
    ],
  ]);
});

describe('footnotes of Sphinx', () => {
  follows([
    [
      'have no title of their own',
      '<p class="rubric">Examples</p><p>Dig deep<a class="footnote-reference brackets" href="#id3" id="id1" role="doc-noteref">1</a>.</p><p class="rubric">Footnotes</p><aside class="footnote-list brackets"><aside class="footnote brackets" id="id3" role="doc-footnote"><span class="label"><a role="doc-backlink" href="#id1">1</a></span><p>Or deeper.</p></aside></aside>',
      'Examples\n\nDig deep[^1].\n\n[^1]: Or deeper.',
    ],
    [
      'keep code in brackets at their beginning',
      '<p>Call it<sup><a href="#fn1" id="r1">1</a></sup>.</p><ol><li id="fn1"><code>()</code> calls a function.</li></ol>',
      'Call it[^1].\n\n[^1]: `()` calls a function.',
    ],
    [
      'are found by their role, and lose their brackets',
      '<p>Dig deep<a class="footnote-reference brackets" href="#id3" id="id1" role="doc-noteref"><span class="fn-bracket">[</span>1<span class="fn-bracket">]</span></a>.</p><aside class="footnote-list brackets"><aside class="footnote brackets" id="id3" role="doc-footnote"><span class="label"><span class="fn-bracket">[</span><a role="doc-backlink" href="#id1">1</a><span class="fn-bracket">]</span></span><p>Or deeper.</p></aside></aside>',
      'Dig deep[^1].\n\n[^1]: Or deeper.',
    ],
    [
      'are found by their class where their role is general',
      '<p>Dig deep<a class="footnote-reference brackets" href="#id3" id="id1" role="doc-noteref"><span class="fn-bracket">[</span>1<span class="fn-bracket">]</span></a>.</p><aside class="footnote brackets" id="id3" role="note"><span class="label"><span class="fn-bracket">[</span><a role="doc-backlink" href="#id1">1</a><span class="fn-bracket">]</span></span><p>Or deeper.</p></aside>',
      'Dig deep[^1].\n\n[^1]: Or deeper.',
    ],
    [
      'are found in a list of terms',
      '<p>Dig deep <a class="footnote-reference brackets" href="#id3" id="id1">1</a> and wide <a class="footnote-reference brackets" href="#id4" id="id2">2</a>.</p><dl class="footnote brackets"><dt class="label" id="id3"><span class="brackets"><a class="fn-backref" href="#id1">1</a></span></dt><dd><p>2 feet.</p></dd><dt class="label" id="id4"><span class="brackets"><a class="fn-backref" href="#id2">2</a></span></dt><dd><p>Or wider.</p><p>Much.</p></dd></dl>',
      'Dig deep [^1] and wide [^2].\n\n[^1]: 2 feet.\n\n[^2]: Or wider.\n\n    Much.',
    ],
    [
      'are found in tables',
      '<p>Dig deep <a class="footnote-reference" href="#id3" id="id1">[1]</a>.</p><table class="docutils footnote" id="id3"><colgroup><col class="label" /><col /></colgroup><tbody><tr><td class="label"><a class="fn-backref" href="#id1">[1]</a></td><td>Or deeper.</td></tr></tbody></table>',
      'Dig deep [^1].\n\n[^1]: Or deeper.',
    ],
  ]);
});

test('a statistic with its own number as a mark is no footnote', async () => {
  const fact = (at: number): string =>
    `<p><span>${at}.</span> <span>${at} in ten rows<sup>${at}</sup></span></p>`;
  const markdown = await markdownOf(`<main>${fact(1)}${fact(2)}</main>`);

  expect(markdown).not.toContain('[^');
  expect(markdown).toContain('2 in ten rows²');
});
