import type { Found } from './numbers.ts';

const email = /(?<![\w.+-])[\w.+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}-])/gu;
const phone =
  /(?<![\p{L}\p{N}.,/№#-])(?:\+\s?|\()?\d(?:[\s\u00a0().–-]{0,3}\d){6,14}(?!\d|\s?(?:[₽$€£¥%²]|руб|км|шт))/gu;
const address = /(?<![\p{L}\p{N}])https?:\/\/[^\s<>"'«»()[\]{}]{3,2000}/giu;

export function emailsIn(text: string): readonly Found<string>[] {
  return [...text.matchAll(email)].map((match) => ({
    value: match[0].toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

export const readEmail = (text: string): string | undefined => emailsIn(text)[0]?.value;

/** Numbers of ten digits and more, or of seven that are written in groups; in E.164 where the country is told. */
export function phonesIn(text: string): readonly Found<string>[] {
  return [...text.matchAll(phone)].flatMap((match) => {
    const digits = match[0].replace(/\D/g, '');
    const isInternational = match[0].startsWith('+');
    const isGrouped = /^\(|\d[\s\u00a0]?[(–-]|\d[\s\u00a0.]\d{2,4}[\s\u00a0.–-]\d{2,4}/u.test(match[0]);
    const isDate =
      /^\d{1,2}\.\d{1,2}\.\d{4}|^\d{4}-\d{2}-\d{2}|^(?:19|20)\d{2}\s?[–-]\s?(?:19|20)\d{2}$/.test(match[0]);
    if (
      isDate ||
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

export const readPhone = (text: string): string | undefined => phonesIn(text)[0]?.value;

export function urlsIn(text: string): readonly Found<string>[] {
  return [...text.matchAll(address)].flatMap((match) => {
    const written = match[0].replace(/[.,;:!?]+$/, '');
    const url = URL.parse(written);
    return url === null ? [] : [{ value: url.href, start: match.index, end: match.index + written.length }];
  });
}

export const readUrl = (text: string): string | undefined => urlsIn(text)[0]?.value;
