import * as z from 'zod';

/** What the other functions ask of render-page. Milliseconds and CSS pixels. */
export const renderRequest = z.object({
  url: z.string(),
  timeoutMs: z.int().min(1),
  waitForMs: z.int().min(0).default(0),
  mobile: z.boolean().default(false),
  headers: z.record(z.string(), z.string()).default({}),
  profile: z.enum(['default', 'stealth']).default('default'),
  screenshot: z.enum(['none', 'viewport', 'fullPage']).default('none'),
  blockAds: z.boolean().default(true),
  skipTlsVerification: z.boolean().default(false),
});
export type RenderRequest = z.output<typeof renderRequest>;
