import { type ChildNode, isTag } from 'domhandler';

import { rawText } from '#shared/content/dom/element-text.ts';
import { elementAt, nameOf } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';

/** Pages of networks that pass a URL on, or by which a reader follows the site. */
const sharingPage =
  /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:addtoany\.com\/share|addthis\.com\/bookmark|hupso\.com\/share|sharethis\.com\/share|facebook\.com\/(?:sharer|share\.php)|twitter\.com\/(?:share|intent\/)|x\.com\/intent\/|news\.google\.com\/publications\/|linkedin\.com\/share|pinterest\.com\/pin\/create|vk\.com\/share|t\.me\/share|reddit\.com\/submit|tumblr\.com\/share|xing\.com\/spi\/shares|getpocket\.com\/(?:edit|save)|share\.flipboard\.com\/|flipboard\.com\/bookmarklet|threads\.net\/intent\/|bsky\.app\/intent\/|social-plugins\.line\.me\/lineit|connect\.ok\.ru\/offer|whatsapp\.com\/send|digg\.com\/(?:remote-)?submit|del(?:\.icio\.us|icious\.com)\/(?:post|save)|fark\.com\/cgi\/fark\/|newsvine\.com\/_|blogmarks\.net\/my\/new|stumbleupon\.com\/(?:submit|badge)|google\.com\/bookmarks\/mark|technorati\.com\/(?:faves|cosmos|search\/http)|slashdot\.org\/(?:bookmark|submit)|b\.hatena\.ne\.jp\/(?:entry|add)|nowpublic\.com\/\?src=)/i;
/** What other networks name such a page, with the URL in its query. */
const sharingPath = /^[^?#]*[/.](?:share|sharer|bookmarklet(?:\/add)?)(?:\.php)?\/?\?/i;
const urlInQuery = /https?(?::|%3a)/i;
/** A longer text is a quotation that readers may pass on. */
const maxCharacters = 30;

function isSharing(href: string): boolean {
  if (href.startsWith('whatsapp:') || sharingPage.test(href)) return true;
  const path = sharingPath.exec(href)?.[0];
  return path !== undefined && urlInQuery.test(href.slice(path.length));
}

function isSharingLink(tree: BlockTree, node: number): boolean {
  const element = elementAt(tree, node);
  return (
    element?.name === 'a' &&
    isSharing(element.attribs['href'] ?? '') &&
    rawText(element, 100).trim().length <= maxCharacters
  );
}

const minLinks = 3;
/** A line that asks to share, and the signs between links, are shorter. */
const maxRestCharacters = 250;
const listNames: ReadonlySet<string> = new Set(['ul', 'ol']);

/** The list around a link in an item, else the element around the link. */
function listAround(tree: BlockTree, link: number): number {
  const around = tree.parent[link] ?? -1;
  return nameOf(tree, around) === 'li' ? (tree.parent[around] ?? -1) : around;
}

/** Whether an element is small enough to hold little besides links that share. */
function isSmall(tree: BlockTree, node: number): boolean {
  const element = elementAt(tree, node);
  return element !== undefined && rawText(element, 2 * maxRestCharacters).trim().length <= maxRestCharacters;
}

const entriesOf = (tree: BlockTree, list: number): number =>
  (elementAt(tree, list)?.children ?? []).filter((child) => isTag(child) && child.name === 'li').length;

/** The lists of which most entries share the page. Links in a line are dropped one by one: beside them may be a headline. */
function sharingLists(tree: BlockTree, links: readonly number[]): readonly number[] {
  const byList = Map.groupBy(links, (link) => listAround(tree, link));
  return [...byList]
    .filter(
      ([list, own]) =>
        listNames.has(nameOf(tree, list)) &&
        own.length >= minLinks &&
        own.length * 2 > entriesOf(tree, list) &&
        isSmall(tree, list),
    )
    .map(([list]) => list);
}

/**
 * The links that share a page or one of its images, and the lists of such links with what else they hold. The model sees
 * them, because they tell where a text begins and ends.
 */
export function sharingLinks(tree: BlockTree): readonly ChildNode[] {
  const links: number[] = [];
  for (let node = 0; node < tree.nodes.length; node++) if (isSharingLink(tree, node)) links.push(node);
  return [...links, ...sharingLists(tree, links)].flatMap((node) => tree.nodes[node] ?? []);
}
