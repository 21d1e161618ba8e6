import { isScreenshot, type ScrapeRequest, wantsScreenshot } from '#shared/contract/scrape.ts';
import { type ErrorCode, isAppError } from '#shared/kernel/errors.ts';

/** One way of getting a page. */
export interface Attempt {
  readonly parser: 'local' | 'cloud';
  readonly profile: 'default' | 'stealth';
  /** Failures of an earlier attempt that this one may get past. */
  readonly cures: readonly ErrorCode[];
  /** Parsers that are tried should this one fail for whatever reason. */
  readonly later: readonly Attempt['parser'][];
}

const needsBrowser = ({ formats, waitFor, forceCloud, proxy }: ScrapeRequest): boolean =>
  forceCloud || waitFor > 0 || proxy === 'stealth' || wantsScreenshot(formats);

function parsersOf(request: ScrapeRequest): readonly Attempt['parser'][] {
  if (request.forceLocal) return ['local'];
  if (needsBrowser(request)) return ['cloud'];
  return request.useLocalFirst ? ['local', 'cloud'] : ['cloud', 'local'];
}

/** What another reader of the same server may get past. */
const curedBy: Readonly<Record<Attempt['parser'], readonly ErrorCode[]>> = {
  cloud: ['BLOCKED', 'EMPTY_PAGE', 'TLS_ERROR', 'INVALID_RESPONSE', 'CONNECTION_FAILED'],
  local: [
    'BLOCKED',
    'EMPTY_PAGE',
    'TLS_ERROR',
    'INVALID_RESPONSE',
    'CONNECTION_FAILED',
    'PAGE_CRASHED',
    'RENDERER_UNAVAILABLE',
    'SCRAPE_TIMEOUT',
    'UNSUPPORTED_TYPE',
    'TOO_MANY_REDIRECTS',
  ],
};

type Way = Omit<Attempt, 'later'>;

/** A file has no picture, and the browser cannot read it: the other formats are read without one. */
const withoutPicture = ({ formats, forceCloud }: ScrapeRequest): boolean =>
  wantsScreenshot(formats) && !forceCloud && formats.some((format) => !isScreenshot(format));

/** The ways to try, in order. Spec: The two parsers; `proxy`. */
export function attemptsOf(request: ScrapeRequest): readonly Attempt[] {
  const { proxy } = request;
  const parsers = parsersOf(request);
  const profile = proxy === 'stealth' ? 'stealth' : 'default';
  const ways = parsers.map((parser): Way => ({
    parser,
    profile,
    cures: profile === 'stealth' ? ['BLOCKED'] : curedBy[parser],
  }));
  const strongest = parsers.includes('cloud') ? 'cloud' : 'local';
  const stealth: Way = { parser: strongest, profile: 'stealth', cures: ['BLOCKED'] };
  const general = proxy === 'auto' ? [...ways, stealth] : ways;
  const forFiles: readonly Way[] = withoutPicture(request)
    ? [{ parser: 'local', profile, cures: ['UNSUPPORTED_TYPE'] }]
    : [];
  return [
    ...general.map((way, index) => ({
      ...way,
      later: general.slice(index + 1).map(({ parser }) => parser),
    })),
    ...forFiles.map((way) => ({ ...way, later: [] })),
  ];
}

export const mayCure = ({ cures }: Attempt, failure: unknown): boolean => isAppError(failure, ...cures);
