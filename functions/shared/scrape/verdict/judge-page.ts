import type { ParsedPage } from '#shared/content/page/parse-page.ts';
import type { Source } from '#shared/contract/fields.ts';
import { protectionOf } from './bot-protection.ts';
import { isErrorPage } from './error-page.ts';
import { type PageSketch, sketchOfText, sketchPage } from './page-sketch.ts';
import { renderedShellReason, shellReason } from './script-shells.ts';

/** The parts of an HTTP response that a verdict is made from, beside its body. */
export interface PageResponse {
  /** `cloud` when a browser has rendered the page. */
  readonly source: Source;
  readonly status: number;
  /** Names are lower-case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly finalUrl: string;
}

/**
 * Whether a response is the page that was asked for: `blocked` is bot protection, `needs-rendering` a shell that
 * scripts would fill, `empty` a page without content. A reason for `blocked` names the protection.
 */
export interface PageVerdict {
  readonly verdict: 'fine' | 'needs-rendering' | 'blocked' | 'empty';
  readonly reason: string;
  /** The page says that it is missing, that nobody may see it or that the site has failed, whatever its status says. */
  readonly isErrorPage?: true;
  /** Scripts that have not run may write the content of the page. */
  readonly mayLackContent?: true;
}

const isHtml = ({ headers }: PageResponse): boolean => /html/i.test(headers['content-type'] ?? 'text/html');

/** Refusals of bot protection are short; longer text is data. */
const maxAnswerCharacters = 10_000;

const showsNothing = ({ words, frame, media, frames }: PageSketch): boolean =>
  words === '' && frame === '' && media === 0 && frames === 0;

const isEmptyApplication = (sketch: PageSketch): boolean =>
  showsNothing(sketch) && sketch.appRoot === 'empty' && sketch.scripts > 0;

/** The status of an error page says what it is. */
const fine = (status: number, sketch: PageSketch, reason: string): PageVerdict =>
  status < 400 && isErrorPage(sketch)
    ? { verdict: 'fine', reason: 'an error page with a status of success', isErrorPage: true }
    : { verdict: 'fine', reason };

/** Error responses count as pages, except the shell of an application that a static host serves with status 404. */
function judgeRendered({ status }: PageResponse, sketch: PageSketch): PageVerdict {
  if (status >= 400 ? isEmptyApplication(sketch) : showsNothing(sketch))
    return { verdict: 'empty', reason: 'no text after its scripts have run' };
  const reason = status >= 400 ? undefined : renderedShellReason(sketch);
  return reason === undefined
    ? fine(status, sketch, 'rendered by the browser')
    : { verdict: 'empty', reason };
}

/** Statuses of a server that asks not to be asked again before the time of its `Retry-After`. */
const refusals: ReadonlySet<number> = new Set([429, 503]);

const asksToComeLater = ({ status, headers }: PageResponse): boolean =>
  refusals.has(status) && headers['retry-after'] !== undefined;

function judgeFetched(response: PageResponse, sketch: PageSketch, rendersErrors: boolean): PageVerdict {
  const { status, headers } = response;
  if (status >= 400) {
    const isDrawn = showsNothing(sketch) && sketch.scripts > 0;
    return isDrawn && rendersErrors && !asksToComeLater(response)
      ? { verdict: 'needs-rendering', reason: 'an error page that its scripts draw' }
      : { verdict: 'fine', reason: 'an error page of the site' };
  }
  const reason = shellReason({ ...sketch, refresh: headers['refresh'] });
  if (reason !== undefined) return { verdict: 'needs-rendering', reason };
  if (showsNothing(sketch)) return { verdict: 'empty', reason: 'neither text nor scripts' };
  const verdict = fine(status, sketch, 'it has text');
  return sketch.scripts > 0 && verdict.isErrorPage === undefined
    ? { ...verdict, mayLackContent: true }
    : verdict;
}

export interface JudgeOptions {
  /** Whether an error page that its scripts draw needs rendering: it is delivered, and the browser may open it. */
  readonly rendersErrors: boolean;
}

const notADocument: PageVerdict = { verdict: 'fine', reason: 'not a document' };

/** Judges a page by its text and elements. To be called before normalisation changes the tree. */
export function judgePage(
  page: ParsedPage,
  response: PageResponse,
  { rendersErrors }: JudgeOptions = { rendersErrors: false },
): PageVerdict {
  if ('bytes' in page) return notADocument;
  const isDocument = page.kind === 'html' || isHtml(response);
  if (
    page.kind !== 'html' &&
    !isDocument &&
    (response.status < 400 || page.text.length > maxAnswerCharacters)
  )
    return notADocument;
  const sketch = page.kind === 'html' ? sketchPage(page) : sketchOfText(page.text);
  const protection = protectionOf({ ...response, sketch });
  if (protection !== undefined) return { verdict: 'blocked', reason: protection };
  if (!isDocument) return notADocument;
  return response.source === 'cloud'
    ? judgeRendered(response, sketch)
    : judgeFetched(response, sketch, rendersErrors);
}
