/** What lib/site writes beside the bundle of the site's function, and that function reads. */
export interface SiteFile {
  readonly type: string;
  readonly etag: string;
  /** Named by its content, so that caches may keep it for good. */
  readonly isImmutable: boolean;
}

/** Name → file. */
export type SiteIndex = Readonly<Record<string, SiteFile>>;

/** The file that holds the `SiteIndex`. */
export const siteIndexName = 'site-index.json';

/** Each file is there in every coding, under its name with this ending. */
export const codingSuffix = { br: '.br', gzip: '.gz', identity: '' } as const;
export type Coding = keyof typeof codingSuffix;

/** Where a page or document names the URL of the deployment. */
export const basePlaceholder = '{{base}}';
