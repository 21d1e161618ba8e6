import type { Document, Element } from 'domhandler';

import { bitOf, marksOfName } from '#shared/content/dom/class-words.ts';
import { ancestor, classesOf, type ElementIndex } from '#shared/content/dom/element-edit.ts';
import { authorMark, mayBeMark, ownAuthor } from './post-marks.ts';
import type { Selection } from '#shared/content/dom/selection.ts';
import { findPosts, type FoundPosts, type Post } from './find-posts.ts';

/** What some people have said to each other. */
export interface Thread {
  /** At least two, by at least two people, in the order of the page. */
  readonly posts: readonly Post[];
  /** The post that the others answer, where the page begins with it. */
  readonly opening: Post | undefined;
  /** What the elements of the posts have in common. */
  readonly name: string;
}

const fewestPosts = 2;
/** More characters than that before the first post are an article, which has comments. */
const longestLead = 600;
/** How far up the names of a thread stand. */
const levelsOfName = 12;

/** Posts are set alike; of boxes without classes those around them tell. */
export function namesOfPost(element: Element): readonly string[] {
  const names = classesOf(element).filter((name) => name !== '');
  if (names.length > 0) return names.map((name) => `${element.name}.${name}`);
  // The elements that a page has named itself are of one kind each.
  if (element.name.includes('-')) return [element.name];
  const { parent } = element;
  const around =
    parent !== null && 'attribs' in parent ? `${parent.name}.${parent.attribs['class'] ?? ''}` : '';
  return [`${around} ${element.name}`];
}

/** The largest group of posts that share a name. */
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

/** Posts of networks that let people write short ones. */
const microblog = /\b(?:tweet|toot|status)\b/i;

function isNamedThread({ attribs, name }: Element): boolean {
  if (name === 'body' || name === 'html') return false;
  const { class: classes = '', id = '', itemtype = '' } = attribs;
  const names = `${name} ${classes} ${id} ${itemtype} ${attribs['data-testid'] ?? ''}`;
  return (marksOfName(names) & threadMarks) !== 0 || microblog.test(names);
}

const isPartOfThread = ({ element }: Post): boolean =>
  isNamedThread(element) || ancestor(element, levelsOfName, isNamedThread) !== undefined;

/** Whether posts are said on this page; cards announce what is said elsewhere. */
function areSaidHere(posts: readonly Post[], { announcements }: FoundPosts): boolean {
  const [from, to] = [posts[0]?.from ?? 0, posts.at(-1)?.to ?? 0];
  const announced = announcements.filter((at) => at > from && at <= to);
  // A link that nobody has closed goes on through all posts.
  const elsewhere = new Set(posts.flatMap(({ announces }) => (announces === undefined ? [] : [announces])));
  return Math.max(announced.length, elsewhere.size) < posts.length / 2;
}

/** The first of the posts, unless what it answers comes before it. */
function openingOf(group: readonly Post[], { bylines }: FoundPosts): Post | undefined {
  const [first] = group;
  if (first === undefined || first.lead > longestLead) return undefined;
  // "3 answers" stands between what is asked and the first of them.
  if (first.leadOfHeading > 0) return undefined;
  const starter = bylines.find(({ at }) => at < first.from);
  return starter === undefined || starter.author === first.author.text ? first : undefined;
}

/** Whether people are named at all, as on most pages they are not. Told without a walk through what is kept. */
function namesPeople(index: ElementIndex): boolean {
  // What stands in templates is not in the index, but may have been opened.
  if (index.named('template').length > 0) return true;
  let named = 0;
  for (const element of index.all) {
    const isNamed = mayBeMark(element) && authorMark(element) !== undefined;
    if (isNamed || ownAuthor(element) !== undefined) named += 1;
    if (named >= fewestPosts) return true;
  }
  return false;
}

/** The thread of a page, as far as it is kept. `index` is one of the document, from before or after normalising. */
export function threadOf(document: Document, selection: Selection, index: ElementIndex): Thread | undefined {
  if (!namesPeople(index)) return undefined;
  const found = findPosts(document, selection, index);
  const { name, group } = likePosts(found.posts);
  const authors = new Set(group.map(({ author }) => author.text));
  if (group.length < fewestPosts || authors.size < fewestPosts) return undefined;
  if (!group.some(isPartOfThread) || !areSaidHere(group, found)) return undefined;
  return { posts: group, opening: openingOf(group, found), name };
}
