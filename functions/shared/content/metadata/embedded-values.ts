import { rawText } from '#shared/content/dom/element-text.ts';
import { webAddress } from './crawl-links.ts';

/** Longer values are cut. */
const maxValueCharacters = 10_000;

/** The tokens of a space-separated attribute. */
export const tokens = (value: string | undefined): readonly string[] =>
  value
    ?.trim()
    .split(/\s+/)
    .filter((token) => token !== '') ?? [];

/** A URL value, absolute if possible. */
export const addressValue = (address: string, baseUrl: string): string =>
  webAddress(address.trim(), baseUrl) ?? address.trim();

/** The text of an element on one line. */
export const textValue = (element: Parameters<typeof rawText>[0]): string =>
  rawText(element, maxValueCharacters).replace(/\s+/g, ' ').trim();
