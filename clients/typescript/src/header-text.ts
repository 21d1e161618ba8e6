/** Whether a header can hold this text as it is: visible US-ASCII with spaces between (RFC 9110, section 5.5). */
export const isHeaderText = (text: string): boolean => /^[!-~](?:[ -~]*[!-~])?$/.test(text);

/**
 * The API key without the white space around it, such as the last line break of a file. Throws a TypeError, which does
 * not show the key, for what cannot be one.
 */
export function readApiKey(text: unknown): string {
  if (typeof text !== 'string')
    throw new TypeError('The API key is missing: is its environment variable set?');
  const key = text.trim();
  if (key === '') throw new TypeError('The API key is empty.');
  if (!isHeaderText(key))
    throw new TypeError(
      'The API key has characters that no key has, such as a line break or a letter beyond ASCII.',
    );
  return key;
}
