const marksAround = /^[\s#:№"'«»〈〉《》「」【】()[\]]+|[\s,;."'«»〈〉《》「」【】()[\]]+$/gu;
/** A code with a word of a sentence, a template, zeros, an address, a date. */
const notACode =
  /(?:^|\s)\p{Lu}?\p{Ll}{3,}(?:\s|$)|^[$%]\w|\$\{|\{\{|%\w+%|^[0\s.,-]+$|:\/\/|^(?:19|20)\d\d-[01]\d-[0-3]\d(?:T|$)|^[0-3]?\d[./][01]?\d[./](?:19|20)\d\d$/u;
const maxCodeCharacters = 60;

/** The product code (SKU) in a text, without brackets around it; `undefined` when the text is not a code. */
export function readCode(text: string): string | undefined {
  const code = text.replaceAll(marksAround, '');
  return code === '' || code.length > maxCodeCharacters || notACode.test(code) ? undefined : code;
}
