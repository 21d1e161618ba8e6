import * as z from 'zod';

import { actions } from './actions.ts';

/** A request to render-page. Milliseconds and CSS pixels. */
export const renderRequest = z.object({
  url: z.string(),
  /** Time after which the page is given up. */
  timeoutMs: z.int().min(1),
  /** Time between load and reading the page. */
  waitForMs: z.int().min(0).default(0),
  mobile: z.boolean().default(false),
  /** Overrides the viewport of `mobile`. */
  viewport: z.object({ width: z.int().min(16).max(4_096), height: z.int().min(16).max(4_096) }).optional(),
  /** The caller's headers, for the page's origin only. */
  headers: z.record(z.string(), z.string()).default({}),
  profile: z.enum(['default', 'stealth']).default('default'),
  /** The operator's proxy for a page in the stealth profile, with its password: not for the log. */
  upstreamProxyUrl: z.string().optional(),
  /** Carried out when the page is idle, before it is captured. */
  actions: actions.default([]),
  screenshot: z.enum(['none', 'viewport', 'fullPage']).default('none'),
  /** Makes the screenshot a JPEG. */
  quality: z.int().min(1).max(100).optional(),
  /** What scripts of the page are told; IANA name and degrees. */
  timezone: z.string().optional(),
  geolocation: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
  blockAds: z.boolean().default(true),
  skipTlsVerification: z.boolean().default(false),
});
export type RenderRequest = z.output<typeof renderRequest>;
