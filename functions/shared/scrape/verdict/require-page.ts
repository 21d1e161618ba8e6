import type { PageContent } from '#shared/content/page-content.ts';
import type { Source } from '#shared/contract/fields.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { PageVerdict } from './judge-page.ts';

const needsScripts = (details: { source: Source; cause: string }): AppError =>
  new AppError(
    'EMPTY_PAGE',
    'The page needs JavaScript to render its content, and no script has run.',
    details,
  );

/** Throws BLOCKED or EMPTY_PAGE when a response is not the page that was asked for. */
export function requirePage({ verdict, reason }: PageVerdict, source: Source, allowsEmpty: boolean): void {
  const details = { source, cause: reason };
  if (verdict === 'blocked')
    throw new AppError('BLOCKED', 'The site blocked the request with bot protection.', details);
  if (verdict === 'empty' && !allowsEmpty) throw new AppError('EMPTY_PAGE', 'The page has no text.', details);
  if (verdict === 'needs-rendering') throw needsScripts(details);
}

/** Whether a page has no main content that was asked for. */
export const lacksMainContent = (contents: readonly PageContent[]): boolean =>
  contents.some((content) => content.lacksMainContent === true);

/** Throws EMPTY_PAGE for a fetched page without main content, which scripts may write. */
export function requireMainContent(contents: readonly PageContent[]): void {
  if (lacksMainContent(contents))
    throw needsScripts({ source: 'local', cause: 'only menus and the like without scripts' });
}
