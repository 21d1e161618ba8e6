import { describe, expect, test } from 'vitest';

import countries from '#shared/contract/countries.json' with { type: 'json' };
import { countryOf } from '#shared/contract/location.ts';
import { visitorPlace } from '#shared/scrape/visitor-place.ts';

const isTimeZone = (timeZone: string | undefined): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

describe('the place of a visitor', () => {
  test.for([
    ['a country', { country: 'DE' }, 'de-DE,de;q=0.9'],
    [
      'a country of several languages',
      { country: 'BE' },
      'nl-BE,nl;q=0.9,fr-BE;q=0.8,fr;q=0.7,de-BE;q=0.6,de;q=0.5',
    ],
    ['languages', { languages: ['pt-BR', 'pt'] }, 'pt-BR,pt;q=0.9'],
    ['languages of another country', { country: 'DE', languages: ['tr'] }, 'tr'],
  ] as const)('by %s asks for its languages', ([, location, header]) => {
    const { country, languages } = location as { country?: string; languages?: readonly string[] };

    const { headers } = visitorPlace(
      {},
      {
        ...(country === undefined ? {} : { country }),
        ...(languages === undefined ? {} : { languages: [...languages] }),
      },
    );

    expect(headers).toEqual({ 'Accept-Language': header });
  });

  test('changes nothing when nobody names one', () => {
    expect(visitorPlace({ Cookie: 'a=b' }, undefined)).toEqual({ headers: { Cookie: 'a=b' }, inBrowser: {} });
  });

  test('leaves the caller’s own languages alone', () => {
    const { headers, inBrowser } = visitorPlace({ 'accept-language': 'fi' }, { country: 'SE' });

    expect(headers).toEqual({ 'accept-language': 'fi' });
    expect(inBrowser.timezone).toBe('Europe/Stockholm');
  });

  test('is in a time zone that exists, at coordinates, with languages, for each country', () => {
    const codes = Object.keys(countries);

    expect(codes.length).toBe(249);
    const wrong = codes.filter((code) => {
      const { languages = [], timezone, latitude = 99, longitude = 999 } = countryOf(code) ?? {};
      const isPlace = Math.abs(latitude) < 90 && Math.abs(longitude) <= 180;
      return !isPlace || languages.length === 0 || !isTimeZone(timezone);
    });
    expect(wrong).toEqual([]);
  });
});
