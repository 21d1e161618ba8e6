import type { Block, Line, PageLines } from '#shared/content/formats/page-lines.ts';

/** Headings above goods, articles and jobs other than the page's own. */
const opening =
  /^(?:you (?:may|might|will|could)(?: also)? (?:like|love|enjoy|need)|(?:customers|people|others|shoppers) also|related(?: \p{L}+){0,2}$|similar(?: \p{L}+){1,2}$|see also|recommended(?: \p{L}+){0,3}$|recently viewed|more like this|frequently bought|goes well with|complete the look|с этим товаром|похожи\p{L}+|рекоменду\p{L}+|вам (?:также )?(?:может |могут )?(?:также )?(?:понрав|подойд)|вам (?:может|могут) понадоб|(?:вы )?(?:недавно )?(?:смотрели|просмотренн)|смотрите также|читайте также|другие (?:товары|статьи|вакансии|объявления)|сопутствующи)/iu;
const maxOpeningCharacters = 60;

const isOpening = ({ level, text }: Line): boolean =>
  level !== 1 && text.length <= maxOpeningCharacters && opening.test(text.trim());

/** The smallest block that contains a line and the next one. */
function blockAround(root: Block, line: number): Block {
  const { children } = root;
  let low = 0;
  let high = children.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((children[middle]?.start ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  const inner = children[low - 1];
  return inner === undefined || inner.end <= line + 1 ? root : blockAround(inner, line);
}

const isHeading = (line: Line | undefined, level: number): boolean =>
  line !== undefined && line.level > 0 && line.level <= level;

/** Line after the things under an opening line. A line that is no heading covers its block when it is the first of it, and nothing else. */
function endOf({ lines, root }: PageLines, at: number): number {
  const { start, end } = blockAround(root, at);
  const level = lines[at]?.level ?? 0;
  if (level === 0) return start === at ? end : at;
  let next = at + 1;
  while (next < end && !isHeading(lines[next], level)) next += 1;
  return next;
}

const silent: Line = {
  text: '',
  level: 0,
  isItem: false,
  bold: '',
  struck: [],
  current: '',
  links: [],
  images: [],
  times: [],
};

/** The page with empty lines in place of other things: `You may also like` and the cards under it. */
export function withoutOtherThings(page: PageLines): PageLines {
  const others = new Set<number>();
  for (const [at, line] of page.lines.entries()) {
    if (others.has(at) || !isOpening(line)) continue;
    const end = endOf(page, at);
    for (let other = at; other < end; other += 1) others.add(other);
  }
  return { ...page, lines: page.lines.map((line, at) => (others.has(at) ? silent : line)) };
}
