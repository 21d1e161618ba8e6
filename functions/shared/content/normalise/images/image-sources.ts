import { type ChildNode, type Element, isTag } from 'domhandler';

import { webUrl } from '#shared/content/dom/web-url.ts';

/** Attributes with the URL of a lazy image, the best copy first. */
const lazySources = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-original-src',
  'data-full-src',
  'data-hi-res-src',
  'data-actualsrc',
  'data-img-src',
  'data-image-src',
  'data-lazy',
  'data-echo',
  'data-url',
  'data-image',
  'data-source',
  'data-src-lg',
  'data-src-large',
];
/** Other attributes that hold the URL, perhaps a path: `dsrc`; not what is shown before the image, or in place of it. */
const holdsPath = /^(?!.*(?:placeholder|loading|error|fallback|low)).+src$/;
/** The same, and any other attribute of scripts: `data-…`. */
const holdsSource = /^data-|^(?!.*(?:placeholder|loading|error|fallback|low)).+src$/;
const lazySets = ['data-srcset', 'data-lazy-srcset', 'data-original-set'];

const ending = String.raw`(?:[._-]?\d+(?:x\d+)?)?\.(?:gif|png|svg|jpe?g|webp)`;
/** Names of nothing, also behind another word: `img-blank.gif`, `placeholder.60f9b1840c.svg`. */
const nameOfNothing = new RegExp(
  String.raw`(?:^|[/_.-])(?:(?:blank|spacer|placeholder|lazy|lazyload|1x1)${ending}|(?:blank|spacer|placeholder|transparent)\.[\da-f]{8,}\.(?:gif|png|svg|jpe?g|webp))`,
  'i',
);
/** Names that photographs have behind another word: `jacket-grey.jpg`, `front-loader.jpg`. */
const nameOfLoading = new RegExp(
  String.raw`(?:^|\/)(?:(?:ajax|bg|image|img|page|spacer)[_.-])?(?:clear|transparent|pixel|loading|loader|empty|dummy|grey|gray)${ending}|[_.-](?:loading|loader)\.gif|(?:^|\/)loading[_-]data\.gif`,
  'i',
);
/** A fragment alone is the page itself. */
const noFile = /^data:|^\/\/:0|^#/;

/** Whether a source is what is shown while an image loads, or in its place. */
const isPlaceholderName = (source: string): boolean =>
  noFile.test(source) || nameOfNothing.test(source) || nameOfLoading.test(source);

const imageAddress =
  /^(?:https?:)?\/\/\S+$|^[^\s:]*\.(?:jpe?g|png|gif|webp|avif|svg|bmp)(?:[?#]\S*)?$|^\/\S+$/i;

/** URLs that are those of an image file, wherever they stand. */
export const imageFile = /^(?:https?:)?\/\/\S+\.(?:jpe?g|png|webp|gif|avif)(?:[?#]\S*)?$/i;

interface SourceCandidate {
  readonly url: string;
  readonly weight: number;
}

/** The entries of a srcset. Only a comma before a space ends an entry, since URLs may contain commas. */
function parseSrcset(srcset: string): readonly SourceCandidate[] {
  return srcset
    .split(/,\s+|,(?=https?:|\/)/)
    .map((entry) => {
      const [url = '', descriptor = '1x'] = entry.trim().split(/\s+/);
      return { url: url.replace(/,$/, ''), weight: Number.parseFloat(descriptor) || 1 };
    })
    .filter(({ url }) => url !== '' && !noFile.test(url));
}

function largest(srcset: string | undefined): string | undefined {
  let best: SourceCandidate | undefined;
  for (const candidate of parseSrcset(srcset ?? ''))
    if (best === undefined || candidate.weight > best.weight) best = candidate;
  return best?.url;
}

/** Pictures have a few sources. */
const maxPictureNodes = 60;
/** Wider than the screens that pages name. */
const maxScreenWidth = 10_000;
const pixelsOfEm = 16;

/** Templates and scripts that fill in a URL: `{{ image }}`, `' + url + '`, `if(this.src!='/a.jpg'){…}`. */
const script = /["<>`]|\{\{|\$\{|\)\s*\{|'\s*[+;)]|[+=(]\s*'/;

/** Whether a source is not that of an image that is shown in the end. */
const isPlaceholder = (source: string): boolean =>
  source === '' || isPlaceholderName(source) || script.test(source);

/** What an image shows until it has loaded, by an attribute of its own. */
const isDeclaredPlaceholder = ({ attribs }: Element, source: string): boolean =>
  source !== '' && (attribs['placeholdersrc'] === source || attribs['data-placeholder'] === source);

/** The width of the window from which, or up to which, a source is meant; the widest without a condition. */
function widthOf({ attribs }: Element): number {
  const { media = '' } = attribs;
  if (/\b(?:dark|print)\b/.test(media)) return 0;
  const [, side, length = '', unit] = /(min|max)-width\s*:\s*([\d.]{1,8})\s*(r?em)?/.exec(media) ?? [];
  if (side === undefined) return maxScreenWidth;
  const pixels = Number.parseFloat(length) * (unit === undefined ? 1 : pixelsOfEm);
  return side === 'min' ? maxScreenWidth + pixels : pixels;
}

function pictureSource(image: Element): string | undefined {
  const { parent } = image;
  if (parent === null || !isTag(parent) || parent.name !== 'picture') return undefined;
  const sources = parent.children
    .slice(0, maxPictureNodes)
    .filter(isTag)
    .filter(({ name }) => name === 'source');
  const [widest] = sources.toSorted((one, other) => widthOf(other) - widthOf(one));
  return largest(widest?.attribs['srcset']) ?? largest(widest?.attribs['data-srcset']);
}

/** URLs whose path is that of an image file; `File:Oar.jpg` is a page about it. */
const imagePath = /^(?:https?:)?[^?#:]+\.(?:jpe?g|png|webp|gif|avif)(?:[?#].*)?$/i;

/** The file that a placeholder links to: the image in its full size. */
function linkedFile({ parent }: Element): string | undefined {
  const href = parent !== null && isTag(parent) && parent.name === 'a' ? (parent.attribs['href'] ?? '') : '';
  return imagePath.test(href) ? href : undefined;
}

/** Some pages write an entry of a srcset as the URL: `/a.jpg 1470w`. */
function withoutWidth(source: string): string {
  const at = source.lastIndexOf(' ');
  return at > 0 && /^\d+w$/.test(source.slice(at + 1)) ? source.slice(0, at).trimEnd() : source;
}

/** Wix shows a small blurred copy of an image until a script loads it; the URL before `/v1/` is that of the image. */
const blurredCopy = /^(https?:\/\/static\.wixstatic\.com\/media\/[^/?]+)\/v1\/[^?]*,blur_\d/;

/** Whether `src` has the image already: a script has put the lazy path behind a URL of its own. */
const isLoaded = (lazy: string, source: string): boolean =>
  /^https?:\/\//i.test(source) &&
  !/^(?:[a-z]+:|[./])/i.test(lazy) &&
  lazy.includes('/') &&
  (source.split(/[?#]/, 1)[0]?.endsWith(`/${lazy}`) ?? false);

const formatOf = (url: string): string | undefined => /\.(\w{3,4})(?:[?#]|$)/.exec(url)?.[1]?.toLowerCase();

/** The largest size of a lazy image in the set that names it; a GIF among photographs is a placeholder. */
function largestSize(lazy: string, sets: readonly (string | undefined)[]): string | undefined {
  const own = sets.find((set) => parseSrcset(set ?? '').some(({ url }) => url === lazy));
  const best = largest(own);
  return best !== undefined && formatOf(best) === formatOf(lazy) ? best : undefined;
}

/** The URL of the image that an `<img>` shows once it is loaded, as written in the page; empty for a bare placeholder. */
export function imageSource(image: Element): string {
  const { attribs } = image;
  const written = withoutWidth(attribs['src']?.trim() ?? '');
  const source = blurredCopy.exec(written)?.[1] ?? written;
  const lazy = lazySources
    .map((name) => attribs[name]?.trim() ?? '')
    .find((value) => imageAddress.test(value));
  const lazySet = lazySets.map((name) => attribs[name]).find((value) => value !== undefined);
  // Until a lazy image is loaded, its `srcset` may have a small copy.
  const isOneCopy = !/\s\d/.test(attribs['srcset'] ?? '');
  const best = (isOneCopy ? largest(lazySet) : undefined) ?? largest(attribs['srcset']) ?? largest(lazySet);
  if (lazy !== undefined && !isPlaceholder(lazy))
    return largestSize(lazy, [lazySet, attribs['srcset']]) ?? (isLoaded(lazy, source) ? source : lazy);
  const isShown = !isPlaceholder(source) && !isDeclaredPlaceholder(image, source);
  const isBetter = best !== undefined && imageAddress.test(best) && !(isShown && isPlaceholderName(best));
  if (isBetter) return best;
  if (isShown) return source;
  const other = Object.entries(attribs).find(
    ([name, value]) =>
      holdsSource.test(name) && (imageFile.test(value) || (holdsPath.test(name) && imagePath.test(value))),
  );
  const better = best ?? pictureSource(image) ?? other?.[1];
  return better ?? linkedFile(image) ?? (source.startsWith('data:') ? source : '');
}

/** Each `url(…)` of a style: backgrounds, masks and list marks. */
const styleImage = /\burl\(["']?([^"')]+)/gi;

/** The URLs of the images of one element, as written. */
function sourcesOf(element: Element): readonly string[] {
  const { name, attribs } = element;
  const { style = '' } = attribs;
  const backgrounds = style.includes('url(')
    ? Array.from(style.matchAll(styleImage), ([, source = '']) => source)
    : [];
  if (name === 'img') return [imageSource(element), ...backgrounds];
  if (name === 'video') return [attribs['poster'] ?? '', ...backgrounds];
  if (name === 'image') return [attribs['href'] ?? attribs['xlink:href'] ?? '', ...backgrounds];
  if (name === 'input' && attribs['type']?.toLowerCase() === 'image')
    return [attribs['src'] ?? '', ...backgrounds];
  return backgrounds;
}

/**
 * The absolute URLs of all images of a page, each once, in document order: of `<img>` (lazy ones with the image that they
 * load), posters of videos, SVG images, image buttons, and those of `style` attributes. To be read before
 * normalisation changes the tree.
 */
export function imageUrls(nodes: readonly ChildNode[], baseUrl: string): readonly string[] {
  const urls = new Set<string>();
  const visit = (node: ChildNode): void => {
    if (!isTag(node)) return;
    for (const source of sourcesOf(node).map((written) => written.trim())) {
      // A fragment names a part of an SVG of the page itself.
      const url = source.startsWith('#') ? undefined : webUrl(source, baseUrl);
      if (url !== undefined) urls.add(url);
    }
    for (const child of node.children) visit(child);
  };
  for (const node of nodes) visit(node);
  return [...urls];
}
