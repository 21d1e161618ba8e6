import type { ContentMetadata } from '#shared/content/metadata/metadata.ts';
import type { PageLines } from './page-lines.ts';

/** `lines` is the form in which extraction reads a page; callers never ask for it by name. */
export type ContentFormat = 'markdown' | 'html' | 'json' | 'links' | 'lines';

export interface ContentOptions {
  readonly formats: ReadonlySet<ContentFormat>;
  readonly onlyMainContent: boolean;
  /** CSS selectors without a `selectorProblem`. With any, they decide instead of `onlyMainContent`. */
  readonly includeTags: readonly string[];
  readonly excludeTags: readonly string[];
  readonly removeBase64Images: boolean;
}

/** A content for each of the options, in their order. */
export type ContentsOf<Wanted extends readonly ContentOptions[]> = {
  readonly [At in keyof Wanted]: PageContent;
};

export interface PageContent {
  readonly markdown?: string;
  readonly html?: string;
  readonly lines?: PageLines;
  /** Structured data that the page declares. Absent members are left out. */
  readonly json?: Record<string, unknown>;
  /** Absolute, each once, in document order, of the whole page. */
  readonly links?: readonly string[];
  readonly metadata: ContentMetadata;
  /** Sentences for the caller about what was left out. */
  readonly warnings?: readonly string[];
}
