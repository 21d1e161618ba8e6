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
 * Shows who replies to whom in a thread of posts. Changes the document in place and returns the new selection, and who began
 * the discussion.
 */
export const quoteThread = (
  document: Document,
  selection: Selection,
  index: ElementIndex,
  trace?: Trace,
): Quoted => quoteFound(threadOf(document, selection, index), document, selection, trace);

/** As `quoteThread`, for comments on an article: none of them is an opening, since all of them answer the article. */
export function quoteComments(
  document: Document,
  selection: Selection,
  index: ElementIndex,
  trace?: Trace,
): Selection {
  const found = threadOf(document, selection, index);
  const comments = found && { ...found, opening: undefined };
  return quoteFound(comments, document, selection, trace).selection;
}

function quoteFound(
  thread: ReturnType<typeof threadOf>,
  document: Document,
  selection: Selection,
  trace: Trace | undefined,
): Quoted {
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
