import {
  type BlockPage,
  elementAt,
  frameNames,
  nameOf,
  RunningSum,
  weighedSum,
} from '#shared/content/main-content/blocks/page.ts';
import { type BlockRun, blocksOf } from '#shared/content/main-content/blocks/units.ts';

/** Manuals show code; the sections of other pages are as different as their names are alike. */
const minCodeBlocks = 3;
const minKeptSections = 4;
const minKeptPanels = 2;
const minKeptShare = 0.5;
/** Shorter ones say that there is nothing: "No labels". */
const minTextWords = 12;
/** Menus and footers beside such sections have a chance below 0.05. */
const minSectionChance = 0.2;
const minPanelChance = 0.3;
/** Less likely blocks of a section operate the page. */
const minBlockChance = 0.1;

interface Kind {
  readonly minKept: number;
  readonly minChance: number;
}

const section: Kind = { minKept: minKeptSections, minChance: minSectionChance };
const panel: Kind = { minKept: minKeptPanels, minChance: minPanelChance };

/** The sections of a manual that begin with a heading, by element name and class. */
function sectionsOf({ tree, tags, headingLevel }: BlockPage): readonly (readonly number[])[] {
  if ((tags.get('pre') ?? 0) < minCodeBlocks) return [];
  const byClass = new Map<string, number[]>();
  for (let node = 0; node < tree.nodes.length; node++) {
    const name = nameOf(tree, node);
    const names = elementAt(tree, node)?.attribs['class'];
    const from = tree.from[node] ?? 0;
    const isSection = (name === 'div' || name === 'section') && names !== undefined && names !== '';
    if (!isSection || (headingLevel[from] ?? 0) === 0 || (tree.to[node] ?? 0) - from < 2) continue;
    const key = `${name} ${names}`;
    const alike = byClass.get(key);
    if (alike === undefined) byClass.set(key, [node]);
    else alike.push(node);
  }
  return [...byClass.values()];
}

/** The panels of tabs with a text, by the box around them. */
function panelsOf({ tree }: BlockPage): readonly (readonly number[])[] {
  const panels: number[] = [];
  for (let node = 0; node < tree.nodes.length; node++) {
    const isPanel = elementAt(tree, node)?.attribs['role'] === 'tabpanel';
    if (isPanel && (tree.to[node] ?? 0) > (tree.from[node] ?? 0)) panels.push(node);
  }
  return [...Map.groupBy(panels, (node) => tree.parent[node] ?? -1).values()];
}

/** The runs that are in none of the others. `runs` must be in document order. */
function outermost(runs: readonly BlockRun[]): readonly BlockRun[] {
  let end = 0;
  return runs.filter(({ from, to }) => {
    if (from < end) return false;
    end = to;
    return true;
  });
}

/**
 * The blocks of dropped sections of a manual, and of panels, of which others are kept: where half of a page is as likely as the
 * threshold, the choice is by chance.
 */
export function missedSections(page: BlockPage, chances: Float32Array, kept: Uint8Array): readonly number[] {
  const { tree } = page;
  const [sections, panels] = [sectionsOf(page), panelsOf(page)];
  if (sections.length + panels.length === 0) return [];
  const text = new RunningSum(page.count, (at) =>
    page.headingLevel[at] === 0 ? page.words.over(at, at + 1) : 0,
  );
  const taken = new RunningSum(page.count, (at) => kept[at] ?? 0);
  const words = weighedSum(tree, () => 1);
  const likely = weighedSum(tree, (block) => chances[block] ?? 0);
  const missedOf = (nodes: readonly number[], { minKept, minChance }: Kind): readonly number[] => {
    const runs = nodes.map((node) => blocksOf(tree, node));
    const missed = runs.filter(({ from, to }) => taken.over(from, to) === 0);
    const keptCount = runs.length - missed.length;
    if (keptCount < minKept || keptCount < minKeptShare * runs.length) return [];
    return outermost(missed)
      .filter(({ from, to }) => text.over(from, to) >= minTextWords)
      .filter(({ from, to }) => likely.over(from, to) >= minChance * words.over(from, to))
      .flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at));
  };
  return [
    ...sections.flatMap((nodes) => missedOf(nodes, section)),
    ...panels.flatMap((nodes) => missedOf(nodes, panel)),
  ].filter((block) => (chances[block] ?? 0) >= minBlockChance);
}

const minPeerChance = 0.15;
/** Sections with more are teasers. */
const maxPeerLinkShare = 0.5;
/** A heading, the box that begins with it, and the one around. */
const peerLevels = 3;

/** The names and classes of a heading and the elements around it, which those of alike sections share. */
function placeOf({ tree }: BlockPage, heading: number): string {
  let place = '';
  let node = tree.blocks[heading]?.container ?? -1;
  for (let level = 0; level < peerLevels && node >= 0; level++) {
    place += `${nameOf(tree, node)}.${elementAt(tree, node)?.attribs['class'] ?? ''} `;
    node = tree.parent[node] ?? -1;
  }
  return place;
}

/** The sections below headings of one level, in document order. */
function sectionsOfLevel({ headingLevel, count }: BlockPage, level: number): readonly BlockRun[] {
  const sections: BlockRun[] = [];
  let from = -1;
  for (let at = 0; at <= count; at++) {
    const own = at === count ? 1 : (headingLevel[at] ?? 0);
    if (own === 0 || own > level) continue;
    if (from >= 0) sections.push({ from, to: at });
    from = own === level ? at : -1;
  }
  return sections;
}

/**
 * The dropped sections that have a paragraph, between two sections of which most is kept, where all three headings have the same
 * level, class and place: one restaurant of a guide, one industry of a comparison.
 */
export function missedPeerSections(
  page: BlockPage,
  chances: Float32Array,
  kept: Uint8Array,
): readonly BlockRun[] {
  const words = weighedSum(page.tree, () => 1);
  const taken = weighedSum(page.tree, (block) => kept[block] ?? 0);
  const isKept = ({ from, to }: BlockRun): boolean =>
    taken.over(from, to) >= minKeptShare * words.over(from, to);
  const isLikely = ({ from, to }: BlockRun): boolean => {
    let likely = 0;
    for (let at = from; at < to; at++) likely += (chances[at] ?? 0) * words.over(at, at + 1);
    return likely >= minPeerChance * words.over(from, to);
  };
  return [2, 3, 4].flatMap((level) => {
    const sections = sectionsOfLevel(page, level);
    return sections.filter((own, at) => {
      const [before, after] = [sections[at - 1], sections[at + 1]];
      if (before?.to !== own.from || after?.from !== own.to) return false;
      if (taken.over(own.from, own.to) > 0 || page.prose.over(own.from, own.to) === 0) return false;
      if (page.linkWords.over(own.from, own.to) > maxPeerLinkShare * page.words.over(own.from, own.to))
        return false;
      if (!isKept(before) || !isKept(after) || !isLikely(own)) return false;
      const place = placeOf(page, own.from);
      return placeOf(page, before.from) === place && placeOf(page, after.from) === place;
    });
  });
}

/** A page with fewer words says too little about the rest of it. */
const minManualWords = 50;
const minManualShare = 0.6;
const minManualChance = 0.2;
/** A listing of a thousand lines says no more of its page than a paragraph. */
const maxWordsCounted = 60;
const maxLinkShare = 0.3;

/** Whether a page shows code and nearly nothing that leads elsewhere: a manual, or a part of one, without a frame. */
const isPlainManual = ({ tags, words, linkWords, count }: BlockPage): boolean =>
  tags.has('pre') &&
  !frameNames.values().some((name) => tags.has(name)) &&
  linkWords.over(0, count) <= maxLinkShare * words.over(0, count);

/** The dropped blocks of manuals without a frame, in containers of which most is kept. */
export function missedManualText(
  page: BlockPage,
  chances: Float32Array,
  kept: Uint8Array,
): readonly number[] {
  if (!isPlainManual(page)) return [];
  const { tree, words, linkWords, count } = page;
  const counted = (at: number): number => Math.min(maxWordsCounted, words.over(at, at + 1));
  const mayBeText = (at: number): boolean =>
    (chances[at] ?? 0) >= minManualChance && linkWords.over(at, at + 1) * 2 <= words.over(at, at + 1);
  const taken = new RunningSum(count, (at) => (kept[at] === 1 ? counted(at) : 0));
  const likely = new RunningSum(count, (at) => (kept[at] === 1 || mayBeText(at) ? counted(at) : 0));
  const missed: number[] = [];
  let node = 0;
  while (node < tree.nodes.length) {
    const { from, to } = blocksOf(tree, node);
    const total = likely.over(from, to);
    if (total >= minManualWords && taken.over(from, to) >= minManualShare * total) {
      for (let at = from; at < to; at++) if (kept[at] === 0 && mayBeText(at)) missed.push(at);
      node = tree.end[node] ?? node + 1;
    } else node += 1;
  }
  return missed;
}
