/**
 * Characters that a reader does not see and a model reads: zero-width spaces and joiners, direction controls, tag
 * characters that spell ASCII (all Default_Ignorable_Code_Point of Unicode), control characters, interlinear notes.
 */
const invisible =
  /\p{Default_Ignorable_Code_Point}|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\ufff9-\ufffb]/gu;
const comment = /<!--[\s\S]*?-->/g;
const commentEnd = '-->';
/** Bytes of pictures: thousands of tokens that say nothing. */
const dataUri = /data:[a-z0-9.+/-]+(?:;[a-z0-9=-]+)*;base64,[a-z0-9+/=]+/gi;

/** What begins as a comment and does not end is text about comments. Linear: each search finds an end. */
function withoutComments(text: string): string {
  const last = text.lastIndexOf(commentEnd);
  const end = last < 0 ? 0 : last + commentEnd.length;
  return text.slice(0, end).replaceAll(comment, '') + text.slice(end);
}

/** The text as a reader has it: what is there for programs only is taken out. */
export const visibleText = (text: string): string =>
  withoutComments(text).replaceAll(invisible, '').replaceAll(dataUri, 'data:');
