import { countryOf, type Location } from '#shared/contract/location.ts';
import type { RenderRequest } from '#shared/contract/render.ts';

type Headers = Readonly<Record<string, string>>;

/** What a request tells the site of its visitor's place: headers of every request, and what scripts of a page are told. */
export interface VisitorPlace {
  readonly headers: Headers;
  readonly inBrowser: Pick<RenderRequest, 'timezone' | 'geolocation'>;
}

/** `de-DE,de;q=0.9,fr;q=0.8`, the most wanted first. */
const acceptLanguage = (languages: readonly string[]): string =>
  languages
    .map((language, at) => (at === 0 ? language : `${language};q=${Math.max(1, 10 - at) / 10}`))
    .join(',');

/** The languages of a country, each with the country first: de-CH, de, fr-CH, fr. */
const languagesIn = (code: string, languages: readonly string[]): readonly string[] =>
  languages.flatMap((language) => [`${language}-${code}`, language]);

const hasLanguage = (headers: Headers): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'accept-language');

/** The caller's own Accept-Language wins. */
export function visitorPlace(headers: Headers, location: Location | undefined): VisitorPlace {
  if (location === undefined) return { headers, inBrowser: {} };
  const { country: code, languages } = location;
  const country = code === undefined ? undefined : countryOf(code);
  const wanted = languages ?? languagesIn(code ?? '', country?.languages ?? []);
  return {
    headers: hasLanguage(headers) ? headers : { ...headers, 'Accept-Language': acceptLanguage(wanted) },
    inBrowser:
      country === undefined
        ? {}
        : {
            timezone: country.timezone,
            geolocation: { latitude: country.latitude, longitude: country.longitude },
          },
  };
}
