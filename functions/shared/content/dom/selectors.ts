import { load } from 'cheerio/slim';
import { parse, type Selector, SelectorType } from 'css-what';
import { type Document, type Element, isTag } from 'domhandler';

/**
 * Callers send selectors, which run over pages of a million nodes. Each step may cost one walk, so the number of
 * steps and their nesting bound the time.
 */
const maxSteps = 20;
const maxNesting = 2;

const costly = new Set([
  'has',
  'nth-child',
  'nth-last-child',
  'nth-last-of-type',
  'nth-of-type',
  'only-of-type',
]);

interface Weight {
  readonly steps: number;
  readonly nesting: number;
}

function weigh(selector: readonly Selector[][], depth = 0): Weight {
  let steps = 0;
  let nesting = depth;
  for (const token of selector.flat()) {
    steps += 1;
    if (token.type !== SelectorType.Pseudo) continue;
    if (costly.has(token.name)) steps += maxSteps / 4;
    if (!Array.isArray(token.data)) continue;
    const inner = weigh(token.data, depth + 1);
    steps += inner.steps;
    nesting = Math.max(nesting, inner.nesting);
  }
  return { steps, nesting };
}

/** Why a CSS selector cannot be used, as the end of a sentence; `undefined` when it can. */
export function selectorProblem(selector: string): string | undefined {
  try {
    const { steps, nesting } = weigh(parse(selector));
    if (steps > maxSteps || nesting > maxNesting) return 'is too complex';
    load('')(selector);
    return undefined;
  } catch {
    return 'is not a valid CSS selector';
  }
}

/** The elements that match any of the selectors. Selectors must have no `selectorProblem`. */
export function selectElements(document: Document, selectors: readonly string[]): ReadonlySet<Element> {
  if (selectors.length === 0) return new Set();
  const $ = load(document);
  return new Set(selectors.flatMap((selector) => $(selector).toArray().filter(isTag)));
}
