import { rawText } from '#shared/content/dom/element-display.ts';
import { webAddress } from './crawl-links.ts';

/** Longer texts are no values: their end is left out. */
const longestValue = 10_000;

/** What microdata and RDFa write side by side, as classes are. */
export const tokens = (value: string | undefined): readonly string[] =>
  value
    ?.trim()
    .split(/\s+/)
    .filter((token) => token !== '') ?? [];

/** The address that a value is, absolute where it can be. */
export const addressValue = (address: string, baseUrl: string): string =>
  webAddress(address.trim(), baseUrl) ?? address.trim();

/** The text that a value is, on one line. */
export const textValue = (element: Parameters<typeof rawText>[0]): string =>
  rawText(element, longestValue).replace(/\s+/g, ' ').trim();
