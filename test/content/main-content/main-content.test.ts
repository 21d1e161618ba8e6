import { type ChildNode, type Document, hasChildren, isTag, isText } from 'domhandler';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type Choice, everything } from '#shared/content/dom/selection.ts';
import { createTrace } from '#shared/content/dom/trace.ts';
import { parseHtml } from '#shared/content/html/parse-html.ts';
import { chooseMainContent } from '#shared/content/main-content/main-content.ts';
import { writeMarkdown } from '#shared/content/markdown/markdown-writer.ts';

const page = `<title>The lamp at Skerry</title><body>
<div class="m"><a href="/">Home</a> <a href="/n">Notes</a> <a href="/a">About</a></div>
<div class="c"><h1>The lamp at Skerry</h1>
<p>The lamp was lit for the first time in 1851, by a keeper who had never seen the sea before that autumn.</p>
<p>It burned rape oil, then paraffin, and every night somebody climbed the ninety steps to wind the clockwork.</p>
<pre>flash 2s
eclipse 8s</pre>
<p>Since 1987 a bulb no larger than a plum has done the work, and the keeper's rooms are let to walkers.</p></div>
<div class="f">© Skerry Trust. <a href="/privacy">Privacy</a> <a href="/terms">Terms</a></div></body>`;

const markdownOf = (document: Document): string => {
  const { selection } = chooseMainContent(document, {});
  return writeMarkdown(document.children, { selection, inlineImages: false });
};

describe('the main content of a page', () => {
  test('is its text without the boilerplate around it', () => {
    const markdown = markdownOf(parseHtml(page).document);

    for (const part of ['# The lamp at Skerry', 'rape oil', 'eclipse 8s', 'no larger than a plum'])
      expect(markdown).toContain(part);
    for (const chrome of ['Home', 'Skerry Trust', 'Privacy']) expect(markdown).not.toContain(chrome);
  });

  test('is everything on a short page without links or frames, repeated text included', () => {
    const paragraph = '<p>The lamp was lit for the first time in 1851.</p>';
    const { document } = parseHtml(`<article><h1>Lamps</h1>${paragraph}<h2>Again</h2>${paragraph}</article>`);

    expect(markdownOf(document).match(/lit for the first time/g)).toHaveLength(2);
  });

  test('is everything on a page without text', () => {
    const trace = createTrace();

    const { selection } = chooseMainContent(parseHtml('<body><img src="/a.png"></body>').document, {}, trace);

    expect(selection).toBe(everything);
    expect(trace.entries).toMatchObject([{ step: 'main content', verdict: 'everything' }]);
  });

  test('comes with the reasons for the threshold and each block, in the trace', () => {
    const trace = createTrace();

    chooseMainContent(parseHtml(page).document, {}, trace);

    const told = trace.entries.map(({ step, verdict, subject }) => ({ step, verdict, subject }));
    expect(told).toContainEqual({ step: 'main content', verdict: 'chosen', subject: undefined });
    expect(told).toContainEqual({ step: 'block', verdict: 'kept', subject: 'flash 2s eclipse 8s' });
    expect(told).toContainEqual({ step: 'block', verdict: 'dropped', subject: 'Home Notes About' });
  });
});

const words = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', '. ', 'стол', 'lamp '),
  minLength: 1,
  maxLength: 120,
});
const cell = words.map((text) => `<td>x${text}</td>`);
const row = fc.array(cell, { minLength: 2, maxLength: 4 }).map((cells) => `<tr>${cells.join('')}</tr>`);
const table = fc
  .array(row, { minLength: 2, maxLength: 5 })
  .map((rows) => `<table data-unit>${rows.join('')}</table>`);
const code = words.map((text) => `<pre data-unit>x${text}\n\n${text}</pre>`);
const other = fc
  .tuple(fc.constantFrom('p', 'h2', 'li', 'div', 'nav'), words)
  .map(([tag, text]) => `<${tag}>${text}</${tag}>`);
const anyPage = fc
  .array(fc.oneof(table, code, other, other), { minLength: 1, maxLength: 12 })
  .map((parts) => `<body><div>${parts.join('</div><div>')}</div></body>`);

/** Text nodes below every table and code block, as they are and as they are output. */
function unitTexts(document: Document): readonly (readonly [all: number, kept: number])[] {
  const { selection } = chooseMainContent(document, {});
  const units: [number, number][] = [];
  const visit = (nodes: readonly ChildNode[], above: Choice, unit?: [number, number]): void => {
    for (const node of nodes) {
      const choice = selection.of(node, above);
      if (isText(node) && unit !== undefined && /\S/.test(node.data)) {
        unit[0] += 1;
        if (choice === 'keep') unit[1] += 1;
      }
      if (!hasChildren(node)) continue;
      const startsUnit = isTag(node) && 'data-unit' in node.attribs;
      const own: [number, number] | undefined = startsUnit ? [0, 0] : unit;
      if (startsUnit && own !== undefined) units.push(own);
      visit(node.children, choice, own);
    }
  };
  visit(document.children, 'through');
  return units;
}

describe('any page', () => {
  test('keeps a data table or a code block as a whole, or drops it', () => {
    fc.assert(
      fc.property(anyPage, (html) => {
        for (const [all, kept] of unitTexts(parseHtml(html).document)) expect([0, all]).toContain(kept);
      }),
    );
  });

  test('gives the same content each time', () => {
    fc.assert(
      fc.property(anyPage, (html) => {
        expect(markdownOf(parseHtml(html).document)).toBe(markdownOf(parseHtml(html).document));
      }),
    );
  });
});
