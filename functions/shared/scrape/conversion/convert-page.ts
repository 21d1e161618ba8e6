import {
  type ContentOptions,
  contentsUnlessKnown,
  type CrawlLinks,
  type IsKnown,
  nothingIncluded,
  type PageContent,
} from '#shared/content/page-content.ts';
import { type PageResource, type ParsedPage, parsePage } from '#shared/content/page/parse-page.ts';
import { requireMainContent, requirePage } from '#shared/scrape/verdict/require-page.ts';
import { judgePage, type PageResponse, type PageVerdict } from '#shared/scrape/verdict/judge-page.ts';

/** One page and the contents that are wanted of it, as plain data that another thread can be given. */
export interface ConversionTask {
  readonly resource: PageResource;
  /** Absent for a page that has been judged before: one from the cache. */
  readonly response?: PageResponse;
  /** A screenshot of a page without text is still a screenshot. */
  readonly allowsEmpty: boolean;
  /** Whether an error page that its scripts draw is EMPTY_PAGE, for the browser to open it. It is not, unless told. */
  readonly rendersErrors?: boolean;
  /** None for a page that is only judged. */
  readonly selections: readonly ContentOptions[];
  readonly wantsLinks: boolean;
}

export interface Conversion {
  /** One for each selection, in their order; none of a page that is known. */
  readonly contents: readonly PageContent[];
  readonly isKnown?: true;
  /** Present when the task wants them and has selections: a page that is only judged has none. */
  readonly links?: CrawlLinks;
}

export interface ConvertOptions {
  readonly signal: AbortSignal;
  /** Milliseconds that the conversion may take once it has begun; the wait for other pages and for the thread does not count. */
  readonly maxMs?: number;
  /**
   * Called once, as soon as the page is known to be the page that was asked for: before its content is written, or after
   * that for a file, or where scripts that have not run might write it. Not called for an error page, which no cache is to keep.
   */
  readonly onAccepted?: () => void;
  /** Asked before the content of a page is written that names another URL as its canonical one. */
  readonly isKnown?: IsKnown;
}

/** What a conversion tells and asks on its way. */
export type ConvertCalls = Pick<ConvertOptions, 'onAccepted' | 'isKnown'>;

/**
 * Turns the bytes of a page into contents: decoded once, parsed once, judged, written. Rejects with AppError BLOCKED or
 * EMPTY_PAGE (the response is not the page), UNSUPPORTED_TYPE, TOO_LARGE, or with the signal's reason.
 */
export type ConvertPage = (task: ConversionTask, options: ConvertOptions) => Promise<Conversion>;

function judged(
  page: ParsedPage,
  response: PageResponse,
  { allowsEmpty, rendersErrors = false }: ConversionTask,
): PageVerdict {
  const verdict = judgePage(page, response, { rendersErrors });
  requirePage(verdict, response.source, allowsEmpty);
  return verdict;
}

const errorPageWarning =
  'The page says that it does not exist, that nobody may see it or that the site has failed, although it has no error status.';

const asErrorPage = (content: PageContent): PageContent => ({
  ...content,
  isErrorPage: true,
  warnings: [...(content.warnings ?? []), errorPageWarning],
});

const noTextWarning = 'The page has no text.';
const nothingLeftWarning = 'The elements that includeTags and excludeTags leave have no text.';

const isBlank = ({ markdown, html }: PageContent): boolean => {
  const texts = [markdown, html].filter((text) => text !== undefined);
  return texts.length > 0 && texts.every((text) => text.trim() === '');
};

const choosesTags = (options: ContentOptions | undefined): boolean =>
  options !== undefined && (options.includeTags.length > 0 || options.excludeTags.length > 0);

/** Says of a content that its Markdown and its HTML are blank, unless the reason is among its warnings. */
function withWordOfText(content: PageContent, isChosen: boolean): PageContent {
  const { lacksMainContent, warnings = [] } = content;
  const isExplained = lacksMainContent === true || warnings.includes(nothingIncluded);
  if (isExplained || !isBlank(content)) return content;
  return { ...content, warnings: [...warnings, isChosen ? nothingLeftWarning : noTextWarning] };
}

const looksForMainContent = ({
  onlyMainContent,
  needsMainContent,
  includeTags,
  formats,
}: ContentOptions): boolean =>
  (onlyMainContent || needsMainContent === true) && includeTags.length === 0 && formats.size > 0;

/** Converts in the calling thread, which it blocks until the work is done. */
export async function convertPage(
  task: ConversionTask,
  { onAccepted, isKnown }: ConvertCalls = {},
): Promise<Conversion> {
  const { resource, response, selections, wantsLinks } = task;
  const page = parsePage(resource);
  const verdict = response === undefined ? undefined : judged(page, response, task);
  const isErrorPage = verdict?.isErrorPage === true;
  // A file may turn out to be damaged or empty when it is read.
  const isDoubtful =
    ('bytes' in page && selections.length > 0) ||
    (verdict?.mayLackContent === true && selections.some(looksForMainContent));
  if (!isErrorPage && !isDoubtful) onAccepted?.();
  if (selections.length === 0) return { contents: [] };
  const { contents, ...links } = await contentsUnlessKnown(page, selections, {
    wantsLinks,
    ...(isErrorPage ? {} : { isKnown }),
  });
  if (isDoubtful) {
    requireMainContent(contents ?? []);
    onAccepted?.();
  }
  if (contents === undefined) return { contents: [], isKnown: true, ...links };
  const told = contents.map((content, index) => withWordOfText(content, choosesTags(selections[index])));
  return { contents: isErrorPage ? told.map(asErrorPage) : told, ...links };
}
