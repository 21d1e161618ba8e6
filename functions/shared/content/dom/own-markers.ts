// What steps of normalising write into the tree for the steps after them.

/** The number of a note, on its mark in the text. */
export const footnoteMark = 'data-footnote';
/** The number of a note, on the note. */
export const footnoteDefinition = 'data-footnote-definition';
/** On the name of a tab above its panel, which is dropped with what it names. */
export const panelName = 'data-normalised-panel-name';
/** On a line with the options of a product: sizes, colours. */
export const productOptions = 'data-product-options';
/** The class of previews of links, which are kept with the text around them. */
export const previewClass = 'normalised-link-preview';

/** Attributes that the parser drops from pages: the writers would take them for ours. */
export const reservedAttributes: ReadonlySet<string> = new Set([footnoteMark, footnoteDefinition]);
