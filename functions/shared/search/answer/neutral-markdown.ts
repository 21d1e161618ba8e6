/** What a text may lead to. Everything else in it that leads somewhere becomes words. */
export interface KnownAddresses {
  /** Addresses of the sources, as they are linked. */
  readonly urls: readonly string[];
  /** Whether a source shows this e-mail address. */
  readonly showsEmail: (address: string) => boolean;
  /** What a bracket of numbers, such as [1, 2], becomes. */
  readonly citation: (cited: string) => string;
}

/** Stands where an address was. */
const removed = '…';

/**
 * What may be more than words, in the order in which it is looked for. Code is one line without a character that a
 * table or a formula would read first, so that every renderer finds the same code.
 */
const construct = new RegExp(
  [
    '(?<code>(?<!`)`[^`\\n|\\\\$]{1,500}`(?!`))',
    '!?\\[(?<words>[^[\\]`\\\\<|\\n]{0,500})\\]\\([ ]?<?(?<to>[^()\\s<>]{0,2000})>?(?:[ ]"[^"\\n]{0,500}")?\\)',
    '(?<cited>\\[[ \\t]*\\d{1,4}(?:[ \\t]*[,;–-][ \\t]*\\d{1,4})*[ \\t]*\\])(?!\\()',
    '<?(?<address>(?:[a-z][a-z\\d+.-]{0,30}:\\/\\/|(?<![a-z\\d])(?:www\\.|(?:javascript|vbscript|data|mailto|xmpp):(?=\\S))|(?<![\\w:/])\\/\\/(?=[\\w-]+\\.))[^\\s<>\\u3000-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af\\uff00-\\uffef]*)>?',
    '(?<email>[\\w.+-]{1,64}@[\\w-]{1,63}(?:\\.[\\w-]{1,63})+)',
    '(?<reference>&(?:#\\w{1,10}|[a-z]\\w{1,40});)',
    '(?<bang>!)(?=\\[)',
    '(?<escape>\\\\[!-/:-@[-`{-~])',
    '(?<mark><(?=[a-z/!?])|[[\\]`]|~{3,}|\\${2,})',
  ].join('|'),
  'gi',
);

/** References that stand for a character which cannot be part of an address. */
const harmlessReference = /^&(?:amp|lt|gt|quot|apos|nbsp|#39);$/;
/** Ends a sentence more often than an address. */
const sentenceEnd = /[).,;:!?*_'"’”»]*$/;
/** An escape that no text needs; it would hide an address. */
const needlessEscape = /\\\\|\\([:/@.])/g;

const withEscapes = (text: string): string => text.replaceAll(/[^]/gu, String.raw`\$&`);

/** Between angle brackets: what renderers decode is written so that it is the same address after it. */
const inBrackets = (url: string): string =>
  `<${url.replaceAll(/&(?=#|\w{1,40};)/g, '&amp;').replaceAll(/[<>\\\s]/g, encodeURIComponent)}>`;

const target = (url: string): string => (/^[\w\-./:?#@!$'*+,;=%~]+$/.test(url) ? url : inBrackets(url));

/** Definitions of Markdown's reference links: where the citations [1], [2], … lead. */
export const sourceDefinitions = (urls: readonly string[]): string =>
  urls.map((url, index) => `[${index + 1}]: ${inBrackets(url)}`).join('\n');

const citations =
  /(?<kept>(?<!`)`[^`\n|\\$]{1,500}`(?!`)|\\[^])|\[[ \t]*\d{1,4}(?:[ \t]*[,;–-][ \t]*\d{1,4})*[ \t]*\](?!\()/g;

function neutralText(raw: string, known: KnownAddresses, isInLink = false): string {
  // Citations go first: what stood around one that is removed is read as it then stands together.
  const text = raw
    .replaceAll(needlessEscape, (pair: string, mark?: string) => mark ?? pair)
    .replaceAll(citations, (written: string, kept?: string) => kept ?? known.citation(written));
  /** People leave out the scheme and the last slash. */
  const sourceOf = (written: string): string | undefined =>
    known.urls.find((url) =>
      ['', 'https://', 'http://'].some((scheme) => [url, url.replace(/\/$/, '')].includes(scheme + written)),
    );
  const addressText = (written: string): string => {
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

  return text.replaceAll(construct, (written: string, ...match) => {
    const { code, words, to, cited, address, email, reference, bang, escape } = match.at(-1) as Readonly<
      Partial<Record<string, string>>
    >;
    const after = (match.at(-3) as number) + written.length;
    if (code !== undefined || escape !== undefined) return written;
    if (words !== undefined) return linkText(written, words, to ?? '');
    // A colon after it would define where the citation leads.
    if (cited !== undefined)
      return (known.citation(cited) || withEscapes(cited)) + (text[after] === ':' ? '\\' : '');
    if (address !== undefined) {
      const isOpenBracket = !written.startsWith('<') && written.endsWith('>');
      return addressText(address) + (isOpenBracket ? '>' : '');
    }
    if (email !== undefined) return known.showsEmail(email) ? email : removed;
    if (reference !== undefined)
      return harmlessReference.test(reference) ? reference : `&amp;${reference.slice(1)}`;
    // Before a citation it would make a picture of the source.
    return bang === undefined ? withEscapes(written) : '! ';
  });
}

/** A definition of where a reference leads; ours are added after the text. */
const definition = /^[\s>]*\[[^\]]{1,500}\]:\s*<?(?:[a-z][a-z\d+.-]*:|\/\/|www\.)\S+(?:\s+["'(].*)?$/i;
/** A fence in the first column begins code wherever it is. */
const fence = /^(`{3,})[^`]*$/;

/**
 * A Markdown text in which nothing leads to another address than the sources', whatever it was written to do: no
 * markup but Markdown's own, no image, no definition of a reference. Words stay; marks are escaped, and addresses
 * that are no source are replaced by an ellipsis.
 */
export function neutralMarkdown(markdown: string, known: KnownAddresses): string {
  const lines: string[] = [];
  let code: { readonly marks: string; readonly end: RegExp } | undefined;
  // Paragraphs are read whole: what is written over two lines is one construct.
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
