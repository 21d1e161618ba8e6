import { describe, expect, test } from 'vitest';

import { createTrace, type TraceEntry } from '#shared/content/dom/trace.ts';
import { readPage } from './read-page.ts';

async function judgementsOf(page: string, onlyMainContent = false): Promise<readonly TraceEntry[]> {
  const trace = createTrace();
  await readPage(page, { trace, onlyMainContent });
  return trace.entries;
}

describe('the trace of a page', () => {
  test('lists dropped elements and kept hidden ones, with reasons', async () => {
    const entries = await judgementsOf(
      '<p>Text</p><div class="modal" hidden>Subscribe!</div><div class="spoiler" hidden>Answer</div>',
    );

    expect(entries.filter(({ step }) => step === 'hidden')).toEqual([
      { step: 'hidden', verdict: 'dropped', reason: 'not displayed', subject: 'div.modal#' },
      { step: 'hidden', verdict: 'kept', reason: 'opens on a click', subject: 'div.spoiler#' },
    ]);
  });

  test('lists the language of each code block', async () => {
    const entries = await judgementsOf('<pre><code class="language-sql">SELECT 1</code></pre>');

    expect(entries).toContainEqual({
      step: 'code',
      verdict: 'sql',
      reason: 'marked up as code',
      subject: 'SELECT 1',
    });
  });

  test('lists dropped buttons and moved names of tabs', async () => {
    const entries = await judgementsOf(
      '<button>Share</button><button role="tab" aria-controls="t">Size</button><div id="t" role="tabpanel">30 cm</div>',
    );

    expect(entries.map(({ step, verdict, subject }) => [step, verdict, subject])).toEqual(
      expect.arrayContaining([
        ['controls', 'dropped', 'Share'],
        ['tabs', 'moved', 'Size'],
      ]),
    );
  });

  test('lists the encoding, the kind of document and the choice of main content', async () => {
    const entries = await judgementsOf('<main><p>Text of the page.</p></main>', true);

    expect(entries.map(({ step }) => step)).toEqual(
      expect.arrayContaining(['charset', 'kind', 'main content']),
    );
  });
});
