import { attributeOf } from './markup-scan.ts';

export interface ElementCounts {
  /** Scripts that do more than count visitors, and handlers that run by themselves. */
  scripts: number;
  /** Pictures and films that are seen. */
  media: number;
  frames: number;
  /** Fields that a visitor fills in. */
  fields: number;
  /** Bars that stand for text to come. */
  placeholders: number;
}

export const noElements: Readonly<ElementCounts> = {
  scripts: 0,
  media: 0,
  frames: 0,
  fields: 0,
  placeholders: 0,
};

/** A part of a page whose text is not what the page is about. */
export type Region = 'hidden' | 'loading' | 'consent' | 'frame';

interface StartTag {
  readonly name: string;
  readonly tag: string;
  readonly content: string;
}

const metrics =
  /googletagmanager|google-analytics|gtag\(|mc\.yandex|metrika|fbevents|hotjar|clarity\.ms|cloudflareinsights|plausible|matomo|top-fwz1/;
const dataScript = /\btype=["']?(?:application\/(?:ld\+)?json|speculationrules|text\/(?:template|html|x-))/;
const tiny = /\b(?:width|height)=["']?[01](?:px)?["'\s/>]/;
const concealed = /\shidden[\s=>/]|(?<!-)display\s?:\s?none|left\s?:\s?-\d{4}/;
/** What React sends after the page's frame: hidden until an inline script moves it to its place. */
const streamedId = /^s:[\da-f]+$/;
const loadingSign = /loader|loading|spinner|splash|progressbar/;
const placeholder = /skeleton|shimmer/;
const consentBanner =
  /onetrust|didomi|cybotcookie|usercentrics|qc-cmp|fc-consent|sp_message|truste|cookie-?(?:notice|banner|consent|bar|law)|gdpr/;

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const voidElements = words('area base br col embed frame hr img input link meta source track wbr');
const appRootIds = words(
  'root app __next __nuxt ___gatsby svelte q-app main-app app-root app-mount app-container react-root',
);
const appRootMark = /\s(?:ng-view|ui-view|data-reactroot|data-server-rendered|v-cloak)[\s=>]/;
const applicationElement = /^[a-z]+(?:-[a-z]+)*-(?:app|root|shell)$|^(?:app|ion)-[a-z]+$/;

/** Whether a framework draws its application into this element. */
export const isAppRoot = (name: string, tag: string): boolean =>
  appRootIds.has(attributeOf(tag, 'id')) ||
  (name.includes('-') && applicationElement.test(name)) ||
  appRootMark.test(tag);

/** The region that an element opens. A body is hidden only until its scripts have run. */
export function regionOf(name: string, tag: string): Region | undefined {
  if (name === 'body' || name === 'html' || voidElements.has(name)) return undefined;
  if (concealed.test(tag) && !streamedId.test(attributeOf(tag, 'id'))) return 'hidden';
  const [id, className] = [attributeOf(tag, 'id'), attributeOf(tag, 'class')];
  if (consentBanner.test(id) || consentBanner.test(className)) return 'consent';
  if (loadingSign.test(id) || loadingSign.test(className)) return 'loading';
  return name === 'nav' || name === 'header' || name === 'footer' ? 'frame' : undefined;
}

const isSeen = (tag: string): boolean => !tiny.test(tag) && !concealed.test(tag);

/** What an element counts as. */
export function roleOf({ name, tag, content }: StartTag): keyof ElementCounts | undefined {
  switch (name) {
    case 'script':
      return dataScript.test(tag) || metrics.test(tag) || metrics.test(content.slice(0, 2000))
        ? undefined
        : 'scripts';
    case 'img':
    case 'video':
    case 'audio':
    case 'object':
    case 'embed':
      return isSeen(tag) ? 'media' : undefined;
    case 'frame':
    case 'iframe':
      return isSeen(tag) && !/about:blank|googletagmanager/.test(tag) ? 'frames' : undefined;
    case 'textarea':
    case 'select':
      return 'fields';
    case 'input':
      return /\btype=["']?(?:hidden|submit|button|checkbox|radio|image)/.test(tag) ? undefined : 'fields';
    case 'body':
      return /\sonload=/.test(tag) ? 'scripts' : undefined;
    default:
      return placeholder.test(attributeOf(tag, 'class')) ? 'placeholders' : undefined;
  }
}
