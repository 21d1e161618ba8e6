const opening = '<think>';
const closing = '</think>';
/** A closing tag at the end of a line. Strings of JSON have no line breaks, so that a tag inside a JSON value does not match. */
const closingLine = /<\/think>[^\S\n]*(?:\n|$)/;

/** Where the thoughts before an answer end; -1 when they do not end, 0 without thoughts. */
function endOfThoughts(text: string): number {
  if (text.trimStart().startsWith(opening)) {
    const end = text.indexOf(closing);
    return end < 0 ? -1 : end + closing.length;
  }
  // The template of some models opens the thoughts, so that the answer has only their end.
  const end = closingLine.exec(text);
  const isContent = end === null || text.slice(0, end.index).includes(opening);
  return isContent ? 0 : end.index + closing.length;
}

/**
 * An answer without the thoughts that reasoning models write before it where their server does not take them apart.
 * Empty when the thoughts do not end.
 */
export function withoutThoughts(text: string): string {
  const end = endOfThoughts(text);
  if (end < 0) return '';
  return end === 0 ? text : text.slice(end).trimStart();
}
