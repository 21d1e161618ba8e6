import { detectCharset, sampleOf, singleByteScore } from './charset-detector.ts';
import type { Trace } from '#shared/content/dom/trace.ts';

export interface DecodedText {
  readonly text: string;
  /** As TextDecoder spells it. */
  readonly charset: string;
}

/** Browsers scan 1,024 bytes; on real pages, scripts before the meta element move it further down. */
const prescanBytes = 8192;

const spellings: readonly (readonly [RegExp, string])[] = [
  [/^(?:cp|win|windows|ms|x-cp)[-_ ]?(125\d)$/, 'windows-$1'],
  [/^(?:cp|dos|ibm|csibm)[-_]?866$/, 'ibm866'],
  [/^(?:x-)?mac-?(?:cyrillic|ukrainian)$/, 'x-mac-cyrillic'],
  [/^(?:cp|ms|windows)[-_]?(?:932|31j)$/, 'shift_jis'],
  [/^(?:cp|ms)[-_]?936$/, 'gbk'],
  [/^(?:cp|ms)[-_]?949$/, 'euc-kr'],
  [/^(?:cp|ms)[-_]?950$/, 'big5'],
  [/^(?:tis-?620|cp874)$/, 'windows-874'],
  [/^iso[-_ ]?8859[-_ ](\d+)$/, 'iso-8859-$1'],
  [/^latin-?1$/, 'windows-1252'],
  [/^utf[-_ ]?8.*$/, 'utf-8'],
  [/^(?:unicode|utf[-_]?16)$/, 'utf-16le'],
];

/** The TextDecoder name of an encoding label; `undefined` for an unknown label. */
function charsetNamed(label: string): string | undefined {
  const plain = label
    .trim()
    .toLowerCase()
    .replace(/^["']|["';,]+$/g, '');
  const [pattern, name] = spellings.find(([spelling]) => spelling.test(plain)) ?? [];
  try {
    return new TextDecoder(pattern === undefined ? plain : plain.replace(pattern, name ?? '')).encoding;
  } catch {
    return undefined;
  }
}

const latin1 = new TextDecoder('latin1');

/** The declared encoding in the document itself: `<meta>` or the XML declaration. */
function declaredInside(head: string): string | undefined {
  const label =
    /<meta\b[^>]{0,500}?\bcharset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(head)?.[1] ??
    /^\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([^"']+)/i.exec(head)?.[1];
  const named = label === undefined ? undefined : charsetNamed(label);
  // A document whose ASCII declaration could be read is not UTF-16.
  return named?.startsWith('utf-16') === true ? 'utf-8' : named;
}

const headerCharset = (contentType: string | undefined): string | undefined => {
  const label = /charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType ?? '')?.[1];
  return label === undefined ? undefined : charsetNamed(label);
};

function byteOrderMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

const isAsciiText = (byte: number): boolean =>
  (byte >= 0x20 && byte < 0x7f) || byte === 0x0a || byte === 0x0d;

/** UTF-16 without a byte order mark, recognised by zeros in every other byte: markup is ASCII. */
function utf16WithoutMark(bytes: Uint8Array): string | undefined {
  const length = Math.min(bytes.length, 2048) & ~1;
  let even = 0;
  let odd = 0;
  for (let index = 0; index < length; index += 2) {
    const first = bytes[index] ?? 0;
    const second = bytes[index + 1] ?? 0;
    if (first === 0 && isAsciiText(second)) even += 1;
    if (second === 0 && isAsciiText(first)) odd += 1;
  }
  if (odd > length / 40 && even < odd / 10) return 'utf-16le';
  if (even > length / 40 && odd < even / 10) return 'utf-16be';
  return undefined;
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Whether bytes are UTF-8 with a few errors: a cut comment, one pasted letter. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes);
  let broken = 0;
  let good = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0xfffd) broken += 1;
    else if (code >= 0x80) good += 1;
  }
  return good > broken * 10;
}

const eastAsian = new Set(['gbk', 'gb18030', 'big5', 'euc-jp', 'shift_jis', 'euc-kr']);

/** Up to this many characters of an East Asian encoding may be valid UTF-8 by chance. */
const chanceLimit = 4;

const isUtf8By = (text: string, declared: string): boolean => {
  if (!eastAsian.has(declared)) return true;
  let beyondAscii = 0;
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) >= 0x80) beyondAscii += 1;
  return beyondAscii > chanceLimit;
};

/** Log-likelihood per letter by which another encoding must be better to overrule the declared one. */
const lieMargin = 2.5;
/** The encoding that servers declare for every page by default: less evidence overrules it. */
const serverDefault = 'windows-1252';
const defaultMargin = 1;

function beyondAscii(sample: Uint8Array): number {
  let count = 0;
  for (const byte of sample) if (byte >= 0x80) count += 1;
  return count;
}

/** The declared encoding, unless the bytes are clearly in another one. */
function trusted(bytes: Uint8Array, declared: readonly string[], hint: string | undefined): string {
  const [first = 'utf-8'] = declared;
  const sample = sampleOf(bytes);
  const detected = detectCharset(bytes, hint);
  if (detected === first || declared.includes(detected)) return detected;
  if (eastAsian.has(first)) {
    const broken = new TextDecoder(first).decode(sample).split('\ufffd').length - 1;
    return broken > 2 + sample.length / 50 ? detected : first;
  }
  const claimed = singleByteScore(sample, first, hint);
  if (claimed === Number.NEGATIVE_INFINITY) return first;
  if (eastAsian.has(detected)) return first === serverDefault ? detected : first;
  const better = singleByteScore(sample, detected, hint) - claimed;
  const margin = first === serverDefault ? defaultMargin : lieMargin;
  return better > margin * beyondAscii(sample) ? detected : first;
}

const japaneseEscape = /\u001b(?:\$[@B]|\([BIJ])/;

function chooseCharset(bytes: Uint8Array, contentType: string | undefined): DecodedText {
  const decode = (charset: string): DecodedText => ({
    text: new TextDecoder(charset).decode(bytes),
    charset,
  });
  const marked = byteOrderMark(bytes) ?? utf16WithoutMark(bytes);
  if (marked !== undefined) return decode(marked);

  const head = latin1.decode(bytes.subarray(0, prescanBytes));
  const declared = [headerCharset(contentType), declaredInside(head)].filter((name) => name !== undefined);
  const [first] = declared;
  const utf8 = asUtf8(bytes);
  if (utf8 !== undefined) {
    const isAscii = utf8.length === bytes.length;
    if (isAscii && (first === 'iso-2022-jp' || japaneseEscape.test(utf8))) return decode('iso-2022-jp');
    if (isAscii || first === undefined || isUtf8By(utf8, first)) return { text: utf8, charset: 'utf-8' };
    return decode(first);
  }
  if ((first === undefined || declared.includes('utf-8')) && isMostlyUtf8(bytes)) return decode('utf-8');
  const hint = /<html\b[^>]{0,300}?\blang\s*=\s*["']?([a-z]{2})\b/i.exec(head)?.[1]?.toLowerCase();
  const legacy = declared.filter((name) => name !== 'utf-8');
  return decode(legacy.length === 0 ? detectCharset(bytes, hint) : trusted(bytes, legacy, hint));
}

/**
 * Decodes bytes: by byte order mark, Content-Type, `<meta>` or XML declaration; by the most likely encoding where these
 * are missing or contradict the bytes. Never throws; invalid bytes become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, contentType: string | undefined, trace?: Trace): DecodedText {
  const decoded = chooseCharset(bytes, contentType);
  trace?.add({ step: 'charset', verdict: decoded.charset, reason: contentType ?? 'no content type' });
  return decoded;
}
