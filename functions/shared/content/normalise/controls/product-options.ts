import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { productOptions } from '#shared/content/dom/own-markers.ts';
import { findElement } from '#shared/content/dom/element-text.ts';
import {
  ancestor,
  becomeElement,
  classesOf,
  type ElementIndex,
  makeSilent,
  newElement,
  newText,
} from '#shared/content/dom/element-edit.ts';
import { isForScreenReaders } from '#shared/content/dom/screen-readers.ts';

/** The names of menus that choose a variant of a product: WooCommerce, Shopify, Magento, Lightspeed. */
const nameOfChoice = /^(?:attribute_|options\[|super_attribute\[|matrix\[)/;
/** PrestaShop's name of them, and Mailchimp's of a topic. */
const nameOfGroup = /^group\[/;
/** What shops call the box of radio buttons that choose a variant. */
const boxOfChoice =
  /(?:^|[\s_-])(?:product-form|product-options?|option-selector|variants?|swatch(?:es)?)(?:$|[\s_-])/i;

const maxLabelCharacters = 40;
const maxValueCharacters = 60;
const minValues = 2;
/** More are the names of countries or models. */
const maxValues = 60;
/** Pages with more are lists of goods, of which each has its own. */
const maxChoices = 8;

/**
 * The text of an element without that of some others, and without what only screen readers read: "Variant sold out or
 * unavailable"; `undefined` for a longer one.
 */
function shownText(
  { children }: Element,
  maxCharacters: number,
  others: ReadonlySet<ChildNode> = new Set(),
): string | undefined {
  let text = '';
  const collect = (node: ChildNode): void => {
    if (text.length > 2 * maxCharacters || others.has(node)) return;
    if (isText(node)) text += node.data.replaceAll(/\s+/g, ' ');
    else if (isTag(node) && !isForScreenReaders(node) && node.attribs['aria-hidden'] !== 'true')
      node.children.forEach(collect);
  };
  children.forEach(collect);
  const line = text.trim();
  return line.length > maxCharacters ? undefined : line;
}

const shownIn = (element: Element, maxCharacters: number): string => shownText(element, maxCharacters) ?? '';

/** `Color` of `Color: Hazard`, which names the chosen value, too. */
const withoutChosen = (label: string): string => (/^[^:：]*/u.exec(label)?.[0] ?? label).trim();

/** `size` of `attribute_pa_size`, `Size` of `options[Size]`; empty for a number. */
function labelInName(name: string): string {
  const inBrackets = /\[(.+)\]$/.exec(name)?.[1];
  const words = (inBrackets ?? name.replace(/^attribute_(?:pa_)?/, '')).replaceAll(/[-_]+/g, ' ');
  return /\p{L}/u.test(words) ? words : '';
}

/** The labels of a page by the id of their control. */
type Labels = ReadonlyMap<string, Element>;

const maxLabelLevels = 2;

/** The label that names a control, or is around it. */
const labelOf = (control: Element, labels: Labels): Element | undefined =>
  labels.get(control.attribs['id'] ?? '') ??
  ancestor(control, maxLabelLevels, ({ name }) => name === 'label');

/** The line of a choice; `undefined` where a label or values are missing. */
function lineOf(label: string, values: readonly string[]): string | undefined {
  const different = [...new Set(values.filter((value) => value !== ''))];
  const isChoice = label !== '' && different.length >= minValues && different.length <= maxValues;
  return isChoice ? `${label}: ${different.join(', ')}` : undefined;
}

const maxFormLevels = 8;

const isCart = ({ name, attribs }: Element): boolean =>
  name === 'form' &&
  ['action', 'class', 'id'].some((attribute) => /cart|basket/i.test(attribs[attribute] ?? ''));

const isInCart = (element: Element): boolean => ancestor(element, maxFormLevels, isCart) !== undefined;

function lineOfSelect(select: Element, labels: Labels): string | undefined {
  const { name = '', id = '', 'aria-label': spoken = '' } = select.attribs;
  if (!nameOfChoice.test(name) && !(nameOfGroup.test(name) && isInCart(select))) return undefined;
  const values = select.children
    .filter((child): child is Element => isTag(child) && child.name === 'option')
    .slice(0, maxValues + 2)
    // Options without a value ask to choose, and so does a first one that cannot be chosen; others are sold out.
    .filter(({ attribs }, at) => attribs['value'] !== '' && (at > 0 || attribs['disabled'] === undefined))
    .map((option) => shownIn(option, maxValueCharacters));
  const label = labels.get(id);
  const named = label === undefined ? spoken : shownIn(label, maxLabelCharacters);
  return lineOf(withoutChosen(named === '' ? labelInName(name) : named), values);
}

const isRadio = ({ name, attribs }: Element): boolean => name === 'input' && attribs['type'] === 'radio';

function radiosIn(node: Element, found: Element[] = []): readonly Element[] {
  for (const child of node.children) {
    if (!isTag(child) || found.length > maxValues) continue;
    if (isRadio(child)) found.push(child);
    radiosIn(child, found);
  }
  return found;
}

/** Whether a group of radio buttons chooses what is put into the cart. */
const isOfProduct = (fieldset: Element, [radio]: readonly Element[]): boolean =>
  boxOfChoice.test(fieldset.attribs['class'] ?? '') ||
  /product/i.test(radio?.attribs['form'] ?? '') ||
  isInCart(fieldset);

/** The line of a group of radio buttons that says nothing besides them; what is chosen it may say again. */
function lineOfFieldset(fieldset: Element, labels: Labels, index: ElementIndex): string | undefined {
  const legend = findElement(fieldset, ({ name }) => name === 'legend');
  const radios = legend === undefined ? [] : radiosIn(fieldset);
  if (legend === undefined || radios.length < minValues || !isOfProduct(fieldset, radios)) return undefined;
  const named = radios.map((radio) => labelOf(radio, labels));
  const parts = new Set([legend, ...named.filter((label) => label !== undefined)]);
  const label = withoutChosen(shownIn(legend, 2 * maxLabelCharacters));
  const rest = shownText(fieldset, 2 * maxLabelCharacters, parts);
  const isRepeated = rest === '' || (rest !== undefined && withoutChosen(rest) === label);
  if (!isRepeated || index.holds(fieldset, 'table', 'fieldset')) return undefined;
  const values = radios.map(({ attribs }, at) => {
    const own = named[at];
    const shown = own === undefined ? '' : shownIn(own, maxValueCharacters);
    return shown === '' ? (attribs['value'] ?? '').slice(0, maxValueCharacters) : shown;
  });
  return lineOf(label, values);
}

const maxTableLevels = 6;

/** WooCommerce arranges the menus in a table, with a link that clears them. */
const tableAround = (select: Element): Element | undefined =>
  ancestor(
    select,
    maxTableLevels,
    (element) => element.name === 'table' && classesOf(element).includes('variations'),
  );

const optionsOf = (line: string): Element => newElement('p', { [productOptions]: '' }, [newText(line)]);

/**
 * Writes the choices of a product as lines, each once: `Size: XS, S, M`. Their menus and radio buttons would be left out.
 * A line has the attribute `data-product-options`.
 */
export function writeProductOptions(index: ElementIndex): void {
  const selects = index.named('select');
  const fieldsets = index.named('fieldset');
  if (selects.length + fieldsets.length === 0) return;
  const labels: Labels = new Map(
    index
      .named('label')
      .map((label) => [label.attribs['for'] ?? '', label] as const)
      .filter(([id]) => id !== ''),
  );
  const choices = [
    ...selects.map((element) => ({ element, line: lineOfSelect(element, labels) })),
    ...fieldsets.map((element) => ({ element, line: lineOfFieldset(element, labels, index) })),
  ].filter((choice): choice is { element: Element; line: string } => choice.line !== undefined);
  if (choices.length > maxChoices) return;
  const left = new Set(choices.map(({ line }) => line));
  for (const [element, own] of Map.groupBy(choices, ({ element }) => tableAround(element) ?? element)) {
    for (const choice of own) {
      const label = labels.get(choice.element.attribs['id'] ?? '');
      if (label !== undefined) makeSilent(label);
    }
    const lines = own.map(({ line }) => line).filter((line) => left.delete(line));
    becomeElement(element, 'div', {}, lines.map(optionsOf));
  }
}
