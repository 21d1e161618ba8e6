/** Targets that a text may link to. Everything else that links somewhere becomes plain text. */
export interface KnownTargets {
  /** URLs of the sources, as they are linked. */
  readonly urls: readonly string[];
  /** Whether a source contains this e-mail address. */
  readonly showsEmail: (address: string) => boolean;
  /** Replaces a bracket of numbers such as [1, 2]. */
  readonly citation: (cited: string) => string;
}

/** Replaces a URL that is no source. */
const removed = '…';

/**
 * Everything that may be more than words, in the order of the search. Code is one line without a character that a
 * table or math would claim first, so that every renderer finds the same code.
 */
const construct = new RegExp(
  [
    '(?<code>(?<!`)`[^`\\n|\\\\$]{1,500}`(?!`))',
    '!?\\[(?<words>[^[\\]`\\\\<|\\n]{0,500})\\]\\([ ]?<?(?<to>[^()\\s<>]{0,2000})>?(?:[ ]"[^"\\n]{0,500}")?\\)',
    '(?<cited>\\[[ \\t]*\\d{1,4}(?:[ \\t]*[,;–-][ \\t]*\\d{1,4})*[ \\t]*\\])(?!\\()',
    '<?(?<url>(?:[a-z][a-z\\d+.-]{0,30}:\\/\\/|(?<![a-z\\d])(?:www\\.|(?:javascript|vbscript|data|mailto|xmpp):(?=\\S))|(?<![\\w:/])\\/\\/(?=[\\w-]+\\.))[^\\s<>\\u3000-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af\\uff00-\\uffef]*)>?',
    '(?<email>[\\w.+-]{1,64}@[\\w-]{1,63}(?:\\.[\\w-]{1,63})+)',
    '(?<reference>&(?:#\\w{1,10}|[a-z]\\w{1,40});)',
    '(?<escape>\\\\[!-/:-@[-`{-~])',
    '(?<mark><(?=[a-z/!?])|[[\\]`]|~{3,}|\\${2,})',
  ].join('|'),
  'gi',
);

/** Character references for a character that no URL contains. */
const harmlessReference = /^&(?:amp|lt|gt|quot|apos|nbsp|#39);$/;
/** Punctuation that ends a sentence more often than a URL. */
const sentenceEnd = /[).,;:!?*_'"’”»]*$/;
/** An escape that no text needs and that would hide a URL. */
const needlessEscape = /\\\\|\\([:/@.])/g;

const withEscapes = (text: string): string => text.replaceAll(/[^]/gu, String.raw`\$&`);

/** In angle brackets, encoded so that renderers decode it to the same URL. */
const inBrackets = (url: string): string =>
  `<${url.replaceAll(/&(?=#|\w{1,40};)/g, '&amp;').replaceAll(/[<>\\\s]/g, encodeURIComponent)}>`;

const target = (url: string): string => (/^[\w\-./:?#@!$'*+,;=%~]+$/.test(url) ? url : inBrackets(url));

/** Definitions of Markdown reference links for the citations [1], [2], …. */
export const sourceDefinitions = (urls: readonly string[]): string =>
  urls.map((url, index) => `[${index + 1}]: ${inBrackets(url)}`).join('\n');

const citations =
  /(?<kept>(?<!`)`[^`\n|\\$]{1,500}`(?!`)|\\[^])|\[[ \t]*\d{1,4}(?:[ \t]*[,;–-][ \t]*\d{1,4})*[ \t]*\](?!\()/g;

/** Stands for a removed citation: a character that no text needs. */
const nothing = '\u0000';
/** A removed citation and the blanks before it, where the sentence goes on after a blank or ends. */
const gap = /(?<![ \t])[ \t]*(?<!\u0000)\u0000+(?=[\s.,;:!?)»”’。，、；：！？）]|$)/g;

function neutralText(raw: string, known: KnownTargets, isInLink = false): string {
  // Citations first: the texts around a removed one are read together.
  const text = raw
    .replaceAll(needlessEscape, (pair: string, mark?: string) => mark ?? pair)
    .replaceAll(citations, (written: string, kept?: string) => kept ?? (known.citation(written) || nothing))
    .replaceAll(gap, '')
    .replaceAll(nothing, '');
  /** The source of a URL that may lack the scheme and the last slash. */
  const sourceOf = (written: string): string | undefined =>
    known.urls.find((url) =>
      ['', 'https://', 'http://'].some((scheme) => [url, url.replace(/\/$/, '')].includes(scheme + written)),
    );
  const urlText = (written: string): string => {
    const [end = ''] = sentenceEnd.exec(written) ?? [];
    const bare = written.slice(0, written.length - end.length);
    const whole = sourceOf(written);
    const url = whole ?? sourceOf(bare);
    const rest = whole === undefined ? end : '';
    if (url === undefined) return removed + rest;
    return (isInLink ? url : `<${url}>`) + rest;
  };
  const linkText = (written: string, words: string, to: string): string => {
    const shown = neutralText(words, known, true);
    const isLink = !isInLink && !written.startsWith('!') && known.urls.includes(to);
    return isLink ? `[${shown}](${target(to)})` : shown;
  };

  const neutral = (
    written: string,
    groups: Readonly<Partial<Record<string, string>>>,
    after: number,
  ): string => {
    const { code, words, to, cited, url, email, reference, escape } = groups;
    if (code !== undefined || escape !== undefined) return written;
    if (words !== undefined) return linkText(written, words, to ?? '');
    // With a colon after it, the citation would be a link definition.
    if (cited !== undefined)
      return (known.citation(cited) || withEscapes(cited)) + (text[after] === ':' ? '\\' : '');
    if (url !== undefined) {
      const isOpenBracket = !written.startsWith('<') && written.endsWith('>');
      return urlText(url) + (isOpenBracket ? '>' : '');
    }
    if (email !== undefined) return known.showsEmail(email) ? email : removed;
    if (reference !== undefined)
      return harmlessReference.test(reference) ? reference : `&amp;${reference.slice(1)}`;
    return withEscapes(written);
  };

  let shown = '';
  let end = 0;
  for (const match of text.matchAll(construct)) {
    const [written] = match;
    shown += text.slice(end, match.index);
    end = match.index + written.length;
    const piece = neutral(written, match.groups ?? {}, end);
    // A link or citation after an exclamation mark would be an image of the source.
    shown += shown.endsWith('!') && piece.startsWith('[') ? ` ${piece}` : piece;
  }
  return shown + text.slice(end);
}

/** A link definition; ours are added after the text. */
const definition = /^[\s>]*\[[^\]]{1,500}\]:\s*<?(?:[a-z][a-z\d+.-]*:|\/\/|www\.)\S+(?:\s+["'(].*)?$/i;
/** A fence in the first column always begins code. */
const fence = /^(`{3,})[^`]*$/;

/**
 * Markdown that links to nothing but the sources, whatever the text tries: no markup other than Markdown's, no image,
 * no link definition. Words stay, marks are escaped, and URLs that are no source are replaced by an ellipsis.
 */
export function neutralMarkdown(markdown: string, known: KnownTargets): string {
  const lines: string[] = [];
  let code: { readonly marks: string; readonly end: RegExp } | undefined;
  // Paragraphs are read whole: a construct may span two lines.
  let paragraph: string[] = [];
  const endParagraph = (): void => {
    if (paragraph.length > 0) lines.push(neutralText(paragraph.join('\n'), known));
    paragraph = [];
  };
  for (const line of markdown.split(/\r\n?|\n/)) {
    const [, marks] = fence.exec(line) ?? [];
    if (code !== undefined) {
      lines.push(line);
      if (code.end.test(line)) code = undefined;
    } else if (marks !== undefined) {
      endParagraph();
      lines.push(line);
      code = { marks, end: new RegExp(`^ {0,3}\`{${marks.length},}[ \\t]*$`) };
    } else if (!definition.test(line)) paragraph.push(line);
  }
  endParagraph();
  if (code !== undefined) lines.push(code.marks);
  return lines.join('\n');
}
