const loadingText =
  /^(?:(?:now |page |идёт |идет )?(?:loading|загрузка|загружаем|redirecting|перенаправление|initiali[sz]ing)|please wait|just a (?:sec|moment)|one moment|подождите|пожалуйста,? подождите|секунду)[^.…!]{0,60}[\s.…!]*$/;
const maxLoadingTextCharacters = 100;

const unevenSpace = /[^\S ]| {2}/;

/** Text in lower case with single spaces. */
export const tidyText = (text: string): string =>
  (unevenSpace.test(text) ? text.replaceAll(/\s+/g, ' ') : text).trim().toLowerCase();

/** "Loading…" and the like. */
export const isLoadingText = (raw: string): boolean =>
  raw.length <= maxLoadingTextCharacters && loadingText.test(tidyText(raw));

/** Pieces of text, joined once: a growing string would be copied for each. */
export function textPieces() {
  const pieces: string[] = [];
  let length = 0;
  return {
    add(text: string): void {
      if (text === '') return;
      pieces.push(text);
      length += text.length;
    },
    length: () => length,
    toText: () => pieces.join(' '),
  };
}
