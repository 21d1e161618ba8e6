import { closingIndex, isNestedDeeper } from '#shared/kernel/json.ts';

/** No answer exceeds it within its token budget. */
const maxCharacters = 1_000_000;
/** Prose around JSON may contain brackets; after this many that begin no JSON, the search ends. */
const maxCandidates = 50;

interface Parsed {
  readonly value: unknown;
}

/** Deeper than any accepted schema, and not deep enough to exhaust the stack of a recursive reader. */
const maxDepth = 100;

function parsed(text: string): Parsed | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isNestedDeeper(value, maxDepth) ? undefined : { value };
  } catch {
    return undefined;
  }
}

/** Excludes citations such as `[1]`. */
const holdsObjects = ({ value }: Parsed): boolean =>
  !Array.isArray(value) || value.some((item) => typeof item === 'object' && item !== null);

const nextBracket = (text: string, from: number): number => {
  const places = [text.indexOf('{', from), text.indexOf('[', from)].filter((place) => place >= 0);
  return places.length === 0 ? -1 : Math.min(...places);
};

/** The first object or list of objects within prose. */
function embedded(text: string): Parsed | undefined {
  let start = nextBracket(text, 0);
  for (let candidate = 0; candidate < maxCandidates && start >= 0; candidate += 1) {
    const end = closingIndex(text, start);
    const found = end < 0 ? undefined : parsed(text.slice(start, end + 1));
    if (found !== undefined && holdsObjects(found)) return found;
    start = nextBracket(text, start + 1);
  }
  return undefined;
}

/**
 * The JSON of a model's answer: alone, in a code block, or in prose. Null bytes are dropped.
 * `undefined` without JSON. Takes time linear in the answer.
 */
export function jsonInText(answer: string): Parsed | undefined {
  const text = answer
    .slice(0, maxCharacters)
    .replaceAll(/[\u0000\ufeff]/g, '')
    .trim();
  return parsed(text) ?? embedded(text);
}
