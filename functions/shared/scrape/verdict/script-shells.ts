import type { PageSketch } from './page-sketch.ts';

/** A shell may say a name or a slogan; a page that says more than this has something to say without scripts. */
const fewWords = 80;
/** What a request to turn scripts on takes. */
const longestRequest = 250;
/** Seconds: who waits longer shows a page that renews itself. */
const longestRefresh = 10;

const asksForScripts =
  /(?:enable|activate|allow|turn on|needs?|requires?|without) javascript|javascript (?:is |must be )?(?:required|disabled|turned off|enabled)|(?:включит[еь]|без|нужен|требуется|разрешите|необходимо включить|поддержк[аиу]) javascript|javascript (?:отключ|выключ)/;
const payload =
  /__next_data__|__next_f|__nuxt__|__sveltekit_|__initial_state__|__preloaded_state__|__apollo_state__|__remixcontext/;
const templateLanguage = /\s(?:ng-|v-|x-data|:|@|data-bind)/;
const consentScript =
  /cookielaw\.org|consent\.cookiebot|usercentrics|quantcast|privacy-center\.org|didomi|privacy-mgmt|trustarc|consensu\.org|fundingchoices/;
const refresh =
  /http-equiv=["']?refresh["']?[^>]{0,300}content=["']?\s?(\d{1,6})|content=["']?\s?(\d{1,6})[^>]{0,300}http-equiv=["']?refresh/;

const refreshesSoon = ({ code, noscript }: PageSketch): boolean => {
  const found = refresh.exec(code);
  const seconds = found?.[1] ?? found?.[2];
  return seconds !== undefined && Number(seconds) <= longestRefresh && !refresh.test(noscript);
};

interface Shell {
  readonly reason: string;
  /** In characters. */
  readonly mostWords: number;
  readonly isShownBy: (sketch: PageSketch) => boolean;
  /** Says the same of a page whose scripts have run: they failed. */
  readonly alsoDrawn?: true;
}

const shells: readonly Shell[] = [
  {
    reason: 'it asks for scripts',
    mostWords: longestRequest,
    isShownBy: ({ words, scripts }) => scripts > 0 && asksForScripts.test(words),
  },
  {
    reason: 'its application has not been drawn',
    mostWords: fewWords,
    isShownBy: ({ appRoot, scripts }) => scripts > 0 && appRoot === 'empty',
    alsoDrawn: true,
  },
  {
    reason: 'it asks for scripts where there are none',
    mostWords: fewWords,
    isShownBy: ({ noscript, appRoot, scripts }) =>
      scripts > 0 && appRoot !== 'filled' && asksForScripts.test(noscript),
  },
  {
    reason: 'its templates have not been filled in',
    mostWords: fewWords,
    isShownBy: ({ templates, code }) => templates > 1 && templateLanguage.test(code),
    alsoDrawn: true,
  },
  {
    reason: 'it holds places for text to come',
    mostWords: fewWords,
    isShownBy: ({ placeholders, scripts }) => scripts > 0 && placeholders > 2,
    alsoDrawn: true,
  },
  {
    reason: 'its server left the drawing to the browser',
    mostWords: fewWords,
    isShownBy: ({ code }) => code.includes('bailout_to_client_side_rendering'),
  },
  { reason: 'it leads on at once', mostWords: fewWords, isShownBy: refreshesSoon },
  {
    reason: 'its text is in its data',
    mostWords: 0,
    isShownBy: ({ code, media }) => media === 0 && payload.test(code),
  },
  {
    reason: 'it asks for consent first',
    mostWords: 0,
    isShownBy: ({ code, media }) => media === 0 && consentScript.test(code),
  },
  {
    reason: 'no text without scripts',
    mostWords: 0,
    isShownBy: ({ scripts, media }) => scripts > 0 && media === 0,
  },
  {
    reason: 'its text is in its frames',
    mostWords: 0,
    isShownBy: ({ frames, media }) => frames > 0 && media === 0,
  },
];

/** Why scripts must run before this document is a page; `undefined` when it is one as it came. */
export const shellReason = (sketch: PageSketch): string | undefined =>
  shells.find(({ mostWords, isShownBy }) => sketch.words.length <= mostWords && isShownBy(sketch))?.reason;

/** Why a document is a shell although its scripts have run; `undefined` when it is a page. */
export function drawnShellReason(sketch: PageSketch): string | undefined {
  const { words, scripts, media, frames } = sketch;
  if (words.length > fewWords) return undefined;
  if (scripts > 0 && asksForScripts.test(words)) return 'it asks for scripts';
  if (media > 0 || frames > 0) return undefined;
  return shells.find(({ alsoDrawn, isShownBy }) => alsoDrawn === true && isShownBy(sketch))?.reason;
}
