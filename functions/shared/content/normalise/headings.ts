import { type Element, isTag, isText } from 'domhandler';

import { classesOf, type ElementIndex, makeSilent, unwrap } from '#shared/content/dom/element-edit.ts';
import { rawText } from '#shared/content/dom/element-display.ts';

const headingNames = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

const anchorName =
  /(?:^|-)(?:anchor|anchorjs-link|permalink|headerlink|header-link|heading-link|hash-link|heading-anchor|direct-link)(?:$|-)/;
const editName = /^(?:mw-editsection|edit-?link|edit-?section)/;
const anchorLabel =
  /^(?:permalink|permanent link|direct link|link to|anchor|copy link|постоянная ссылка|ссылка на|скопировать ссылку)/i;
/** What anchors show: a sign, or the letters of an icon font. */
const anchorText = /^(?:[#¶§∞⚓🔗🔖†*\s\u200b\ufeff\ue000-\uf8ff]|link|anchor|copy link)*$/iu;
const editText =
  /^\[?\s*(?:edit|edit source|править|править код|ред\.|bearbeiten|modifier)[\s|]*(?:edit source|править код|quelltext bearbeiten|modifier le code)?\s*\]?$/i;

function isAnchor(link: Element): boolean {
  const { href = '', title = '' } = link.attribs;
  const label = link.attribs['aria-label'] ?? title;
  const text = rawText(link).trim();
  const isSign = anchorText.test(text);
  if (isSign && (href.includes('#') || label !== '' || link.children.length === 0)) return true;
  if (!href.includes('#')) return false;
  return (
    (classesOf(link).some((name) => anchorName.test(name)) && text.length < 4) ||
    (isSign && anchorLabel.test(label))
  );
}

/** Takes permalink signs and edit links out of a heading, and the link off a heading that leads to itself. */
function cleanHeading(heading: Element): void {
  // An accordion's heading is all button; a tool has words or a sign of its own beside the heading's.
  const title = rawText(heading).trim();
  const visit = (element: Element): void => {
    for (const child of element.children) {
      if (!isTag(child)) continue;
      const isEdit =
        classesOf(child).some((name) => editName.test(name)) ||
        (child.name === 'a' && editText.test(rawText(child).trim()));
      const isTool = child.name === 'button' && rawText(child).trim() !== title;
      if (isEdit || isTool || (child.name === 'a' && isAnchor(child))) makeSilent(child);
      else {
        if (child.name === 'a' && (child.attribs['href'] ?? '').startsWith('#')) unwrap(child);
        visit(child);
      }
    }
  };
  visit(heading);
  stripTrailingSign(heading);
}

/** Documentation tools that write the sign as plain text. */
function stripTrailingSign(heading: Element): void {
  const last = heading.children.at(-1);
  if (last !== undefined && isText(last)) last.data = last.data.replace(/\s*[¶§🔗]\s*$/u, '');
}

/** GitHub and others put the anchor beside the heading. */
function dropAnchorBeside(heading: Element): void {
  for (const sibling of [heading.prev, heading.next])
    if (sibling !== null && isTag(sibling) && sibling.name === 'a' && isAnchor(sibling)) makeSilent(sibling);
}

/** Headings without the signs, icons and edit links that belong to the page and not to its text. */
export function normalizeHeadings(index: ElementIndex): void {
  for (const name of headingNames)
    for (const heading of index.named(name)) {
      cleanHeading(heading);
      dropAnchorBeside(heading);
    }
  for (const element of index.named('span'))
    if (classesOf(element).some((name) => editName.test(name))) makeSilent(element);
}
