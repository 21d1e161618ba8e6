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
import { rawText } from '#shared/content/dom/element-text.ts';

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

const fonts: readonly (readonly [name: 'strong' | 'em' | 'del', declared: RegExp])[] = [
  ['strong', /font-weight\s*:\s*(?:bold|[6-9]00)/i],
  ['em', /font-style\s*:\s*italic/i],
  ['del', /text-decoration\s*:\s*line-through/i],
];

const cssOf = ({ children }: Element): string =>
  children.map((child) => (isText(child) ? child.data : '')).join('');

/** The elements that stand for the fonts of classes in the style sheets of the page. */
function fontsOfClasses(index: ElementIndex): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const style of index.named('style'))
    for (const [, name = '', declarations = ''] of cssOf(style).matchAll(ruleOfClass)) {
      const names = fonts.flatMap(([font, declared]) => (declared.test(declarations) ? [font] : []));
      if (names.length > 0) found.set(name, names);
    }
  return found;
}

const maxHeadingLevels = 4;
const isHeading = ({ name }: Element): boolean => /^h[1-6]$/.test(name);
/** Writes the fonts that classes stand for; headings are bold themselves. */
function readFonts(index: ElementIndex): void {
  const byClass = fontsOfClasses(index);
  if (byClass.size === 0) return;
  for (const span of index.named('span')) {
    const names = new Set(
      (span.attribs['class'] ?? '').split(/\s+/).flatMap((name) => byClass.get(name) ?? []),
    );
    if (names.size === 0 || rawText(span).trim() === '') continue;
    if (ancestor(span, maxHeadingLevels, isHeading) !== undefined) continue;
    for (const name of names) setChildren(span, [newElement(name, {}, span.children)]);
  }
}

const isGoogleDoc = (index: ElementIndex): boolean =>
  index.named('body').some((body) => hasClass(body, 'doc-content')) ||
  ['ul', 'ol'].some((name) => index.named(name).some((list) => runOf(list) !== undefined));

/**
 * Brings documents of Google Docs, published or exported, to the elements of HTML: their nested lists are lists beside each
 * other, and their fonts are classes of a style sheet. Changes the document in place; returns whether the page is one.
 */
export function readGoogleDoc(index: ElementIndex): boolean {
  if (!isGoogleDoc(index)) return false;
  for (const element of index.all) {
    // A run that was moved is no list any more.
    const run = runOf(element);
    if (run !== undefined) nestRuns(runsFrom(run));
  }
  readFonts(index);
  return true;
}
