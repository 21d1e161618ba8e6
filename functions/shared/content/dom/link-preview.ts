/** The class that normalising gives to previews of links, so that they are kept with the text around them. */
export const previewClass = 'normalised-link-preview';
