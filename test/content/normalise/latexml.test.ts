import { describe } from 'vitest';

import { follows } from './follows.ts';

const paper = (content: string): string =>
  `<div class="ltx_page_content"><article class="ltx_document"><section>${content}</section></article></div>`;
const note = (mark: string, text: string, role = 'footnote', type = ''): string =>
  `<span class="ltx_note ltx_role_${role}"><sup class="ltx_note_mark">${mark}</sup><span class="ltx_note_outer"><span class="ltx_note_content"><sup class="ltx_note_mark">${mark}</sup><span class="ltx_note_type">${type}</span><span class="ltx_tag ltx_tag_note">${mark}</span>${text}</span></span></span>`;
const cell = (latex: string): string =>
  `<td class="ltx_td ltx_eqn_cell"><math alttext="\\displaystyle ${latex}"></math></td>`;
const row = (cells: string, number = ''): string =>
  `<tr class="ltx_equation ltx_eqn_row"><td class="ltx_eqn_cell ltx_eqn_center_padleft"></td>${cells}<td class="ltx_eqn_cell ltx_eqn_center_padright"></td>${number === '' ? '' : `<td class="ltx_eqn_cell ltx_eqn_eqno"><span class="ltx_tag">${number}</span></td>`}</tr>`;
const equations = (...rows: string[]): string =>
  paper(`<table class="ltx_equationgroup ltx_eqn_table"><tbody>${rows.join('')}</tbody></table>`);
const item = (label: string, text: string): string =>
  `<li class="ltx_item"><span class="ltx_tag ltx_tag_item">${label}</span><div class="ltx_para"><p class="ltx_p">${text}</p></div></li>`;

describe('notes of LaTeXML', () => {
  follows([
    [
      'follow the paragraph in whose sentence they are',
      paper(`<p>Sand${note('1', 'Grains below 2 mm.')} moves.</p><p>It rains.</p>`),
      'Sand[^1] moves.\n\n[^1]: Grains below 2 mm.\n\nIt rains.',
    ],
    [
      'in a list and in a table follow the whole',
      paper(
        `<ul><li>Sand${note('1', 'Grains.')}</li><li>Silt</li></ul><table><tr><th>River</th></tr><tr><td>Elm${note('2', 'In winter.')}</td></tr><tr><td>Oak</td></tr></table>`,
      ),
      '- Sand[^1]\n- Silt\n\n[^1]: Grains.\n\n| River |\n| --- |\n| Elm[^2] |\n| Oak |\n\n[^2]: In winter.',
    ],
    [
      'have the marks that repeat theirs',
      paper(
        `<p>Ada${note('1', '', 'footnotemark', 'footnotemark: ')} and Bo${note('1', '', 'footnotemark', 'footnotemark: ')} dig.${note('1', 'For a year.', 'footnotetext', 'footnotetext: ')}</p>`,
      ),
      'Ada[^1] and Bo[^1] dig.\n\n[^1]: For a year.',
    ],
    [
      'that the page does not have leave their marks',
      paper(`<p>Ada${note('2', '', 'footnotemark', 'footnotemark: ')} digs.</p>`),
      'Ada² digs.',
    ],
  ]);
});

describe('equations of LaTeXML', () => {
  follows([
    ['have their number as a tag', equations(row(cell('a=b'), '(1)')), '$$\na=b \\tag{1}\n$$'],
    [
      'in columns are one formula',
      equations(row(cell('a') + cell('=b')), row(cell('') + cell('=c'), '(2)')),
      '$$\n\\begin{aligned}\na & =b \\\\\n& =c\n\\end{aligned} \\tag{2}\n$$',
    ],
    [
      'have a tag each where each has a number',
      equations(
        row(cell('a') + cell('=b'), '(1a)'),
        row(cell('') + cell('=c')),
        row(cell('d') + cell('=e'), '(∗)'),
      ),
      '$$\n\\begin{align}\na & =b \\tag{1a} \\\\\n& =c \\notag \\\\\nd & =e \\tag{∗}\n\\end{align}\n$$',
    ],
    [
      'keep the words between them',
      equations(
        row(
          `${cell('a=b')}<td class="ltx_td ltx_eqn_cell"><span class="ltx_text">if 50% of a_1 &amp; b</span></td>`,
        ),
      ),
      '$$\na=b \\text{if 50\\% of a\\_1 \\& b}\n$$',
    ],
    [
      'have no notes in them',
      equations(row(`${cell('a=b')}<td class="ltx_td ltx_eqn_cell">${note('1', 'At noon.')}</td>`)),
      '$$\na=b\n$$\n\n1 At noon.',
    ],
  ]);
});

describe('items of LaTeXML', () => {
  follows([
    [
      'have their bullets and numbers once',
      paper(
        `<ul class="ltx_itemize">${item('•', 'Sand')}${item('–', 'Silt')}</ul><ol class="ltx_enumerate">${item('3.', 'Weigh')}${item('4.', 'Sink')}</ol>`,
      ),
      '- Sand\n- Silt\n\n3. Weigh\n4. Sink',
    ],
    [
      'keep labels that are no numbers of the list before their text',
      paper(
        `<ol class="ltx_enumerate">${item('(a)', 'Weigh')}${item('(b)', 'Sink')}</ol><ul class="ltx_itemize">${item('<b>Q1:</b>', 'Why?')}</ul>`,
      ),
      '1. (a) Weigh\n2. (b) Sink\n\n- **Q1:** Why?',
    ],
    [
      'stand apart from their label also where no paragraph begins with it',
      paper(
        '<ul class="ltx_itemize"><li class="ltx_item"><span class="ltx_tag ltx_tag_item">(a)</span>Weigh it</li></ul>',
      ),
      '- (a) Weigh it',
    ],
    [
      'have their own numbers alone where these do not count up',
      paper(
        `<ol class="ltx_enumerate">${item('3.', 'Weigh')}${item('7.', 'Sink')}</ol><ol class="ltx_enumerate">${item('(5)', 'Sift')}${item('5a', 'Rinse')}${item('(6)', 'Dry')}</ol>`,
      ),
      '- 3\\. Weigh\n- 7\\. Sink\n\n* (5) Sift\n* 5a Rinse\n* (6) Dry',
    ],
  ]);
});

describe('listings of LaTeXML', () => {
  const line = (number: string, text: string): string =>
    `<div class="ltx_listingline"><span class="ltx_tag ltx_tag_listingline">${number}</span>${text}</div>`;

  follows([
    [
      'of programs are code in their language, from the file that they offer',
      paper(
        `<div class="ltx_listing ltx_lstlisting ltx_lst_language_Python"><div class="ltx_listing_data"><a href="data:text/plain;base64,${Buffer.from('def load(v):\n    return v**3').toString('base64')}" download>⬇</a></div>${line('1', '<span>def load(v):</span>')}${line('2', '<span>return v**3</span>')}</div>`,
      ),
      '```python\ndef load(v):\n    return v**3\n```',
    ],
    [
      'of programs without a file are their lines',
      paper(
        `<div class="ltx_listing ltx_lstlisting">${line('1', 'begin')}${line('2', '\u00a0\u00a0<span>stop</span>')}</div>`,
      ),
      '```\nbegin\n  stop\n```',
    ],
    [
      'of algorithms are lines with formulas',
      paper(
        `<div class="ltx_listing">${line('1:', '<span class="ltx_text ltx_font_bold">for</span> each <math alttext="t"></math>')}${line('2:', 'weigh it')}</div>`,
      ),
      '1: **for** each $t$\\\n2: weigh it',
    ],
  ]);
});

describe('texts of LaTeXML', () => {
  follows([
    [
      'have the fonts of the paper',
      paper(
        '<p><span class="ltx_text ltx_font_bold">Sand</span> <span class="ltx_text ltx_font_italic">moves</span> in <span class="ltx_text ltx_font_typewriter">load.py</span>.</p>',
      ),
      '**Sand** *moves* in `load.py`.',
    ],
    [
      'of theorems begin with their title',
      paper(
        '<div class="ltx_theorem"><h6 class="ltx_title ltx_runin"><span class="ltx_tag">Theorem 1</span>.</h6><div class="ltx_para"><p>It moves.</p></div></div>',
      ),
      '**Theorem 1.** It moves.',
    ],
    [
      'of proofs that begin with an equation have their title before it',
      paper(
        `<div class="ltx_proof"><h6 class="ltx_title ltx_runin">Proof.</h6><div class="ltx_para"><table class="ltx_equation ltx_eqn_table"><tbody>${row(cell('a=b'))}</tbody></table><p>Clear.</p></div></div>`,
      ),
      '###### Proof.\n\n$$\na=b\n$$\n\nClear.',
    ],
    [
      'of an abstract have a heading like those of sections',
      paper(
        '<div class="ltx_abstract"><h6 class="ltx_title ltx_title_abstract">Abstract</h6><p>It moves.</p></div>',
      ),
      '## Abstract\n\nIt moves.',
    ],
    [
      'name authors with a line for each part of their address',
      paper(
        '<div class="ltx_authors"><span class="ltx_creator"><span class="ltx_personname">Ada Lind</span><span class="ltx_author_notes"><span class="ltx_contact">Institute of Wells</span></span></span><span class="ltx_creator"><span class="ltx_personname">Cy Holm</span></span></div><p>It moves.</p>',
      ),
      'Ada Lind\\\nInstitute of Wells\n\nCy Holm\n\nIt moves.',
    ],
    [
      'without a description leave images without one',
      paper(
        '<p>A trap.</p><figure><img src="trap.png" alt="Refer to caption" width="400" height="300"><figcaption>A trap</figcaption></figure>',
      ),
      'A trap.\n\n![](https://site.example/trap.png)\n\nA trap',
    ],
  ]);
});
