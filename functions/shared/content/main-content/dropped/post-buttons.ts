import type { ChildNode } from 'domhandler';

import { elementAt } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { imageAt } from '#shared/content/main-content/related/images/shown-images.ts';

/** Forms of forums that answer or report one post: vBulletin, phpBB, Simple Machines. */
const postForm =
  /(?:^|\/)(?:newreply|report)\.php\?(?:.*&)?(?:p|post|postid)=\d|[?&;]mode=(?:quote|reply|report)\b.*[?&;][fpt]=\d|[?&;]action=(?:post|quote\w*|reporttm)\b.*[?&;](?:topic|quote|msg)=\d/i;
const maxFormCharacters = 500;
/** Charts may be named so, too, but they are no GIFs. */
const presence = /(?:^|\/)(?:(?:user[-_]?)?(?:on|off)line\.gif|(?:user|statusicon)[-_](?:on|off)line\.\w+)$/i;

/** The buttons of posts that are images, and the images that tell whether an author is there. */
export function postButtons(tree: BlockTree): readonly ChildNode[] {
  return tree.nodes.filter((_, node) => {
    const image = imageAt(tree, node);
    if (image !== undefined) return presence.test(image.attribs['src'] ?? '');
    const link = elementAt(tree, node);
    if (link?.name !== 'a' || tree.from[node] !== tree.to[node]) return false;
    return postForm.test(link.attribs['href']?.slice(0, maxFormCharacters) ?? '');
  });
}
