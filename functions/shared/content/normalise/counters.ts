import { findElement } from '#shared/content/dom/element-text.ts';
import { classesOf, type ElementIndex, newText, setChildren } from '#shared/content/dom/element-edit.ts';

/** How builders of pages for WordPress name a number to which a script counts up: it shows 0, or nothing, before. */
const counters = [
  // Elementor
  {
    name: 'elementor-counter-number',
    value: 'data-to-value',
    delimiter: 'data-delimiter',
    shownIn: undefined,
  },
  // Divi
  {
    name: 'et_pb_number_counter',
    value: 'data-number-value',
    delimiter: 'data-number-separator',
    shownIn: 'percent-value',
  },
] as const;

/** With a sign behind it: `100+`, `2.5 M`. */
const isNumber = (text: string): boolean => text.length <= 20 && /^\d[\d\s.,]*\D{0,3}$/.test(text);

const withDelimiter = (value: string, delimiter: string): string =>
  delimiter === '' || !/^\d+$/.test(value) ? value : value.replaceAll(/\B(?=(?:\d{3})+$)/g, delimiter);

/** Writes the numbers to which scripts count up where they are shown. */
export function fillCounters(index: ElementIndex): void {
  for (const box of ['div', 'span'].flatMap((name) => index.named(name)))
    for (const { name, value, delimiter, shownIn } of counters) {
      const number = box.attribs[value]?.trim() ?? '';
      if (!isNumber(number) || !classesOf(box).includes(name)) continue;
      const place =
        shownIn === undefined ? box : findElement(box, (inner) => classesOf(inner).includes(shownIn));
      if (place !== undefined)
        setChildren(place, [newText(withDelimiter(number, box.attribs[delimiter] ?? ''))]);
    }
}
