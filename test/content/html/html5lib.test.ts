import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type ChildNode, isDocument, isTag, isText } from 'domhandler';
import { parse } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { expect, test } from 'vitest';

import { parseHtml } from '#shared/content/html/parse-html.ts';

const folder = join(import.meta.dirname, '../../fixtures/html5lib');

/** Elements that our tree leaves out or builds differently on purpose; test/fixtures/html5lib/README.md gives the reasons. */
const excluded = /<\/?(?:frameset|frame|noframes|select|noscript|plaintext)|\0/i;

const cases = readdirSync(folder)
  .filter((name) => name.endsWith('.dat'))
  .flatMap((name) => readFileSync(join(folder, name), 'utf8').split(/(?:^|\n\n)#data\n/))
  .flatMap((text) => {
    const end = text.indexOf('\n#errors');
    const [source, rest] = [text.slice(0, Math.max(0, end)), text.slice(end)];
    const isCompared = end !== -1 && !/#document-fragment|#script-on/.test(rest) && !excluded.test(source);
    return isCompared ? [source] : [];
  });

/** Elements, attributes and text in lower case: our tree does not keep the case of SVG names. */
function shapeOf(nodes: readonly ChildNode[]): string {
  let shape = '';
  for (const node of nodes) {
    if (isText(node)) shape += node.data;
    // parse5 puts the content of a template into a document of its own.
    else if (isDocument(node)) shape += shapeOf(node.children);
    else if (isTag(node)) {
      const attributes = Object.entries(node.attribs).map(([name, value]) => ` ${name}="${value}"`);
      shape += `<${node.name}${attributes.toSorted().join('')}>${shapeOf(node.children)}</${node.name}>`;
    }
  }
  return shape.toLowerCase();
}

test('at least 94 % of the tree-construction cases of html5lib give the tree of the standard', () => {
  const same = cases.filter(
    (source) =>
      shapeOf(parseHtml(source).document.children) ===
      shapeOf(parse(source, { treeAdapter: adapter }).children),
  );

  expect(cases.length).toBeGreaterThan(1_300);
  expect(same.length / cases.length).toBeGreaterThanOrEqual(0.94);
});
