import { emailsIn, phonesIn } from '#shared/values/contacts.ts';
import { dateOrderOf, findDate } from '#shared/values/dates.ts';
import { findRating, findStorey, type Rating } from '#shared/values/measures.ts';
import { type Found, numbersIn } from '#shared/values/numbers.ts';
import { type Price, pricesIn, readPriceRange } from '#shared/values/prices.ts';

import { authors } from './shown-authors.ts';
import type { Line } from '#shared/content/formats/page-lines.ts';
import { leadsToPart } from '#shared/kernel/url-fragment.ts';
import { anyPhrase, inLowerCase } from '#shared/kernel/phrases.ts';
import type { Kind } from './concept.ts';
import { phrasesOf } from './concepts.ts';
import type { Field } from './schema-fields.ts';
import { belowHeading, fromHeading, type Region } from './shown-region.ts';
import { availabilityTexts, isOfGoods } from './shown-stock.ts';
import wordsBeforeOldPrices from './words-before-old-prices.json' with { type: 'json' };

/** Texts of a region that may contain an unlabelled value of a kind, the likeliest first. */
type Finder = (region: Region, field: Field) => readonly string[];

/** Longer lines are prose, which mentions other things than the subject of the page. */
const maxLineCharacters = 160;

const named: Finder = ({ lines: all, labels, isRecord }) => {
  const labelLines = new Set(
    labels.filter(({ spelt, binding }) => binding === 'marked' || spelt.length > 0).map(({ line }) => line),
  );
  const lines = isRecord ? all.filter((_line, at) => !labelLines.has(at)) : all;
  const heading = lines.find(({ level }) => level === 1) ?? lines.find(({ level }) => level > 0);
  if (heading !== undefined) return [heading.text];
  if (!isRecord) return [];
  const linked = lines.find(
    ({ links, text }) =>
      links.some((link) => link.text === text && !leadsToPart(link.href)) && /\p{L}{2}/u.test(text),
  );
  const bold = lines.find(({ bold, text }) => bold === text && /\p{L}{2}/u.test(text));
  const first = lines.find(({ text }) => /\p{L}{2}/u.test(text) && pricesIn(text).length === 0);
  return [linked ?? bold ?? first].flatMap((line) => (line === undefined ? [] : [line.text]));
};

/** The greater of two adjacent amounts: the page has crossed it out in some way. */
const greaterBeside = (text: string): readonly Found<Price>[] => {
  const found = pricesIn(text);
  return found.filter((price, at) =>
    [found[at - 1], found[at + 1]].some(
      (other) =>
        other !== undefined &&
        other.value.amount < price.value.amount &&
        text.slice(Math.min(other.end, price.end), Math.max(other.start, price.start)).trim() === '',
    ),
  );
};

const notThePrice =
  /доставк|shipping|delivery|postage|save|экономи|рассрочк|payment|платеж|залог|deposit|\bwas\b|instead of|вместо|earn|reward|credit|protection|assembly|старая|бонус|кэшбэк|cashback|refund|gift|over|свыше|заказ\p{L}* от|subscri|hire|plans|ипотек|реклама|бесплатн|discount|скидк|(?<!\p{L})orders?\s(?:from|of|above)|spend|raised|покупк\p{L}* (?:от|на)/iu;
/** Signs of the company's own money. */
const ofBusiness =
  /raised|raising|funding|fund(?!\p{L})|revenue|turnover|invest|valu(?:ed|ation)|assets|budget|profit|выручк|оборот|инвестиц|привлек|прибыл|бюджет|капитал/iu;
const afterThePrice =
  /^\s*(?:\/\s?мес|в мес|за м|\/\s?м²|per (?:m²|square)|\/mo\b|off\b|a month|за 1 м|(?:or )?more\b|and (?:up|over)\b|(?:ships?|delivers?|shipping|доставка)(?!\p{L}))/iu;
const perMonth = /^\s*(?:\/\s?мес|в мес|\/mo\b|a month|per month|pcm)/iu;

const maxLabelCharacters = 40;
/** Lines below the title in which a page names the price of its subject; cards on a page are short. */
const priceReachLines = 25;

/** The words for the price before a reduction, right before an amount: `RRP`, `UVP:`, `statt`. */
const oldPriceBefore = new RegExp(
  `(?:${
    anyPhrase(
      [...phrasesOf('oldPrice'), ...Object.values(wordsBeforeOldPrices).flat()].map((phrase) =>
        phrase.replaceAll(' ', String.raw`[\s.]+`),
      ),
    ).source
  })\\s?:?\\s*$`,
  'u',
);
const isOldPriceAt = (text: string, start: number): boolean =>
  oldPriceBefore.test(inLowerCase(text.slice(Math.max(0, start - maxLabelCharacters), start)));

/** Whether a line is one link. */
const isLinkAlone = ({ text, links }: Line): boolean => links.some((link) => link.text === text);

function pricesAmong(lines: readonly Line[], region: Region): readonly string[] {
  const candidates = lines.slice(0, priceReachLines).flatMap((line) =>
    pricesIn(line.current).map(({ value, start, end }, at, all) => {
      const before = line.current.slice(Math.max(0, start - 40, all[at - 1]?.end ?? 0), start);
      const after = line.current.slice(end, end + 24);
      const isOther =
        // An empty cart. A plan among others may be free.
        (value.amount === 0 && !region.isRecord) ||
        notThePrice.test(before) ||
        ofBusiness.test(before) ||
        (afterThePrice.test(after) && !perMonth.test(after));
      return {
        text: line.current.slice(start, end),
        isOther,
        isOld: isOldPriceAt(line.current, start),
        isProse: line.text.length > maxLineCharacters,
        isMonthly: perMonth.test(after),
      };
    }),
  );
  const named = candidates.filter(({ isOther, isProse }) => !isOther && !isProse);
  const current = named.filter(({ isOld }) => !isOld);
  // "Regular price" may be all that a page says.
  const own = current.length > 0 ? current : named;
  return [...own.filter(({ isMonthly }) => !isMonthly), ...own.filter(({ isMonthly }) => isMonthly)].map(
    ({ text }) => text,
  );
}

/** The only amount of a page is its price, wherever it is. */
function onlyPrice(region: Region): readonly string[] {
  const amounts = region.lines.flatMap(({ current }) => pricesIn(current)).map(({ value }) => value.amount);
  return new Set(amounts).size === 1 ? pricesAmong(belowHeading(region), region) : [];
}

/** A record is a link in many lists; on a page, links alone lead to a filter or other goods, and a cart is above the heading. */
function prices(region: Region): readonly string[] {
  if (region.isRecord) return pricesAmong(belowHeading(region), region);
  const lines = fromHeading(region).filter((line) => !isLinkAlone(line));
  const own = pricesAmong(lines, region);
  return own.length > 0 ? own : onlyPrice(region);
}

/** All prices of a page have one currency, mostly. */
const currencies: Finder = (region, field) => [
  ...prices(region),
  ...pricesAmong(belowHeading(region), region),
  ...pay(region, field),
];

const oldPrices: Finder = (region) =>
  belowHeading(region).flatMap((line) => [
    ...greaterBeside(line.text).map(({ start, end }) => line.text.slice(start, end)),
    ...line.struck.filter((text) => pricesIn(text).length > 0),
    ...pricesIn(line.text)
      .filter(({ start }) => isOldPriceAt(line.text, start))
      .map(({ start, end }) => line.text.slice(start, end)),
  ]);

/** A range, an open range, a period, or a word for pay. */
const signsOfPay =
  /\d\s?(?:[kк]|тыс\.?)?\s?[^\d\s]{0,4}\s?[–—-]\s?[^\d\s]{0,4}\s?\d|(?<!\p{L})(?:от|до|from|up to)\s[^\d\s\p{L}]{0,3}\s?\d|(?<!\p{L})(?:an?|per|в|за)\s(?:year|month|week|day|hour|annum|месяц|час|год|день|смен|вахт)|\/\s?(?:h|y|m|ч|м|г|d)|p\.?a\.?(?!\p{L})|annual|yearly|hourly|monthly|salary|wage|pay(?!\p{L})|compensation|gross|net(?!\p{L})|оклад|зарплат|з\/п|доход|на руки|до вычета|ежемесячно/iu;
/** What somebody who applies for help may earn. */
const limitOfIncome =
  /\b(?:household|family|adjusted)\b.*\bincome\b|\bincome\b.*\b(?:limits?|exceed|below|under|less than)\b/iu;
const isOfferOfPay = (text: string, sells: boolean): boolean => {
  if (signsOfPay.test(text)) return true;
  if (sells) return false;
  const [price] = pricesIn(text);
  return price !== undefined && !/\p{L}/u.test(`${text.slice(0, price.start)}${text.slice(price.end)}`);
};

const pay: Finder = (region) => {
  const sells = !region.isRecord && isOfGoods(region);
  return belowHeading(region)
    .map(({ text }) => text)
    .filter(
      (text) =>
        text.length <= maxLineCharacters &&
        pricesIn(text).length > 0 &&
        !notThePrice.test(text) &&
        !ofBusiness.test(text) &&
        !limitOfIncome.test(text) &&
        isOfferOfPay(text, sells),
    )
    .flatMap((text) => {
      const range = readPriceRange(text);
      // The words before a lone amount say which end of the range it is.
      return range === undefined ? [] : [text.slice(Math.max(0, range.start - 8), range.end)];
    });
};

const anotherDate =
  /updated|modified|обновлен|изменен|до |until|by |closes|deadline|received|accepted|interview|last|прошл|founded|since|established|основан|©|\(c\)|copyright|сегодня|today/iu;
const copyright = /©|\(c\)|copyright|all rights/iu;

const dates: Finder = (region) => {
  const lines = belowHeading(region);
  const times = lines.flatMap((line) => line.times);
  const written = lines
    .filter(({ text }) => text.length <= maxLineCharacters)
    .flatMap(({ text }) => {
      const date = findDate(text, dateOrderOf(region.setting.language));
      return date === undefined || anotherDate.test(text.slice(0, date.start)) || copyright.test(text)
        ? []
        : [text.slice(date.start, date.end)];
    });
  return [...times, ...written];
};

const emails: Finder = (region) =>
  belowHeading(region).flatMap((line) => [
    ...emailsIn(line.text).map(({ start, end }) => line.text.slice(start, end)),
    ...line.links
      .filter(({ href }) => href.startsWith('mailto:'))
      .map(({ href }) => href.slice('mailto:'.length)),
  ]);

const phones: Finder = (region) =>
  belowHeading(region)
    .filter(({ text }) => !/^\s*(?:fax|факс)/iu.test(text))
    .flatMap(({ text }) => phonesIn(text).map(({ start, end }) => text.slice(start, end)));

const ratingWords =
  /[★⭐☆]|(?<!\p{L})(?:rat(?:ed|ing)|scor|review|stars?(?!\p{L})|оцен|рейтинг|отзыв|зв[её]зд|балл)|\d[.,]\d\s*(?:\/|из|out of|of)\s*\d/iu;

/** `1 of 5 stars 2 of 5 stars`: the stars that a visitor may give. */
const starsToGive =
  /(?<![\d.,])1\s?(?:of|out of|\/|из|von|sur|de|di)\s?(\d{1,2})(?!\d).{0,20}?(?<![\d.,])2\s?(?:of|out of|\/|из|von|sur|de|di)\s?\1(?!\d)/isu;

/** `5 stars 4 stars 3 stars`: how many readers gave how many. */
const starsInRow = /(?:(?<![\d.,])\d\s?(?:stars?|★|звезд\p{L}*)(?!\p{L}).{0,20}?){3}/isu;

/** Whether two lines are those of stars next to each other. Averages have a fraction. */
const areStarsToGive = (one: Rating | undefined, other: Rating | undefined): boolean =>
  one?.best !== undefined &&
  one.best === other?.best &&
  Number.isInteger(one.value) &&
  Math.abs(one.value - other.value) === 1;

const ratings: Finder = (region) => {
  const found = belowHeading(region).map(({ text }) => ({
    text,
    rating: text.length <= maxLineCharacters && ratingWords.test(text) ? findRating(text) : undefined,
  }));
  return found.flatMap(({ text, rating }, at) => {
    const isToGive =
      starsToGive.test(text) ||
      starsInRow.test(text) ||
      [at - 1, at + 1].some((beside) => areStarsToGive(rating?.value, found[beside]?.rating?.value));
    return rating === undefined || isToGive ? [] : [text.slice(rating.start, rating.end).trim()];
  });
};

const prose: Finder = ({ lines, isRecord }) =>
  lines
    .filter(({ text, level }) => level === 0 && text.length >= (isRecord ? 40 : 80) && /\.|!|\?/.test(text))
    .map(({ text }) => text);

const street =
  /(?:^|[\s,])(?:ул|улица|пр-т|просп|проспект|пр|пер|переулок|шоссе|наб|бульвар|пл)\.?\s\p{Lu}|\p{Lu}\p{L}+\s(?:Street|St|Road|Rd|Ave|Avenue|Lane|Ln|Court|Ct|Drive|Dr|Parade|Boulevard|Blvd|Square|Row)(?!\p{L})/u;
/** A house number, or three parts such as house, street and town. */
const placed = /\d|^[^,.]+,[^,.]+,[^,.]+$/u;
const maxAddressCharacters = 120;

const addresses: Finder = ({ lines }, { concept }) =>
  concept?.name === 'address'
    ? lines
        .map(({ text }) => text)
        .filter((text) => text.length <= maxAddressCharacters && placed.test(text) && street.test(text))
        // The address ends before a sentence that follows the house number.
        .map((text) => text.replace(/(?<=\d)\.\s\p{Lu}.*$/u, ''))
    : [];

const hours: Finder = ({ lines }) =>
  lines
    .map(({ text }) => text)
    .filter(
      (text) =>
        text.length <= 120 &&
        /(?:^|[^\p{L}])(?:пн|пон|ежедневно|будни|mon|daily|weekdays|every day)/iu.test(text) &&
        /\d{1,2}(?:[:.]\d{2}|\s?(?:am|pm))/iu.test(text),
    );

/** A link to a part of a page, such as its reviews, comes after those to pages. */
const links: Finder = ({ lines, isRecord }) => {
  const hrefs = isRecord ? lines.flatMap((line) => line.links.map(({ href }) => href)) : [];
  return [...hrefs.filter((href) => !leadsToPart(href)), ...hrefs.filter(leadsToPart)];
};
const images: Finder = ({ lines }) => lines.flatMap((line) => line.images);
const segments: Finder = ({ lines }) =>
  lines.filter(({ text }) => text.length <= 80).flatMap(({ text }) => text.split(/\s*[·|,•]\s*/u));

const flags: Finder = (region, field) =>
  segments(region, field).filter((text) => /удал[её]н|remote|telecommute/iu.test(text));

/** Numbers with the concept's own words after them: `3 bedrooms`. */
const counted: Finder = (region, { concept }) => {
  const pattern = concept?.counted;
  if (pattern === undefined) return [];
  return belowHeading(region)
    .filter(({ text }) => text.length <= maxLineCharacters)
    .flatMap(({ text }) =>
      numbersIn(text).flatMap(({ start, end }) => {
        const words = pattern.exec(text.slice(end, end + 24));
        return words === null ? [] : [text.slice(start, end + words[0].length)];
      }),
    );
};

const choices: Finder = (region, field) =>
  field.choices === undefined || field.concept?.name !== 'employmentType' ? [] : segments(region, field);

const storeys: Finder = ({ lines }) =>
  lines
    .map(({ text }) => text)
    .filter(
      (text) =>
        text.length <= maxLineCharacters && /этаж|floor/iu.test(text) && findStorey(text) !== undefined,
    );

const byKind: Partial<Readonly<Record<Kind, Finder>>> = {
  name: named,
  prose,
  price: (region, field) => (field.concept?.name === 'price' ? prices(region) : []),
  'old price': oldPrices,
  currency: currencies,
  'lowest pay': pay,
  'highest pay': pay,
  pay,
  date: (region, field) =>
    /^(?:date|datePublished|startDate)$/.test(field.concept?.name ?? '') ? dates(region, field) : [],
  email: emails,
  phone: (region, field) => (field.concept?.name === 'phone' ? phones(region, field) : []),
  rating: ratings,
  'best rating': ratings,
  availability: availabilityTexts,
  person: (region, field) => (field.concept?.name === 'author' ? authors(region) : []),
  address: addresses,
  hours,
  link: (region, field) => (field.concept?.name === 'url' ? links(region, field) : []),
  image: images,
  flag: flags,
  storey: storeys,
  storeys,
  text: choices,
};

/** Texts that may contain the value of a field without a label. */
export const unlabelled: Finder = (region, field) => {
  const kind = field.concept?.kind;
  const own = kind === undefined ? undefined : byKind[kind];
  return [...(own?.(region, field) ?? []), ...counted(region, field)];
};
