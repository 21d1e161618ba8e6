import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { findElement } from '#shared/content/dom/element-display.ts';
import {
  ancestor,
  becomeElement,
  type ElementIndex,
  makeSilent,
  newText,
} from '#shared/content/dom/element-edit.ts';
import { isForScreenReaders } from '#shared/content/dom/screen-readers.ts';

/** The names that shops give the choices of a product: WooCommerce, Shopify, Magento, PrestaShop, Lightspeed. */
const nameOfChoice = /^(?:attribute_|options\[|super_attribute\[|group\[|matrix\[)/;
/** What shops call the box of a choice. */
const boxOfChoice = /(?:^|[\s_-])(?:product|variants?|options?|swatch(?:es)?)(?:$|[\s_-])/i;

const maxLabelCharacters = 40;
const maxValueCharacters = 60;
const minValues = 2;
/** More are the names of countries or models. */
const maxValues = 60;
/** Pages with more are lists of goods, of which each has its own. */
const maxChoices = 6;

/** The text of a label without what only screen readers read: "Variant sold out or unavailable". */
function shownText(nodes: readonly ChildNode[], maxCharacters: number): string {
  let text = '';
  const collect = (node: ChildNode): void => {
    if (isText(node)) text += node.data;
    else if (isTag(node) && !isForScreenReaders(node) && node.attribs['aria-hidden'] !== 'true')
      node.children.forEach(collect);
  };
  nodes.forEach(collect);
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > maxCharacters ? '' : line;
}

/** `Color` of `Color: Hazard`, which names the chosen value, too. */
const withoutChosen = (label: string): string => (/^[^:]*/.exec(label)?.[0] ?? label).trim();

/** `size` of `attribute_pa_size`, `Size` of `options[Size]`. */
const labelInName = (name: string): string =>
  /^options\[(.+)\]$/.exec(name)?.[1] ?? name.replace(/^attribute_(?:pa_)?/, '').replaceAll(/[-_]+/g, ' ');

type Labels = ReadonlyMap<string, Element>;

/** The line of a choice; `undefined` where a label or values are missing. */
function lineOf(label: string, values: readonly string[]): string | undefined {
  const different = [...new Set(values.filter((value) => value !== ''))];
  const isChoice = label !== '' && different.length >= minValues && different.length <= maxValues;
  return isChoice ? `${label}: ${different.join(', ')}` : undefined;
}

function lineOfSelect(select: Element, labels: Labels): string | undefined {
  const { name = '', id } = select.attribs;
  if (!nameOfChoice.test(name)) return undefined;
  const options = select.children.filter((child) => isTag(child) && child.name === 'option') as Element[];
  const values = options
    // The first asks to choose.
    .filter(({ attribs }) => attribs['value'] !== '')
    .map(({ children }) => shownText(children, maxValueCharacters));
  const label = shownText(labels.get(id ?? '')?.children ?? [], maxLabelCharacters);
  return lineOf(withoutChosen(label === '' ? labelInName(name) : label), values);
}

const isRadio = ({ name, attribs }: Element): boolean => name === 'input' && attribs['type'] === 'radio';

function radiosIn(node: Element, found: Element[] = []): readonly Element[] {
  for (const child of node.children)
    if (isTag(child)) {
      if (isRadio(child)) found.push(child);
      radiosIn(child, found);
    }
  return found;
}

const maxFormLevels = 8;
const isCart = ({ name, attribs }: Element): boolean =>
  name === 'form' && /cart|basket/i.test(`${attribs['action'] ?? ''} ${attribs['class'] ?? ''}`);

/** Whether a group of radio buttons chooses what is put into the cart. */
const isOfProduct = (fieldset: Element, [radio]: readonly Element[]): boolean =>
  boxOfChoice.test(fieldset.attribs['class'] ?? '') ||
  /product/i.test(radio?.attribs['form'] ?? '') ||
  ancestor(fieldset, maxFormLevels, isCart) !== undefined;

function lineOfFieldset(fieldset: Element, labels: Labels): string | undefined {
  const legend = findElement(fieldset, ({ name }) => name === 'legend');
  const radios = legend === undefined ? [] : radiosIn(fieldset);
  if (legend === undefined || radios.length < minValues || !isOfProduct(fieldset, radios)) return undefined;
  const values = radios.map(({ attribs }) => {
    const label = labels.get(attribs['id'] ?? '');
    const shown = label === undefined ? '' : shownText(label.children, maxValueCharacters);
    return shown === '' ? (attribs['value'] ?? '').slice(0, maxValueCharacters) : shown;
  });
  return lineOf(withoutChosen(shownText(legend.children, 2 * maxLabelCharacters)), values);
}

/**
 * Writes the choices of the product of a page as lines of text, each once: `Size: XS, S, M`. They are menus and radio buttons, of which
 * nothing else is kept. Such a line has the attribute `data-product-options`.
 */
export function writeProductOptions(index: ElementIndex): void {
  const selects = index.named('select');
  const fieldsets = index.named('fieldset');
  if (selects.length + fieldsets.length === 0) return;
  const labels = new Map(index.named('label').map((label) => [label.attribs['for'] ?? '', label]));
  const lines = [
    ...selects.map((element) => ({
      element,
      line: lineOfSelect(element, labels),
      label: labels.get(element.attribs['id'] ?? ''),
    })),
    ...fieldsets.map((element) => ({
      element,
      line: lineOfFieldset(element, labels),
      label: undefined,
    })),
  ].filter(({ line }) => line !== undefined);
  const different = new Set(lines.map(({ line }) => line));
  if (different.size > maxChoices) return;
  for (const { element, line = '', label } of lines) {
    if (label !== undefined) makeSilent(label);
    if (different.delete(line)) becomeElement(element, 'p', { 'data-product-options': '' }, [newText(line)]);
    else makeSilent(element);
  }
}
