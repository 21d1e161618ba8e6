import { type ScrapeRequest, wantsScreenshot } from '#shared/contract/scrape.ts';
import { type ErrorCode, isAppError } from '#shared/kernel/errors.ts';

/** One way of getting a page. */
export interface Attempt {
  readonly parser: 'local' | 'cloud';
  readonly profile: 'default' | 'stealth';
  /** What is tried should this one fail. */
  readonly later: readonly Attempt['parser'][];
}

const needsBrowser = ({ formats, waitFor, forceCloud, proxy }: ScrapeRequest): boolean =>
  forceCloud || waitFor > 0 || proxy === 'stealth' || wantsScreenshot(formats);

function parsersOf(request: ScrapeRequest): readonly Attempt['parser'][] {
  if (request.forceLocal) return ['local'];
  if (needsBrowser(request)) return ['cloud'];
  return request.useLocalFirst ? ['local', 'cloud'] : ['cloud', 'local'];
}

/** The ways to try, in order. Spec: The two parsers; `proxy`. */
export function attemptsOf(request: ScrapeRequest): readonly Attempt[] {
  const { proxy } = request;
  const parsers = parsersOf(request);
  const profile = proxy === 'stealth' ? 'stealth' : 'default';
  const ways = parsers.map((parser) => ({ parser, profile }) as const);
  const strongest = parsers.includes('cloud') ? 'cloud' : 'local';
  const all = proxy === 'auto' ? [...ways, { parser: strongest, profile: 'stealth' } as const] : ways;
  return all.map(({ parser, profile }, index) => ({
    parser,
    profile,
    later: all.slice(index + 1).map((way) => way.parser),
  }));
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

export const mayCure = ({ parser, profile }: Attempt, failure: unknown): boolean =>
  profile === 'stealth' ? isAppError(failure, 'BLOCKED') : isAppError(failure, ...curedBy[parser]);
