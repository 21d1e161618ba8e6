export const headingNames = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** Longer texts are paragraphs that are written as headings, in characters. */
export const maxHeadingLength = 200;
