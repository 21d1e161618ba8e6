/** A run of underscores is one match: all of them delimit emphasis, or none does (CommonMark, section 6.2). */
const special = /_+|[\\`*~[\]<&!|]/g;
const entity = /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/i;
const punctuation = /[\p{P}\p{S}]/u;

export const isSpace = (character: string): boolean => character === '' || /\s/.test(character);
export const isPunctuation = (character: string): boolean => punctuation.test(character);
const isWordCharacter = (character: string): boolean => !isSpace(character) && !isPunctuation(character);

/** The surroundings of a piece of text in its line. */
export interface Surroundings {
  /** The characters next to the text; empty at the edges of a line. */
  readonly before: string;
  readonly after: string;
  readonly inLink: boolean;
  readonly inTable: boolean;
}

const asciiPunctuation = /[!-/:-@[-`{-~]/;

/** `_` and `*` begin or end emphasis only beside a word; `_` not inside one, as in `snake_case`. */
function delimits(character: string, before: string, after: string): boolean {
  if (isSpace(before) && isSpace(after)) return false;
  return character === '*' || !(isWordCharacter(before) && isWordCharacter(after));
}

function needsEscape(text: string, index: number, run: string, around: Surroundings): boolean {
  const character = run[0] ?? '';
  const before = text[index - 1] ?? around.before;
  const after = text[index + run.length] ?? around.after;
  switch (character) {
    case '\\':
      return after === '' || asciiPunctuation.test(after);
    case '`':
      return true;
    case '*':
    case '_':
      return delimits(character, before, after);
    case '~':
      return after === '~' || before === '~' || !(isSpace(before) || isWordCharacter(after));
    case '[':
      return around.inLink || after === '^';
    case ']':
      return around.inLink || after === '(' || after === '[' || after === ':';
    case '<':
      return /[a-z/!?]/i.test(after);
    case '&':
      return entity.test(text.slice(index, index + 36));
    case '!':
      return after === '[' && index === text.length - 1;
    case '|':
      return around.inTable;
    default:
      return false;
  }
}

/** Escapes text for Markdown: only characters that would be read as markup get a backslash. */
export function escapeMarkdown(text: string, around: Surroundings): string {
  special.lastIndex = 0;
  if (!special.test(text)) return text;
  return text.replace(special, (run, index: number) =>
    needsEscape(text, index, run, around) ? run.replace(/./g, String.raw`\$&`) : run,
  );
}

const lineStart =
  /^(?:#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|~{3}|=+\s*$|-+\s*$|(?:-\s*){3,}$|(?:_\s*){3,}$|\[(?=(?:[^[\]\\]|\\.)*\]:))/;
const orderedStart = /^(\d{1,9})([.)])(?=\s|$)/;
const delimiterRow = /^[-:|\s]*$/;

/** Keeps a line of running text from being read as a heading, list item, quotation, rule or definition. */
export function escapeLineStart(line: string): string {
  if (orderedStart.test(line)) return line.replace(orderedStart, '$1\\$2');
  if (lineStart.test(line) || (delimiterRow.test(line) && line.includes('-'))) return `\\${line}`;
  return line;
}

/** The URL part of a link or image. */
export function linkDestination(url: string): string {
  const plain = url.replace(/[\n\r\t]/g, '').replaceAll(' ', '%20');
  if (!/[()<>\\|]/.test(plain)) return plain;
  if (hasBalancedParentheses(plain) && !/[<>\\|]/.test(plain)) return plain;
  return plain.replace(/[()<>\\|]/g, (character) =>
    character === '|' ? '%7C' : character === '<' ? '%3C' : character === '>' ? '%3E' : `\\${character}`,
  );
}

function hasBalancedParentheses(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** Longer titles, and those with markup, are notes and previews that a script shows: their text is elsewhere. */
const maxTitleCharacters = 250;
const markup = /<\/?[a-z][^>]*>/i;

/**
 * The title part of a link or image with the space before it. Empty without a title, and for a title that repeats `said` (the
 * URL of a link, perhaps with words around it, the alternative text of an image) or its fragment.
 */
export function linkTitle(title: string | undefined, said: string | undefined): string {
  const plain = title?.replace(/\s+/g, ' ').trim() ?? '';
  if (
    plain === '' ||
    plain === said ||
    said?.endsWith(`#${plain}`) === true ||
    (said?.startsWith('http') === true && plain.includes(said)) ||
    plain.length > maxTitleCharacters ||
    markup.test(plain)
  )
    return '';
  const escaped = plain.replace(/[\\"]|&(?=[#a-z\d]+;)/gi, String.raw`\$&`);
  return ` "${escaped}"`;
}
