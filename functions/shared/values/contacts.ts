import type { Found } from './numbers.ts';
import { withoutEnd } from './trimming.ts';

const email = /(?<![\w.+-])[\w.+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}-])/gu;
const phone =
  /(?<![\p{L}\p{N}.,/№#-])(?:\+\s?|\()?\d(?:[\s\u00a0().–-]{0,3}\d){6,14}(?!\d|\s?(?:[₽$€£¥%²]|руб|км|шт))/gu;
const address =
  /(?<![\p{L}\p{N}])(?:https?:\/\/|(?<![\w/.@-])www\.(?=[\p{L}\p{N}-]{1,63}\.\p{L}))[^\s<>"'«»()[\]{}]{3,2000}/giu;

export function emailsIn(text: string): readonly Found<string>[] {
  return [...text.matchAll(email)].map((match) => ({
    value: match[0].toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

export const readEmail = (text: string): string | undefined => emailsIn(text)[0]?.value;

/** Groups of digits that look like a telephone number and are something else. */
const otherNumbers: readonly RegExp[] = [
  /^\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})(?!\d)/,
  /^\d{4}[./-]\d{2}[./-]\d{2}(?!\d)/,
  // Years and other ranges. In a local number, `555-1234`, the hyphen is short and the end is not round.
  /^(?:19|20)\d{2}\s?[–-]\s?(?:19|20)\d{2}$/,
  /^\d+\s?–\s?\d+$/,
  /^\d+0\s?-\s?\d+0$/,
  // ISBN-13, IPv4, payment cards, and thousands separated by spaces.
  /^97[89][\s-]?\d/,
  /^(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/,
  /^\d{4}([\s\u00a0-])\d{4}\1\d{4}(?!\d)/,
  /^[1-9]\d{0,2}(?:[\s\u00a0]\d{3}){2,}$/,
];

/** Telephone numbers: ten digits and more, or at least seven in groups; in E.164 when the country is given. */
export function phonesIn(text: string): readonly Found<string>[] {
  return [...text.matchAll(phone)].flatMap((match) => {
    const digits = match[0].replace(/\D/g, '');
    const isInternational = match[0].startsWith('+');
    const isGrouped = /^\(|\d[\s\u00a0]?[(–-]|\d[\s\u00a0.]\d{2,4}[\s\u00a0.–-]\d{2,4}/u.test(match[0]);
    if (
      otherNumbers.some((pattern) => pattern.test(match[0])) ||
      digits.length > 15 ||
      !(isInternational || isGrouped) ||
      (!isInternational && digits.length < 7) ||
      (digits.length < 10 && !/[-–(]/.test(match[0]))
    )
      return [];
    return [
      { value: spelling(digits, isInternational), start: match.index, end: match.index + match[0].length },
    ];
  });
}

function spelling(digits: string, isInternational: boolean): string {
  if (isInternational) return `+${digits}`;
  // Russian trunk prefix: 8 (495) 123-45-67 is +7 495 123-45-67.
  return /^8\d{10}$/.test(digits) ? `+7${digits.slice(1)}` : digits;
}

const sentenceMarks: ReadonlySet<string> = new Set('.,;:!?');

/** A URL as people write it: `www.shop.example` has no scheme. */
export const withScheme = (written: string): string =>
  /^www\./i.test(written) ? `https://${written}` : written;

/** URLs of the web, also those that begin with `www.` in place of a scheme. */
export function urlsIn(text: string): readonly Found<string>[] {
  return [...text.matchAll(address)].flatMap((match) => {
    const written = withoutEnd(match[0], sentenceMarks);
    const url = URL.parse(withScheme(written));
    return url === null ? [] : [{ value: url.href, start: match.index, end: match.index + written.length }];
  });
}
