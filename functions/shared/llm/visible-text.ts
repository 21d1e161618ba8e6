/**
 * Characters that readers do not see and models read: zero-width spaces and joiners, direction controls, tag
 * characters that spell ASCII (all Default_Ignorable_Code_Point of Unicode), control characters, interlinear notes.
 */
const invisible =
  /\p{Default_Ignorable_Code_Point}|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\ufff9-\ufffb]/gu;
const comment = /<!--[\s\S]*?-->/g;
const commentEnd = '-->';
/** Bytes of images: thousands of useless tokens. */
const dataUri = /data:[a-z0-9.+/-]+(?:;[a-z0-9=-]+)*;base64,[a-z0-9+/=]+/gi;

/** Removes comments. Linear: after the last comment end, an opening `<!--` is plain text. */
function withoutComments(text: string): string {
  const last = text.lastIndexOf(commentEnd);
  const end = last < 0 ? 0 : last + commentEnd.length;
  return text.slice(0, end).replaceAll(comment, '') + text.slice(end);
}

/** A text as its readers see it, without parts for programs. */
export const visibleText = (text: string): string =>
  withoutComments(text).replaceAll(invisible, '').replaceAll(dataUri, 'data:');
