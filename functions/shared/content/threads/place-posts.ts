import { type Element, isTag } from 'domhandler';

import type { Post } from './find-posts.ts';
import { indentationOf } from './post-indentation.ts';
import { namesOfPost } from './thread.ts';

/** An element on the way from the document to the posts, with the ones below it on that way. */
export interface Branch {
  readonly element: Element;
  readonly post: Post | undefined;
  readonly branches: Branch[];
}

export interface Place {
  readonly post: Post;
  /** The element that becomes the quotation: the post's own, or one that holds its replies, too. */
  readonly element: Element;
  /** Length of the chain of posts that it replies to. */
  readonly level: number;
  /** The post to move this one into, when indentation alone shows that it replies to that post. */
  readonly into?: Place;
}

/** The topmost elements that lead to posts, in document order. */
export function branchesTo(posts: readonly Post[]): readonly Branch[] {
  const postOf = new Map(posts.map((post) => [post.element, post]));
  const known = new Map<Element, Branch>();
  const topmost: Branch[] = [];
  for (const { element } of posts) {
    let siblings: Branch[] | undefined;
    let below: Branch | undefined;
    for (let at: Element = element; ;) {
      const branch = known.get(at) ?? { element: at, post: postOf.get(at), branches: [] };
      if (below !== undefined) branch.branches.push(below);
      siblings = undefined;
      if (known.has(at)) break;
      known.set(at, branch);
      below = branch;
      siblings = topmost;
      if (at.parent === null || !isTag(at.parent)) break;
      at = at.parent;
    }
    if (below !== undefined) siblings?.push(below);
  }
  return topmost;
}

const isAlike = (element: Element, other: Element): boolean => {
  const names = namesOfPost(other);
  return namesOfPost(element).some((name) => names.includes(name));
};

const recurs = (element: Element, { element: own, branches }: Branch): boolean =>
  isAlike(own, element) || branches.some((branch) => recurs(element, branch));

function firstPost({ post, branches }: Branch): Post | undefined {
  if (post !== undefined) return post;
  const [first] = branches;
  return first === undefined ? undefined : firstPost(first);
}

const holdsOnePost = ({ post, branches }: Branch): boolean =>
  post === undefined ? branches.length === 1 && branches.every(holdsOnePost) : branches.length === 0;

/** Whether the element holds a post and, in boxes like itself, the replies to it. */
const isBoxWithReplies = ({ element, branches: [first, ...others] }: Branch): boolean =>
  first !== undefined &&
  others.length > 0 &&
  holdsOnePost(first) &&
  !recurs(element, first) &&
  others.every((other) => recurs(element, other));

/** Posts one after another, some of them indented further than the posts that they reply to. */
function indented(branches: readonly Branch[]): readonly (readonly [Branch, number])[] | undefined {
  if (!branches.every(holdsOnePost)) return undefined;
  const indentations: [Branch, number][] = [];
  for (const branch of branches) {
    const post = firstPost(branch);
    const indentation = post && indentationOf(post.element, branch.element);
    if (indentation === undefined) return undefined;
    indentations.push([branch, indentation]);
  }
  return new Set(indentations.map(([, indentation]) => indentation)).size > 1 ? indentations : undefined;
}

class Placing {
  readonly places: Place[] = [];

  list(branches: readonly Branch[], level: number): void {
    const indentations = branches.length > 1 ? indented(branches) : undefined;
    if (indentations === undefined) for (const branch of branches) this.#branch(branch, level);
    else this.#indented(indentations, level);
  }

  #branch(branch: Branch, level: number): void {
    const { element, post, branches } = branch;
    const [first, ...others] = branches;
    if (post !== undefined) {
      this.places.push({ post, element, level });
      this.list(branches, level + 1);
    } else if (first !== undefined && isBoxWithReplies(branch)) {
      const repliedTo = firstPost(first);
      if (repliedTo !== undefined) this.places.push({ post: repliedTo, element, level });
      this.list(others, level + 1);
    } else this.list(branches, level);
  }

  #indented(indentations: readonly (readonly [Branch, number])[], level: number): void {
    const open: [Place, number][] = [];
    for (const [branch, indentation] of indentations) {
      const post = firstPost(branch);
      if (post === undefined) continue;
      while ((open.at(-1)?.[1] ?? -1) >= indentation) open.pop();
      const into = open.at(-1)?.[0];
      const place = { post, element: post.element, level: level + open.length, ...(into && { into }) };
      this.places.push(place);
      open.push([place, indentation]);
    }
  }
}

export function placesOf(branches: readonly Branch[]): readonly Place[] {
  const placing = new Placing();
  placing.list(branches, 0);
  return placing.places;
}
