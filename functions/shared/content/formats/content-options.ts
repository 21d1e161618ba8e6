import type { ContentMetadata } from '#shared/content/metadata/metadata.ts';
import type { TraceEntry } from '#shared/content/dom/trace.ts';
import type { PageLines } from './page-lines.ts';

/** `lines` is the form in which extraction reads a page, `explain` the trace; callers never ask for them as formats. */
export type ContentFormat =
  | 'markdown'
  | 'html'
  | 'rawHtml'
  | 'json'
  | 'links'
  | 'images'
  | 'summary'
  | 'attributes'
  | 'lines'
  | 'explain';

/** Elements of a page, and which value of each is wanted. */
export interface ValueSelector {
  /** A CSS selector without a `selectorProblem`. */
  readonly selector: string;
  /** The name of an attribute; without it, the text is wanted. */
  readonly attribute?: string | undefined;
}

export interface SelectedValues extends ValueSelector {
  /** In document order. */
  readonly values: readonly string[];
}

export interface ContentOptions {
  readonly formats: ReadonlySet<ContentFormat>;
  readonly onlyMainContent: boolean;
  /** Whether the page must have main content, although the whole page is wanted. */
  readonly needsMainContent?: true;
  /** CSS selectors without a `selectorProblem`. With any, they decide instead of `onlyMainContent`. */
  readonly includeTags: readonly string[];
  readonly excludeTags: readonly string[];
  readonly removeBase64Images: boolean;
  /** What the format `attributes` reads. */
  readonly valueSelectors?: readonly ValueSelector[];
  /** Where readers' comments on the main content stand; `separate` when it is absent. */
  readonly comments?: CommentsPlace;
}

/** `include`: where the page has them; `separate`: at the end, under a heading of their own; `omit`: nowhere. */
export type CommentsPlace = 'include' | 'separate' | 'omit';

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
  /** Absolute, each once, in document order, of the whole page. */
  readonly images?: readonly string[];
  /** The document as text; absent for files. */
  readonly rawHtml?: string;
  /** Sentences of the chosen text, word for word. */
  readonly summary?: string;
  /** One for each of `valueSelectors`, in their order, of the whole page. */
  readonly attributes?: readonly SelectedValues[];
  /** Why parts of the page were kept or dropped; empty for other documents than HTML. */
  readonly explain?: readonly TraceEntry[];
  readonly metadata: ContentMetadata;
  /** Main content is wanted or needed, and all that the page shows is in its menus, its footer or forms. */
  readonly lacksMainContent?: true;
  /** The page says that it is an error page, although it has no error status. */
  readonly isErrorPage?: true;
  /** Sentences for the caller about what was left out. */
  readonly warnings?: readonly string[];
}
