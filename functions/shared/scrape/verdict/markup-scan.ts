/** A piece of a document, in lower case, in the order of the document. */
export type MarkupPiece =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'start';
      readonly name: string;
      /** The tag as it is written, as far as `tagLimit`. */
      readonly tag: string;
      /** What stands between the tags of an element whose content is no markup of the page. */
      readonly content: string;
    }
  | { readonly kind: 'end'; readonly name: string };

const rawElements = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'title',
  'textarea',
  'svg',
  'iframe',
  'select',
]);

/** What a tag says beyond this many characters is data. */
const tagLimit = 2000;

const nameAt = /[a-z][^\s/>="']*/y;

const tagStop = /=\s{0,8}["']|>/g;

/**
 * Past the `>` that ends the tag begun before `from`. A quotation counts only as a value: authors leave quotes
 * about. One that is never closed is no quotation.
 */
function afterTag(source: string, from: number): number {
  if (source[from] === '>') return from + 1;
  tagStop.lastIndex = from;
  for (let found = tagStop.exec(source); found !== null; found = tagStop.exec(source)) {
    if (found[0] === '>') return tagStop.lastIndex;
    const close = source.indexOf(found[0].slice(-1), tagStop.lastIndex);
    if (close >= 0) tagStop.lastIndex = close + 1;
  }
  return source.length;
}

const afterNext = (source: string, mark: string, from: number): number => {
  const found = source.indexOf(mark, from);
  return found < 0 ? source.length : found + mark.length;
};

function tagNameAt(source: string, at: number): string | undefined {
  nameAt.lastIndex = at;
  return nameAt.exec(source)?.[0];
}

/**
 * Reads a document forward only, without building its tree: enough for a judgement, and linear whatever is
 * left open.
 */
export function* scanMarkup(html: string): Generator<MarkupPiece> {
  const source = html.toLowerCase();
  let at = 0;

  const endOfContent = (name: string, from: number): number => {
    if (!rawElements.has(name)) return from;
    const close = source.indexOf(`</${name}`, from);
    // What is never closed takes the rest of the page, as in browsers.
    return close < 0 ? source.length : close;
  };

  while (at < source.length) {
    const open = source.indexOf('<', at);
    if (open !== at) yield { kind: 'text', text: source.slice(at, open < 0 ? source.length : open) };
    if (open < 0) return;
    const isEnd = source[open + 1] === '/';
    const name = tagNameAt(source, open + (isEnd ? 2 : 1));
    if (source.startsWith('<!--', open)) at = afterNext(source, '-->', open + 4);
    else if (source[open + 1] === '!' || source[open + 1] === '?') at = afterNext(source, '>', open);
    else if (name === undefined) {
      yield { kind: 'text', text: '<' };
      at = open + 1;
    } else {
      const tagEnd = afterTag(source, open + 1 + name.length);
      at = tagEnd;
      if (isEnd) yield { kind: 'end', name };
      else {
        at = endOfContent(name, tagEnd);
        const tag = source.slice(open, Math.min(tagEnd, open + tagLimit));
        yield { kind: 'start', name, tag, content: source.slice(tagEnd, at) };
      }
    }
  }
}

const attributeValue = (name: string): RegExp => new RegExp(`[\\s"']${name}=\\s?["']?([^"'>]*)`);
const values = { id: attributeValue('id'), class: attributeValue('class') };

/** The value of an attribute of a tag as it is written; empty without one. */
export const attributeOf = (tag: string, name: keyof typeof values): string =>
  tag.includes(name) ? (values[name].exec(tag)?.[1]?.trim() ?? '') : '';
