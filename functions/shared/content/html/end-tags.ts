import {
  buttonScope,
  closingBlocks,
  formattingElements,
  headings,
  listItemScope,
  scope,
  specialElements,
  tableScope,
} from '#shared/content/dom/html-elements.ts';
import { endFormatting } from './adoption-agency.ts';
import type { HtmlTree } from './html-tree.ts';

type EndRule = (tree: HtmlTree, name: string) => void;

function endBlock(tree: HtmlTree, name: string): void {
  if (!tree.open.inScope(name, scope)) return;
  tree.generateImpliedEndTags();
  tree.open.popThrough(name);
}

function endListItem(tree: HtmlTree, name: string): void {
  if (!tree.open.inScope(name, listItemScope)) return;
  tree.generateImpliedEndTags(name);
  tree.open.popThrough(name);
}

function endDefinition(tree: HtmlTree, name: string): void {
  if (!tree.open.inScope(name, scope)) return;
  tree.generateImpliedEndTags(name);
  tree.open.popThrough(name);
}

/** Without an open paragraph, the tag makes an empty one (HTML standard, 13.2.6.4.7). */
function endParagraph(tree: HtmlTree): void {
  if (!tree.open.inScope('p', buttonScope)) tree.insert({ name: 'p', attribs: {}, selfClosing: false });
  tree.generateImpliedEndTags('p');
  tree.open.popThrough('p');
}

/** Any heading's end tag ends the open heading: `<h2>Title</h3>`. */
function endHeading(tree: HtmlTree): void {
  const { open } = tree;
  const at = open.innermostWhere(({ name }) => headings.has(name) || scope.has(name));
  if (!headings.has(open.at(at)?.name ?? '')) return;
  tree.generateImpliedEndTags();
  open.popTo(at);
}

/** `</form>` takes the form off the stack and leaves open what was opened in it. */
function endForm(tree: HtmlTree): void {
  const { form, open } = tree;
  tree.form = undefined;
  if (form === undefined || open.indexOf(form) === -1) return;
  if (!open.inScope('form', scope)) return;
  tree.generateImpliedEndTags();
  if (tree.current === form) open.pop();
  else open.remove(form);
}

function endTablePart(tree: HtmlTree, name: string): void {
  if (tree.open.inScope(name, tableScope)) tree.open.popThrough(name);
}

function endNamed(tree: HtmlTree, name: string): void {
  if (tree.open.has(name)) tree.open.popThrough(name);
}

function endAnyOther(tree: HtmlTree, name: string): void {
  const { open } = tree;
  if (!open.has(name)) return;
  const at = open.innermostWhere((element) => element.name === name || specialElements.has(element.name));
  if (open.at(at)?.name !== name) return;
  tree.generateImpliedEndTags(name);
  open.popTo(at);
}

function endInline(tree: HtmlTree, name: string): void {
  if (!endFormatting(tree, name)) endAnyOther(tree, name);
}

const ignored: EndRule = () => undefined;

const rules = new Map<string, EndRule>([
  ...[...closingBlocks].map((name): [string, EndRule] => [name, endBlock]),
  ...[...formattingElements].map((name): [string, EndRule] => [name, endInline]),
  ...[...headings].map((name): [string, EndRule] => [name, endHeading]),
  ...['table', 'tbody', 'tfoot', 'thead', 'tr', 'td', 'th', 'caption'].map((name): [string, EndRule] => [
    name,
    endTablePart,
  ]),
  ...['template', 'select', 'noscript', 'script', 'style', 'title'].map((name): [string, EndRule] => [
    name,
    endNamed,
  ]),
  ...['applet', 'marquee', 'object'].map((name): [string, EndRule] => [name, endBlock]),
  // Content after </body> still belongs to the body.
  ...['html', 'body', 'head', 'frameset'].map((name): [string, EndRule] => [name, ignored]),
  ['li', endListItem],
  ['dd', endDefinition],
  ['dt', endDefinition],
  ['p', endParagraph],
  ['form', endForm],
  [
    'br',
    (tree) => {
      tree.reconstructFormatting();
      tree.insert({ name: 'br', attribs: {}, selfClosing: false });
    },
  ],
]);

export function endTag(tree: HtmlTree, name: string): void {
  if (tree.closesNothing(name)) return;
  const rule = rules.get(name) ?? endAnyOther;
  tree.fostering = rule !== endTablePart && tree.isBetweenCells();
  rule(tree, name);
  tree.fostering = false;
}
