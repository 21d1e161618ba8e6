import { type DateOptions, findDate } from '#shared/extract/values/dates.ts';
import { anyPhrase } from '#shared/kernel/phrases.ts';
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

const published = anyPhrase(words.published);
const updated = anyPhrase(words.updated);
const other = anyPhrase(words.otherDates);

type Kind = 'published' | 'updated' | 'plain' | 'other';

/** The nearest label before a date says what it is. */
function kindOf(label: string): Kind {
  const last = (pattern: RegExp): number => {
    const places = [...label.matchAll(new RegExp(pattern.source, 'giu'))].map(({ index }) => index);
    return places.at(-1) ?? -1;
  };
  const places = [
    ['published', last(published)],
    ['updated', last(updated)],
    ['other', last(other)],
  ] as const;
  const [kind, place] = places.reduce((nearest, one) => (one[1] > nearest[1] ? one : nearest));
  return place < 0 ? 'plain' : kind;
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

const isLabel = (line: ShownLine | undefined): line is ShownLine =>
  line !== undefined && line.text.length <= maxLabelCharacters && !/\d/.test(line.text);

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

/** When the article was published and changed, as its first lines show it. */
export function datelineOf({ before, after }: Beginning, order: DateOptions): Dateline {
  const dates = [...datesOf(after, order), ...datesOf(before, order)];
  const first = (kind: Kind): string | undefined => dates.find((date) => date.kind === kind)?.moment;
  return { published: first('published') ?? first('plain'), updated: first('updated') };
}
