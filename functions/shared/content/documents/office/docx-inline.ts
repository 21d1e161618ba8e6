import type { ChildNode, Element } from 'domhandler';

import { footnoteMark } from '#shared/content/dom/own-markers.ts';
import { rawText } from '#shared/content/dom/element-text.ts';
import { newElement, newText } from '#shared/content/dom/element-edit.ts';
import { FieldNodes, fieldTarget, withFragment } from './docx-fields.ts';
import { mathElement } from './docx-math.ts';
import { symbolText, textInFont } from './docx-symbols.ts';
import { contentElements } from './docx-wrappers.ts';
import { attributeOf, childNamed, childrenNamed, localName } from './xml-elements.ts';

/** Link targets by id, of the part that is read: the body and the notes have their own. */
export type LinkTargets = ReadonlyMap<string, string>;

/** Whether a toggle is on: `<w:b/>` is, `<w:b w:val="0"/>` is not. */
function isOn(properties: Element | undefined, name: string): boolean {
  const toggle = childNamed(properties, name);
  return toggle !== undefined && !/^(?:0|false|none|off)$/.test(attributeOf(toggle, 'val') ?? '');
}

const marks: readonly (readonly [property: string, element: string])[] = [
  ['b', 'strong'],
  ['i', 'em'],
  ['strike', 'del'],
  ['dstrike', 'del'],
];

const scripts = new Map([
  ['superscript', 'sup'],
  ['subscript', 'sub'],
]);

/** The text of a run in the elements of its format. Hidden text is no content. */
function formatted(nodes: readonly ChildNode[], properties: Element | undefined): ChildNode[] {
  if (nodes.length === 0 || isOn(properties, 'vanish')) return [];
  const align = childNamed(properties, 'vertAlign');
  const script = align === undefined ? undefined : scripts.get(attributeOf(align, 'val') ?? '');
  let marked = script === undefined ? [...nodes] : [newElement(script, {}, [...nodes])];
  for (const [property, element] of marks)
    if (isOn(properties, property)) marked = [newElement(element, {}, marked)];
  return marked;
}

/** Footnotes and endnotes are numbered separately. */
export const noteLabel = (note: Element, kind: string): string =>
  `${kind.startsWith('endnote') ? 'e' : ''}${Number.parseInt(attributeOf(note, 'id') ?? '0', 10)}`;

function noteMark(reference: Element): Element {
  const label = noteLabel(reference, localName(reference));
  return newElement('sup', { [footnoteMark]: label }, [newText(`[${label}]`)]);
}

/** The font that the properties of a run name; empty for that of its style. */
function fontOf(properties: Element | undefined): string {
  const fonts = childNamed(properties, 'rFonts');
  return fonts === undefined ? '' : (attributeOf(fonts, 'ascii') ?? '');
}

function textNodes(part: Element, font: string): readonly ChildNode[] {
  switch (localName(part)) {
    case 't':
      return [newText(textInFont(rawText(part), font))];
    case 'sym':
      return [newText(symbolText(attributeOf(part, 'font') ?? font, attributeOf(part, 'char') ?? ''))];
    case 'tab':
      return [newText('\t')];
    case 'noBreakHyphen':
      return [newText('-')];
    case 'br':
    case 'cr':
      return [newElement('br', {}, [])];
    default:
      return [];
  }
}

function readRun(run: Element, targets: LinkTargets, into: FieldNodes): void {
  const properties = childNamed(run, 'rPr');
  const font = fontOf(properties);
  let nodes: ChildNode[] = [];
  const endFormat = (): void => {
    into.add(formatted(nodes, properties));
    nodes = [];
  };
  for (const part of contentElements(run))
    switch (localName(part)) {
      case 'fldChar':
        endFormat();
        into.mark(attributeOf(part, 'fldCharType'));
        break;
      case 'instrText':
        into.instruct(rawText(part));
        break;
      case 'footnoteReference':
      case 'endnoteReference':
        endFormat();
        into.add([noteMark(part)]);
        break;
      case 'ruby':
        endFormat();
        // The small text above tells how the base is pronounced.
        for (const base of childrenNamed(part, 'rubyBase')) readInline(base, targets, into);
        break;
      default:
        nodes.push(...textNodes(part, font));
    }
  endFormat();
}

/** The URL of a link to another document; `undefined` for a link within this one. */
function linkUrl(link: Element, targets: LinkTargets): string | undefined {
  const url = targets.get(attributeOf(link, 'id') ?? '');
  return url && withFragment(url, attributeOf(link, 'anchor'));
}

function readInline(parent: Element, targets: LinkTargets, into: FieldNodes): void {
  for (const part of contentElements(parent))
    switch (localName(part)) {
      case 'r':
        readRun(part, targets, into);
        break;
      case 'hyperlink':
        into.addLink(linkUrl(part, targets), inlineNodes(part, targets));
        break;
      case 'fldSimple':
        into.addLink(fieldTarget(attributeOf(part, 'instr') ?? ''), inlineNodes(part, targets));
        break;
      case 'oMath':
        into.add([mathElement(part, false)]);
        break;
      case 'oMathPara':
        into.add(childrenNamed(part, 'oMath').map((equation) => mathElement(equation, true)));
        break;
      default:
    }
}

/** Text, links, equations and notes of a paragraph. Deleted and hidden text is left out. */
export function inlineNodes(parent: Element, targets: LinkTargets): readonly ChildNode[] {
  const nodes = new FieldNodes();
  readInline(parent, targets, nodes);
  return nodes.finished();
}
