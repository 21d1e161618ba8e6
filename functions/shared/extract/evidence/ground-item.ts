import { isObject } from '#shared/kernel/json.ts';
import type { ItemEvidence } from './extracted-item.ts';
import { childPath, leavesOf } from '#shared/extract/embedded/json-value.ts';
import type { PageEvidence } from './page-evidence.ts';

/** Values beyond these are looked for no longer: they count as not found. */
const mostLeaves = 2_000;
/** A value that only a second question brought into the schema's form is a little less certain. */
const repairedWeight = 0.9;

const isAddress = /^(?:(?:[a-z][a-z0-9+.-]*:)?[/\\]{2}|(?:javascript|vbscript|data):)\S*$/i;
/**
 * Also without a scheme, as pictures in Markdown may be, and as browsers read them: any slashes, or none, after
 * `https:` (WHATWG URL, special authority states).
 */
const addressInText =
  /(?:[a-z][a-z0-9+.-]{1,20}:[/\\]{2}|(?:https?:[/\\]?|(?<![\w:/\\])[/\\]{2})(?=[^\s"'<>()\]/\\]{1,200}[.:]))[^\s"'<>)\]]+/gi;
/** Of the sentence that an address ends, not of the address. */
const closingMarks = /[.,;:!?]{1,3}$/;

function withoutForeignAddress(text: string, { hasUrl, quoteOf }: PageEvidence): string | undefined {
  const isForeign = (address: string): boolean => !hasUrl(address) && quoteOf(address) === undefined;
  if (isAddress.test(text.trim())) return isForeign(text.trim()) ? undefined : text;
  return text.replaceAll(addressInText, (written) => {
    const address = written.replace(closingMarks, '');
    return isForeign(written) && isForeign(address) ? written.slice(address.length) : written;
  });
}

/**
 * An item without the addresses that its page does not hold. A model that a page talked into it can put what it
 * knows into an address and hope that somebody opens it.
 */
export function withoutForeignAddresses(value: unknown, evidence: PageEvidence): unknown {
  if (typeof value === 'string') return withoutForeignAddress(value, evidence);
  if (Array.isArray(value))
    return value.map((item) => withoutForeignAddresses(item, evidence)).filter((item) => item !== undefined);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => withoutForeignAddress(name, evidence) === name)
      .map(([name, item]) => [name, withoutForeignAddresses(item, evidence)] as const)
      .filter(([, item]) => item !== undefined),
  );
}

/** Evidence for each value of an item that the page holds. A page has no words for `true`: it is never looked for. */
export function evidenceFor(
  value: unknown,
  page: PageEvidence,
  known: readonly ItemEvidence[] = [],
): readonly ItemEvidence[] {
  const quotes = new Map(known.map(({ path, quote }) => [path, quote]));
  return leavesOf(value)
    .slice(0, mostLeaves)
    .flatMap(({ path, value: leaf }): ItemEvidence[] => {
      const quote = quotes.get(path) ?? (typeof leaf === 'boolean' ? undefined : page.quoteOf(leaf));
      return quote === undefined ? [] : [{ path, quote }];
    });
}

/** The share of values that were found, of those that can be: all but truth values without a quote of their own. */
export function confidenceOf(
  value: unknown,
  evidence: readonly ItemEvidence[],
  { isRepaired = false } = {},
): number {
  const found = new Set(evidence.map(({ path }) => path));
  const leaves = leavesOf(value).filter(
    ({ path, value: leaf }) => typeof leaf !== 'boolean' || found.has(path),
  );
  if (leaves.length === 0) return 0;
  const share = leaves.filter(({ path }) => found.has(path)).length / leaves.length;
  return share * (isRepaired ? repairedWeight : 1);
}

function replaced(value: unknown, target: string, replacement: null | undefined, path = ''): unknown {
  if (path === target) return replacement;
  if (!target.startsWith(`${path}/`)) return value;
  if (Array.isArray(value))
    return value
      .map((item, index) => replaced(item, target, replacement, childPath(path, index)))
      .filter((item) => item !== undefined);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, item]) => [name, replaced(item, target, replacement, childPath(path, name))] as const)
      .filter(([, item]) => item !== undefined),
  );
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

interface Lessened {
  readonly value: unknown;
  /** What went: the value itself or what it was a part of. Absent when null took its place. */
  readonly gone?: string;
}

function withoutValueAt(
  value: unknown,
  path: string,
  isValid: (value: unknown) => boolean,
): Lessened | undefined {
  const emptied = replaced(value, path, null);
  if (isValid(emptied)) return { value: emptied };
  for (let target = path; target !== ''; target = parentOf(target)) {
    const lessened = replaced(value, target, undefined);
    if (isValid(lessened)) return { value: lessened, gone: target };
  }
  return undefined;
}

/** So many values are taken out one by one, each by itself as gently as the schema allows. */
const mostOneByOne = 200;

/**
 * The item with null in the place of each value that the page does not hold; where the schema takes no null, the
 * value goes, or what it is a part of. `undefined` when the schema lets nothing of it go, or too much would.
 */
export function onlyEvidenced(
  value: unknown,
  evidence: readonly ItemEvidence[],
  isValid: (value: unknown) => boolean,
): unknown {
  const found = new Set(evidence.map(({ path }) => path));
  const missing = leavesOf(value).filter(({ path }) => !found.has(path));
  // Most schemas take null everywhere or nowhere: one look then does for all values.
  const emptied = missing.reduce<unknown>((rest, { path }) => replaced(rest, path, null), value);
  if (isValid(emptied)) return emptied;
  if (missing.length > mostOneByOne) return undefined;
  let current: Lessened = { value };
  // From the end, so that an entry that leaves its list moves none that is still to come but its own values.
  for (const { path } of missing.toReversed()) {
    const isGone = current.gone !== undefined && path.startsWith(`${current.gone}/`);
    if (isGone) continue;
    const lessened = withoutValueAt(current.value, path, isValid);
    if (lessened === undefined) return undefined;
    current = lessened;
  }
  return current.value;
}
