import { describe } from 'vitest';

import { follows } from './follows.ts';

const run = (name: 'ul' | 'ol', level: number, items: readonly string[], id = 'kix_abc'): string =>
  `<${name} class="c8 lst-${id}-${level} start">${items.map((item) => `<li class="c4 li-bullet-0"><span class="c0">${item}</span></li>`).join('')}</${name}>`;
const styled = (rules: string, body: string): string =>
  `<style>${rules}</style><div class="c9 doc-content">${run('ul', 0, ['Boats'])}${body}</div>`;

describe('documents of Google Docs', () => {
  follows([
    [
      'have lists in lists, which are beside each other in their markup',
      run('ul', 0, ['Boats']) +
        run('ul', 1, ['Dinghy', 'Ketch']) +
        run('ul', 2, ['Old ketch']) +
        run('ul', 0, ['Ropes']),
      '- Boats\n  - Dinghy\n  - Ketch\n    - Old ketch\n- Ropes',
    ],
    [
      'have numbers that go on behind inner lists',
      `${run('ol', 0, ['Weigh'])}${run('ul', 1, ['the trap'])}<ol class="lst-kix_abc-0" start="2"><li>Sink</li></ol>`,
      '1. Weigh\n   - the trap\n2. Sink',
    ],
    [
      'have two lists where they are two',
      run('ul', 0, ['Boats']) + run('ul', 0, ['Ropes'], 'kix_def'),
      '- Boats\n\n* Ropes',
    ],
    [
      'begin with an inner list without one around',
      run('ul', 1, ['Dinghy']) + run('ul', 0, ['Boats']),
      '- Dinghy\n\n* Boats',
    ],
    [
      'that are pasted into a site have no fonts of its classes',
      `<style>.c1{font-weight:700}</style>${run('ul', 0, ['Boats'])}<p><span class="c1">Tides</span></p>`,
      '- Boats\n\nTides',
    ],
    [
      'have the fonts of the classes in their style sheet, but not twice in headings',
      styled(
        '@import url(x);ol{margin:0}.c1{color:#000;font-weight:700}.c2{font-style:italic}.c3{text-decoration:line-through}.c4{font-weight:400}.badge{font-weight:700}.c1{color:red}.c5{font-weight:700}.c6{font-weight:400}.c1:hover{font-style:italic}',
        '<h2><span class="c1">Tides</span></h2><p><span class="c4">It is </span><span class="c1">high</span><span class="c4">, </span><span class="c2 c1">very high</span><span class="c4">, not </span><span class="c3">low</span><span class="c1"> </span><span class="c4">today.</span> <b><span class="c1">Now</span></b> <span class="badge c5 c6">new</span></p>',
      ),
      '- Boats\n\n## Tides\n\nIt is **high**, ***very high***, not ~~low~~ today. **Now** new',
    ],
  ]);
});
