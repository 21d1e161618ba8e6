/** Prose around JSON may hold brackets of its own; after this many that begin none, there is none. */
const maxCandidates = 50;

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Where the bracket at `start` closes, or -1. Brackets in strings do not count. */
function closingIndex(text: string, start: number): number {
  let depth = 0;
  let isString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (isString) {
      if (character === '\\') index += 1;
      else if (character === '"') isString = false;
    } else if (character === '"') isString = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return index;
    }
  }
  return -1;
}

/** Prose cites sources as `[1]`. */
const holdsObjects = (value: unknown): boolean =>
  !Array.isArray(value) || value.some((item) => typeof item === 'object' && item !== null);

/** The first object or list of objects that stands in prose. */
function embedded(text: string): { readonly value: unknown } | undefined {
  let from = 0;
  for (let candidate = 0; candidate < maxCandidates; candidate += 1) {
    const offset = text.slice(from).search(/[{[]/);
    if (offset < 0) return undefined;
    const start = from + offset;
    const end = closingIndex(text, start);
    const found = end < 0 ? undefined : parsed(text.slice(start, end + 1));
    if (found !== undefined && holdsObjects(found.value)) return found;
    from = start + 1;
  }
  return undefined;
}

/**
 * The JSON of a model's answer: alone, in a code block, or in prose; thoughts and null bytes around it are
 * dropped. `undefined` when it holds none.
 */
export function jsonInText(answer: string): { readonly value: unknown } | undefined {
  const text = answer
    .replaceAll(/[\u0000\ufeff]/g, '')
    .replaceAll(/<think>[\s\S]*?<\/think>/g, '')
    .trim();
  const block = /```(?:json)?\s*\n([\s\S]*?)```/i.exec(text)?.[1];
  return parsed(text) ?? (block === undefined ? undefined : parsed(block)) ?? embedded(text);
}
