/** Characters that pages about HTML name as such: their references are decoded in data only. */
const ofMarkup: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ' };

const punctuation: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  laquo: '«',
  raquo: '»',
  mdash: '—',
  ndash: '–',
  reg: '®',
  copy: '©',
  trade: '™',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  bdquo: '„',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  euro: '€',
  pound: '£',
  deg: '°',
  times: '×',
  frac12: '½',
  szlig: 'ß',
  zwnj: '\u200c',
};

/** `&oacute;` is the letter o with an accent. */
const accents: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  ring: '\u030a',
  cedil: '\u0327',
  caron: '\u030c',
};

function accented(name: string): string | undefined {
  const accent = accents[name.slice(1)];
  return accent === undefined ? undefined : `${name.slice(0, 1)}${accent}`.normalize('NFC');
}

const markup = new Set(['&', '<', '>', '\u00a0']);

/** Neither a control character nor half of a pair (Unicode, section 3.8). */
const isPrintable = (code: number): boolean =>
  code >= 0x20 && code < 0x11_00_00 && !(code >= 0xd8_00 && code < 0xe0_00);

const all = { ...punctuation, ...ofMarkup };

const decoded = (text: string, names: Readonly<Record<string, string>>): string =>
  text.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return names[String(name).toLowerCase()] ?? accented(String(name)) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    if (!isPrintable(code)) return whole;
    const character = String.fromCodePoint(code);
    return names === punctuation && markup.has(character) ? whole : character;
  });

/** Decodes the references that are left in a decoded text: attributes are often escaped twice. `&lt;` may be meant. */
export const decodePunctuation = (text: string): string =>
  text.includes('&') ? decoded(text, punctuation) : text;

/** Decodes the references of a text in JSON, which is often escaped as for HTML, sometimes twice. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  const once = decoded(text, all);
  return text.includes('&amp;') ? decoded(once, all) : once;
}
