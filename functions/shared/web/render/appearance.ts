import type { Protocol } from 'puppeteer-core';

import type { RenderRequest } from '#shared/contract/render.ts';

/** How the browser identifies itself; the parts are consistent with each other. */
export interface Appearance {
  readonly userAgent: string;
  readonly acceptLanguage: string;
  /** Client hints; absent with a user agent of the caller, which they would contradict. */
  readonly metadata: Protocol.Emulation.UserAgentMetadata | undefined;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly deviceScaleFactor: number;
  readonly mobile: boolean;
  /** IANA name; undefined leaves UTC. */
  readonly timezone: string | undefined;
}

const desktop = { viewport: { width: 1_280, height: 800 }, deviceScaleFactor: 1 };
/** A common Android phone. */
const phone = { viewport: { width: 412, height: 915 }, deviceScaleFactor: 2 };

/** Device pixels: four bytes each in memory, twice. A full desktop page of the greatest height has half of it. */
export const maxPictureArea = 40_000_000;

/** Two device pixels for a pixel of CSS, as phones have them, unless the picture of the window would be too large. */
const scaleOf = ({ width, height }: Appearance['viewport'], usual: number): number =>
  width * height * usual ** 2 > maxPictureArea ? 1 : usual;

/** The same browser with another window. */
export const withViewport = (appearance: Appearance, viewport: Appearance['viewport']): Appearance => ({
  ...appearance,
  viewport,
  deviceScaleFactor: scaleOf(viewport, appearance.deviceScaleFactor),
});

const engine = 'AppleWebKit/537.36 (KHTML, like Gecko)';

/** Workers report the browser's real platform, so that pages get the same. */
const systems = {
  desktop: { userAgent: 'X11; Linux x86_64', hint: 'Linux', version: '6.8.0', model: '' },
  phone: { userAgent: 'Linux; Android 10; K', hint: 'Android', version: '14.0.0', model: 'Pixel 8' },
} as const;

const headerNamed = (headers: Readonly<Record<string, string>>, wanted: string): string | undefined =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];

/** Chromium adds the quality values to the languages itself. */
const languagesOf = (acceptLanguage: string): string =>
  acceptLanguage
    .split(',')
    .map((range) => range.replace(/;.*$/s, '').trim())
    .join(',');

/** `chromeVersion` is the browser's own, such as 153.0.8010.0, so that feature tests agree with it. */
export function appearanceOf(
  request: RenderRequest,
  chromeVersion: string,
  userAgentToken: string,
): Appearance {
  const { mobile, profile, headers } = request;
  const system = mobile ? systems.phone : systems.desktop;
  const stealth = profile === 'stealth';
  const [major = ''] = chromeVersion.split('.');
  const browser = `Mozilla/5.0 (${system.userAgent}) ${engine} Chrome/${major}.0.0.0${mobile ? ' Mobile' : ''} Safari/537.36`;
  const brandsOf = (version: string, otherVersion: string) => [
    { brand: 'Chromium', version },
    ...(stealth ? [{ brand: 'Google Chrome', version }] : []),
    { brand: 'Not_A Brand', version: otherVersion },
  ];
  const device = mobile ? phone : desktop;
  const ownUserAgent = headerNamed(headers, 'user-agent');
  return {
    userAgent: ownUserAgent ?? (stealth ? browser : `${browser} (compatible; ${userAgentToken}/1.0)`),
    acceptLanguage: languagesOf(headerNamed(headers, 'accept-language') ?? 'en-US,en'),
    metadata:
      ownUserAgent === undefined
        ? {
            brands: brandsOf(major, '24'),
            fullVersionList: brandsOf(chromeVersion, '24.0.0.0'),
            platform: system.hint,
            platformVersion: system.version,
            architecture: mobile ? '' : 'x86',
            bitness: mobile ? '' : '64',
            model: system.model,
            mobile,
          }
        : undefined,
    viewport: request.viewport ?? device.viewport,
    deviceScaleFactor: scaleOf(request.viewport ?? device.viewport, device.deviceScaleFactor),
    mobile,
    timezone: request.timezone ?? (stealth ? 'America/New_York' : undefined),
  };
}
