import type { Source } from '#shared/contract/fields.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { PageVerdict } from './judge-page.ts';

/** Throws BLOCKED or EMPTY_PAGE when a response is not the page that was asked for. */
export function requirePage({ verdict, reason }: PageVerdict, source: Source, allowsEmpty: boolean): void {
  const details = { source, cause: reason };
  if (verdict === 'blocked')
    throw new AppError('BLOCKED', 'The site blocked the request with bot protection.', details);
  if (verdict === 'empty' && !allowsEmpty) throw new AppError('EMPTY_PAGE', 'The page has no text.', details);
  if (verdict === 'needs-rendering')
    throw new AppError(
      'EMPTY_PAGE',
      'The page needs JavaScript to render its content, and the static fetch runs none.',
      details,
    );
}
