import { type ChildNode, type Element, isTag } from 'domhandler';

import { rawText } from '#shared/content/dom/element-text.ts';
import { accents, functionNames, joinLatex, latexOf } from './latex-symbols.ts';

type Rule = (element: Element) => string;

const elementsOf = ({ children }: { readonly children: readonly ChildNode[] }): readonly Element[] =>
  children.filter(isTag);

const row: Rule = (element) => joinLatex(elementsOf(element).map(latexOfElement));
const part = (element: Element, index: number): string => {
  const child = elementsOf(element)[index];
  return child === undefined ? '' : latexOfElement(child);
};
const group = (latex: string): string => `{${latex}}`;
/** A script of one symbol needs no braces: `x^2`, but `x^{10}`. */
const script = (latex: string): string => (/^(?:[\w+\-*]|\\[a-z]+)$/i.test(latex) ? latex : group(latex));
const base = (latex: string): string =>
  /^(?:\w|\\[a-z]+|\\left.*\\right.)$/i.test(latex) || latex.length <= 1 ? latex : group(latex);
const scripted = (mark: '^' | '_', latex: string): string => {
  const written = script(latex);
  return written.startsWith('\\') || written.startsWith('{') || written.length === 1
    ? `${mark}${written}`
    : `${mark}{${latex}}`;
};

const identifier: Rule = (element) => {
  const text = rawText(element).trim();
  if (functionNames.has(text)) return `\\${text} `;
  const latex = latexOf(text);
  return /^[a-z]{2,}$/i.test(latex) ? `\\mathrm{${latex}}` : latex;
};

const spaced = new Set([
  '=',
  '<',
  '>',
  '+',
  '\\leq',
  '\\geq',
  '\\neq',
  '\\approx',
  '\\equiv',
  '\\to',
  '\\in',
  '\\times',
  '\\Rightarrow',
  '\\sim',
  '-',
  '\\pm',
]);

const operator: Rule = (element) => {
  const latex = latexOf(rawText(element).trim());
  const isUnary = element.attribs['form'] === 'prefix' || element.prev === null;
  return spaced.has(latex) && !isUnary ? ` ${latex} ` : latex;
};

const fraction: Rule = (element) => {
  const isBinomial = /^0(?:\D|$)/.test(element.attribs['linethickness'] ?? '');
  return `\\${isBinomial ? 'binom' : 'frac'}{${part(element, 0)}}{${part(element, 1)}}`;
};

const limitOperators =
  /^\\(?:sum|prod|coprod|int|iint|iiint|oint|lim|max|min|sup|inf|bigcup|bigcap|limsup|liminf)\s*$/;

function over(element: Element): string {
  const [inner, above] = elementsOf(element);
  const mark = above === undefined ? '' : rawText(above).trim();
  const accent = accents.get(mark);
  const latex = inner === undefined ? '' : latexOfElement(inner);
  if (accent !== undefined) return `\\${accent}{${latex}}`;
  return limitOperators.test(latex)
    ? `${latex.trim()}^{${part(element, 1)}}`
    : `\\overset{${part(element, 1)}}{${latex}}`;
}

function under(element: Element): string {
  const latex = part(element, 0);
  const below = elementsOf(element)[1];
  const accent = accents.get(below === undefined ? '' : rawText(below).trim());
  if (accent === 'underbrace' || accent === 'underline') return `\\${accent}{${latex}}`;
  return limitOperators.test(latex)
    ? `${latex.trim()}_{${part(element, 1)}}`
    : `\\underset{${part(element, 1)}}{${latex}}`;
}

const table: Rule = (element) => {
  const rows = elementsOf(element).filter(({ name }) => name === 'mtr' || name === 'mlabeledtr');
  const cells = rows.map((line) =>
    elementsOf(line)
      .filter(({ name }) => name === 'mtd')
      .map(row)
      .join(' & '),
  );
  return `\\begin{matrix}${cells.join(String.raw` \\ `)}\\end{matrix}`;
};

const fenced: Rule = (element) => {
  const { open = '(', close = ')', separators = ',' } = element.attribs;
  const inner = elementsOf(element)
    .map(latexOfElement)
    .join(separators[0] ?? '');
  return `${latexOf(open)}${inner}${latexOf(close)}`;
};

const enclosures: readonly (readonly [RegExp, string])[] = [
  [/top/, 'overline'],
  [/bottom/, 'underline'],
  [/box|circle/, 'boxed'],
  [/strike/, 'cancel'],
];

const enclosed: Rule = (element) => {
  const command = enclosures.find(([notation]) => notation.test(element.attribs['notation'] ?? ''))?.[1];
  return command === undefined ? row(element) : `\\${command}{${row(element)}}`;
};

const hidden: Rule = () => '';

const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['mi', identifier],
  ['mn', (element) => latexOf(rawText(element).trim())],
  ['mo', operator],
  ['mtext', (element) => (rawText(element).trim() === '' ? '\\ ' : `\\text{${rawText(element).trim()}}`)],
  ['ms', (element) => `\\text{"${rawText(element)}"}`],
  ['mspace', (element) => (Number.parseFloat(element.attribs['width'] ?? '0') >= 1 ? '\\quad ' : '\\, ')],
  ['mfrac', fraction],
  ['msqrt', (element) => `\\sqrt{${row(element)}}`],
  ['mroot', (element) => `\\sqrt[${part(element, 1)}]{${part(element, 0)}}`],
  ['msup', (element) => `${base(part(element, 0))}${scripted('^', part(element, 1))}`],
  ['msub', (element) => `${base(part(element, 0))}${scripted('_', part(element, 1))}`],
  [
    'msubsup',
    (element) =>
      `${base(part(element, 0))}${scripted('_', part(element, 1))}${scripted('^', part(element, 2))}`,
  ],
  ['munder', under],
  ['mover', over],
  [
    'munderover',
    (element) =>
      `${part(element, 0).trim()}${scripted('_', part(element, 1))}${scripted('^', part(element, 2))}`,
  ],
  ['mtable', table],
  ['mfenced', fenced],
  ['menclose', enclosed],
  ['mphantom', hidden],
  ['annotation', hidden],
  ['annotation-xml', hidden],
  ['maction', (element) => part(element, 0)],
]);

function latexOfElement(element: Element): string {
  const rule = rules.get(element.name) ?? row;
  return rule(element);
}

/** Matrices between two brackets get the environment that draws the brackets. */
function inBrackets(latex: string, [open, close]: readonly [string, string], environment: string): string {
  const begin = String.raw`${open}\begin{matrix}`;
  const end = String.raw`\end{matrix}${close}`;
  let written = '';
  for (let at = 0; ;) {
    const from = latex.indexOf(begin, at);
    const to = from < 0 ? -1 : latex.indexOf(end, from);
    if (to < 0) return written + latex.slice(at);
    const cells = latex.slice(from + begin.length, to);
    written += String.raw`${latex.slice(at, from)}\begin{${environment}}${cells}\end{${environment}}`;
    at = to + end.length;
  }
}

/** Presentation MathML in LaTeX. Unknown elements are replaced by their children. */
export function latexOfMathml(math: Element): string {
  const latex = inBrackets(row(math), ['(', ')'], 'pmatrix');
  return inBrackets(latex, ['[', ']'], 'bmatrix').replace(/ {2,}/g, ' ').trim();
}
