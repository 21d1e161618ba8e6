import { type ChildNode, isTag, isText } from 'domhandler';
import fc from 'fast-check';
import { parse } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { describe, expect, test } from 'vitest';

import { parseHtml } from '#shared/content/html/parse-html.ts';
import { boundedRun } from '#shared/kernel/bounded-run.ts';

/** Elements by nesting, with the text between: what two parsers must agree on. */
function shapeOf(nodes: readonly ChildNode[]): string {
  let shape = '';
  for (const node of nodes) {
    if (isText(node)) shape += node.data;
    else if (isTag(node)) shape += `<${node.name}>${shapeOf(node.children)}</${node.name}>`;
  }
  return shape;
}

const ours = (html: string): string => shapeOf(parseHtml(html).document.children);
const standard = (html: string): string => shapeOf(parse(html, { treeAdapter: adapter }).children);

describe('the tree of a page', () => {
  test.for([
    'text <p>one<p>two',
    '<p><b>bold<p>still</b> not',
    '<b><p>1</b>2</p>3',
    '<a href=1>x<a href=2>y</a>z',
    '<ul><li>a<li>b<ul><li>c</ul></ul>',
    '<table><tr><td>1<td>2<tr><td>3</table>',
    '<table>out<tr><td>in</td></tr>also out</table>',
    '<table><b><tr><td>x</b>y</table>z',
    '<p>a<table><tr><td><p>b</table>c',
    '<dl><dt>a<dd>b<dt>c</dl>',
    '<h1>a<h2>b</h1>c',
    '<button>a<button>b</button>c',
    '<svg><p>out</svg>x',
    '<svg><title><b>in</b></title></svg>x',
    '<math><mi>a<b>out</math>x',
    '<form><form>a</form>b</form>c',
    '<pre>\n\na</pre>',
    '<textarea><b>raw</textarea>x',
    '<title>a<b>c</title>x',
    '<script>if (a<b) "</p>"</script>x',
    '</p>x</br>y',
    '<body><p>a</body>b</html>c',
    '<!doctype html><p>a<table></table>b',
    '<em><strong><em><p>a</em>b</strong>c</em>d',
    '<p><![CDATA[a > b]]>c',
    '<ruby>a<rp>(<rt>b<rp>)</ruby>c',
    '<div><span></div>x</span>y',
  ])('is that of the standard: %s', (html) => {
    expect(ours(html)).toBe(standard(html));
  });

  test('is that of the standard for any mixture of common tags', () => {
    const names = [
      'p',
      'b',
      'i',
      'a',
      'div',
      'span',
      'ul',
      'li',
      'h2',
      'em',
      'code',
      'blockquote',
      'dd',
      'dt',
      'dl',
    ];
    const token = fc.oneof(
      fc.constantFrom(...names).map((name) => `<${name}>`),
      fc.constantFrom(...names).map((name) => `</${name}>`),
      fc.constantFrom('x', 'y z', '&lt;', '<br>', '<hr>'),
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 14 }), (tokens) => {
        const html = `<!doctype html><body>${tokens.join('')}`;

        expect(ours(html)).toBe(standard(html));
      }),
      { numRuns: 3000 },
    );
  });

  test('is built for any mixture of tables and templates', () => {
    const names = [
      'table',
      'colgroup',
      'col',
      'template',
      'tr',
      'td',
      'caption',
      'tbody',
      'p',
      'svg',
      'select',
      'form',
    ];
    const token = fc.oneof(
      fc.constantFrom(...names).map((name) => `<${name}>`),
      fc.constantFrom(...names).map((name) => `</${name}>`),
      fc.constant('x'),
    );

    fc.assert(
      fc.property(fc.array(token, { maxLength: 12 }), (tokens) => {
        expect(boundedRun(() => parseHtml(tokens.join('')).body.name, 5_000)).toBe('body');
      }),
      { numRuns: 3_000 },
    );
  });

  test('keeps the links of a long list of cards, each of which opens its link again', () => {
    const cards = Array.from({ length: 9_000 }, (_, at) => `<p><a href=${at}><div>Card</div></a></p>`).join(
      '',
    );

    const shape = ours(cards);

    expect(shape).toBe(standard(cards));
  });

  test('stops to open elements again that pile up', () => {
    const opened = ours('<b><i>x<p>'.repeat(20_000)).match(/<b>/g) ?? [];

    // One for each that is written, and those that are opened again; without a limit four for each.
    expect(opened.length).toBeLessThan(20_000 + 10_000);
  });
});
