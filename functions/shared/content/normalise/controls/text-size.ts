import { type ChildNode, type Element, isTag, isText, type Text } from 'domhandler';

import { rawText } from '#shared/content/dom/element-text.ts';
import { type ElementIndex, makeSilent } from '#shared/content/dom/element-edit.ts';
import type { Trace } from '#shared/content/dom/trace.ts';

/** What such controls show: `A-`, `T`, `大`. Those of a row have one of these alphabets. */
const signs = [/^[AАaа]{1,2}[+−–-]{0,2}$/u, /^T[+−–-]{0,2}$/, /^(?:特?大|中|小)$/u] as const;
const maxSignCharacters = 4;
const maxWrappers = 3;
/** Rows have three controls, rarely more, each with a sign behind it. */
const maxRowNodes = 20;

/** What names the controls before them: `【字号：`. */
const label =
  /[【[(（]?\s*(?:字[体體號号]|(?:文字|字[体體])大小|調整字體|调整字体|(?<!\p{L}\s?)(?:(?:text|font|letter)(?: ?size)?|schrift(?:größe|grad)?|textgröße|taille (?:du texte|de (?:la )?police)|tamaño (?:del texto|de (?:la )?letra)|dimensione (?:del )?testo|rozmiar (?:czcionki|tekstu)|размер (?:шрифта|текста)))\s*[:：︰]\s*[【[(（]?\s*$/iu;
/** In the name of a function or class, this changes the size of the text: `doZoom(14)`, `resizeFontBtn`. */
const namesSize = /zoom|font|text-?size|resize|change_?size/i;
const maxLabelCharacters = 30;
/** The list of the controls, and a box around it. */
const maxListLevels = 2;
/** Between the controls. */
const framing = /^[\s|/·•【】[\]()（）]*$/u;
const openingBracket = /[【[(（]/u;
const closingBracket = /^\s*[】\])）]/u;

const isDead = ({ attribs: { href, onclick } }: Element): boolean =>
  href === undefined ? onclick !== undefined : href === '#' || /^javascript:/i.test(href);

/** The alphabet of the sign that a control shows, when only a script answers it. */
function alphabetOf(control: Element): RegExp | undefined {
  if (!isDead(control)) return undefined;
  const text = rawText(control, maxSignCharacters + 8).trim();
  return text.length > maxSignCharacters ? undefined : signs.find((sign) => sign.test(text));
}

/** A box around one control has no other children than white space. */
const maxBoxChildren = 5;

/** The outermost element around a control with no other text. */
function wrapperOf(control: Element): Element {
  const text = rawText(control).trim();
  let outer = control;
  for (let level = 0; level < maxWrappers; level++) {
    const { parent } = outer;
    if (parent === null || !isTag(parent) || parent.children.length > maxBoxChildren) break;
    if (rawText(parent, maxLabelCharacters).trim() !== text) break;
    outer = parent;
  }
  return outer;
}

/** Whether a control, or the box of its row, says by its names that it changes the size of the text. */
const isNamedSize = (control: Element): boolean =>
  [control, control.parent].some((element) => {
    if (element === null || !isTag(element)) return false;
    const { class: names = '', id = '', href = '', onclick = '' } = element.attribs;
    return [names, id, href, onclick].some((name) => namesSize.test(name));
  });

const isFraming = (node: ChildNode): boolean =>
  isText(node) ? framing.test(node.data) : !isTag(node) || framing.test(rawText(node, maxLabelCharacters));

/** The controls that follow the first one in its row, and the signs between them. */
function rowFrom(first: Element, controls: ReadonlyMap<ChildNode, RegExp>): readonly ChildNode[] {
  const row: ChildNode[] = [first];
  let last = 1;
  let count = 1;
  for (let node = first.next; node !== null && row.length < maxRowNodes; node = node.next) {
    row.push(node);
    if (controls.get(node) === controls.get(first)) [last, count] = [row.length, count + 1];
    else if (controls.has(node) || !isFraming(node)) break;
  }
  return count > 1 ? row.slice(0, last) : [];
}

const silence = (node: ChildNode): void => {
  if (isText(node)) node.data = ' ';
  else if (isTag(node)) makeSilent(node);
};

/** The text or element before a node; before the list around it, where the node is the first there. */
function shownBefore(node: ChildNode, levels = maxListLevels): Text | Element | undefined {
  for (let before = node.prev; before !== null; before = before.prev)
    if (isTag(before) || (isText(before) && before.data.trim() !== '')) return before;
  const { parent } = node;
  return levels > 0 && parent !== null && isTag(parent) ? shownBefore(parent, levels - 1) : undefined;
}

interface RowLabel {
  readonly node: Text | Element;
  /** As written, with the brackets that open before it. */
  readonly text: string;
}

/** What stands before a row of controls, if it is their label. */
function labelOf(row: readonly ChildNode[]): RowLabel | undefined {
  const [first] = row;
  const node = first === undefined ? undefined : shownBefore(first);
  if (node === undefined) return undefined;
  const text = isText(node) ? node.data : rawText(node, 2 * maxLabelCharacters);
  const [found] = label.exec(text.slice(-maxLabelCharacters)) ?? [];
  // An element holds the label alone.
  const isLabel = found !== undefined && (isText(node) || found.trim() === text.trim());
  return isLabel ? { node, text: found } : undefined;
}

/** Removes the label before a row of controls, and the brackets around it. */
function dropLabel({ node, text }: RowLabel, row: readonly ChildNode[]): void {
  if (isText(node)) node.data = node.data.slice(0, node.data.length - text.length);
  else makeSilent(node);
  const behind = row.at(-1)?.next;
  if (openingBracket.test(text) && behind !== null && behind !== undefined && isText(behind))
    behind.data = behind.data.replace(closingBracket, '');
}

/** Removes the controls that change the size of the text: `A A A`, `【字号：大 中 小】`. */
export function dropTextSizes(index: ElementIndex, trace?: Trace): void {
  const controls = new Map<ChildNode, RegExp>();
  const named = new Set<ChildNode>();
  for (const control of ['a', 'span'].flatMap((name) => index.named(name))) {
    const alphabet = control.name === 'a' || control.name === 'span' ? alphabetOf(control) : undefined;
    if (alphabet === undefined) continue;
    const wrapper = wrapperOf(control);
    controls.set(wrapper, alphabet);
    if (isNamedSize(control)) named.add(wrapper);
  }
  const done = new Set<ChildNode>();
  for (const first of controls.keys()) {
    const row = done.has(first) || !isTag(first) ? [] : rowFrom(first, controls);
    const rowLabel = row.length === 0 ? undefined : labelOf(row);
    if (row.length === 0 || (rowLabel === undefined && !named.has(first))) continue;
    trace?.add({
      step: 'controls',
      verdict: 'dropped',
      reason: 'changes the size of the text',
      subject: row.map((node) => (isTag(node) ? rawText(node, maxSignCharacters) : ' ')).join(''),
    });
    if (rowLabel !== undefined) dropLabel(rowLabel, row);
    for (const node of row) {
      done.add(node);
      silence(node);
    }
  }
}
