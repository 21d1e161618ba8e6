const escapeJisStart = [0x1b, 0x24, 0x42];
const escapeJisEnd = [0x1b, 0x28, 0x42];

const multiByte = new Set(['shift_jis', 'euc-jp', 'gbk', 'gb18030', 'big5', 'euc-kr']);

type Table = ReadonlyMap<string, readonly number[]>;

const tables = new Map<string, Table>();

/** All one- and two-byte characters of an encoding, read backwards out of the platform's decoder. */
function tableOf(encoding: string): Table {
  const known = tables.get(encoding);
  if (known !== undefined) return known;
  const decoder = new TextDecoder(encoding, { fatal: true });
  const table = new Map<string, readonly number[]>();
  const learn = (bytes: readonly number[]) => {
    try {
      const text = decoder.decode(new Uint8Array(bytes));
      if (Array.from(text).length === 1 && !table.has(text)) table.set(text, bytes);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  };
  for (let byte = 0; byte < 256; byte++) learn([byte]);
  if (multiByte.has(encoding))
    for (let lead = 0x81; lead < 0xff; lead++)
      for (let trail = 0x40; trail < 0xff; trail++) learn([lead, trail]);
  tables.set(encoding, table);
  return table;
}

function encodeJis(text: string): Uint8Array {
  const bytes: number[] = [];
  let isDouble = false;
  const switchTo = (double: boolean) => {
    if (double !== isDouble) bytes.push(...(double ? escapeJisStart : escapeJisEnd));
    isDouble = double;
  };
  for (const character of text) {
    const euc = tableOf('euc-jp').get(character);
    if (euc === undefined) throw new Error(`${character} is not in iso-2022-jp`);
    switchTo(euc.length === 2);
    bytes.push(...euc.map((byte) => byte & 0x7f));
  }
  switchTo(false);
  return new Uint8Array(bytes);
}

/** Bytes of a text in an old encoding; a character the encoding lacks is written without its marks or as a reference. */
export function encodeLegacy(text: string, encoding: string): Uint8Array {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    const bytes = Buffer.from(text, 'utf16le');
    return encoding === 'utf-16le' ? bytes : bytes.swap16();
  }
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'iso-2022-jp') return encodeJis(text);
  const table = tableOf(encoding);
  const bytes: number[] = [];
  for (const character of encoding === 'windows-1258' ? vietnamese(text) : text) {
    const known = table.get(character);
    bytes.push(...(known ?? Buffer.from(`&#${character.codePointAt(0)};`)));
  }
  return new Uint8Array(bytes);
}

/** windows-1258 writes the tone marks after their letters but keeps the letters' own marks. */
const vietnamese = (text: string): string =>
  text.replace(/\p{L}/gu, (letter) => {
    const [base = '', ...marks] = letter.normalize('NFD');
    const tones = marks.filter((mark) => '\u0300\u0301\u0303\u0309\u0323'.includes(mark));
    const own = marks.filter((mark) => !tones.includes(mark));
    return (base + own.join('')).normalize('NFC') + tones.join('');
  });
