import { type Element, isText } from 'domhandler';

import { remembered } from '#shared/kernel/remembered.ts';
import { markupIn, startTag } from './element-markup.ts';
import { isLoadingText } from './text-pieces.ts';

export interface ElementCounts {
  /** Scripts other than those that only count visitors, and handlers that run by themselves. */
  scripts: number;
  /** Visible images, videos and other media. */
  media: number;
  frames: number;
  /** Form fields that a visitor fills in. */
  fields: number;
  /** Skeleton elements that mark the place of text to come. */
  placeholders: number;
  /** Empty elements that a script may fill with a list, and those that say "Loading…". */
  hollows: number;
}

export const noElements: Readonly<ElementCounts> = {
  scripts: 0,
  media: 0,
  frames: 0,
  fields: 0,
  placeholders: 0,
  hollows: 0,
};

/** A part of a page whose text is not what the page is about. */
export type Region = 'hidden' | 'loading' | 'consent' | 'frame';

const metrics =
  /googletagmanager|google-analytics|gtag\(|mc\.yandex|metrika|fbevents|hotjar|clarity\.ms|cloudflareinsights|plausible|matomo|top-fwz1/i;
/** A script names the counter that it loads at its beginning. */
const maxMetricsCharacters = 2_000;
const dataScript = /^(?:application\/(?:ld\+)?json|speculationrules|text\/(?:template|html|x-))/i;
const tinySize = /^[01](?:px)?$/i;
const concealingStyle = /(?<!-)display\s?:\s?none|left\s?:\s?-\d{4}/i;
/** React streams content in hidden elements after the page, and moves each to its place with an inline script. */
const streamedId = /^s:[\da-f]+$/i;
const loadingSign = /loader|loading|spinner|splash|progressbar/i;
const placeholder = /skeleton|shimmer/i;
const consentBanner =
  /onetrust|didomi|cybotcookie|usercentrics|qc-cmp|fc-consent|sp_message|truste|cookie-?(?:notice|banner|consent|bar|law)|gdpr/i;
const buttonInput = /^(?:hidden|submit|button|checkbox|radio|image)/i;

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const voidElements = words('area base br col embed frame hr img input link meta source track wbr');
const appRootIds = words(
  'root app __next __nuxt ___gatsby svelte q-app main-app app-root app-mount app-container react-root',
);
const appRootAttributes = ['ng-view', 'ui-view', 'data-reactroot', 'data-server-rendered', 'v-cloak'];
const applicationElement = /^[a-z]+(?:-[a-z]+)*-(?:app|root|shell)$|^(?:app|ion)-[a-z]+$/;

/** Whether a framework draws its application into this element. */
export const isAppRoot = ({ name, attribs }: Element): boolean =>
  (attribs['id'] !== undefined && appRootIds.has(attribs['id'].trim().toLowerCase())) ||
  (name.includes('-') && applicationElement.test(name)) ||
  appRootAttributes.some((attribute) => attribute in attribs);

const isConcealed = ({ attribs }: Element): boolean =>
  'hidden' in attribs || (attribs['style'] !== undefined && concealingStyle.test(attribs['style']));

interface NameSigns {
  readonly isConsent: boolean;
  readonly isLoading: boolean;
  readonly isPlaceholder: boolean;
}

const signsOf = remembered((classes): NameSigns => ({
  isConsent: consentBanner.test(classes),
  isLoading: loadingSign.test(classes),
  isPlaceholder: placeholder.test(classes),
}));
const noSigns: NameSigns = { isConsent: false, isLoading: false, isPlaceholder: false };
const signsOfClasses = ({ attribs }: Element): NameSigns =>
  attribs['class'] === undefined ? noSigns : signsOf(attribs['class']);
/** Not remembered: each id occurs once. */
const hasId = ({ attribs }: Element, sign: RegExp): boolean =>
  attribs['id'] !== undefined && sign.test(attribs['id']);

/** The region that an element opens. A hidden body does not count: its scripts show it. */
export function regionOf(element: Element): Region | undefined {
  const { name, attribs } = element;
  if (name === 'body' || name === 'html' || voidElements.has(name)) return undefined;
  if (isConcealed(element) && !streamedId.test(attribs['id']?.trim() ?? '')) return 'hidden';
  const { isConsent, isLoading } = signsOfClasses(element);
  if (isConsent || hasId(element, consentBanner)) return 'consent';
  if (isLoading || hasId(element, loadingSign)) return 'loading';
  return name === 'nav' || name === 'header' || name === 'footer' ? 'frame' : undefined;
}

const isVisible = (element: Element): boolean =>
  !tinySize.test(element.attribs['width'] ?? '') &&
  !tinySize.test(element.attribs['height'] ?? '') &&
  !isConcealed(element);

const containers = words('div section ul ol table dl pre article main');
const textBoxes = words('div section main p span li td');
/** Empty containers that hold no content of the page when they are filled: messages, dialogs, maps, advertisements. */
const helperName =
  /(?:^|[^a-z])(?:ads?|adslot|gpt|alerts?|backdrop|banner|captcha|cart|chat|comments?|cookies?|dialog|disqus|errors?|fb|lightbox|map|mask|menu|messages?|modals?|nav|notices?|notifications?|overlay|player|popups?|portal|progress|recaptcha|share|sidebar|snackbar|toast(?:er)?s?|tooltips?|top|tracking|turnstile|widgets?)(?:$|[^a-z])/i;

/** Vue and Astro mark every element of a component so. */
const scopeAttribute = /^data-(?:v|astro-cid)-/;

const isTarget = ({ attribs }: Element): boolean =>
  attribs['id'] !== undefined ||
  Object.keys(attribs).some((name) => name.startsWith('data-') && !scopeAttribute.test(name));

function isHollow(element: Element): boolean {
  const { name, attribs, children } = element;
  const [first] = children;
  if (children.length > 1 || (first !== undefined && !isText(first))) return false;
  const text = first?.data ?? '';
  if (/\S/.test(text)) return textBoxes.has(name) && isLoadingText(text);
  if (name === 'tbody') return true;
  if (!containers.has(name) || !isTarget(element)) return false;
  return !helperName.test(`${attribs['id'] ?? ''} ${attribs['class'] ?? ''}`);
}

/** The count that an element adds to. */
export function roleOf(element: Element): keyof ElementCounts | undefined {
  const { name, attribs, children } = element;
  switch (name) {
    case 'script':
      return dataScript.test(attribs['type'] ?? '') ||
        metrics.test(startTag(element)) ||
        metrics.test(markupIn(children, maxMetricsCharacters))
        ? undefined
        : 'scripts';
    case 'img':
    case 'video':
    case 'audio':
    case 'object':
    case 'embed':
      return isVisible(element) ? 'media' : undefined;
    case 'frame':
    case 'iframe':
      return isVisible(element) && !/about:blank|googletagmanager/i.test(startTag(element))
        ? 'frames'
        : undefined;
    case 'textarea':
    case 'select':
      return 'fields';
    case 'input':
      return buttonInput.test(attribs['type'] ?? '') ? undefined : 'fields';
    case 'body':
      return 'onload' in attribs ? 'scripts' : undefined;
    default:
      if (signsOfClasses(element).isPlaceholder) return 'placeholders';
      return isHollow(element) ? 'hollows' : undefined;
  }
}
