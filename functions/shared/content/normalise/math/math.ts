import { type ChildNode, type Element, isTag, isText, type Text } from 'domhandler';

import {
  ancestor,
  becomeElement,
  classesOf,
  type ElementIndex,
  hasClass,
  makeSilent,
  newElement,
  newText,
  setChildren,
} from '#shared/content/dom/element-edit.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { isObject } from '#shared/kernel/json.ts';
import { equationTag } from './equation-tag.ts';
import { latexOfMathml } from './mathml-latex.ts';

/** Turns an element into the writers' form of math: `data-latex`, and `display` = "block" for display math. */
function becomeMath(element: Element, latex: string, isBlock: boolean): void {
  becomeElement(
    element,
    'math',
    { 'data-latex': latex.trim(), ...(isBlock ? { display: 'block' } : {}) },
    [],
  );
}

/** Unwraps `{\displaystyle E=mc^{2}}`, as Wikipedia writes all math. */
function unwrapDisplayStyle(latex: string): string {
  const inner = /^\s*\{\\(?:displaystyle|textstyle)\s+([\s\S]*)\}\s*$/.exec(latex)?.[1];
  return (inner ?? latex).trim();
}

/** The LaTeX of the first formula in an element; `undefined` for an element without a formula. */
export function latexIn(element: Element): string | undefined {
  const annotation = findElement(
    element,
    ({ name, attribs }) => name === 'annotation' && /tex/i.test(attribs['encoding'] ?? ''),
  );
  if (annotation !== undefined) return unwrapDisplayStyle(rawText(annotation));
  const math = element.name === 'math' ? element : findElement(element, ({ name }) => name === 'math');
  if (math === undefined) return undefined;
  const alternative = math.attribs['alttext']?.trim() ?? '';
  const latex = alternative === '' ? latexOfMathml(math) : unwrapDisplayStyle(alternative);
  return latex === '' ? undefined : latex;
}

const sourceAttributes = new Set([
  'data-latex',
  'data-math',
  'data-tex',
  'data-katex',
  'data-formula',
  'data-expr',
  'data-equation',
]);
/** Parts of class names, which hyphens and underscores separate: `katex-display`, `mwe-math-element-block`, `ltx_equation`. */
const hasPart = (pattern: string): RegExp => new RegExp(`(?:^|[-_])(?:${pattern})(?:$|[-_])`);
const namesMath = hasPart('math[a-z]*|mjx[a-z]*|katex|temml|tml|latex|tex|formula');
const namesDisplay = hasPart('display|block');
const namesEquation = hasPart('equation');
const namesInline = hasPart('inline|text');

/** Whether a class is that of a displayed formula. `display` and `block` in other names are about the layout of the page: `text-block`. */
const isDisplayName = (name: string): boolean =>
  name === 'display' ||
  (!namesInline.test(name) &&
    (namesEquation.test(name) || (namesMath.test(name) && namesDisplay.test(name))));

const isDisplayBox = (element: Element): boolean => classesOf(element).some(isDisplayName);

function isDisplayed(element: Element): boolean {
  const { display, mode } = element.attribs;
  if (display === 'inline') return false;
  return (
    display === 'block' ||
    display === 'true' ||
    mode === 'display' ||
    classesOf(element).includes('block') ||
    isDisplayBox(element) ||
    ancestor(element, 2, (box) => isDisplayBox(box) || 'data-display' in box.attribs) !== undefined
  );
}

/** Classes of rendered math, whose source is in the page too. */
const drawn = new Set([
  'mathjax',
  'mathjax_display',
  'mathjax_svg',
  'mathjax_svg_display',
  'mathjax_chtml',
  'mathjax_preview',
  'mathjax_commonhtml',
  'mjx-chtml',
]);

function silenceDrawn(script: Element): void {
  for (let at: ChildNode | null = script.prev, steps = 0; at !== null && steps < 4; at = at.prev, steps++) {
    if (isText(at) && at.data.trim() !== '') return;
    if (!isTag(at)) continue;
    const first = at.children.find(isTag);
    if (
      !classesOf(at).some((name) => drawn.has(name)) &&
      !(first !== undefined && classesOf(first).some((name) => drawn.has(name)))
    )
      return;
    makeSilent(at);
  }
}

function readScripts(index: ElementIndex): void {
  for (const script of index.named('script')) {
    const type = script.attribs['type'] ?? '';
    if (!/^math\/(?:tex|asciimath|mml)/i.test(type)) continue;
    const source = script.children.map((child) => (isText(child) ? child.data : '')).join('');
    silenceDrawn(script);
    if (/^math\/tex/i.test(type))
      becomeMath(script, source.replace(/^\s*%.*\n/, ''), /mode=display/i.test(type));
  }
}

/** Reads MathJax 3 without assistive MathML from its element names and the code points of its glyphs. */
function readGlyphs(container: Element): string {
  const translate = (element: Element): Element => {
    const name = element.attribs['data-mml-node'] ?? element.name.replace(/^mjx-/, '');
    const glyphs = element.children.filter(isTag).flatMap((child) => {
      const hex =
        child.attribs['data-c'] ?? /(?:^|\s)mjx-c([\da-f]+)(?:\s|$)/i.exec(child.attribs['class'] ?? '')?.[1];
      return hex === undefined ? [] : [String.fromCodePoint(Number.parseInt(hex, 16))];
    });
    if (glyphs.length > 0) return newElement(name, {}, [newText(glyphs.join(''))]);
    return newElement(name === 'texatom' ? 'mrow' : name, {}, element.children.filter(isTag).map(translate));
  };
  return latexOfMathml(translate(container));
}

function readContainers(index: ElementIndex): void {
  for (const container of index.named('mjx-container')) {
    const latex = findElement(container, ({ attribs }) => 'data-latex' in attribs)?.attribs['data-latex'];
    becomeMath(container, latex ?? latexIn(container) ?? readGlyphs(container), isDisplayed(container));
  }
}

/** A formula in its dollars, as its author wrote it. */
const inDollars = /^(\${1,2})([^$]+)\1$/;

/** Formulas that GitHub's own element typesets. */
function readRenderers(index: ElementIndex): void {
  for (const renderer of index.named('math-renderer')) {
    const latex = inDollars.exec(rawText(renderer).trim())?.[2];
    if (latex !== undefined)
      becomeMath(renderer, latex, classesOf(renderer).includes('js-display-math') || isDisplayed(renderer));
  }
}

/** The member of an object in JSON that is a text; empty without one. */
function textMember(json: string, name: string): string {
  try {
    const value: unknown = JSON.parse(json);
    const member = isObject(value) ? value[name] : undefined;
    return typeof member === 'string' ? member : '';
  } catch {
    return '';
  }
}

/** Formulas of Substack, which its script writes from the attributes of an empty box. */
function readSubstack(index: ElementIndex): void {
  for (const box of index.named('div')) {
    const { 'data-attrs': attributes } = box.attribs;
    if (attributes === undefined || !classesOf(box).includes('latex-rendered')) continue;
    const latex = textMember(attributes, 'persistentExpression');
    if (latex.trim() !== '') becomeMath(box, latex, true);
  }
}

const katexNames = new Set([
  'katex',
  'katex-display',
  'katex-block',
  'temml',
  'mwe-math-element',
  'math-inline',
  'math-display',
  'math-block',
]);

function sourceOf(attribs: Element['attribs']): string | undefined {
  // Most elements have fewer attributes than there are names.
  for (const name in attribs) {
    const source = sourceAttributes.has(name) ? (attribs[name]?.trim() ?? '') : '';
    if (source !== '') return source;
  }
  return undefined;
}

/** A part of all the class names: this test costs a hundredth of splitting the classes of every element. */
const mayBeKatex = /katex|temml|math/i;

function readMarked(index: ElementIndex): void {
  for (const element of index.all) {
    const { attribs } = element;
    const source = sourceOf(attribs);
    if (element.name === 'math' && 'data-latex' in attribs && element.children.length === 0) continue;
    if (source !== undefined && attribs['data-latex'] !== undefined && element.namespace !== undefined)
      continue;
    if (source !== undefined && /[\\^_{}=+\-*/\d]|^[a-z]$/i.test(source) && element.name !== 'annotation') {
      becomeMath(element, source, isDisplayed(element));
    } else if (
      mayBeKatex.test(attribs['class'] ?? '') &&
      classesOf(element).some((name) => katexNames.has(name))
    ) {
      const latex = latexIn(element);
      if (latex !== undefined) becomeMath(element, latex, isDisplayed(element));
    }
  }
}

/** Whether a `math` is inside another one, which is read with all of its content. */
const isInMath = (math: Element): boolean =>
  ancestor(math, Infinity, ({ name }) => name === 'math') !== undefined;

function readMathml(index: ElementIndex): void {
  for (const math of index.named('math')) {
    if ('data-latex' in math.attribs || math.name !== 'math' || isInMath(math)) continue;
    const latex = latexIn(math);
    if (latex !== undefined) becomeMath(math, latex, isDisplayed(math));
  }
}

const imageService =
  /(?:latex\.codecogs\.com|\/latex(?:render)?\.php|\/latex\?|chart\.googleapis\.com\/chart\?.*cht=tx|mathtex\.cgi|mimetex)/i;

/** Math as images, with the source in the alternative text or in the URL. */
function readImages(index: ElementIndex): void {
  for (const image of index.named('img')) {
    if (image.name !== 'img') continue;
    const { alt = '', src = '' } = image.attribs;
    const names = classesOf(image);
    const isMarked = names.some(
      (name) => name === 'latex' || name === 'tex' || name.startsWith('mwe-math-fallback'),
    );
    if (!isMarked && !imageService.test(src)) continue;
    const query = URL.parse(src, 'https://x.invalid')?.searchParams;
    const source =
      alt.trim() === '' || /^(?:equation|formula|image)$/i.test(alt.trim())
        ? (query?.get('latex') ?? query?.get('chl') ?? '')
        : alt;
    if (source.trim() !== '')
      becomeMath(
        image,
        unwrapDisplayStyle(source.replace(/^\$+|\$+$/g, '')),
        names.some((name) => name.includes('display')),
      );
  }
}

const rawMath =
  /\\\((.{1,2000}?)\\\)|\\\[([\s\S]{1,4000}?)\\\]|\$\$([\s\S]{1,4000}?)\$\$|(?<![\\$\w])\$(?=[^\s$])([^$\n]{0,500}?[\\^_=][^$\n]{0,500}?)(?<=[^\s\\])\$(?![\d$])/g;
const isVerbatim = (element: Element): boolean =>
  /^(?:pre|code|script|style|textarea|math|template|svg)$/.test(element.name);

function splitMath(text: Text): ChildNode[] | undefined {
  const nodes: ChildNode[] = [];
  let end = 0;
  for (const match of text.data.matchAll(rawMath)) {
    const [whole, inline, bracketed, doubled, dollar] = match;
    const latex = inline ?? bracketed ?? doubled ?? dollar ?? '';
    const isBlock = bracketed !== undefined || doubled !== undefined;
    nodes.push(newText(text.data.slice(end, match.index)));
    nodes.push(
      newElement('math', { 'data-latex': latex.trim(), ...(isBlock ? { display: 'block' } : {}) }, []),
    );
    end = match.index + whole.length;
  }
  if (end === 0) return undefined;
  return [...nodes, newText(text.data.slice(end))];
}

/** Puts the numbers of Sphinx's equations, which stand before them, behind them as LaTeX has them. */
function joinNumbers(index: ElementIndex): void {
  for (const number of index.named('span')) {
    const { next } = number;
    if (!hasClass(number, 'eqno') || next === null || !isText(next)) continue;
    const text = number.children.map((child) => (isText(child) ? child.data : '')).join('');
    const latex = /^\s*\\\[([\s\S]*)\\\]\s*$/.exec(next.data)?.[1];
    if (latex === undefined || !/^\s*\([^()]+\)\s*$/.test(text)) continue;
    next.data = `\\[${latex}${equationTag(text.trim())}\\]`;
    makeSilent(number);
  }
}

const mathNames = new Set(['math', 'tex', 'latex', 'arithmatex', 'equation', 'formula']);
const mayBeMath = /math|tex|equation|formula/i;
const isMarkedAsMath = (element: Element): boolean =>
  mayBeMath.test(element.attribs['class'] ?? '') && classesOf(element).some((name) => mathNames.has(name));

const rendererScript = /mathjax|katex/i;

/** LaTeX in the text of pages that a script typesets in the browser. */
function readRaw(index: ElementIndex): void {
  const isTypeset = index
    .named('script')
    .some(
      (script) =>
        rendererScript.test(script.attribs['src'] ?? '') ||
        rendererScript.test(script.attribs['id'] ?? '') ||
        script.children.some((child) => isText(child) && rendererScript.test(child.data.slice(0, 4000))),
    );
  for (const element of index.all) {
    if (!(isTypeset || isMarkedAsMath(element)) || isVerbatim(element)) continue;
    const replaced = element.children.map((child) =>
      isText(child) && /[\\$]/.test(child.data) ? splitMath(child) : undefined,
    );
    if (replaced.every((nodes) => nodes === undefined)) continue;
    setChildren(
      element,
      element.children.flatMap((child, at) => replaced[at] ?? [child]),
    );
  }
}

/** Brings math of KaTeX, MathJax, MathML, image services and raw LaTeX to one form. */
export function normalizeMath(index: ElementIndex): void {
  readScripts(index);
  readContainers(index);
  readRenderers(index);
  readSubstack(index);
  readMarked(index);
  readMathml(index);
  readImages(index);
  joinNumbers(index);
  readRaw(index);
}
