import * as z from 'zod';

import countries from './countries.json' with { type: 'json' };

/** What a browser in a country has. Languages, the most used first; coordinates are those of a large city. */
export interface Country {
  readonly languages: readonly string[];
  /** IANA name. */
  readonly timezone: string;
  readonly latitude: number;
  readonly longitude: number;
}

type CountryRow = readonly [languages: string, timezone: string, latitude: number, longitude: number];

/** By ISO 3166-1 alpha-2. From the time zone database (zone.tab) and CLDR's likely languages. */
const rows = countries as unknown as Readonly<Record<string, CountryRow>>;

export function countryOf(code: string): Country | undefined {
  const row = Object.hasOwn(rows, code) ? rows[code] : undefined;
  if (row === undefined) return undefined;
  const [languages, timezone, latitude, longitude] = row;
  return { languages: languages.split(' '), timezone, latitude, longitude };
}

const country = z
  .string()
  .regex(/^[A-Za-z]{2}$/, 'must be a two-letter country code')
  .transform((code) => code.toUpperCase())
  .refine((code) => countryOf(code) !== undefined, 'must be a country code of ISO 3166-1, such as DE');

const language = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'must be a language tag such as de or pt-BR');

/** Where a page is read from, as far as the request and the browser tell the site. */
export const location = z
  .strictObject({ country: country.optional(), languages: z.array(language).min(1).max(10).optional() })
  .refine(({ country: code, languages }) => code !== undefined || languages !== undefined, {
    message: 'needs a country or languages',
  });
export type Location = z.output<typeof location>;
