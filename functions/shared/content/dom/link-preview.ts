/** The class of a normalised preview of a link: those who choose content keep it with the text around it. */
export const previewClass = 'link-preview';
