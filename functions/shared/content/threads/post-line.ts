import {
  beforeAccount,
  beforeAddressee,
  beforeChange,
  beforeByline,
  endOfSentence,
  labelInAuthorPlace,
} from './post-words.ts';

export interface Line {
  /** Characters of kept text, without author and date. */
  length: number;
  /** Characters of these in links. */
  linked: number;
  /** URL of the last link to another page. */
  url: string;
  hasImage: boolean;
  isMarked: boolean;
  /** Whether it begins with words that are not part of a byline. */
  beginsWithText: boolean;
  endsSentence: boolean;
  /**
   * Set when the preceding words show that the next name or date is not the post's: a quoted person, an edit time.
   */
  aside: 'addressee' | 'otherTime' | undefined;
}

/** A text beside an author or a date is about them up to this length. */
const maxRemarkCharacters = 24;

/** Shorter links are actions. */
const minTitleCharacters = 16;

export const newLine = (): Line => ({
  length: 0,
  linked: 0,
  url: '',
  hasImage: false,
  isMarked: false,
  beginsWithText: false,
  endsSentence: false,
  aside: undefined,
});

export const isByline = ({ length, linked, isMarked, endsSentence }: Line): boolean =>
  isMarked && length - linked <= maxRemarkCharacters && !endsSentence;

export const isTitle = ({ length, linked }: Line): boolean =>
  linked === length && length >= minTitleCharacters;

/** Takes the text of a mark, which was read since `start`, out of the line. */
export function rewindLine(line: Line, start: Line, isOwnMark: boolean): void {
  line.length = start.length;
  line.linked = start.linked;
  line.endsSentence = start.endsSentence;
  if (isOwnMark) line.beginsWithText = start.beginsWithText;
}

/** Longer texts are no phrase before a name or date; only their end matters. */
const maxPhraseCharacters = 48;
const letter = /\p{L}/u;
const maxSeparatorCharacters = 3;
const digitOrEmoji = /[\p{N}\p{Extended_Pictographic}]/u;

function readPhrase(end: string, line: Line): void {
  // An edit time may be beside the author, instead of the time of writing.
  if (beforeAccount.test(end) || (!line.isMarked && beforeChange.test(end))) line.aside = 'otherTime';
  else if (beforeAddressee.test(end)) {
    line.aside ??= 'addressee';
    line.isMarked = true;
  }
}

export function readText(text: string, line: Line, isKept: boolean, link: string | undefined): void {
  const end = text.slice(-maxPhraseCharacters);
  if (!letter.test(end)) {
    // Bullets and dashes between a name and a date are no text.
    if (isKept && (text.length > maxSeparatorCharacters || digitOrEmoji.test(text)))
      line.length += text.length;
    return;
  }
  if (line.aside === 'addressee') line.aside = undefined;
  if (text.length <= maxPhraseCharacters) readPhrase(text, line);
  if (!isKept || (text.length <= maxRemarkCharacters && labelInAuthorPlace.test(text))) return;
  line.length += text.length;
  if (link !== undefined) {
    line.linked += text.length;
    line.url = link;
  }
  line.endsSentence = endOfSentence.test(end);
  if (!line.isMarked && !line.beginsWithText && !beforeByline.test(text)) line.beginsWithText = true;
}
