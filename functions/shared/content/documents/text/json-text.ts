// JSON.parse and JSON.stringify change numbers: 1780234567890123456 becomes …500, 10.00 becomes 10, 1e400 becomes null. These functions
// read the tokens of a text that JSON.parse has accepted.

/** The beginning of a string; a sign; a number, `true`, `false` or `null`. */
const tokenStart = /"|[{}[\],:]|[^\s"{}[\],:]+/g;

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function* jsonTokens(text: string): Generator<string> {
  const pattern = new RegExp(tokenStart);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (match[0] === '"') pattern.lastIndex = stringEnd(text, match.index);
    yield text.slice(match.index, pattern.lastIndex);
  }
}

/** A string with as few escapes as it can have; another token as it is. */
const readable = (token: string): string =>
  token.startsWith('"') && token.includes('\\') ? JSON.stringify(JSON.parse(token)) : token;

const opens = (token: string): boolean => token === '{' || token === '[';
const closes = (token: string): boolean => token === '}' || token === ']';

/** The JSON text as `JSON.stringify` indents it, with numbers as they are written. */
export function indentedJson(text: string): string {
  const parts: string[] = [];
  let depth = 0;
  let last = '';
  const startLine = (): void => {
    parts.push('\n', '  '.repeat(depth));
  };
  for (const token of jsonTokens(text)) {
    if (closes(token)) depth -= 1;
    if (last === ',' || opens(last) !== closes(token)) startLine();
    else if (last === ':') parts.push(' ');
    parts.push(readable(token));
    if (opens(token)) depth += 1;
    last = token;
  }
  return parts.join('');
}

/** What a number may look like that a double does not hold; found in other places, too. */
const largeNumber = /(?<![\d.])\d{16}|\de\+?\d{3}/i;

/** Whether a token is an integer that a double rounds, or a number beyond all doubles. */
function isChanged(token: string): boolean {
  if (!/^-?\d/.test(token)) return false;
  const number = Number(token);
  return /^-?\d+$/.test(token) ? !Number.isSafeInteger(number) : !Number.isFinite(number);
}

/**
 * The value of a JSON text. Integers beyond Number.MAX_SAFE_INTEGER, such as 64-bit ids, and numbers beyond all doubles are strings: who
 * reads the value would get another number. Throws SyntaxError.
 */
export function jsonValue(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!largeNumber.test(text)) return value;
  const parts: string[] = [];
  for (const token of jsonTokens(text)) parts.push(isChanged(token) ? `"${token}"` : token);
  return JSON.parse(parts.join(''));
}
