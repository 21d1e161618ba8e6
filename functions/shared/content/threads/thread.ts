import type { Document, Element } from 'domhandler';

import { bitOf, marksOfName } from '#shared/content/dom/class-words.ts';
import { ancestor, classesOf, type ElementIndex } from '#shared/content/dom/element-edit.ts';
import type { Selection } from '#shared/content/dom/selection.ts';
import { remembered } from '#shared/kernel/remembered.ts';
import { findPosts, type FoundPosts, type Post } from './find-posts.ts';
import { authorMark, mayBeMark, ownAuthor } from './post-marks.ts';

export interface Thread {
  /** At least two posts by at least two people, in document order. */
  readonly posts: readonly Post[];
  /** The post that the others reply to, if the page begins with it. */
  readonly opening: Post | undefined;
  readonly name: string;
}

const minPosts = 2;
const minPeople = 2;
/** After more text than this, the posts are comments on an article. */
const maxCharactersBefore = 600;
const maxNameLevels = 12;

/** Posts share class names; unclassed elements are compared by their parent. */
export function namesOfPost(element: Element): readonly string[] {
  const names = classesOf(element).filter((name) => name !== '');
  if (names.length > 0) return names.map((name) => `${element.name}.${name}`);
  // Custom elements of one name are of one kind.
  if (element.name.includes('-')) return [element.name];
  const { parent } = element;
  const around =
    parent !== null && 'attribs' in parent ? `${parent.name}.${parent.attribs['class'] ?? ''}` : '';
  return [`${around} ${element.name}`];
}

function likePosts(posts: readonly Post[]): { readonly name: string; readonly group: readonly Post[] } {
  const groups = new Map<string, Post[]>();
  for (const post of posts)
    for (const name of new Set(namesOfPost(post.element))) {
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [post]);
      else group.push(post);
    }
  let best: { name: string; group: readonly Post[] } = { name: '', group: [] };
  for (const [name, group] of groups) if (group.length > best.group.length) best = { name, group };
  return best;
}

const threadMarks = bitOf.thread | bitOf.comment;

const microblog = /\b(?:tweet|toot|status)\b/i;

const namesThread = remembered((names) => (marksOfName(names) & threadMarks) !== 0 || microblog.test(names));

function isNamedThread({ attribs, name }: Element): boolean {
  if (name === 'body' || name === 'html') return false;
  const { class: classes, id, itemtype, 'data-testid': testId } = attribs;
  return (
    'data-reply-id' in attribs ||
    'data-comment-id' in attribs ||
    (classes !== undefined && namesThread(classes)) ||
    (id !== undefined && namesThread(id)) ||
    (itemtype !== undefined && namesThread(itemtype)) ||
    (testId !== undefined && namesThread(testId)) ||
    namesThread(name)
  );
}

const isPartOfThread = ({ element }: Post): boolean =>
  isNamedThread(element) || ancestor(element, maxNameLevels, isNamedThread) !== undefined;

/** Whether the posts are on this page; teasers link to pages that hold their text. */
function areOnThisPage(posts: readonly Post[], { linkedHeadings }: FoundPosts): boolean {
  const [from, to] = [posts[0]?.from ?? 0, posts.at(-1)?.to ?? 0];
  const linked = linkedHeadings.filter((at) => at > from && at <= to);
  // A link without an end tag goes on through all posts.
  const firstLinks = new Set(posts.flatMap(({ firstLink }) => (firstLink === undefined ? [] : [firstLink])));
  return Math.max(linked.length, firstLinks.size) < posts.length / 2;
}

/** The first of the posts, unless text or a post that it replies to comes before it. */
function openingOf(group: readonly Post[], { bylines }: FoundPosts): Post | undefined {
  const [first] = group;
  if (first === undefined || first.textBefore > maxCharactersBefore) return undefined;
  // The heading "3 answers" separates the question from the first answer.
  if (first.textBeforeHeading > 0) return undefined;
  const starter = bylines.find(({ at }) => at < first.from);
  return starter === undefined || starter.author === first.author.text ? first : undefined;
}

/** Whether the page has an element that is named a thread, and names at least two people; most pages do not. Needs no walk through the document. */
function mayHoldThread(index: ElementIndex): boolean {
  return index.all.some(isNamedThread) && namesPeople(index);
}

function namesPeople(index: ElementIndex): boolean {
  const names = new Set<string>();
  for (const element of index.all) {
    const mark = (mayBeMark(element) ? authorMark(element) : undefined) ?? ownAuthor(element);
    if (mark !== undefined) names.add(mark.text);
    if (names.size >= minPeople) return true;
  }
  return false;
}

/**
 * The thread in the selected part of a page. `index` is one of the document, from before or after normalisation.
 */
export function threadOf(document: Document, selection: Selection, index: ElementIndex): Thread | undefined {
  if (!mayHoldThread(index)) return undefined;
  const found = findPosts(document, selection, index);
  const { name, group } = likePosts(found.posts);
  const authors = new Set(group.map(({ author }) => author.text));
  if (group.length < minPosts || authors.size < minPeople) return undefined;
  if (!group.some(isPartOfThread) || !areOnThisPage(group, found)) return undefined;
  return { posts: group, opening: openingOf(group, found), name };
}
