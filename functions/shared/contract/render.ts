import * as z from 'zod';

/** What the other functions ask of render-page. Milliseconds and CSS pixels. */
export const renderRequest = z.object({
  url: z.string(),
  /** The page is answered, or given up, by then. */
  timeoutMs: z.int().min(1),
  /** After load, before the page is looked at. */
  waitForMs: z.int().min(0).default(0),
  mobile: z.boolean().default(false),
  /** Instead of the window that belongs to `mobile`. */
  viewport: z.object({ width: z.int().min(16).max(4_096), height: z.int().min(16).max(4_096) }).optional(),
  /** The caller's own, for the page's origin only. */
  headers: z.record(z.string(), z.string()).default({}),
  profile: z.enum(['default', 'stealth']).default('default'),
  screenshot: z.enum(['none', 'viewport', 'fullPage']).default('none'),
  blockAds: z.boolean().default(true),
  skipTlsVerification: z.boolean().default(false),
});
export type RenderRequest = z.output<typeof renderRequest>;
