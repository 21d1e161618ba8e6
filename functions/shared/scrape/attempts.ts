import { isScreenshot, type ScrapeRequest, wantsScreenshot } from '#shared/contract/scrape.ts';
import { type ErrorCode, isAppError } from '#shared/kernel/errors.ts';
import { hasRoute } from '#shared/kernel/url-fragment.ts';

/** One try to get a page. */
export interface Attempt {
  readonly parser: 'local' | 'cloud';
  readonly profile: 'default' | 'stealth';
  /** Failures of an earlier attempt that this one may get past. */
  readonly retryableErrors: readonly ErrorCode[];
  /** Parsers that may follow when this one fails. */
  readonly later: readonly Attempt['parser'][];
  /** Whether the browser is among the parsers that may follow when this one finds no text. */
  readonly mayRender: boolean;
}

const asksForBrowser = ({ formats, waitFor, forceCloud, proxy, actions }: ScrapeRequest): boolean =>
  forceCloud || actions.length > 0 || waitFor > 0 || proxy === 'stealth' || wantsScreenshot(formats);

/** Whether the static fetch would not bring what is asked for. */
const needsBrowser = (request: ScrapeRequest): boolean =>
  // A server is not told the route of an application, and answers with its first page.
  asksForBrowser(request) || hasRoute(request.url);

function parsersOf(request: ScrapeRequest): readonly Attempt['parser'][] {
  if (request.forceLocal) return ['local'];
  if (needsBrowser(request)) return ['cloud'];
  return request.useLocalFirst ? ['local', 'cloud'] : ['cloud', 'local'];
}

/** Failures of one parser that the other one may get past. */
const retryableBy: Readonly<Record<Attempt['parser'], readonly ErrorCode[]>> = {
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

type AttemptAlone = Omit<Attempt, 'later' | 'mayRender'>;

/** The browser cannot read a file: it is fetched, without the screenshot and the wait, which a file does not have. */
const readsFiles = ({ formats, forceLocal, forceCloud, actions }: ScrapeRequest): boolean =>
  !forceLocal && !forceCloud && actions.length === 0 && formats.some((format) => !isScreenshot(format));

/** The attempts in their order. */
export function attemptsOf(request: ScrapeRequest): readonly Attempt[] {
  const { proxy } = request;
  const parsers = parsersOf(request);
  const profile = proxy === 'stealth' ? 'stealth' : 'default';
  const attempts = parsers.map((parser): AttemptAlone => ({
    parser,
    profile,
    retryableErrors: retryableBy[parser],
  }));
  const strongest = parsers.includes('cloud') ? 'cloud' : 'local';
  const stealth: AttemptAlone = { parser: strongest, profile: 'stealth', retryableErrors: ['BLOCKED'] };
  const general = proxy === 'auto' ? [...attempts, stealth] : attempts;
  const forFiles: readonly AttemptAlone[] =
    needsBrowser(request) && readsFiles(request)
      ? [{ parser: 'local', profile, retryableErrors: ['UNSUPPORTED_TYPE'] }]
      : [];
  return [
    ...general.map((attempt, index) => {
      const later = general.slice(index + 1);
      return {
        ...attempt,
        later: later.map(({ parser }) => parser),
        mayRender: later.some(
          ({ parser, retryableErrors }) => parser === 'cloud' && retryableErrors.includes('EMPTY_PAGE'),
        ),
      };
    }),
    ...forFiles.map((attempt) => ({ ...attempt, later: [], mayRender: false })),
  ];
}

export const canRetryWith = ({ retryableErrors }: Attempt, failure: unknown): boolean =>
  isAppError(failure, ...retryableErrors);
