import type { ContentOptions } from '#shared/content/page-content.ts';
import type { Conversion, ConvertOptions, ConvertPage } from '#shared/scrape/conversion/convert-page.ts';
import type { AcquiredPage } from './acquired-page.ts';

export interface AcquiredConversion extends ConvertOptions {
  /** None when the page is only judged. */
  readonly selections: readonly ContentOptions[];
  readonly wantsLinks?: boolean;
  /** Whether the page has been judged before: one from the cache. */
  readonly isJudged?: boolean;
  readonly allowsEmpty?: boolean;
  /** Whether an error page that its scripts draw is EMPTY_PAGE, for the browser to open it. */
  readonly rendersErrors?: boolean;
}

/** The type of a rendered document, which is text by now, whatever the charset of the response was. */
const utf8Type = (contentType = 'text/html'): string =>
  /^\s*application\/xhtml\+xml/i.test(contentType)
    ? 'text/html; charset=utf-8'
    : `${contentType.replace(/;.*$/s, '').trim()}; charset=utf-8`;

/** Converts a page as it was fetched or rendered. Rejects as `ConvertPage` does. */
export function convertAcquired(
  convertPage: ConvertPage,
  { body, headers, finalUrl, status, source }: AcquiredPage,
  options: AcquiredConversion,
): Promise<Conversion> {
  const {
    selections,
    wantsLinks = false,
    isJudged = false,
    allowsEmpty = false,
    rendersErrors = false,
    ...convertOptions
  } = options;
  const contentLanguage = headers['content-language'];
  const task = {
    resource: {
      bytes: body,
      contentType: source === 'cloud' ? utf8Type(headers['content-type']) : headers['content-type'],
      url: finalUrl,
      ...(contentLanguage === undefined ? {} : { contentLanguage }),
    },
    ...(isJudged ? {} : { response: { source, status, headers, finalUrl } }),
    allowsEmpty,
    rendersErrors,
    selections,
    wantsLinks,
  };
  return convertPage(task, convertOptions);
}
