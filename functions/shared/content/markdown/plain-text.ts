/**
 * Links and images (CommonMark 6.3, 6.4), and escaped characters, which begin no link. Each part ends where the next
 * link begins at the latest, which keeps the search linear.
 */
const linkParts = String.raw`\[((?:\\.|[^\\[\]\n])*)\]\((?:(?!\]\()[^)\s])*(?: "(?:\\.|[^\\"\n])*")?\)`;
const link = new RegExp(String.raw`\\.|${linkParts}`, 'g');
const image = new RegExp(String.raw`\\.|!${linkParts}`, 'g');
const withText = (whole: string, text: string | undefined): string => text ?? whole;

/** Markdown as a reader sees it: words of links and headings, without URLs and marks. */
export const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/^(`{3,}|~{3,}).*$/gm, '')
    .replaceAll(image, withText)
    .replaceAll(link, withText)
    .replaceAll(/\[\^?\d{1,4}\]/g, '')
    .replaceAll(/^[#>\s|*+-]+/gm, '')
    .replaceAll(/[*_`|\\]/g, '')
    .replaceAll(/[^\S\n]+/g, ' ');
