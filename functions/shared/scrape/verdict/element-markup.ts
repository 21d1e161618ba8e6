import { type ChildNode, type Element, isTag, isText } from 'domhandler';

/** The rest of a longer start tag is data. */
const maxTagCharacters = 2000;

/** The start tag of an element, in lower case. */
export function startTag({ name, attribs }: Element): string {
  let tag = `<${name}`;
  for (const attribute in attribs) {
    tag += ` ${attribute}="${attribs[attribute]}"`;
    if (tag.length > maxTagCharacters) break;
  }
  return `${tag.slice(0, maxTagCharacters)}>`.toLowerCase();
}

/** The markup inside an element in lower case, at most `maxCharacters`. */
export function markupIn(nodes: readonly ChildNode[], maxCharacters: number): string {
  let markup = '';
  for (const node of nodes) {
    if (markup.length >= maxCharacters) break;
    if (isText(node)) markup += node.data;
    else if (isTag(node)) markup += startTag(node) + markupIn(node.children, maxCharacters - markup.length);
  }
  return markup.slice(0, maxCharacters).toLowerCase();
}
