import { type Element, isTag } from 'domhandler';

import {
  becomeElement,
  classesOf,
  type ElementIndex,
  hasClass,
  makeSilent,
  newElement,
  newText,
} from '#shared/content/dom/element-edit.ts';
import { findElement } from '#shared/content/dom/element-text.ts';
import { lineOf, partOf } from './parts.ts';

/** Makes a link to a file of its card, with what its author says of it. */
function writeFile(card: Element): void {
  const href = findElement(card, ({ name }) => name === 'a')?.attribs['href'];
  const title = lineOf(partOf(card, 'kg-file-card-title')) || lineOf(partOf(card, 'kg-file-card-filename'));
  if (href === undefined || title === '') return;
  const caption = lineOf(partOf(card, 'kg-file-card-caption'));
  const link = newElement('a', { href }, [newText(caption === '' ? title : `${title}: ${caption}`)]);
  becomeElement(card, 'p', {}, [link]);
}

/** Gives a recording the title of its card, whose player is drawn by a script. */
function nameRecording(card: Element): void {
  const recording = findElement(card, ({ name }) => name === 'audio');
  const title = lineOf(partOf(card, 'kg-audio-title'));
  if (recording === undefined || title === '') return;
  recording.attribs['title'] = title;
  becomeElement(card, 'div', {}, [recording]);
}

const controls = /^kg-video-(?:overlay|player-container)$/;

function dropControls(card: Element): void {
  for (const box of card.children.filter(isTag).flatMap(({ children }) => children.filter(isTag)))
    if (classesOf(box).some((name) => controls.test(name))) makeSilent(box);
}

/** Brings the cards of Ghost for files and recordings to the form of others. Returns whether there are any. */
export function readGhostCards(index: ElementIndex): boolean {
  const cards = ['div', 'figure'].flatMap((name) =>
    index.outermost(index.named(name).filter((box) => hasClass(box, 'kg-card'))),
  );
  for (const card of cards)
    if (hasClass(card, 'kg-file-card')) writeFile(card);
    else if (hasClass(card, 'kg-audio-card')) nameRecording(card);
    else if (hasClass(card, 'kg-video-card')) dropControls(card);
  return cards.length > 0;
}
