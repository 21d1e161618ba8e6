import type { Element } from 'domhandler';

import { rawText } from '#shared/content/dom/element-text.ts';
import { newElement, newText } from '#shared/content/dom/element-edit.ts';
import { contentElements, removed } from './docx-wrappers.ts';
import { attributeOf, childAt, childNamed, childrenNamed, localName } from './xml-elements.ts';

/** Parts of Office MathML (ECMA-376-1, 22.1) as presentation MathML, which normalising turns into LaTeX. */
type Rule = (element: Element) => Element;

const token = (name: string, text: string): Element => newElement(name, {}, [newText(text)]);

const row = (element: Element | undefined): Element =>
  newElement('mrow', {}, element === undefined ? [] : contentElements(element).flatMap(mathParts));

/** An element of these parts, in the order that MathML has them. */
const of =
  (name: string, ...parts: readonly string[]): Rule =>
  (element) =>
    newElement(
      name,
      {},
      parts.map((part) => row(childNamed(element, part))),
    );

/** A property such as `<m:chr m:val="∑"/>`. */
function property(element: Element, name: string): string | undefined {
  const found = childAt(element, `${localName(element)}Pr`, name);
  return found === undefined ? undefined : attributeOf(found, 'val');
}

const isEmpty = ({ children }: Element): boolean => children.length === 0;

const tokens = /\d+(?:[.,]\d+)*|\p{L}|[^\s\p{L}\d]/gu;
/** Upright letters are a name such as "sin". */
const uprightTokens = /\d+(?:[.,]\d+)*|\p{L}+|[^\s\p{L}\d]/gu;

function tokenOf(text: string): Element {
  if (/^\d/.test(text)) return token('mn', text);
  return token(/^\p{L}/u.test(text) ? 'mi' : 'mo', text);
}

function runOf(run: Element): Element {
  const properties = childNamed(run, 'rPr');
  const text = childrenNamed(run, 't')
    .map((part) => rawText(part))
    .join('');
  if (childNamed(properties, 'nor') !== undefined) return token('mtext', text);
  const style = childNamed(properties, 'sty');
  const isUpright = style !== undefined && attributeOf(style, 'val') === 'p';
  return newElement('mrow', {}, (text.match(isUpright ? uprightTokens : tokens) ?? []).map(tokenOf));
}

const fraction: Rule = (element) => {
  const fractionElement = of('mfrac', 'num', 'den')(element);
  if (property(element, 'type') === 'noBar') fractionElement.attribs['linethickness'] = '0';
  return fractionElement;
};

function root(element: Element): Element {
  const degree = row(childNamed(element, 'deg'));
  const radicand = row(childNamed(element, 'e'));
  return isEmpty(degree) ? newElement('msqrt', {}, [radicand]) : newElement('mroot', {}, [radicand, degree]);
}

function delimited(element: Element): Element {
  const separator = property(element, 'sepChr') ?? '|';
  const inner = childrenNamed(element, 'e').flatMap((part, at) =>
    at === 0 ? [row(part)] : [token('mo', separator), row(part)],
  );
  const open = token('mo', property(element, 'begChr') ?? '(');
  return newElement('mrow', {}, [open, ...inner, token('mo', property(element, 'endChr') ?? ')')]);
}

/** A sum or an integral, which is the sign without a property. */
function operated(element: Element): Element {
  const sign = token('mo', property(element, 'chr') ?? '∫');
  const limits = ['sub', 'sup']
    .map((name) => ({ name, limit: row(childNamed(element, name)) }))
    .filter(({ limit }) => !isEmpty(limit));
  const name = `m${limits.map((each) => each.name).join('')}`;
  const operator =
    limits.length === 0 ? sign : newElement(name, {}, [sign, ...limits.map(({ limit }) => limit)]);
  return newElement('mrow', {}, [operator, row(childNamed(element, 'e'))]);
}

const marked =
  (name: string, sign: (element: Element) => string): Rule =>
  (element) =>
    newElement(name, {}, [row(childNamed(element, 'e')), token('mo', sign(element))]);

const bar: Rule = (element) =>
  property(element, 'pos') === 'top'
    ? marked('mover', () => '‾')(element)
    : marked('munder', () => '_')(element);

function preScripted(element: Element): Element {
  const scripts = [
    newElement('mrow', {}, []),
    ...['sub', 'sup'].map((part) => row(childNamed(element, part))),
  ];
  return newElement('mrow', {}, [newElement('msubsup', {}, scripts), row(childNamed(element, 'e'))]);
}

const tableRow = (cells: readonly Element[]): Element =>
  newElement(
    'mtr',
    {},
    cells.map((cell) => newElement('mtd', {}, [row(cell)])),
  );

const matrix: Rule = (element) =>
  newElement(
    'mtable',
    {},
    childrenNamed(element, 'mr').map((line) => tableRow(childrenNamed(line, 'e'))),
  );

const equations: Rule = (element) =>
  newElement(
    'mtable',
    {},
    childrenNamed(element, 'e').map((line) => tableRow([line])),
  );

const rules = new Map<string, Rule>([
  ['r', runOf],
  ['f', fraction],
  ['sSup', of('msup', 'e', 'sup')],
  ['sSub', of('msub', 'e', 'sub')],
  ['sSubSup', of('msubsup', 'e', 'sub', 'sup')],
  ['sPre', preScripted],
  ['rad', root],
  ['d', delimited],
  ['nary', operated],
  ['limLow', of('munder', 'e', 'lim')],
  ['limUpp', of('mover', 'e', 'lim')],
  ['acc', marked('mover', (element) => property(element, 'chr') ?? '\u0302')],
  ['groupChr', marked('munder', (element) => property(element, 'chr') ?? '⏟')],
  ['bar', bar],
  ['m', matrix],
  ['eqArr', equations],
]);

/** Properties and removed parts are no content; unknown elements are replaced by their parts. */
function mathParts(element: Element): readonly Element[] {
  const name = localName(element);
  if (name.endsWith('Pr') || removed.has(name)) return [];
  return [(rules.get(name) ?? row)(element)];
}

/** An equation of a Word document as MathML. */
export const mathElement = (equation: Element, isBlock: boolean): Element =>
  newElement('math', isBlock ? { display: 'block' } : {}, [row(equation)]);
