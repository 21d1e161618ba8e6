/** What a reader sees of Markdown: the words of links and headings, no addresses, no marks. */
export const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/^(`{3,}|~{3,}).*$/gm, '')
    .replaceAll(/!\[([^\]\n]*)\]\([^)\s]*(?: "[^"\n]*")?\)/g, '$1')
    .replaceAll(/\[([^\]\n]*)\]\([^)\s]*(?: "[^"\n]*")?\)/g, '$1')
    .replaceAll(/\[\^?\d{1,4}\]/g, '')
    .replaceAll(/^[#>\s|*+-]+/gm, '')
    .replaceAll(/[*_`|\\]/g, '')
    .replaceAll(/[^\S\n]+/g, ' ');
