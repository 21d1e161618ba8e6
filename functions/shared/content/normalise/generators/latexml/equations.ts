import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { becomeElement, classesOf, type ElementIndex, hasClass } from '#shared/content/dom/element-edit.ts';
import { rawText } from '#shared/content/dom/element-text.ts';
import { nameSet } from '#shared/content/dom/html-elements.ts';
import { equationTag } from '#shared/content/normalise/math/equation-tag.ts';
import { latexIn } from '#shared/content/normalise/math/math.ts';
import { elementsOfClass } from './elements.ts';

/** A row of a table in which LaTeXML sets displayed equations. */
interface EquationRow {
  /** The LaTeX of each column; those at the end that are empty are left out. */
  readonly cells: readonly string[];
  /** `(1)`; empty without a number, or where the row before has it. */
  readonly number: string;
}

const padding = /^ltx_eqn_\w+_pad(?:left|right)$/;
const isPadding = (cell: Element): boolean => classesOf(cell).some((name) => padding.test(name));
const isNumber = (cell: Element): boolean => hasClass(cell, 'ltx_eqn_eqno');

/** Columns set their formulas in this style one by one. */
const displayStyle = /^\\displaystyle(?![a-z])\s*/i;

/** Characters that mean something in the text of a formula. */
const special = /[%&_#$]/g;
const words = (text: string): string =>
  text === '' ? '' : `\\text{${text.replaceAll(/[\\{}^~]/g, '').replaceAll(special, String.raw`\$&`)}}`;

/** The marks of notes, and drawings. */
const noPartsOfFormulas = nameSet('sup svg');

const latexOf = (nodes: readonly ChildNode[]): string =>
  nodes
    .map((node) => {
      if (isText(node)) return words(node.data.trim());
      if (!isTag(node) || noPartsOfFormulas.has(node.name)) return '';
      return node.name === 'math' ? (latexIn(node) ?? '').replace(displayStyle, '') : latexOf(node.children);
    })
    .filter((part) => part !== '')
    .join(' ');

function readRow({ children }: Element): EquationRow {
  const columns = children.filter(isTag).filter((cell) => !isPadding(cell));
  const cells = columns.filter((cell) => !isNumber(cell)).map((cell) => latexOf(cell.children));
  const used = cells.findLastIndex((latex) => latex !== '') + 1;
  const number = columns.find(isNumber);
  return { cells: cells.slice(0, used), number: number === undefined ? '' : rawText(number).trim() };
}

const aligned = ({ cells }: EquationRow): string => cells.join(' & ').trim();

const environment = (name: string, rows: readonly string[]): string =>
  [`\\begin{${name}}`, rows.join(' \\\\\n'), `\\end{${name}}`].join('\n');

/** One formula of the rows, with their numbers as tags. */
function formulaOf(rows: readonly EquationRow[]): string {
  const numbers = rows.map(({ number }) => number).filter((number) => number !== '');
  const [first] = rows;
  const tag = numbers[0] === undefined ? '' : equationTag(numbers[0]);
  if (rows.length === 1 && first !== undefined) return `${first.cells.join(' ').trim()}${tag}`;
  if (numbers.length <= 1) return `${environment('aligned', rows.map(aligned))}${tag}`;
  return environment(
    'align',
    rows.map((row) => `${aligned(row)}${row.number === '' ? ' \\notag' : equationTag(row.number)}`),
  );
}

/** Makes one displayed formula of each table of equations, which has a column for each side and for the number. */
export function readEquations(index: ElementIndex): void {
  for (const table of index.named('table')) {
    if (!hasClass(table, 'ltx_eqn_table')) continue;
    const rows = elementsOfClass(table, 'ltx_eqn_row')
      .map(readRow)
      .filter(({ cells }) => cells.length > 0);
    if (rows.length > 0)
      becomeElement(table, 'math', { 'data-latex': formulaOf(rows), display: 'block' }, []);
  }
}
