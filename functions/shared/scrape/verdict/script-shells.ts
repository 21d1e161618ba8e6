import type { PageSketch } from './page-sketch.ts';

/** A shell may show a name or a slogan; a page with more text has content without scripts. */
const maxShellCharacters = 80;
/** The length of a request to enable JavaScript. */
const maxScriptRequestCharacters = 250;
/** The heading of a list that a script writes, with a sentence or two. Of 4,482 real pages one is taken for such a list, and is a shell. */
const maxListHeadCharacters = 160;
/** Lists may be searched; more fields are a form, which is the content of its page. */
const maxSearchFields = 1;
/** A list whose entries are still placeholders may have a longer introduction. */
const maxPlaceholderCharacters = 400;
/** A page with more text has its content without the values. */
const maxTemplateCharacters = 1_500;
/** A page that redirects may explain where it leads. */
const maxRedirectCharacters = 1_000;
const maxScriptRedirectCharacters = 500;
/** A page that refreshes later than this is content that renews itself. */
const maxRefreshSeconds = 10;
/** The page of a redirect is never shown (HTML, shared declarative refresh steps); the browser does not wait for a later one. */
const maxRedirectSeconds = 0;

const asksForScripts =
  /(?:enable|activate|allow|turn on|needs?|requires?|without) javascript|javascript (?:is |must be )?(?:required|disabled|turned off|enabled)|(?:включит[еь]|без|нужен|требуется|разрешите|необходимо включить|поддержк[аиу]) javascript|javascript (?:отключ|выключ)/;
const payload =
  /__next_data__|__next_f|__nuxt__|__sveltekit_|__initial_state__|__preloaded_state__|__apollo_state__|__remixcontext/;
const templateLanguage = /\s(?:ng-|v-|x-data|:|@|data-bind)/;
/** Attributes of Vue, AngularJS and Alpine. */
const templateAttribute =
  /<[a-z][^<>]{0,2000}?\s(?:ng-(?:app|bind|cloak|controller|if|repeat)|v-(?:cloak|else|for|html|if|show|text)|x-(?:data|for|text))[\s=>]/;
const consentScript =
  /cookielaw\.org|consent\.cookiebot|usercentrics|quantcast|privacy-center\.org|didomi|privacy-mgmt|trustarc|consensu\.org|fundingchoices/;
const refresh =
  /http-equiv=["']?refresh["']?[^>]{0,300}content=["']?\s?(\d{1,6})|content=["']?\s?(\d{1,6})[^>]{0,300}http-equiv=["']?refresh/;

const redirect =
  /http-equiv=["']?refresh["']?[^>]{0,300}content=["']?\s?(\d{1,6})(?:\.\d{0,9})?\s?[;,]\s?'?[^\s"'>]|content=["']?\s?(\d{1,6})(?:\.\d{0,9})?\s?[;,]\s?'?[^\s"'>][^>]{0,300}http-equiv=["']?refresh/;
/** The header `Refresh` as the element that browsers obey in the same way. */
const refreshElement = (header: string): string =>
  `<meta http-equiv="refresh" content="${header.trim().toLowerCase()}">`;
/** A script that does nothing but lead to another page. */
const scriptRedirect =
  /<script[^<>]{0,300}>\s*(?:(?:window|document|self|top)\.)?location(?:\.href)?\s?(?:=|\.(?:replace|assign)\()\s?(?:"[^"<>]{1,2000}"|'[^'<>]{1,2000}')\s?\)?\s?;?\s*(?:<|$)/;

/** A fetched document, with the header `Refresh` of its response. */
interface FetchedSketch extends PageSketch {
  readonly refresh?: string | undefined;
}

/** Whether the page is refreshed, with scripts on as well, within so many seconds. */
function refreshesWithin(
  sign: RegExp,
  maxSeconds: number,
  { code, refresh: header }: FetchedSketch,
): boolean {
  const isSoon = (markup: string): boolean => {
    const found = sign.exec(markup);
    const seconds = found?.[1] ?? found?.[2];
    return seconds !== undefined && Number(seconds) <= maxSeconds;
  };
  const { tags, noscript } = code();
  return (header !== undefined && isSoon(refreshElement(header))) || (isSoon(tags) && !sign.test(noscript));
}

interface Shell {
  readonly reason: string;
  /** A shell has at most this much text. */
  readonly maxCharacters: number;
  readonly matches: (sketch: FetchedSketch) => boolean;
  /** Also a shell when it is found after the scripts have run: they failed. */
  readonly alsoRendered?: true;
}

const shells: readonly Shell[] = [
  {
    reason: 'it asks for JavaScript',
    maxCharacters: maxScriptRequestCharacters,
    matches: ({ words, scripts }) => scripts > 0 && asksForScripts.test(words),
  },
  {
    reason: 'its application is not rendered',
    maxCharacters: maxShellCharacters,
    matches: ({ appRoot, scripts }) => scripts > 0 && appRoot === 'empty',
    alsoRendered: true,
  },
  {
    reason: 'its noscript part asks for JavaScript',
    maxCharacters: maxShellCharacters,
    matches: ({ code, appRoot, scripts }) =>
      scripts > 0 && appRoot !== 'filled' && asksForScripts.test(code().noscript),
  },
  {
    reason: 'its templates are not filled in',
    maxCharacters: maxShellCharacters,
    matches: ({ templates, code }) => templates > 1 && templateLanguage.test(code().tags),
    alsoRendered: true,
  },
  {
    reason: 'it shows placeholders for text to come',
    maxCharacters: maxShellCharacters,
    matches: ({ placeholders, scripts }) => scripts > 0 && placeholders > 2,
    alsoRendered: true,
  },
  {
    reason: 'it shows placeholders for a list to come',
    maxCharacters: maxPlaceholderCharacters,
    matches: ({ placeholders, scripts, hollows }) => scripts > 0 && placeholders > 1 && hollows > 0,
  },
  {
    reason: 'its values are not filled in',
    maxCharacters: maxTemplateCharacters,
    matches: ({ unfilled, scripts, code }) =>
      scripts > 0 && unfilled > 1 && templateAttribute.test(code().tags),
  },
  {
    reason: 'its server left the rendering to the browser',
    maxCharacters: maxShellCharacters,
    matches: ({ code }) => code().tags.includes('bailout_to_client_side_rendering'),
  },
  {
    reason: 'it redirects by a refresh',
    maxCharacters: maxShellCharacters,
    matches: (sketch) => refreshesWithin(refresh, maxRefreshSeconds, sketch),
  },
  {
    reason: 'it leads to another page',
    maxCharacters: maxRedirectCharacters,
    matches: (sketch) => refreshesWithin(redirect, maxRedirectSeconds, sketch),
  },
  {
    reason: 'its script leads to another page',
    maxCharacters: maxScriptRedirectCharacters,
    matches: ({ code }) => scriptRedirect.test(code().tags),
  },
  {
    reason: 'its text is in its script data',
    maxCharacters: 0,
    matches: ({ code, media }) => media === 0 && payload.test(code().tags),
  },
  {
    reason: 'it asks for consent first',
    maxCharacters: 0,
    matches: ({ code, media }) => media === 0 && consentScript.test(code().tags),
  },
  {
    reason: 'no text without scripts',
    maxCharacters: 0,
    matches: ({ scripts, media }) => scripts > 0 && media === 0,
  },
  {
    reason: 'its text is in its frames',
    maxCharacters: 0,
    matches: ({ frames, media }) => frames > 0 && media === 0,
  },
  {
    reason: 'its list is not filled in',
    maxCharacters: maxListHeadCharacters,
    matches: ({ hollows, scripts, media, frames, fields }) =>
      scripts > 0 && hollows > 0 && media === 0 && frames === 0 && fields <= maxSearchFields,
  },
];

/** The reason why a fetched document needs rendering; `undefined` when it is a page without its scripts. */
export const shellReason = (sketch: FetchedSketch): string | undefined =>
  shells.find(({ maxCharacters, matches }) => sketch.words.length <= maxCharacters && matches(sketch))
    ?.reason;

/** The reason why a rendered document is still a shell; `undefined` when it is a page. */
export function renderedShellReason(sketch: PageSketch): string | undefined {
  const { words, scripts, media, frames } = sketch;
  if (words.length > maxShellCharacters) return undefined;
  if (scripts > 0 && asksForScripts.test(words)) return 'it asks for JavaScript';
  if (media > 0 || frames > 0) return undefined;
  return shells.find(({ alsoRendered, matches }) => alsoRendered === true && matches(sketch))?.reason;
}
