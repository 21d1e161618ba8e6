import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import {
  ancestor,
  elementBeside,
  type ElementIndex,
  hasClass,
  makeSilent,
  newElement,
  setChildren,
} from '#shared/content/dom/element-edit.ts';
import { boldNames } from '#shared/content/dom/html-elements.ts';
import { rawText } from '#shared/content/dom/element-text.ts';
import { remembered } from '#shared/kernel/remembered.ts';

/** `lst-kix_abc-1`: each run of items of one list and level is a list of its own in the markup. */
const listClass = /(?:^|\s)lst-(kix_\w+)-(\d)(?=\s|$)/;

interface Run {
  readonly list: Element;
  readonly id: string;
  readonly level: number;
}

function runOf(list: Element): Run | undefined {
  const [, id, level] = listClass.exec(list.attribs['class'] ?? '') ?? [];
  return id === undefined || (list.name !== 'ul' && list.name !== 'ol')
    ? undefined
    : { list, id, level: Number(level) };
}

/** The runs of one list, from its first on. */
function runsFrom(first: Run): readonly Run[] {
  const runs: Run[] = [];
  let run: Run | undefined = first;
  while (run?.id === first.id) {
    runs.push(run);
    const next = elementBeside(run.list, 'next', { onlySpace: true });
    run = next === undefined ? undefined : runOf(next);
  }
  return runs;
}

const isItem = (node: ChildNode): node is Element => isTag(node) && node.name === 'li';

/** A list of one level while runs are added to it. */
interface OpenList {
  readonly list: Element;
  readonly level: number;
  readonly items: ChildNode[];
}

/** Moves the items of each run to the list before it of the same level, or below the last item of the level above. */
function nestRuns(runs: readonly Run[]): void {
  const open: OpenList[] = [];
  const close = (): void => {
    const closed = open.pop();
    if (closed !== undefined) setChildren(closed.list, closed.items);
  };
  for (const { list, level } of runs) {
    while ((open.at(-1)?.level ?? -1) > level) close();
    const around = open.at(-1);
    if (around === undefined) open.push({ list, level, items: [...list.children] });
    else if (around.level === level) around.items.push(...list.children);
    else {
      const item = around.items.findLast(isItem);
      if (item === undefined) continue;
      const inner = newElement(list.name, list.attribs, []);
      setChildren(item, [...item.children, inner]);
      open.push({ list: inner, level, items: [...list.children] });
    }
    if (around !== undefined) makeSilent(list);
  }
  while (open.length > 0) close();
}

/** `.c1{font-weight:700}`, without rules for several classes or for pseudo-elements. */
const ruleOfClass = /(?<=^|[};])\s*\.([\w-]+)\s*\{([^{}]*)\}/g;

/** The names that Google gives its classes; others are those of the site that shows the document. */
const ownClass = /^c\d+$/;

/** A font as a declaration sets it or takes it back, and the element that stands for it. */
const fonts: readonly (readonly [name: 'strong' | 'em' | 'del', property: RegExp, isSet: RegExp])[] = [
  ['strong', /font-weight\s*:\s*(\w+)/i, /^(?:bold|[6-9]00)$/i],
  ['em', /font-style\s*:\s*(\w+)/i, /^italic$/i],
  ['del', /text-decoration\s*:\s*([\w-]+)/i, /^line-through$/i],
];

const cssOf = ({ children }: Element): string =>
  children.map((child) => (isText(child) ? child.data : '')).join('');

/** The rules of the document's classes, in their order. */
const rulesIn = (index: ElementIndex): readonly (readonly [className: string, declarations: string])[] =>
  index
    .named('style')
    .flatMap((style) => [...cssOf(style).matchAll(ruleOfClass)])
    .map(([, name = '', declarations = '']) => [name, declarations] as const)
    .filter(([name]) => ownClass.test(name));

/** The elements that stand for the fonts of a list of classes: of rules that contradict each other, the last one counts. */
function fontsOf(names: string, rules: ReturnType<typeof rulesIn>): readonly string[] {
  const own = new Set(names.split(/\s+/));
  const declared = rules.filter(([name]) => own.has(name)).map(([, declarations]) => declarations);
  return fonts.flatMap(([font, property, isSet]) => {
    const value = declared
      .map((declarations) => property.exec(declarations)?.[1])
      .findLast((found) => found !== undefined);
    return value !== undefined && isSet.test(value) ? [font] : [];
  });
}

const maxBoldLevels = 6;
const isBoldItself = ({ name }: Element): boolean => boldNames.has(name);

/** Writes the fonts that classes stand for. */
function readFonts(index: ElementIndex): void {
  const rules = rulesIn(index);
  if (rules.length === 0) return;
  const fontsOfNames = remembered((names) => fontsOf(names, rules));
  for (const span of index.named('span')) {
    const { class: names } = span.attribs;
    if (names === undefined || rawText(span).trim() === '') continue;
    for (const font of fontsOfNames(names))
      if (font !== 'strong' || ancestor(span, maxBoldLevels, isBoldItself) === undefined)
        setChildren(span, [newElement(font, {}, span.children)]);
  }
}

const isDocument = (index: ElementIndex): boolean =>
  ['body', 'div'].some((name) => index.named(name).some((element) => hasClass(element, 'doc-content')));

/**
 * Brings documents of Google Docs, published, exported or pasted, to the elements of HTML: their nested lists are lists beside
 * each other, and their fonts are classes of a style sheet. Changes the document in place; returns whether the page has any.
 */
export function readGoogleDoc(index: ElementIndex): boolean {
  let hasLists = false;
  for (const name of ['ul', 'ol'])
    for (const list of index.named(name)) {
      // A run that was moved is no list any more.
      const run = runOf(list);
      if (run === undefined) continue;
      nestRuns(runsFrom(run));
      hasLists = true;
    }
  if (!isDocument(index)) return hasLists;
  readFonts(index);
  return true;
}
