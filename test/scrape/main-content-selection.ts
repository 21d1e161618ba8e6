import type { ContentOptions } from '#shared/content/page-content.ts';

/** The main content of a page as Markdown. */
export const mainContentSelection: ContentOptions = {
  formats: new Set(['markdown']),
  onlyMainContent: true,
  includeTags: [],
  excludeTags: [],
  removeBase64Images: true,
};
