import { writeLines, type PageLines } from '#shared/content/formats/page-lines.ts';
import { parseHtml } from '#shared/content/html/parse-html.ts';

/** The lines of markup as it is, without the steps that a page goes through before. */
export const linesOf = (html: string): PageLines => writeLines(parseHtml(html).document.children);
