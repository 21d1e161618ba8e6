import { type Element, isTag } from 'domhandler';

import { previewClass } from '#shared/content/dom/own-markers.ts';
import {
  ancestor,
  becomeElement,
  classesOf,
  type ElementIndex,
  makeSilent,
  newElement,
  newText,
  unwrap,
} from '#shared/content/dom/element-edit.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';

interface Embed {
  readonly label: string;
  readonly url: string;
}

type Recognize = (url: URL) => Embed | undefined;

/** In the place of a video, these stand for a list of videos and for what a channel shows at the moment. */
const namesNoVideo = new Set(['videoseries', 'live_stream']);

const youtube: Recognize = ({ hostname, pathname, searchParams }) => {
  if (!/(?:^|\.)(?:youtube(?:-nocookie)?\.com|youtu\.be)$/.test(hostname)) return undefined;
  const id = searchParams.get('v') ?? /\/(?:embed|v|shorts|live)\/([\w-]{6,})/.exec(pathname)?.[1];
  return id === undefined || namesNoVideo.has(id)
    ? undefined
    : { label: 'YouTube video', url: `https://www.youtube.com/watch?v=${id}` };
};

const vimeo: Recognize = ({ hostname, pathname }) => {
  const isVimeo = /^(?:www\.|player\.)?vimeo\.com$/.test(hostname);
  const id = isVimeo ? /^\/(?:video\/)?(\d+)(?:\/|$)/.exec(pathname)?.[1] : undefined;
  return id === undefined ? undefined : { label: 'Vimeo video', url: `https://vimeo.com/${id}` };
};

const tweet: Recognize = ({ hostname, searchParams, pathname, href }) => {
  if (/^platform\.(?:twitter|x)\.com$/.test(hostname)) {
    const id = searchParams.get('id');
    return id === null ? undefined : { label: 'Post on X', url: `https://x.com/i/status/${id}` };
  }
  const isPost = /^(?:www\.)?(?:twitter|x)\.com$/.test(hostname) && pathname.includes('/status/');
  return isPost ? { label: 'Post on X', url: href } : undefined;
};

const isTweet = (address: string): boolean => {
  const url = URL.parse(address);
  return url !== null && tweet(url) !== undefined;
};

const rutube: Recognize = ({ hostname, pathname }) => {
  const id = /(?:^|\.)rutube\.ru$/.test(hostname) ? /\/play\/embed\/(\w+)/.exec(pathname)?.[1] : undefined;
  return id === undefined ? undefined : { label: 'Видео на RuTube', url: `https://rutube.ru/video/${id}/` };
};

const vk: Recognize = ({ hostname, searchParams }) => {
  if (!/(?:^|\.)(?:vk\.com|vkvideo\.ru)$/.test(hostname)) return undefined;
  const [owner, id] = [searchParams.get('oid'), searchParams.get('id')];
  return owner === null || id === null
    ? undefined
    : { label: 'Видео VK', url: `https://vk.com/video${owner}_${id}` };
};

/** The frames of s9e's media embeds, with which forums show posts of other sites. */
const mediaEmbed: Recognize = ({ hostname, pathname, hash }) => {
  const site =
    hostname === 's9e.github.io' ? /\/(reddit|twitter)\.min\.html$/.exec(pathname)?.[1] : undefined;
  const [, id = ''] = hash.split('#');
  if (site === undefined || id === '') return undefined;
  return site === 'reddit'
    ? { label: 'Post on Reddit', url: `https://www.reddit.com/r/${id}` }
    : { label: 'Post on X', url: `https://x.com/i/status/${id}` };
};

const knownHosts: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\.)spotify\.com$/, 'Spotify'],
  [/(?:^|\.)soundcloud\.com$/, 'SoundCloud'],
  [/(?:^|\.)codepen\.io$/, 'CodePen'],
  [/(?:^|\.)jsfiddle\.net$/, 'JSFiddle'],
  [/(?:^|\.)codesandbox\.io$/, 'CodeSandbox'],
  [/(?:^|\.)dailymotion\.com$/, 'Dailymotion video'],
  [/(?:^|\.)instagram\.com$/, 'Post on Instagram'],
  [/(?:^|\.)tiktok\.com$/, 'TikTok video'],
  [/(?:^|\.)facebook\.com$/, 'Post on Facebook'],
  [/^t\.me$/, 'Telegram'],
  [/(?:^|\.)datawrapper\.(?:de|dwcdn\.net)$/, 'Chart'],
  [/(?:^|\.)(?:flourish\.studio|infogram\.com)$/, 'Chart'],
  [/^(?:www\.)?google\.[a-z.]+$|^maps\.google\./, 'Map'],
  [/(?:^|\.)yandex\.(?:ru|com)$/, 'Яндекс Карты'],
  [/(?:^|\.)openstreetmap\.org$/, 'Map'],
  [/(?:^|\.)podbean\.com$|(?:^|\.)simplecast\.com$|(?:^|\.)podcasts\.apple\.com$/, 'Podcast'],
];

/** The frames of Gizmodo, Kotaku and their sisters name the video in their own URL. */
const inset: Recognize = ({ pathname, searchParams }) => {
  const named = pathname === '/embed/inset/iframe' ? (searchParams.get('id') ?? '') : '';
  const [, site, id] = /^(youtube-video|vimeo)-([\w-]+)$/.exec(named) ?? [];
  if (id === undefined) return undefined;
  return site === 'vimeo'
    ? { label: 'Vimeo video', url: `https://vimeo.com/${id}` }
    : { label: 'YouTube video', url: `https://www.youtube.com/watch?v=${id}` };
};

const byHost: Recognize = ({ hostname, href }) => {
  const label = knownHosts.find(([host]) => host.test(hostname))?.[1];
  return label === undefined ? undefined : { label, url: href };
};

const recognizers: readonly Recognize[] = [youtube, vimeo, tweet, rutube, vk, mediaEmbed, inset, byHost];

/** Frames without content: counters, advertisements, sign-in, consent, comment boxes. */
const isNoise = (url: URL): boolean =>
  /doubleclick|googlesyndication|googletagmanager|adservice|adfox|recaptcha|consent|facebook\.com\/plugins\/(?:like|share)|accounts\.google|disqus|about:blank/i.test(
    url.href,
  );

const embedsAnything = /^https?:\/\/[^?#]*(?:embed|player|iframe|widget)/i;
/** No server takes longer ones. */
const maxAddressCharacters = 8_192;

function recognizeAddress(url: URL | null): Embed | undefined {
  if (url === null || !/^https?:$/.test(url.protocol) || isNoise(url)) return undefined;
  for (const recognize of recognizers) {
    const embed = recognize(url);
    if (embed !== undefined) return embed;
  }
  return undefined;
}

function recognizeEmbed(address: string, baseUrl: string): Embed | undefined {
  const url = address.length > maxAddressCharacters ? null : URL.parse(address, baseUrl);
  const embed = recognizeAddress(url);
  if (embed !== undefined || url === null || isNoise(url) || !embedsAnything.test(url.href)) return embed;
  // Services that embed anything have the URL of it as a parameter of their own.
  const inner = ['url', 'src']
    .map((name) => url.searchParams.get(name) ?? '')
    .find((each) => /^https?:/.test(each));
  return inner === undefined ? undefined : recognizeAddress(URL.parse(inner));
}

const inParagraph = (label: string, url: string): Element =>
  newElement('p', {}, [newElement('a', { href: url }, [newText(label)])]);

function becomeLink(element: Element, label: string, url: string): void {
  becomeElement(element, 'div', {}, [inParagraph(label, url)]);
}

/** Attributes with the URL that a frame loads: `src`, and those of plug-ins that load it later: `data-lazy-src`, `data-src-cmplz`. */
const urlAttribute = /(?:^|-)src(?:-|$)/;
/** What a frame shows before it loads. */
const emptyPage = /^(?:about|blob|data|javascript):/i;

const isUrlText = (value: string): boolean => /[./]/.test(value) && !emptyPage.test(value);

/** The URL that a frame loads, as written in the page; empty when the frame names none. */
function urlOfFrame({ attribs }: Element): string {
  const named = ['src', ...Object.keys(attribs).filter((name) => urlAttribute.test(name)), 'data'];
  return named.map((name) => attribs[name]?.trim() ?? '').find(isUrlText) ?? '';
}

const wordPressEmbed = 'wp-embedded-content';

/** What joins a frame of WordPress to the quotation with the link to the embedded post. */
const secretOf = (element: Element): string =>
  element.attribs['data-secret'] ?? /[#?]secret=(\w+)/.exec(urlOfFrame(element))?.[1] ?? '';

/** The secrets of the quotations that a page shows; a script hides a quotation when it shows its frame. */
const secretsOfQuotations = (index: ElementIndex): ReadonlySet<string> =>
  new Set(
    index
      .named('blockquote')
      .filter((quotation) => classesOf(quotation).includes(wordPressEmbed))
      .filter(({ attribs }) => !/display\s*:\s*none/i.test(attribs['style'] ?? ''))
      .map(secretOf)
      .filter((secret) => secret !== ''),
  );

function replaceFrame(frame: Element, quoted: ReadonlySet<string>, baseUrl: string): void {
  const { attribs } = frame;
  const address = urlOfFrame(frame);
  const isHidden =
    attribs['width'] === '0' ||
    attribs['height'] === '0' ||
    attribs['width'] === '1' ||
    /display\s*:\s*none/i.test(attribs['style'] ?? '');
  const isQuoted = classesOf(frame).includes(wordPressEmbed) && quoted.has(secretOf(frame));
  if (address === '' || isHidden || isQuoted) return makeSilent(frame);
  const embed = recognizeEmbed(address, baseUrl);
  const url = embed?.url ?? URL.parse(address, baseUrl)?.href;
  const title = attribs['title']?.trim() ?? '';
  if (embed === undefined && title === '') return;
  if (url === undefined || !/^https?:/.test(url) || (embed === undefined && isNoise(new URL(url)))) return;
  const hasTitle = title !== '' && !/^(?:iframe|embed|youtube video player|vimeo|player|video)$/i.test(title);
  becomeLink(frame, hasTitle ? title : (embed?.label ?? title), url);
}

const maxFallbackCharacters = 120;

/** What a player with captions shows where it cannot play: the name of the recording. Others say that it is not supported. */
function fallbackOf(media: Element): string {
  if (findElement(media, ({ name }) => name === 'track') === undefined) return '';
  const text = rawText(media, 2 * maxFallbackCharacters)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.length <= maxFallbackCharacters && !/[.!。！]$/u.test(text) ? text : '';
}

/** Turns a player into a link to its file. */
function replaceMedia(media: Element): void {
  const source = media.attribs['src'] ?? findElement(media, ({ name }) => name === 'source')?.attribs['src'];
  const address = source?.trim() ?? '';
  if (address === '' || /^(?:blob|data):/i.test(address)) return;
  const isDecoration =
    'autoplay' in media.attribs && 'muted' in media.attribs && !('controls' in media.attribs);
  if (isDecoration) return makeSilent(media);
  const { title, 'aria-label': spoken } = media.attribs;
  const label = (title ?? spoken ?? fallbackOf(media)).trim();
  becomeLink(media, label || (media.name === 'audio' ? 'Audio' : 'Video'), address);
}

const videoFile = /^[^/\n]{1,200}\.(?:mp4|mov|webm)$/i;

/** GitHub opens and closes a video at the name of its file, which becomes the name of the video. */
function unfoldVideo(details: Element): void {
  const [summary, video, ...others] = details.children.filter(isTag);
  if (summary?.name !== 'summary' || video?.name !== 'video' || others.length > 0) return;
  const title = rawText(summary, maxTitleCharacters).trim();
  if (!videoFile.test(title)) return;
  video.attribs['title'] ??= title;
  becomeElement(details, 'div', {}, [video]);
}

/** XenForo and Flarum declare a frame by its attributes, and a script adds it: `["src","https://…"]`. */
function replaceMediaEmbed(element: Element, baseUrl: string): void {
  const declared = element.attribs['data-s9e-mediaembed-iframe'] ?? '';
  const address = /"src","([^"]+)"/.exec(declared)?.[1]?.replaceAll(String.raw`\/`, '/');
  if (address === undefined) return;
  const embed = recognizeEmbed(address, baseUrl);
  const site = element.attribs['data-s9e-mediaembed']?.trim() || 'Embedded page';
  if (/^https?:/.test(address)) becomeLink(element, embed?.label ?? site, embed?.url ?? address);
}

const vidyard = /^(?:https:\/\/play\.vidyard\.com\/)?(\w{8,40})(?:\.jpg(?:\?.*)?)?$/;

/** An empty box that names a video, or the URL of a player (WP Rocket). */
function replaceEmptyBox(box: Element, baseUrl: string): void {
  const { 'data-youtube': name, 'data-youtube-id': id = name, 'data-src': address = '' } = box.attribs;
  const isVideo = id !== undefined && /^[\w-]{11}$/.test(id);
  if (!(isVideo || address !== '') || rawText(box, maxTitleCharacters).trim() !== '') return;
  if (isVideo) return becomeLink(box, 'YouTube video', `https://www.youtube.com/watch?v=${id}`);
  const embed = recognizeEmbed(address, baseUrl);
  if (embed !== undefined) becomeLink(box, box.attribs['data-alt']?.trim() || embed.label, embed.url);
}

/** Elements that name a video, which a script turns into a player. */
function replacePlaceholders(index: ElementIndex, baseUrl: string): void {
  for (const element of index.named('lite-youtube')) {
    const id = element.attribs['videoid'];
    if (id !== undefined)
      becomeLink(
        element,
        element.attribs['title'] ?? 'YouTube video',
        `https://www.youtube.com/watch?v=${id}`,
      );
  }
  for (const image of index.named('img')) {
    const { src = '', alt = '', 'data-uuid': uuid } = image.attribs;
    const id = classesOf(image).includes('vidyard-player-embed') ? vidyard.exec(uuid ?? src)?.[1] : undefined;
    if (id !== undefined) becomeLink(image, alt.trim() || 'Vidyard video', `https://play.vidyard.com/${id}`);
  }
  for (const element of index.named('div')) replaceEmptyBox(element, baseUrl);
}

const poster =
  /^(?:https?:)?\/\/(?:i\d?\.ytimg|(?:i|img)\.youtube)\.com\/(?:an_)?vi(?:_webp)?\/([\w-]{11})\//i;
const playerName = /(?:^|[-_\s])(?:yt|video)(?:[-_\s]|$)|youtube/i;
const maxPlayerLevels = 3;
const maxPlayerElements = 20;

/** Links YouTube's picture of a video to the video, where a script plays it at a click. */
function linkPosters(index: ElementIndex): void {
  const isPlayerOf = (image: Element) => (element: Element) =>
    (element.name === 'button' || playerName.test(element.attribs['class'] ?? '')) &&
    index.textLength(element) === 0 &&
    index.elementsIn(element) <= maxPlayerElements &&
    !index.holds(element, 'a', 'iframe', 'video') &&
    findElement(element, (other) => other.name === 'img' && other !== image) === undefined;
  for (const image of index.named('img')) {
    const id = poster.exec(image.attribs['src'] ?? '')?.[1];
    if (id === undefined || ancestor(image, 2 * maxPlayerLevels, ({ name }) => name === 'a') !== undefined)
      continue;
    const player = ancestor(image, maxPlayerLevels, isPlayerOf(image));
    const label = image.attribs['alt']?.trim() || 'YouTube video';
    if (player !== undefined) becomeLink(player, label, `https://www.youtube.com/watch?v=${id}`);
  }
}

/** Links that Discourse, XenForo and Ghost show with the title, summary and icon of their page. */
const previewNames = new Set(['onebox', 'bbcodeblock--unfurl', 'kg-bookmark-card']);
const maxTitleCharacters = 200;
/** Larger elements hold more than a preview. */
const maxPreviewElements = 100;

const becomePreview = (element: Element, label: string, url: string): void =>
  becomeElement(element, 'div', { class: previewClass }, [inParagraph(label, url)]);

const isTitle = (element: Element): boolean =>
  /^h[1-6]$/.test(element.name) || classesOf(element).includes('kg-bookmark-title');

/** Turns the preview of a link into the link with its title. */
function replacePreview(preview: Element): void {
  const title = findElement(preview, isTitle);
  const link = findElement(preview, ({ name, attribs }) => name === 'a' && 'href' in attribs);
  const inTitle = title && findElement(title, ({ name, attribs }) => name === 'a' && 'href' in attribs);
  const url = (inTitle ?? link)?.attribs['href'] ?? '';
  const label = rawText(title ?? link ?? preview, 2 * maxTitleCharacters)
    .trim()
    .replaceAll(/\s+/g, ' ');
  if (/^https?:/.test(url) && label !== '' && label.length <= maxTitleCharacters)
    becomePreview(preview, label, url);
}

/** The banner before embedded content that asks for consent, with the link to what it hides. */
function replaceBanner(banner: Element, baseUrl: string): void {
  const link = findElement(banner, ({ name, attribs }) => name === 'a' && 'href' in attribs);
  const embed = link && recognizeEmbed(link.attribs['href'] ?? '', baseUrl);
  if (embed !== undefined) becomePreview(banner, embed.label, embed.url);
}

/** A post that only its network's script would show: "Tweet may have been deleted". */
function replaceEmptyPost(quotation: Element, index: ElementIndex): void {
  if (!classesOf(quotation).includes('twitter-tweet')) return;
  const link = index.firstIn(quotation, 'a');
  const { href = '' } = link?.attribs ?? {};
  if (link !== undefined && isTweet(href) && index.textLength(quotation) === index.textLength(link))
    becomePreview(quotation, 'Post on X', href);
}

function replacePreviews(index: ElementIndex, baseUrl: string): void {
  for (const name of ['aside', 'div', 'figure'])
    for (const element of index.named(name)) {
      if (index.elementsIn(element) > maxPreviewElements) continue;
      const names = classesOf(element);
      const isPreview = names.some((token) => previewNames.has(token));
      // The preview of a file shows its code.
      if (isPreview && !index.holds(element, 'pre', 'blockquote', 'table')) replacePreview(element);
      else if (names[0]?.startsWith('consentbannerwrapper') === true) replaceBanner(element, baseUrl);
    }
}

/** Turns embedded videos, posts, maps, players and previews of links into links. */
export function normalizeEmbeds(index: ElementIndex, baseUrl: string): void {
  for (const object of index.named('object'))
    if (object.children.some((child) => isTag(child) && child.name === 'embed')) unwrap(object);
  const quoted = secretsOfQuotations(index);
  for (const name of ['iframe', 'embed', 'object'])
    for (const frame of index.named(name)) if (frame.name === name) replaceFrame(frame, quoted, baseUrl);
  for (const element of index.named('span'))
    if ('data-s9e-mediaembed-iframe' in element.attribs) replaceMediaEmbed(element, baseUrl);
  for (const details of index.named('details')) unfoldVideo(details);
  for (const name of ['video', 'audio']) for (const media of index.named(name)) replaceMedia(media);
  replacePlaceholders(index, baseUrl);
  linkPosters(index);
  replacePreviews(index, baseUrl);
  for (const quotation of index.named('blockquote')) replaceEmptyPost(quotation, index);
}
