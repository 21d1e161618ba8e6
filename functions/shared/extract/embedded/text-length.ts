/** One of these tells as much as three letters. */
const ideographs = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/gu;

/** The length of a text, comparable between languages. */
export const lengthInLetters = (text: string): number =>
  text.length + 2 * (text.match(ideographs)?.length ?? 0);
