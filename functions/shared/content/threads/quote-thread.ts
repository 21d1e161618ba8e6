import type { Document } from 'domhandler';

import type { ElementIndex } from '#shared/content/dom/element-edit.ts';
import type { Selection } from '#shared/content/dom/selection.ts';
import type { Trace } from '#shared/content/dom/trace.ts';
import { quotePosts } from './quote-posts.ts';
import { quoteReplies } from './quote-replies.ts';
import { threadOf } from './thread.ts';

/** Author and date of the first post of a discussion. */
export interface Opening {
  readonly author: string;
  /** ISO 8601; absent where the page only says how long ago. */
  readonly date: string | undefined;
}

interface Quoted {
  readonly selection: Selection;
  /** `undefined` where the page does not begin with the first post of a discussion. */
  readonly opening: Opening | undefined;
}

const isoDay = /^\d{4}-\d{2}-\d{2}/;

/**
 * Shows who replies to whom in a thread of posts or comments. Changes the document in place and returns the new
 * selection, and who began the discussion. Comments on an article have no opening: all of them answer it.
 */
export function quoteThread(
  document: Document,
  selection: Selection,
  index: ElementIndex,
  trace?: Trace,
  hasOpening = true,
): Quoted {
  const found = threadOf(document, selection, index);
  const thread = found === undefined || hasOpening ? found : { ...found, opening: undefined };
  if (thread === undefined) {
    quoteReplies(document, selection, trace);
    return { selection, opening: undefined };
  }
  const { posts, name, opening } = thread;
  const authors = new Set(posts.map(({ author }) => author.text));
  trace?.add({
    step: 'thread',
    verdict: 'quoted',
    reason: `${posts.length} posts by ${authors.size} people`,
    subject: name,
  });
  const date = opening?.date.text ?? '';
  return {
    selection: quotePosts(thread, selection),
    opening: opening && {
      author: opening.author.text,
      date: isoDay.test(date) ? date : undefined,
    },
  };
}
