import type { ContentMetadata } from './metadata.ts';

export type ContentFormat = 'markdown' | 'html' | 'json' | 'links';

export interface ContentOptions {
  readonly formats: ReadonlySet<ContentFormat>;
  readonly onlyMainContent: boolean;
  /** CSS selectors without a `selectorProblem`. With any, main content is not looked for. */
  readonly includeTags: readonly string[];
  readonly excludeTags: readonly string[];
  readonly removeBase64Images: boolean;
}

export interface PageContent {
  readonly markdown?: string;
  readonly html?: string;
  /** What the page declares for machines; absent members are left out. */
  readonly json?: Record<string, unknown>;
  /** Absolute, each once, in document order, of the whole page. */
  readonly links?: readonly string[];
  readonly metadata: ContentMetadata;
  /** Sentences for the caller about what was left out. */
  readonly warnings?: readonly string[];
}
