import type { Element } from 'domhandler';

import type { Numbering } from './docx-styles.ts';
import type { OfficeArchive } from './office-archive.ts';
import { relatedPart } from './office-relations.ts';
import { attributeOf, childNamed, childrenNamed, descendantsNamed } from './xml-elements.ts';

interface Level {
  readonly isOrdered: boolean;
  readonly start: number;
}

interface List {
  /** The abstract list. Lists that refer to the same one are counted together. */
  readonly abstractId: string;
  readonly levels: ReadonlyMap<number, Level>;
  /** The numbers at which levels of this list begin anew. */
  readonly restarts: ReadonlyMap<number, number>;
}

/** Where a paragraph stands in its list. */
export interface ListPlace {
  readonly isOrdered: boolean;
  /** The number that Word shows; `undefined` for bullets. */
  readonly number: number | undefined;
}

/** Word has as many levels. */
const maxLevels = 9;

const valueOf = (element: Element | undefined): string =>
  element === undefined ? '' : (attributeOf(element, 'val') ?? '');

function numberOf(element: Element | undefined): number | undefined {
  const number = Number.parseInt(valueOf(element), 10);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** The children of a list that describe one of its levels, by level from 0. */
function byLevel(list: Element, name: string): ReadonlyMap<number, Element> {
  const levels = childrenNamed(list, name).map(
    (level) => [Number(attributeOf(level, 'ilvl') ?? '0'), level] as const,
  );
  return new Map(levels.filter(([level]) => level >= 0 && level < maxLevels));
}

function levelOf(level: Element): Level {
  const format = valueOf(descendantsNamed(level, 'numFmt')[0]);
  return {
    isOrdered: format !== 'bullet' && format !== 'none',
    start: numberOf(childNamed(level, 'start')) ?? 1,
  };
}

const levelsOf = (levels: ReadonlyMap<number, Element>): ReadonlyMap<number, Level> =>
  new Map(Array.from(levels, ([at, level]) => [at, levelOf(level)]));

/** The abstract lists by id. One may be no more than a link to the one that a style of lists defines. */
function abstractLists(numbering: Element): ReadonlyMap<string, Element> {
  const lists = childrenNamed(numbering, 'abstractNum');
  const byStyle = new Map(lists.map((list) => [valueOf(childNamed(list, 'styleLink')), list]));
  return new Map(
    lists.map((list) => {
      const style = valueOf(childNamed(list, 'numStyleLink'));
      const linked = style === '' ? undefined : byStyle.get(style);
      return [attributeOf(list, 'abstractNumId') ?? '', linked ?? list];
    }),
  );
}

/** The lists by number (ECMA-376-1, 17.9): each refers to an abstract list, and may say otherwise of some levels. */
function listsOf(archive: OfficeArchive, part: string): ReadonlyMap<string, List> {
  const numbering = childNamed(
    archive.xml(relatedPart(archive, part, 'numbering', 'word/numbering.xml')),
    'numbering',
  );
  if (numbering === undefined) return new Map();
  const abstract = new Map(
    Array.from(abstractLists(numbering), ([id, list]) => [
      id,
      { id: attributeOf(list, 'abstractNumId') ?? '', levels: levelsOf(byLevel(list, 'lvl')) },
    ]),
  );
  return new Map(
    childrenNamed(numbering, 'num').map((list) => {
      const { id = '', levels = [] } = abstract.get(valueOf(childNamed(list, 'abstractNumId'))) ?? {};
      const own = new Map<number, Level>(levels);
      const restarts = new Map<number, number>();
      for (const [at, override] of byLevel(list, 'lvlOverride')) {
        const level = childNamed(override, 'lvl');
        if (level !== undefined) own.set(at, levelOf(level));
        const restart = numberOf(childNamed(override, 'startOverride'));
        if (restart !== undefined) restarts.set(at, restart);
      }
      return [attributeOf(list, 'numId') ?? '', { abstractId: id, levels: own, restarts }];
    }),
  );
}

/** Counts the paragraphs in the lists of a Word document, which are asked for in their order. */
export class DocxNumbering {
  readonly #lists: ReadonlyMap<string, List>;
  /** The last number of each level, by abstract list. */
  readonly #counts = new Map<string, number[]>();
  readonly #restarted = new Set<string>();

  /** For the document whose main part is `part`. */
  constructor(archive: OfficeArchive, part: string) {
    this.#lists = listsOf(archive, part);
  }

  /** The place of the next paragraph of a list. */
  next({ listId, level: written }: Numbering): ListPlace {
    const at = Math.min(Math.max(written, 0), maxLevels - 1);
    const list = this.#lists.get(listId);
    const level = list?.levels.get(at);
    if (list === undefined || level === undefined) return { isOrdered: false, number: undefined };
    const number = this.#count(list, listId, at, level.start);
    return { isOrdered: level.isOrdered, number: level.isOrdered ? number : undefined };
  }

  #count({ abstractId, restarts }: List, listId: string, at: number, start: number): number {
    const counts = this.#counts.get(abstractId) ?? [];
    this.#counts.set(abstractId, counts);
    const restart = restarts.get(at);
    const isRestart = restart !== undefined && !this.#restarted.has(`${listId}/${at}`);
    this.#restarted.add(`${listId}/${at}`);
    const last = isRestart ? undefined : counts[at];
    const number = last === undefined ? (restart ?? start) : last + 1;
    // The levels below begin anew.
    counts.length = at;
    counts[at] = number;
    return number;
  }
}
