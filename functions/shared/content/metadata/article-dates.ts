import { systemClock } from '#shared/kernel/clock.ts';
import { type DateOptions, findDate } from '#shared/values/dates.ts';

const iso = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;
/** ISO 8601 without separators: `20120105`, `20120105T0105+0400`. */
const digitsOfDay = /^(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?(?:Z|([+-]\d{2})(\d{2})Z?)?)?$/;
/** `Fri Feb 18 10:27:24 2022`, as C's `ctime` writes a moment. */
const ofCtime = /^[A-Z][a-z]{2}\s+([A-Z][a-z]{2})\s+(\d{1,2})\s+(\d{2}:\d{2}:\d{2})\s+(\d{4})$/;
const secondsOrMilliseconds = /^\d{10}(?:\d{3})?$/;
/** What programs write for no date, in the time zones around Greenwich. */
const zeroDates = /^(?:0|1[67]|1899-12-3|1900-01-01|1969-12-31|1970-01-01|1980-01-01$)/;
/** Clocks and time zones differ. */
const maxAheadMs = 2 * 86_400_000;

const isPossible = (moment: string): boolean => {
  if (zeroDates.test(moment)) return false;
  const ms = Date.parse(moment.slice(0, 10));
  return !Number.isNaN(ms) && ms <= systemClock.now() + maxAheadMs;
};

const ofTimestamp = (digits: string): string => {
  const count = Number(digits);
  return new Date(digits.length === 10 ? 1000 * count : count).toISOString();
};

function ofDigits([, year, month, day, hour, minute, second, hours, minutes]: readonly string[]): string {
  const date = `${year}-${month}-${day}`;
  const isTime = Number(hour) <= 23 && Number(minute) <= 59 && Number(second ?? 0) <= 59;
  if (hours === undefined || !isTime) return date;
  return `${date}T${hour}:${minute}${second === undefined ? '' : `:${second}`}${hours}:${minutes}`;
}

function written(text: string, order: DateOptions): string | undefined {
  if (iso.test(text)) return text;
  if (secondsOrMilliseconds.test(text)) return ofTimestamp(text);
  const digits = digitsOfDay.exec(text);
  if (digits !== null) return ofDigits(digits);
  const ctime = ofCtime.exec(text);
  const said = ctime === null ? text : `${ctime[2]} ${ctime[1]} ${ctime[4]} ${ctime[3]}`;
  const found = findDate(said, order)?.value;
  if (found === undefined) return undefined;
  return found.time === undefined ? found.date : `${found.date}T${found.time}${found.offset ?? ''}`;
}

/**
 * A moment in ISO 8601: `2026-05-01`, `2026-05-01T10:00:00`, `2026-05-01T10:00:00+02:00`. A time without a zone stays
 * without one. `undefined` for zero dates, the future, and days whose order of numbers the language leaves open.
 */
export function momentOf(text: string, order: DateOptions): string | undefined {
  const moment = written(text.trim(), order);
  return moment !== undefined && isPossible(moment) ? moment : undefined;
}

/** `/2021/03/05/`, `/2021-03-05-the-well`, `/20210305/`. */
const dayInPath = /(?:^|[/_-])((?:19|20)\d{2})([/_-]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?=[/_.-]|$)/;

/** `/2021/mar/05/`, `/2021/march/5/well`. */
const namedDayInPath = /\/((?:19|20)\d{2})\/([a-z]{3,9})\/(0?[1-9]|[12]\d|3[01])(?=\/|$)/i;

/** The day in the path of a URL; its parts are whole segments or begin one. */
export function dayOfUrl(url: string): string | undefined {
  const path = URL.parse(url)?.pathname ?? '';
  const digits = dayInPath.exec(path);
  if (digits !== null) return momentOf(`${digits[1]}-${digits[3]}-${digits[4]}`, {});
  const named = namedDayInPath.exec(path);
  return named === null ? undefined : momentOf(`${named[3]} ${named[2]} ${named[1]}`, {});
}
