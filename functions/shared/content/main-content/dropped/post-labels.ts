import { nameSet } from '#shared/content/dom/html-elements.ts';
import { elementAt, nameOf, nodeAround } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { remembered } from '#shared/kernel/remembered.ts';
import { findDate } from '#shared/values/dates.ts';
import editNotes from './edit-notes.json' with { type: 'json' };
import type { KeptText } from '#shared/content/main-content/dropped/kept-text.ts';

const postNumber = /^#\s?\d{1,6}$/;
const maxLevels = 4;

/** Whether a block is the only one of its list. */
function isAloneInList(tree: BlockTree, container: number): boolean {
  const list = nodeAround(tree, container, maxLevels, (node) => nameOf(tree, node) === 'ul');
  return list >= 0 && (tree.to[list] ?? 0) - (tree.from[list] ?? 0) === 1;
}

const isRankName = remembered((names) =>
  /(?:^|[\s_-])(?:user-?title|post-?rank-?name|(?:user|author|poster|member)-?rank)(?:$|[\s_-])/i.test(names),
);
/** XenForo's line under the title: who began the thread, and when. */
const isFactsName = remembered((names) => /(?:^|\s)p-description(?:\s|$)/.test(names));

/** The subject of a reply that nobody changed. */
const replySubject = /^(?:re|aw|sv|odp)\s?:\s+(\S.*)$/i;

/** A shorter one may be a word of the title. */
const minSubjectCharacters = 8;

function repeatsTitle(text: string, title: string): boolean {
  const [, subject = ''] = replySubject.exec(text.trim()) ?? [];
  if (subject.length < minSubjectCharacters) return false;
  return title.startsWith(subject) || title.endsWith(subject) || title.includes(`- ${subject}`);
}

const editNote = new RegExp(`^(?:${Object.values(editNotes).flat().join('|')})`, 'iu');
const maxEditorCharacters = 40;
/** `at 9:17 am, edited 4 times in total.` */
const endsNote =
  /^[\s,;)]*(?:(?:at|um|à|a las|в|o) )?(?:\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?m\.?)?)?[\s,;)]*(?:edited \d+ times? in total)?[\s.)]*$/iu;

/** Whether a line says who edited a post and when, and no more. */
function isEditNote(text: string): boolean {
  const opening = editNote.exec(text)?.[0];
  if (opening === undefined || text.length > maxNoteCharacters) return false;
  const rest = text.slice(opening.length);
  const date = findDate(rest);
  return date !== undefined && date.start <= maxEditorCharacters && endsNote.test(rest.slice(date.end));
}

/** Invision's mark of its notes, which begin with "Edited" alone; longer ones go on with the author's reason. */
const markOfEditNote = 'data-excludequote';
const maxMarkedNoteCharacters = 60;
/** A longer one is a sentence about a document. */
const maxNoteCharacters = 160;
const notNotes = nameSet('td th dt li');

/** A box around a whole page has more nodes. */
const maxFactsNodes = 80;

const holdsTime = (tree: BlockTree, node: number): boolean => {
  const end = Math.min(tree.end[node] ?? node, node + maxFactsNodes);
  for (let below = node + 1; below < end; below++) if (nameOf(tree, below) === 'time') return true;
  return false;
};

/**
 * The kept numbers of posts, ranks of their authors, headings of replies that repeat the title, notes that a post was
 * edited, and the line with what the first post says of itself.
 */
export function postLabels({ context: { tree, page }, kept }: KeptText): readonly number[] {
  const isLabel = (node: number): boolean => {
    const names = elementAt(tree, node)?.attribs['class'];
    const isSmall = (tree.end[node] ?? node) - node <= maxFactsNodes;
    if (names === undefined || !isSmall) return false;
    return isRankName(names) || (isFactsName(names) && holdsTime(tree, node));
  };
  const isMarked = (node: number): boolean => markOfEditNote in (elementAt(tree, node)?.attribs ?? {});
  /** A mark in the block may be around a word; the one that is around all of it has a day in the note. */
  const isMarkedNote = (text: string, container: number): boolean =>
    nodeAround(tree, container, maxLevels, isMarked) >= 0 ||
    (text.endsWith(')') && isMarked(container + 1) && findDate(text) !== undefined);
  const isNote = (text: string, container: number): boolean =>
    (isEditNote(text) && !notNotes.has(nameOf(tree, container))) ||
    (text.length <= maxMarkedNoteCharacters && isMarkedNote(text, container));
  return tree.blocks.flatMap(({ text, container }, block) => {
    const level = page.headingLevel[block] ?? 0;
    if (kept[block] === 0 || level === 1) return [];
    const isNumber = postNumber.test(text) && isAloneInList(tree, container);
    const isSubject = level > 1 && repeatsTitle(text, tree.title);
    return isNumber ||
      isSubject ||
      (level === 0 && isNote(text, container)) ||
      nodeAround(tree, container, maxLevels, isLabel) >= 0
      ? [block]
      : [];
  });
}
