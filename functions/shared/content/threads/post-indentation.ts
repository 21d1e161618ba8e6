import { type Element, isTag } from 'domhandler';

const levelAttributes = ['depth', 'data-depth', 'data-level', 'data-indent', 'indent', 'aria-level'];
const levelName = /(?:^|[\s_-])(?:depth|level|indent|lvl)[-_]?(\d{1,3})(?:$|\s)/i;
const leftSpace = /(?:margin|padding)-left\s*:\s*(\d{1,4}(?:\.\d+)?)/i;

function statedIndentation({ attribs }: Element): number | undefined {
  for (const name of levelAttributes) {
    const level = Number.parseInt(attribs[name] ?? '', 10);
    if (level >= 0) return level;
  }
  const stated = levelName.exec(attribs['class'] ?? '')?.[1] ?? leftSpace.exec(attribs['style'] ?? '')?.[1];
  return stated === undefined ? undefined : Number.parseFloat(stated);
}

/** Old pages indent with an image of that width. */
const spacerWidth = ({ children }: Element): number | undefined => {
  const [only, ...others] = children.filter(isTag);
  const width = Number.parseInt(only?.attribs['width'] ?? '', 10);
  return others.length === 0 && width >= 0 && only?.children.length === 0 ? width : undefined;
};

/** Cells before the one of a post: one for the indentation, others for votes or avatars. */
const maxCellsBefore = 3;

function pushedBy(element: Element): number | undefined {
  let at = element.prev;
  for (let seen = 0; at !== null && seen < maxCellsBefore; at = at.prev) {
    if (!isTag(at)) continue;
    const pushed = statedIndentation(at) ?? spacerWidth(at);
    if (pushed !== undefined) return pushed;
    seen += 1;
  }
  return undefined;
}

/**
 * Indentation of a post in its list, in any unit: a reply is indented further than the post it replies to. `row` is
 * the post's part of the list. `undefined` without a stated one.
 */
export function indentationOf(post: Element, row: Element): number | undefined {
  for (let at: Element | null = post; at !== null; at = at.parent as Element | null) {
    const stated = statedIndentation(at);
    if (stated !== undefined) return stated;
    if (at === row) return undefined;
    const pushed = pushedBy(at);
    if (pushed !== undefined) return pushed;
  }
  return undefined;
}
