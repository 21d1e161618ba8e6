import { browserFlags } from '#shared/web/egress/browser-flags.ts';

export interface BrowserRun {
  readonly profileDirectory: string;
  readonly proxyPort: number;
  readonly isSingleProcess: boolean;
  /** Whether images with `loading="lazy"` are loaded when they come into view. */
  readonly loadsLazyImages: boolean;
  /** Whether a cookie goes to the scheme and port alone that it was set for, as those of a caller must. */
  readonly bindsCookies: boolean;
}

/** Chromium guesses old charsets where none is declared, but never guesses UTF-8. */
const charset = 'defaultTextEncodingName=UTF-8';

/** Lazy images are loaded at this distance from the window, for each speed of a network that Chromium tells apart. */
const withoutLazyImages = ['Unknown', 'Offline', 'Slow2G', '2G', '3G', '4G'].map(
  (speed) => `lazyLoadingImageMarginPx${speed}=-100000`,
);

/**
 * Chromium's whole command line. The defaults of Puppeteer and of the package that the binary comes in are not
 * used: they switch web security off and announce automation.
 */
export const browserArguments = ({
  profileDirectory,
  proxyPort,
  isSingleProcess,
  loadsLazyImages,
  bindsCookies,
}: BrowserRun): readonly string[] => [
  '--headless',
  `--user-data-dir=${profileDirectory}`,
  ...browserFlags(proxyPort),

  // Lambda allows neither the sandbox's system calls nor starting child processes with fewer rights, so one
  // process is all that the bundled one has. docs/threat-model.md says what replaces the sandbox.
  '--no-sandbox',
  ...(isSingleProcess ? ['--no-zygote', '--single-process', '--in-process-gpu'] : []),
  // All frames of a page in one process: the guards of the page do not reach frames in other ones.
  '--disable-site-isolation-trials',
  '--disable-dev-shm-usage',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  // SwiftShader draws WebGL only: windows drawn by it take a page of scripts 1.6 times the processor time.
  '--disable-gpu-compositing',

  // One page must not take the instance's memory: beyond this its scripts fail, and the page is abandoned.
  '--js-flags=--max-old-space-size=512',

  // No requests but the page's, and no features that the page may not use.
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-component-extensions-with-background-pages',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-field-trial-config',
  '--disable-sync',
  '--disable-client-side-phishing-detection',
  '--disable-speech-api',
  '--deny-permission-prompts',
  '--block-new-web-contents',
  '--metrics-recording-only',
  '--password-store=basic',
  '--use-mock-keychain',
  '--mute-audio',
  '--disable-blink-features=AutomationControlled',
  // Chromium reads only the last list of features, so there is one.
  `--disable-features=${[
    'AudioServiceOutOfProcess',
    'AutofillServerCommunication',
    'CertificateTransparencyComponentUpdater',
    'IsolateOrigins',
    'IsolateSandboxedIframes',
    'MediaRouter',
    'OptimizationHints',
    'OriginKeyedProcessesByDefault',
    'PaintHolding',
    'Prerender2',
    'SpareRendererForSitePerProcess',
    'Translate',
    'WebRtcHideLocalIpsWithMdns',
    'site-per-process',
  ].join(',')}`,

  // The same page gives the same image, whatever the load of the machine.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-hang-monitor',
  '--disable-ipc-flooding-protection',
  '--disable-back-forward-cache',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--lang=en-US',
  '--accept-lang=en-US,en',
  '--window-size=1280,800',
  '--no-startup-window',
  `--blink-settings=${[charset, ...(loadsLazyImages ? [] : withoutLazyImages)].join(',')}`,
  ...(bindsCookies ? ['--enable-features=EnableSchemeBoundCookies,EnablePortBoundCookies'] : []),
];
