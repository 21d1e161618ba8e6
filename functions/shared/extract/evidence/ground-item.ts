import { isObject } from '#shared/kernel/json.ts';
import type { ItemEvidence } from './extracted-item.ts';
import { childPath, leavesOf } from '#shared/extract/embedded/json-value.ts';
import type { PageEvidence } from './page-evidence.ts';

/** Later values are not searched for and count as not found. */
const maxLeaves = 2_000;
/** Confidence in a model's value that the page contains. Not measured: models differ, and the page may use the value for something else. */
const modelChance = 0.9;
/** A value that a model had to repair is a little less certain. */
const repairedWeight = 0.9;

const isUrl = /^(?:(?:[a-z][a-z0-9+.-]*:)?[/\\]{2}|(?:javascript|vbscript|data):)\S*$/i;
/**
 * Also without a scheme, as images in Markdown may be, and as browsers read them: any slashes, or none, after
 * `https:` (WHATWG URL, special authority states).
 */
const urlInText =
  /(?:[a-z][a-z0-9+.-]{1,20}:[/\\]{2}|(?:https?:[/\\]?|(?<![\w:/\\])[/\\]{2})(?=[^\s"'<>()\]/\\]{1,200}[.:]))[^\s"'<>)\]]+/gi;
/** Punctuation after a URL, which is not part of it. */
const closingMarks = /[.,;:!?]{1,3}$/;

function withoutForeignUrl(text: string, { hasUrl, quoteOf }: PageEvidence): string | undefined {
  const isForeign = (url: string): boolean => !hasUrl(url) && quoteOf(url) === undefined;
  if (isUrl.test(text.trim())) return isForeign(text.trim()) ? undefined : text;
  return text.replaceAll(urlInText, (written) => {
    const url = written.replace(closingMarks, '');
    return isForeign(written) && isForeign(url) ? written.slice(url.length) : written;
  });
}

/**
 * An item without URLs that are not on its page. A prompt-injected model could put secrets into a URL for somebody to
 * open.
 */
export function withoutForeignUrls(value: unknown, evidence: PageEvidence): unknown {
  if (typeof value === 'string') return withoutForeignUrl(value, evidence);
  if (Array.isArray(value))
    return value.map((item) => withoutForeignUrls(item, evidence)).filter((item) => item !== undefined);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => withoutForeignUrl(name, evidence) === name)
      .map(([name, item]) => [name, withoutForeignUrls(item, evidence)] as const)
      .filter(([, item]) => item !== undefined),
  );
}

/** Evidence for each value of an item that is on the page. Booleans are not searched for: pages do not spell them. */
export function evidenceFor(
  value: unknown,
  page: PageEvidence,
  known: readonly ItemEvidence[] = [],
): readonly ItemEvidence[] {
  const byPath = new Map(known.map((found) => [found.path, found]));
  return leavesOf(value)
    .slice(0, maxLeaves)
    .flatMap(({ path, value: leaf }): ItemEvidence[] => {
      const found = byPath.get(path);
      if (found !== undefined) return [found];
      const quote = typeof leaf === 'boolean' ? undefined : page.quoteOf(leaf);
      return quote === undefined ? [] : [{ path, quote, chance: modelChance }];
    });
}

/** The mean chance of the values, none for those that were not found; booleans without evidence do not count. */
export function confidenceOf(
  value: unknown,
  evidence: readonly ItemEvidence[],
  { isRepaired = false } = {},
): number {
  const chances = new Map(evidence.map(({ path, chance }) => [path, chance]));
  const leaves = leavesOf(value).filter(
    ({ path, value: leaf }) => typeof leaf !== 'boolean' || chances.has(path),
  );
  if (leaves.length === 0) return 0;
  const sum = leaves.reduce((total, { path }) => total + (chances.get(path) ?? 0), 0);
  return (sum / leaves.length) * (isRepaired ? repairedWeight : 1);
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

interface Reduced {
  readonly value: unknown;
  /** Path of the removed value or of a parent of it. Absent when null took its place. */
  readonly gone?: string;
}

function withoutValueAt(
  value: unknown,
  path: string,
  isValid: (value: unknown) => boolean,
): Reduced | undefined {
  const emptied = replaced(value, path, null);
  if (isValid(emptied)) return { value: emptied };
  for (let target = path; target !== ''; target = parentOf(target)) {
    const reduced = replaced(value, target, undefined);
    if (isValid(reduced)) return { value: reduced, gone: target };
  }
  return undefined;
}

/** Above this many unsupported values, the item is given up instead of removing them one at a time. */
const maxRemovedSingly = 200;

/**
 * The item with null in place of each value without evidence. Where the schema does not allow null, the value is
 * removed, or the smallest parent that may be. `undefined` when the schema allows neither, or too many values are
 * unsupported.
 */
export function onlyEvidenced(
  value: unknown,
  evidence: readonly ItemEvidence[],
  isValid: (value: unknown) => boolean,
): unknown {
  const found = new Set(evidence.map(({ path }) => path));
  const missing = leavesOf(value).filter(({ path }) => !found.has(path));
  // Most schemas allow null everywhere or nowhere: then one validation decides for all values.
  const emptied = missing.reduce<unknown>((rest, { path }) => replaced(rest, path, null), value);
  if (isValid(emptied)) return emptied;
  if (missing.length > maxRemovedSingly) return undefined;
  let current: Reduced = { value };
  // From the end, so that removing an entry of a list does not move entries that are still to be visited.
  for (const { path } of missing.toReversed()) {
    const isGone = current.gone !== undefined && path.startsWith(`${current.gone}/`);
    if (isGone) continue;
    const reduced = withoutValueAt(current.value, path, isValid);
    if (reduced === undefined) return undefined;
    current = reduced;
  }
  return current.value;
}
