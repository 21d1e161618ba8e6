import { type DateOptions, findDate } from '#shared/values/dates.ts';
import { momentOf } from './article-dates.ts';
import type { Beginning, ShownLine } from './article-beginning.ts';
import words from './byline-words.json' with { type: 'json' };

/** The dates that a page shows around its headline. */
export interface Dateline {
  readonly published: string | undefined;
  readonly updated: string | undefined;
}

const maxLineCharacters = 160;
/** With more words around it, a date is in a sentence. */
const maxWordsAround = 80;
/** Words before a date that say what it is the date of. */
const maxLabelCharacters = 40;

type Kind = 'published' | 'updated' | 'plain' | 'other';

const stems = {
  published: words.published,
  updated: words.updated,
  other: words.otherDates,
} as const;

const firstIdeograph = '\u2e80';

/** Where the last of the words that start with a stem begins; languages without spaces have no words. */
function lastPlace(label: string, stem: string): number {
  for (let at = label.lastIndexOf(stem); at >= 0; at = at === 0 ? -1 : label.lastIndexOf(stem, at - 1))
    if (stem >= firstIdeograph || !/\p{L}/u.test(label[at - 1] ?? ' ')) return at;
  return -1;
}

/** `#2` is the number of an answer in a discussion. */
const ofReply = /#(?:[2-9]|[1-9]\d+)\s*$/u;

/** The nearest label before a date says what it is. */
export function kindOf(label: string): Kind {
  if (ofReply.test(label)) return 'other';
  const lower = label.toLowerCase();
  if (!/\p{L}/u.test(lower)) return 'plain';
  let nearest: { readonly kind: Kind; readonly place: number } = { kind: 'plain', place: -1 };
  for (const kind of ['published', 'updated', 'other'] as const)
    for (const stem of stems[kind]) {
      const place = lastPlace(lower, stem);
      if (place > nearest.place) nearest = { kind, place };
    }
  return nearest.kind;
}

interface Dated {
  readonly kind: Kind;
  readonly moment: string;
}

/** A date, and its end in the line. */
function writtenDates({ text }: ShownLine, label: string, order: DateOptions): readonly Dated[] {
  const dates: Dated[] = [];
  let from = 0;
  let around = text.length;
  for (let found = findDate(text, order); found !== undefined && dates.length < 3;) {
    const before = text.slice(from, from + found.start);
    around -= found.end - found.start;
    const moment = momentOf(text.slice(from + found.start, from + found.end), order);
    const kind = kindOf(`${from === 0 ? label : ''} ${before}`.slice(-maxLabelCharacters));
    if (moment !== undefined) dates.push({ kind, moment });
    from += found.end;
    found = findDate(text.slice(from), order);
  }
  return around <= maxWordsAround ? dates : [];
}

/** `Reviewed by Bo Ek` above a date says nothing of it. */
const namesReviewer = /\b(?:reviewed|checked|edited)\s+by\b/iu;
const isLabel = (line: ShownLine | undefined): line is ShownLine =>
  line !== undefined &&
  line.text.length <= maxLabelCharacters &&
  !/\d/.test(line.text) &&
  !namesReviewer.test(line.text);

function datesOf(lines: readonly ShownLine[], order: DateOptions): readonly Dated[] {
  return lines.flatMap((line, at): readonly Dated[] => {
    if (line.text.length > maxLineCharacters || /©|\(c\)/iu.test(line.text)) return [];
    const label = lines[at - 1];
    const before = isLabel(label) ? label.text : '';
    const forMachines = line.parts.flatMap(({ moment, text }, place): readonly Dated[] => {
      const read = moment === undefined ? undefined : momentOf(moment, order);
      if (read === undefined) return [];
      const words = `${before} ${line.parts
        .slice(0, place)
        .map((part) => part.text)
        .join(' ')} ${text}`;
      return [{ kind: kindOf(words), moment: read }];
    });
    return forMachines.length > 0 ? forMachines : writtenDates(line, before, order);
  });
}

/** Publication and modification time in the first lines of an article. */
export function datelineOf({ before, after }: Beginning, order: DateOptions): Dateline {
  const dates = [...datesOf(after, order), ...datesOf(before, order)];
  const first = (kind: Kind): string | undefined => dates.find((date) => date.kind === kind)?.moment;
  return { published: first('published') ?? first('plain'), updated: first('updated') };
}
