import type { Element } from 'domhandler';

import {
  buttonScope,
  formattingElements,
  headings,
  paragraphEnders,
  scope,
  specialElements,
  tableCells,
  tableScope,
  tableSections,
  tableStructure,
} from '#shared/content/dom/html-elements.ts';
import { endFormatting } from './adoption-agency.ts';
import { insertForeign, mathNamespace, svgNamespace } from './foreign-content.ts';
import type { HtmlTree, StartTag } from './html-tree.ts';

type StartRule = (tree: HtmlTree, tag: StartTag) => void;

const tagNamed = (name: string): StartTag => ({ name, attribs: {}, selfClosing: false });

function insertInline(tree: HtmlTree, tag: StartTag): void {
  tree.reconstructFormatting();
  tree.insert(tag);
}

/** `<li>` ends the item before it, unless a block is between them; `<dt>` and `<dd>` end each other. */
function closeItem(tree: HtmlTree, names: readonly string[]): void {
  const { open } = tree;
  const at = open.innermostWhere(
    ({ name }) =>
      names.includes(name) ||
      (specialElements.has(name) && name !== 'address' && name !== 'div' && name !== 'p'),
  );
  const item = open.at(at);
  if (item === undefined || !names.includes(item.name)) return;
  tree.generateImpliedEndTags(item.name);
  open.popTo(at);
}

const itemRule =
  (...names: readonly string[]): StartRule =>
  (tree, tag) => {
    closeItem(tree, names);
    tree.closeParagraph();
    tree.insert(tag);
  };

function startHeading(tree: HtmlTree, tag: StartTag): void {
  tree.closeParagraph();
  if (headings.has(tree.current.name)) tree.open.pop();
  tree.insert(tag);
}

function startFormatting(tree: HtmlTree, tag: StartTag): void {
  tree.reconstructFormatting();
  const element = tree.insert(tag);
  // A formatting element that was too deep to be opened must not be opened again in every following block.
  if (tree.current === element) tree.formatting.add(element);
}

function startAnchor(tree: HtmlTree, tag: StartTag): void {
  const earlier = tree.formatting.find('a');
  if (earlier !== undefined) {
    endFormatting(tree, 'a');
    tree.formatting.remove(earlier);
    tree.open.remove(earlier);
  }
  startFormatting(tree, tag);
}

function startNobr(tree: HtmlTree, tag: StartTag): void {
  tree.reconstructFormatting();
  if (tree.open.inScope('nobr', scope)) endFormatting(tree, 'nobr');
  startFormatting(tree, tag);
}

function startForm(tree: HtmlTree, tag: StartTag): void {
  if (tree.form !== undefined && !tree.open.has('template')) return;
  tree.closeParagraph();
  const form = tree.insert(tag);
  if (!tree.open.has('template')) tree.form = form;
}

function startButton(tree: HtmlTree, tag: StartTag): void {
  if (tree.open.inScope('button', scope)) {
    tree.generateImpliedEndTags();
    tree.open.popThrough('button');
  }
  insertInline(tree, tag);
}

function startTable(tree: HtmlTree, tag: StartTag): void {
  if (!tree.quirks) tree.closeParagraph();
  tree.insert(tag);
}

function startSelect(tree: HtmlTree, tag: StartTag): void {
  if (tree.open.inScope('select', buttonScope)) tree.open.popThrough('select');
  else insertInline(tree, tag);
}

const foreignRule =
  (namespace: string): StartRule =>
  (tree, tag) => {
    tree.reconstructFormatting();
    insertForeign(tree, tag, namespace);
  };

function startInput(tree: HtmlTree, tag: StartTag): void {
  if (tree.open.inScope('select', buttonScope)) tree.open.popThrough('select');
  insertInline(tree, tag);
}

function startOption(tree: HtmlTree, tag: StartTag): void {
  if (tree.current.name === 'option') tree.open.pop();
  if (tag.name === 'optgroup' && tree.current.name === 'optgroup') tree.open.pop();
  insertInline(tree, tag);
}

const rubyRule =
  (except: string): StartRule =>
  (tree, tag) => {
    if (tree.open.inScope('ruby', scope)) tree.generateImpliedEndTags(except);
    tree.insert(tag);
  };

function mergeAttributes(tree: HtmlTree, element: Element | undefined, { attribs }: StartTag): void {
  if (element !== undefined && !tree.open.has('template'))
    element.attribs = { ...attribs, ...element.attribs };
}

const rules = new Map<string, StartRule>([
  ...[...paragraphEnders].map((name): [string, StartRule] => [
    name,
    (tree, tag) => {
      tree.closeParagraph();
      tree.insert(tag);
    },
  ]),
  ...[...headings].map((name): [string, StartRule] => [name, startHeading]),
  ...[...formattingElements].map((name): [string, StartRule] => [name, startFormatting]),
  ...['param', 'source', 'track', 'base', 'link', 'meta', 'script', 'style', 'title', 'template'].map(
    (name): [string, StartRule] => [name, (tree, tag) => void tree.insert(tag)],
  ),
  ['a', startAnchor],
  ['nobr', startNobr],
  ['li', itemRule('li')],
  ['dd', itemRule('dd', 'dt')],
  ['dt', itemRule('dd', 'dt')],
  ['form', startForm],
  ['button', startButton],
  ['table', startTable],
  ['select', startSelect],
  ['input', startInput],
  ['textarea', startInput],
  ['option', startOption],
  ['optgroup', startOption],
  ['rb', rubyRule('')],
  ['rtc', rubyRule('')],
  ['rp', rubyRule('rtc')],
  ['rt', rubyRule('rtc')],
  ['svg', foreignRule(svgNamespace)],
  ['math', foreignRule(mathNamespace)],
  ['image', (tree, tag) => insertInline(tree, { ...tag, name: 'img' })],
  ['html', (tree, tag) => mergeAttributes(tree, tree.html, tag)],
  ['body', (tree, tag) => mergeAttributes(tree, tree.body, tag)],
  ['head', () => undefined],
  ['frameset', () => undefined],
]);

function startInBody(tree: HtmlTree, tag: StartTag): void {
  const rule = rules.get(tag.name) ?? insertInline;
  rule(tree, tag);
}

const fostered = (tree: HtmlTree, tag: StartTag): void => {
  tree.fostering = true;
  startInBody(tree, tag);
  tree.fostering = false;
};

/** `<tr>`, `<td>` and the like: closes what they end and opens what they imply. */
function startTablePart(tree: HtmlTree, tag: StartTag): void {
  const { open } = tree;
  const at = tree.tablePart();
  const part = open.at(at)?.name ?? 'html';
  if (part === 'html') return;
  if (part === 'template') return void tree.insert(tag);

  const isCell = tableCells.has(tag.name);
  if (part === 'table') {
    open.popTo(at + 1);
    if (tag.name === 'col') tree.insert(tagNamed('colgroup'));
    else if (isCell || tag.name === 'tr') {
      tree.insert(tagNamed('tbody'));
      if (isCell) tree.insert(tagNamed('tr'));
    }
    tree.insert(tag);
  } else if (tableSections.has(part) && (isCell || tag.name === 'tr')) {
    open.popTo(at + 1);
    if (isCell) tree.insert(tagNamed('tr'));
    tree.insert(tag);
  } else if ((part === 'tr' && isCell) || (part === 'colgroup' && tag.name === 'col')) {
    open.popTo(at + 1);
    tree.insert(tag);
  } else {
    open.popTo(at);
    startTablePart(tree, tag);
  }
}

function startInTable(tree: HtmlTree, tag: StartTag): void {
  const { name } = tag;
  if (name === 'table') {
    // Parts of a table may be in a template, without a table.
    if (!tree.open.inScope('table', tableScope)) return;
    tree.open.popThrough('table');
    startTag(tree, tag);
  } else if (name === 'style' || name === 'script' || name === 'template') tree.insert(tag);
  else if (name === 'input' && tag.attribs['type']?.toLowerCase() === 'hidden') tree.insert(tag);
  else if (name === 'form') {
    if (tree.form !== undefined) return;
    tree.form = tree.insert(tag);
    tree.open.pop();
  } else fostered(tree, tag);
}

/** Handles a start tag once the body has begun. */
export function startTag(tree: HtmlTree, tag: StartTag): void {
  if (tableStructure.has(tag.name)) return startTablePart(tree, tag);
  if (tree.current.name === 'colgroup' && tag.name !== 'template') tree.open.pop();
  if (tree.isBetweenCells()) startInTable(tree, tag);
  else startInBody(tree, tag);
}
