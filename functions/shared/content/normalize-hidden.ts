import { type Element, isTag, isText } from 'domhandler';

import { classesOf, type ElementIndex, makeSilent } from './element-edit.ts';
import type { Trace } from './trace.ts';

/** Names of what opens on a click and is content: tabs, accordions, spoilers, "read more". Not of menus and dialogs. */
const openable =
  /(?:^|[-_\s])(?:tab|tabs|tabpanel|tab-?pane|tab-?content|panel|accordion|collaps(?:e|ed|ible)|details|spoiler|faq|expand(?:ed|able|er)?|toggle-?content|read-?more|more-?text|full-?text|show-?more|answer|char(?:acteristics)?|spec(?:s|ifications?)?|description|footnotes?|sidenote|fn|transcript|step|slide|content|vkladka|harakteristiki|opisanie|otzyvy)(?:$|[-_\s\d])/i;
const neverContent =
  /(?:^|[-_\s])(?:modal|dialog|popup|pop-up|overlay|lightbox|cookie|consent|gdpr|menu|submenu|dropdown|drop-down|nav|navbar|offcanvas|drawer|tooltip|popover|toast|share|login|signin|signup|subscribe|newsletter|search|autocomplete|suggest|template|tpl|skeleton|loader|spinner|preloader|clone|cloned|korzina|basket|cart|captcha|error|success)(?:$|[-_\s])/i;
const screenReaderOnly =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-(?:text|only)|assistive-text|a11y-hidden|u-hidden-visually|offscreen)(?:\s|$)/i;

/** A page that hides nearly everything until its script has run shows it then. */
const pageShare = 0.4;

const styleHides = /(?:^|;|\s)display\s*:\s*none|visibility\s*:\s*hidden/i;

function isHidden({ attribs }: Element): boolean {
  if ('hidden' in attribs && attribs['hidden'] !== 'until-found') return true;
  return styleHides.test(attribs['style'] ?? '');
}

/** Ids that a control on the page opens: `aria-controls`, `data-target`, tabs that link to their panel. */
function controlledIds(index: ElementIndex): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { attribs, name } of index.all) {
    for (const attribute of [
      'aria-controls',
      'data-target',
      'data-bs-target',
      'data-tab',
      'data-toggle-target',
    ]) {
      const value = attribs[attribute];
      if (value !== undefined && value.length < 200) ids.add(value.replace(/^#/, ''));
    }
    const href = name === 'a' ? attribs['href'] : undefined;
    if (href?.startsWith('#') === true && href.length > 1) ids.add(href.slice(1));
  }
  return ids;
}

function isOpenedByReader(element: Element, controlled: ReadonlySet<string>): boolean {
  const { attribs, parent } = element;
  const own = `${attribs['class'] ?? ''} ${attribs['id'] ?? ''}`;
  const role = attribs['role'] ?? '';
  if (
    neverContent.test(own) ||
    /^(?:dialog|alertdialog|menu|tooltip|listbox|navigation|alert|status)$/.test(role)
  )
    return false;
  if (role === 'tabpanel' || role === 'region' || openable.test(own)) return true;
  if (attribs['id'] !== undefined && controlled.has(attribs['id'])) return true;
  const around =
    parent !== null && isTag(parent) ? `${parent.attribs['class'] ?? ''} ${parent.attribs['id'] ?? ''}` : '';
  return (
    parent !== null &&
    isTag(parent) &&
    (parent.name === 'details' || (openable.test(around) && !neverContent.test(around)))
  );
}

const isIconFont = (element: Element): boolean =>
  element.children.length <= 1 &&
  classesOf(element).some((name) =>
    /^(?:fa|fas|far|fab|icon|material-icons(?:-\w+)?|material-symbols-\w+|glyphicon|mdi|bi)$/.test(name),
  );

/** Names that icon fonts turn into pictures ("arrow_forward") are not words of the page. */
function dropIcon(element: Element): void {
  if (!isIconFont(element)) return;
  const [child] = element.children;
  if (child === undefined || (isText(child) && /^\s*(?:[\w-]{1,30}|[\ue000-\uf8ff]+)\s*$/.test(child.data)))
    makeSilent(element);
}

/** Text for screen readers repeats what is seen, unless it is all that a link or button has. */
function dropScreenReaderText(index: ElementIndex, element: Element): void {
  const { parent } = element;
  if (parent === null || !isTag(parent)) return;
  if (index.textLength(parent) !== index.textLength(element) || parent.name === 'div') makeSilent(element);
}

/**
 * Drops what a reader cannot bring on the screen, and keeps what a click opens: closed tabs with the
 * specification of a product, answers of a FAQ, spoilers.
 */
export function dropHidden(index: ElementIndex, trace?: Trace): void {
  const controlled = controlledIds(index);
  const [root] = index.all;
  const total = root === undefined ? 0 : index.textLength(root);
  for (const element of index.all) {
    const { attribs, name } = element;
    if (name === 'body' || name === 'html' || name === 'template' || name === 'math') continue;
    if (screenReaderOnly.test(attribs['class'] ?? '')) dropScreenReaderText(index, element);
    else if (name === 'i' || name === 'span') dropIcon(element);
    if (!isHidden(element)) continue;
    const subject = `${name}.${attribs['class'] ?? ''}#${attribs['id'] ?? ''}`;
    if (isOpenedByReader(element, controlled)) {
      trace?.add({ step: 'hidden', verdict: 'kept', reason: 'opens on a click', subject });
      continue;
    }
    if (index.textLength(element) > Math.max(200, total * pageShare)) {
      trace?.add({ step: 'hidden', verdict: 'kept', reason: 'most of the page', subject });
      continue;
    }
    trace?.add({ step: 'hidden', verdict: 'dropped', reason: 'not displayed', subject });
    makeSilent(element);
  }
}
