import type { Element } from 'domhandler';

import { foreignBreakouts } from '#shared/content/dom/html-elements.ts';
import type { HtmlTree, StartTag } from './html-tree.ts';

export const svgNamespace = 'http://www.w3.org/2000/svg';
export const mathNamespace = 'http://www.w3.org/1998/Math/MathML';

const htmlIntegration = new Set(['foreignobject', 'desc', 'title']);
const textIntegration = new Set(['mi', 'mo', 'mn', 'ms', 'mtext']);

/** Whether the content of an element is SVG or MathML: in integration points it is HTML. */
export const isForeign = ({ name, namespace, attribs }: Element): boolean =>
  namespace === svgNamespace
    ? !htmlIntegration.has(name)
    : namespace !== undefined &&
      !textIntegration.has(name) &&
      !(name === 'annotation-xml' && /html/i.test(attribs['encoding'] ?? ''));

/** In SVG and MathML a slash does close a tag. */
export function insertForeign(tree: HtmlTree, tag: StartTag, namespace: string): void {
  const { height } = tree.open;
  tree.insert(tag, namespace);
  if (tag.selfClosing) tree.open.popTo(height);
}

export function leaveForeign(tree: HtmlTree): void {
  while (isForeign(tree.current)) tree.open.pop();
}

const breaksOut = ({ name, attribs }: StartTag): boolean =>
  foreignBreakouts.has(name) ||
  (name === 'font' && ['color', 'face', 'size'].some((attribute) => attribute in attribs));

/** Handles a start tag in SVG or MathML. False when it is one of HTML. */
export function startForeign(tree: HtmlTree, tag: StartTag): boolean {
  const { current } = tree;
  if (!isForeign(current) || (current.name === 'annotation-xml' && tag.name === 'svg')) return false;
  if (breaksOut(tag)) {
    leaveForeign(tree);
    return false;
  }
  insertForeign(tree, tag, current.namespace as string);
  return true;
}

/** Handles an end tag in SVG or MathML. False when it belongs to the HTML around. */
export function endForeign(tree: HtmlTree, name: string): boolean {
  const { open } = tree;
  if (tree.current.namespace === undefined) return false;
  const at = open.innermostWhere((element) => element.name === name || element.namespace === undefined);
  const element = open.at(at);
  if (element?.name !== name || element.namespace === undefined) return false;
  open.popTo(at);
  return true;
}
