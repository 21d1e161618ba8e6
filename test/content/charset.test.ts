import { describe, expect, test } from 'vitest';

import { decodeText } from '#shared/content/page/charset.ts';
import { repaired } from '#shared/content/page/double-encoding.ts';
import { legacy, texts } from './charset-texts.ts';
import { encodeLegacy } from './legacy-encoder.ts';
import { readPage } from './read-page.ts';

interface Sample {
  readonly encoding: string;
  readonly language: string;
}

const samples: readonly Sample[] = legacy.flatMap(([encoding, languages]) =>
  languages.map((language) => ({ encoding, language })),
);

const textOf = ({ language }: Sample): string => texts[language] ?? '';

const pageOf = (sample: Sample, head = ''): string =>
  `<!doctype html><html><head>${head}</head><body><div class="text"><p>${textOf(sample)}</p></div></body></html>`;

/** The text in an encoding; letters that the encoding lacks are written as character references. */
const readable = (bytes: Uint8Array, encoding: string): string => new TextDecoder(encoding).decode(bytes);

const isUtf16 = ({ encoding }: Sample): boolean => encoding.startsWith('utf-16');

const ways: Readonly<
  Record<string, (sample: Sample) => { readonly bytes: Uint8Array; readonly contentType?: string }>
> = {
  'the Content-Type header': (sample) => ({
    bytes: encodeLegacy(pageOf(sample), sample.encoding),
    contentType: `text/html; charset=${sample.encoding}`,
  }),
  'a meta element': (sample) => ({
    bytes: encodeLegacy(pageOf(sample, `<meta charset="${sample.encoding}">`), sample.encoding),
    contentType: 'text/html',
  }),
  'an http-equiv meta element': (sample) => ({
    bytes: encodeLegacy(
      pageOf(
        sample,
        `<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=${sample.encoding.toUpperCase()}">`,
      ),
      sample.encoding,
    ),
  }),
  'the XML declaration': (sample) => ({
    bytes: encodeLegacy(
      `<?xml version="1.0" encoding="${sample.encoding}"?>\n${pageOf(sample)}`,
      sample.encoding,
    ),
    contentType: 'application/xhtml+xml',
  }),
};

describe('the encoding of a page', () => {
  test.for(
    Object.entries(ways).flatMap(([way, write]) =>
      samples.map((sample) => [sample.encoding, sample.language, way, sample, write] as const),
    ),
  )('%s (%s) is read as declared in %s', ([, , , sample, write]) => {
    const { bytes, contentType } = write(sample);

    expect(decodeText(bytes, contentType).text).toBe(readable(bytes, sample.encoding));
  });

  test.for(['utf-8', 'utf-16le', 'utf-16be'])('a byte order mark of %s outranks the header', (encoding) => {
    const bytes = encodeLegacy(`\ufeff${pageOf({ encoding, language: 'ru' })}`, encoding);

    expect(decodeText(bytes, 'text/html; charset=windows-1252').text).toContain(texts['ru']);
  });

  test('at least 95 of 100 pages that declare nothing are read', () => {
    const undeclared = samples.filter((sample) => !isUtf16(sample));
    const misread = undeclared.filter((sample) => {
      const bytes = encodeLegacy(pageOf(sample), sample.encoding);
      return decodeText(bytes, 'text/html').text !== readable(bytes, sample.encoding);
    });

    expect(new Set(samples.map(({ encoding }) => encoding)).size).toBeGreaterThanOrEqual(25);
    expect(
      misread.length,
      `misread: ${misread.map(({ encoding, language }) => `${encoding}/${language}`).join(' ')}`,
    ).toBeLessThanOrEqual(undeclared.length * 0.05);
  });

  test('a header that names the wrong encoding does not spoil a page of Russian text', () => {
    const bytes = encodeLegacy(pageOf({ encoding: 'windows-1251', language: 'ru' }), 'windows-1251');

    expect(decodeText(bytes, 'text/html; charset=iso-8859-1').text).toContain(texts['ru']);
  });

  test('UTF-8 stays UTF-8 whatever the header claims', () => {
    const bytes = encodeLegacy(pageOf({ encoding: 'utf-8', language: 'ru' }), 'utf-8');

    expect(decodeText(bytes, 'text/html; charset=windows-1251')).toMatchObject({ charset: 'utf-8' });
  });

  test('one broken byte does not make UTF-8 another encoding', () => {
    const bytes = Buffer.concat([
      encodeLegacy(pageOf({ encoding: 'utf-8', language: 'cs' }), 'utf-8'),
      Buffer.from([0xe1, 0x21]),
    ]);

    const { text, charset } = decodeText(bytes, undefined);

    expect(charset).toBe('utf-8');
    expect(text).toContain(texts['cs']);
  });

  test.for([
    ['the right quotation mark as Latin-1', 'They\u00e2\u0080\u0099re lit', 'They’re lit'],
    ['the same as windows-1252', 'Theyâ€™re â€œlitâ€\u009d', 'They’re “lit”'],
    ['a closing mark whose last byte was lost', 'Theyâ€™re â€œlitâ€ twice', 'They’re “lit” twice'],
    [
      'one in text that was encoded once',
      '“lit” ‘â€’ “lit” “lit” “lit” â€™',
      '“lit” ‘â€’ “lit” “lit” “lit” â€™',
    ],
    [
      'marks of many words beside text that was encoded once',
      'Ann’s “lamps”, “oars” and “boats”: isnâ€™t, wasnâ€™t, canâ€™t, donâ€™t, wonâ€™t â€” cafÃ©',
      'Ann’s “lamps”, “oars” and “boats”: isn’t, wasn’t, can’t, don’t, won’t — cafÃ©',
    ],
    [
      'marks that were escaped afterwards',
      'isn&acirc;&euro;&trade;t, wasn&acirc;&euro;&trade;t, can&acirc;&euro;&trade;t, don&acirc;&euro;&trade;t, won&acirc;&euro;&trade;t &acirc;&euro;&oelig;lit&acirc;&euro; &acirc;&euro;&rdquo; once',
      'isn’t, wasn’t, can’t, don’t, won’t “lit” — once',
    ],
    [
      'an escaped mark of which a page tells',
      'isn&acirc;&euro;&trade;t is wrong',
      'isn&acirc;&euro;&trade;t is wrong',
    ],
    ['letters beside it', 'cafÃ© â€“ StanisÅ\u0082aw', 'café – Stanisław'],
    ['control characters as in windows-1252', 'Germany\u0092s \u0093lamps\u0094', 'Germany’s “lamps”'],
    ['text that was encoded once', 'Ã‰ANNA, café, Â© “â”', 'Ã‰ANNA, café, Â© “â”'],
  ] as const)('text that was encoded twice is repaired: %s', ([, written, meant]) => {
    expect(repaired(written)).toBe(meant);
  });

  test('a page that was encoded twice is repaired, and its markup given as it came', async () => {
    const html = '<!doctype html><title>Lamps</title><main><p>They\u00e2\u0080\u0099re lit.</p></main>';

    const page = await readPage(html, { formats: ['markdown', 'rawHtml'] });

    expect(page.markdown).toContain('They’re lit.');
    expect(page.rawHtml).toBe(html);
  });

  test('bytes of no known encoding are decoded without an error', () => {
    const bytes = Uint8Array.from({ length: 4096 }, (_, index) => (index * 97 + 31) % 256);

    expect(decodeText(bytes, 'text/html; charset=no-such-encoding').text).not.toBe('');
  });
});
