import { isNameOfNone } from '#shared/content/dom/image-names.ts';
import { isObject } from '#shared/kernel/json.ts';
import { webAddress } from './crawl-links.ts';
import { hasType, textValue } from './json-ld.ts';
import { bare } from './site-names.ts';
import { isHomePage, type MetadataEvidence } from './metadata-evidence.ts';

/** The declared image of a work, perhaps as a reference to a node of its own. */
function imageOfWork({ work, nodes }: MetadataEvidence): string | undefined {
  const node = nodes.find((candidate) => hasType(candidate, /^webpage$/i));
  const declared = [work?.['image'], work?.['primaryImageOfPage'], node?.['primaryImageOfPage']];
  for (const image of declared) {
    const id = isObject(image) ? image['@id'] : undefined;
    const named = id === undefined ? undefined : nodes.find((candidate) => candidate['@id'] === id);
    const address = textValue(named ?? image, 'url', 'contentUrl');
    if (address !== undefined) return address;
  }
  return textValue(work?.['thumbnailUrl']) ?? textValue(node?.['thumbnailUrl']);
}

/** The picture of an account. */
const portrait = /\/avatars?\//i;
/** The icon of a reader of forums, which each forum with its plug-in declares. */
const iconOfReader = /^https?:\/\/tapatalk\.com\//i;
/** The icon of a bookmark, which sites without a picture of their pages declare instead. */
const bookmarkIcon =
  /\/(?:apple-touch-icon|favicon)(?:[-_@.]?(?:\d{1,4}(?:x\d{1,4})?|precomposed))*\.\w{2,5}(?:[?#].*)?$/i;

const logo = /^(?:logos?|logotype|favicon)$/i;
/** What the file of a site's logo is called besides: for which use, how large, in which color. */
const besideLogo =
  /^(?:og|open|graph|opengraph|social|share|sharing|for|default|fallback|placeholder|image|img|site|header|big|large|small|long|square|black|white|dark|light|negative|[a-z]|[\da-f]*\d[\da-f]*|\d+x\d*)$/i;
/** Before "logo", these are firms of which the page tells: `facebook-logo.png`. */
const networks = /^(?:fb|facebook|twitter|linkedin|new)$/i;
const minBrandCharacters = 3;

function decodedName(file: string): string {
  try {
    return decodeURIComponent(file);
  } catch {
    return file;
  }
}

/** Whether a file is the logo of the site, by its name: `logo-fb.png`, on courier.example also `courier_logo.gif`. */
function isSiteLogo(address: string, host: string): boolean {
  const file = decodedName(address.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '');
  const words = file.replace(/\.\w{2,5}$/, '').match(/[\p{L}\p{N}]+/gu) ?? [];
  const at = words.findIndex((word) => logo.test(word));
  if (at < 0) return false;
  const isBeside = (word: string, place: number): boolean =>
    logo.test(word) || besideLogo.test(word) || (place > at && networks.test(word));
  const brand = bare(words.filter((word, place) => !isBeside(word, place)).join(''));
  const labels = host.split('.').map(bare);
  return brand === '' || (brand.length >= minBrandCharacters && labels.includes(brand));
}

/** `/`, `/en/`, `/pt-br`: the home page, also in one of several languages. */
const homePath = /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?$/i;

const imageNames = ['og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'];

/** WordPress has the icon of a site in many sizes: `icon-32x32.png`. */
const withoutPixels = (file: string): string => file.replace(/-\d{2,4}x\d{2,4}(?=\.\w{2,5}$)/, '');

const square = /-(\d{2,4})x\1\.\w{2,5}$/;

/** The URL of the image that a page declares as its own; the logo of its site only on the home page. */
export function imageOf(evidence: MetadataEvidence): string | undefined {
  const { facts, page } = evidence;
  const linkTo = (rel: RegExp): readonly string[] =>
    facts.links
      .filter(({ attribs }) => rel.test(attribs['rel'] ?? ''))
      .flatMap(({ attribs }) => attribs['href'] ?? []);
  const icons = new Set(linkTo(/icon/i).flatMap((icon) => [icon, withoutPixels(icon)]));
  const [linked] = linkTo(/^image_src$/i);
  const host = URL.parse(page.url)?.host ?? '';
  const isHome = isHomePage(evidence) || homePath.test(URL.parse(page.url)?.pathname ?? '');
  const address = [...imageNames.map((name) => facts.meta(name)), imageOfWork(evidence), linked].find(
    (candidate) =>
      candidate !== undefined &&
      !isNameOfNone(candidate) &&
      !icons.has(candidate) &&
      !(square.test(candidate) && icons.has(withoutPixels(candidate))) &&
      !portrait.test(candidate) &&
      !iconOfReader.test(candidate) &&
      !bookmarkIcon.test(candidate) &&
      (isHome || !isSiteLogo(candidate, host)),
  );
  return address === undefined ? undefined : webAddress(address, page.baseUrl);
}
