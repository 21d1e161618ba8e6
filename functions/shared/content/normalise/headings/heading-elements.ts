/** Longer texts are paragraphs that are written as headings, in characters. */
export const maxHeadingLength = 200;
