const word = /[\p{L}\p{N}]+/gu;

/** Other characters (East Asian and rare ones) are matched by the regular expression. */
const tabledCodes = 0x3000;
const isOfWord = Uint8Array.from({ length: tabledCodes }, (_, code) =>
  /[\p{L}\p{N}]/u.test(String.fromCharCode(code)) ? 1 : 0,
);

/** The runs of letters and digits of a text, in lower case. */
export function wordsOf(text: string): string[] {
  const folded = text.toLowerCase();
  const words: string[] = [];
  let start = -1;
  for (let at = 0; at < folded.length; at++) {
    const code = folded.charCodeAt(at);
    if (code >= tabledCodes) return folded.match(word) ?? [];
    if (isOfWord[code] === 1) {
      if (start < 0) start = at;
    } else if (start >= 0) {
      words.push(folded.slice(start, at));
      start = -1;
    }
  }
  if (start >= 0) words.push(folded.slice(start));
  return words;
}

/** Whether a text contains one of the words, if only as part of another: a cheap test before `wordsOf`. */
export function holdsAny(text: string, words: ReadonlySet<string>): boolean {
  const folded = text.toLowerCase();
  for (const word of words) if (folded.includes(word)) return true;
  return false;
}

const betweenWords = /[^\p{L}\p{N}]+/gu;
const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** The letters and digits of a text with one space between words, by which two spellings of a name are compared. */
export const foldedWords = (text: string): string => folded(text).replaceAll(betweenWords, ' ').trim();

/** The letters and digits of a text, by which texts are compared that have spaces at other places. */
export const foldedLetters = (text: string): string => folded(text).replaceAll(betweenWords, '');
