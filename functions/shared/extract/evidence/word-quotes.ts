import { foldText, foldValue } from './folded-text.ts';

export interface WordQuotes {
  /** The words of a value where the text has them as whole words, in its own spelling. */
  readonly ofWords: (value: string) => string | undefined;
  /** The first sentence of a longer value whose sentences are all in the text. */
  readonly ofProse: (value: string) => string | undefined;
}

/** A sentence: shorter values must be found in one piece. */
const minProseCharacters = 60;
/** Places at which a value is compared; a short one may be in many words. */
const maxPlaces = 50;

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);

export function wordQuotes(text: string): WordQuotes {
  const { folded, offsets } = foldText(text);

  function ofWords(value: string): string | undefined {
    const wanted = foldValue(value);
    if (wanted === '') return undefined;
    let from = 0;
    for (let place = 0; place < maxPlaces; place += 1) {
      const at = folded.indexOf(wanted, from);
      if (at < 0) return undefined;
      const end = at + wanted.length;
      const isWhole =
        !(isWordCharacter(wanted[0]) && isWordCharacter(folded[at - 1])) &&
        !(isWordCharacter(wanted.at(-1)) && isWordCharacter(folded[end]));
      if (isWhole) return text.slice(offsets[at], offsets[end] ?? text.length).trim();
      from = at + 1;
    }
    return undefined;
  }

  function ofProse(value: string): string | undefined {
    if (value.length < minProseCharacters) return undefined;
    const sentences = value.split(/(?<=[.!?])\s+|\n+/).filter((sentence) => sentence.trim().length > 2);
    const quotes = sentences.map(ofWords);
    return sentences.length > 1 && quotes.every((found) => found !== undefined) ? quotes[0] : undefined;
  }

  return { ofWords, ofProse };
}
