import type { SearchCategory, SearchRequest } from '#shared/contract/search.ts';
import { bareHost } from '#shared/web/urls/similar-url.ts';
import type { FoundEntry, ListRequest, Recency } from './search-provider.ts';

export type SearchTerms = Pick<
  SearchRequest,
  | 'query'
  | 'limit'
  | 'sources'
  | 'mergeSources'
  | 'categories'
  | 'lang'
  | 'country'
  | 'tbs'
  | 'location'
  | 'includeDomains'
  | 'excludeDomains'
>;

/** Publishers and archives of papers. */
const researchHosts = [
  'arxiv.org',
  'pubmed.ncbi.nlm.nih.gov',
  'ncbi.nlm.nih.gov',
  'nature.com',
  'sciencedirect.com',
  'link.springer.com',
  'semanticscholar.org',
  'biorxiv.org',
  'dl.acm.org',
  'ieeexplore.ieee.org',
];

const sites = (hosts: readonly string[]): string => {
  const terms = hosts.map((host) => `site:${host}`);
  return terms.length === 1 ? terms.join('') : `(${terms.join(' OR ')})`;
};

const operators: Readonly<Record<SearchCategory, string>> = {
  github: sites(['github.com']),
  research: sites(researchHosts),
  pdf: 'filetype:pdf',
};

const isOn = (url: URL, hosts: readonly string[]): boolean => {
  const host = bareHost(url.hostname);
  return hosts.some(
    (name) => host === bareHost(name.toLowerCase()) || host.endsWith(`.${name.toLowerCase()}`),
  );
};

/** Filters of entries: providers do not support every operator. */
const belongs: Readonly<Record<SearchCategory, (url: URL) => boolean>> = {
  github: (url) => isOn(url, ['github.com']),
  research: (url) => isOn(url, researchHosts),
  pdf: ({ pathname }) => /\.pdf$|\/pdf\//i.test(pathname),
};

const recencies: Readonly<Record<string, Recency>> = {
  'qdr:h': 'day',
  'qdr:d': 'day',
  'qdr:w': 'week',
  'qdr:m': 'month',
  'qdr:y': 'year',
};

export interface PlannedList {
  readonly request: ListRequest;
  /** Whether the caller asks for some domains or categories only. */
  readonly isFiltered: boolean;
  /** Whether an entry meets the request. */
  readonly accepts: (entry: FoundEntry) => boolean;
}

/**
 * The lists of one search: one per source, or per category for the web. Domains and location are sent in the query,
 * the only field that every provider reads.
 */
export function plannedLists(terms: SearchTerms): readonly PlannedList[] {
  const { includeDomains, excludeDomains, categories } = terms;
  const words = [
    // A line break would end an operator.
    terms.query.replaceAll(/\s+/g, ' '),
    ...(terms.location === undefined ? [] : [terms.location]),
    ...(includeDomains.length === 0 ? [] : [sites(includeDomains)]),
    ...excludeDomains.map((host) => `-site:${host}`),
  ];
  const planned = (source: ListRequest['source'], category?: SearchCategory): PlannedList => ({
    request: {
      terms: [...words, ...(category === undefined ? [] : [operators[category]])].join(' '),
      source,
      limit: terms.limit,
      lang: terms.lang,
      country: terms.country,
      recency: recencies[terms.tbs ?? ''],
    },
    isFiltered: includeDomains.length + excludeDomains.length > 0 || category !== undefined,
    accepts: (entry) => {
      const url = URL.parse(entry.url);
      if (url === null || !/^https?:$/.test(url.protocol)) return false;
      if (includeDomains.length > 0 && !isOn(url, includeDomains)) return false;
      return !isOn(url, excludeDomains) && (category === undefined || belongs[category](url));
    },
  });
  return terms.sources.flatMap((source) =>
    source === 'web' && categories.length > 0
      ? categories.map((category) => planned(source, category))
      : [planned(source)],
  );
}
