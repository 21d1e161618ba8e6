import type { Document } from 'domhandler';

import type { ElementIndex } from '#shared/content/dom/element-edit.ts';
import type { Selection } from '#shared/content/dom/selection.ts';
import type { Trace } from '#shared/content/dom/trace.ts';
import { quotePosts } from './quote-posts.ts';
import { quoteReplies } from './quote-replies.ts';
import { threadOf } from './thread.ts';

/**
 * Shows who replies to whom in a thread of posts or comments. Changes the document in place and returns the new
 * selection. Comments on an article have no opening: all of them answer it.
 */
export function quoteThread(
  document: Document,
  selection: Selection,
  index: ElementIndex,
  trace?: Trace,
  hasOpening = true,
): Selection {
  const found = threadOf(document, selection, index);
  const thread = found === undefined || hasOpening ? found : { ...found, opening: undefined };
  if (thread === undefined) {
    quoteReplies(document, selection, trace);
    return selection;
  }
  const { posts, name } = thread;
  const authors = new Set(posts.map(({ author }) => author.text));
  trace?.add({
    step: 'thread',
    verdict: 'quoted',
    reason: `${posts.length} posts by ${authors.size} people`,
    subject: name,
  });
  return quotePosts(thread, selection);
}
