import {
  beforeAccount,
  beforeAnswered,
  beforeChange,
  beforeByline,
  endOfSentence,
  invitation,
} from './post-words.ts';

/** What stands in a line so far. */
export interface Line {
  /** Characters of kept text, author and date left out. */
  length: number;
  /** Those in links. */
  linked: number;
  /** URL of the last link to another page. */
  url: string;
  hasImage: boolean;
  isMarked: boolean;
  /** Whether it begins with words that are no part of a byline. */
  beginsWithText: boolean;
  endsSentence: boolean;
  /** Whom or when the words tell that a name or date comes after, when not author and date of the post. */
  aside: 'answered' | 'elsewhen' | undefined;
}

/** What stands in a line beside an author or a date is about them, up to this many characters. */
const longestRemark = 24;

/** Shorter links are actions. */
const shortestTitle = 16;

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

/** Whether a line tells author and date and nothing that is said. */
export const isByline = ({ length, linked, isMarked, endsSentence }: Line): boolean =>
  isMarked && length - linked <= longestRemark && !endsSentence;

/** Whether a line is the title of what is told elsewhere. */
export const isTitle = ({ length, linked }: Line): boolean => linked === length && length >= shortestTitle;

/** Takes the text of a mark, which was read since `start`, out of the line. */
export function rewindLine(line: Line, start: Line, isOwnMark: boolean): void {
  line.length = start.length;
  line.linked = start.linked;
  line.endsSentence = start.endsSentence;
  if (isOwnMark) line.beginsWithText = start.beginsWithText;
}

/** Longer texts are no phrase before a name or date; of these the end tells. */
const longestPhrase = 48;
const letter = /\p{L}/u;
const longestSign = 3;
const speaks = /[\p{N}\p{Extended_Pictographic}]/u;

/** What the last words before a name or date tell of it. */
function readPhrase(end: string, line: Line): void {
  // Some tell of a change instead of the time of writing, beside the author.
  if (beforeAccount.test(end) || (!line.isMarked && beforeChange.test(end))) line.aside = 'elsewhen';
  else if (beforeAnswered.test(end)) {
    line.aside ??= 'answered';
    line.isMarked = true;
  }
}

/** What a text says of its line, and of the name or date that comes after it. */
export function readText(text: string, line: Line, isKept: boolean, link: string | undefined): void {
  const end = text.slice(-longestPhrase);
  if (!letter.test(end)) {
    // Bullets and strokes between a name and a date say nothing.
    if (isKept && (text.length > longestSign || speaks.test(text))) line.length += text.length;
    return;
  }
  if (line.aside === 'answered') line.aside = undefined;
  if (text.length <= longestPhrase) readPhrase(text, line);
  if (!isKept || (text.length <= longestRemark && invitation.test(text))) return;
  line.length += text.length;
  if (link !== undefined) {
    line.linked += text.length;
    line.url = link;
  }
  line.endsSentence = endOfSentence.test(end);
  if (!line.isMarked && !line.beginsWithText && !beforeByline.test(text)) line.beginsWithText = true;
}
