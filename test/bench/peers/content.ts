import { Readability } from '@mozilla/readability';
import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import { NodeHtmlMarkdown } from 'node-html-markdown';
import TurndownService from 'turndown';
import { gfm } from 'turndown-plugin-gfm';

interface Converter {
  readonly name: string;
  readonly convert: (html: string, url: string) => Promise<void>;
}

const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' }).use(gfm);

/** What users would put together otherwise. Their results are thrown away: only the time is looked at. */
export const peers: readonly Converter[] = [
  {
    name: 'Readability + linkedom + turndown (gfm)',
    convert: async (html) => {
      const { document } = parseHTML(html);
      turndown.turndown(new Readability(document).parse()?.content ?? '');
    },
  },
  {
    name: 'defuddle (linkedom)',
    convert: async (html, url) => {
      const { document } = parseHTML(html);
      await Defuddle(document, url, { markdown: true });
    },
  },
  {
    name: 'node-html-markdown (whole page, no main content)',
    convert: async (html) => {
      NodeHtmlMarkdown.translate(html);
    },
  },
];
