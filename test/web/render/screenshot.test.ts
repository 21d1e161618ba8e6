import { describe, expect, test } from 'vitest';

import { openSite } from './browser.ts';
import { inkIn, readPng, type Region } from './png.ts';

const rowHeight = 80;

const row = (text: string, index: number): string =>
  `<div style="position: absolute; left: 0; top: ${index * rowHeight}px; height: ${rowHeight}px; font: 48px sans-serif; white-space: nowrap">${text}</div>`;

const regionOf = (index: number): Region => ({ x: 0, y: index * rowHeight, width: 300, height: rowHeight });

/** The same number of signs that no font has; Chromium draws each as the same box, or as nothing. */
const unknown = '\u{e123}'.repeat(6);

const scripts = [
  ['Latin', 'Harbor'],
  ['Cyrillic', 'Гавань'],
  ['Greek', 'Λιμάνι'],
  ['Japanese', '港の渡し船だ'],
  ['Chinese', '港口渡轮时刻'],
  ['Korean', '항구연락선표'],
  ['Arabic', 'ميناء العبارة'],
  ['Hebrew', 'נמל מעבורת'],
  ['Devanagari', 'बंदरगाह नाव'],
  ['Thai', 'ท่าเรือข้าม'],
  ['Bengali', 'বন্দর খেয়া'],
  ['Tamil', 'துறைமுகம்'],
  ['Telugu', 'ఓడరేవు'],
  ['Georgian', 'ნავსადგური'],
  ['Armenian', 'նավահանգիստ'],
  ['Khmer', 'កំពង់ផែ'],
  ['emoji', '😀🚢🌊⚓🎏🐟'],
] as const;

const picture = async (texts: readonly string[]) => {
  const { render } = await openSite({
    '/': `<!doctype html><meta charset="utf-8"><body style="margin: 0; background: white">${texts.map(row).join('')}`,
  });
  const { screenshot } = await render('/', { screenshot: 'fullPage' });
  return readPng(screenshot ?? new Uint8Array());
};

/** The longest run of dark pixels in a line of pixels of this row. */
function longestStroke(drawn: ReturnType<typeof readPng>, index: number): number {
  let longest = 0;
  for (let y = index * rowHeight; y < (index + 1) * rowHeight; y += 1) {
    let run = 0;
    for (let x = 0; x < 200; x += 1) {
      run = drawn.at(x, y)[0] < 128 ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
  }
  return longest;
}

describe('a screenshot', () => {
  test('shows text in every script that it has a font for', async () => {
    const drawn = await picture(scripts.map(([, text]) => text));

    for (const [index, [name]] of scripts.entries()) {
      expect.soft(inkIn(drawn, regionOf(index)), name).toBeGreaterThan(0.05);
      expect.soft(inkIn(drawn, regionOf(index)), name).toBeLessThan(0.6);
    }
  });

  test('shows different characters as different glyphs, not as boxes', async () => {
    const drawn = await picture([unknown, ...scripts.map(([, text]) => text)]);
    const [boxes = 0, ...texts] = Array.from({ length: scripts.length + 1 }, (_, index) =>
      inkIn(drawn, regionOf(index)),
    );

    for (const [index, ink] of texts.entries())
      expect.soft(Math.abs(ink - boxes), scripts[index]?.[0]).toBeGreaterThan(0.005);
    expect(new Set(texts).size).toBe(texts.length);
  });

  test('shows text in a serif face where the page asks for one, or for none', async () => {
    const families = ['sans-serif', 'Arial', 'serif', 'Georgia, serif', 'Times New Roman', 'unset'];
    const { render } = await openSite({
      '/': `<!doctype html><meta charset="utf-8"><body style="margin: 0; background: white; font-size: 48px">${families
        .map((family) => `<div style="height: ${rowHeight}px; font-family: ${family}">l l l</div>`)
        .join('')}`,
    });

    const { screenshot } = await render('/', { screenshot: 'fullPage' });

    const drawn = readPng(screenshot ?? new Uint8Array());
    const [sans = 0, arial = 0, ...serifs] = families.map((_, index) => longestStroke(drawn, index));
    expect(arial).toBe(sans);
    // An "l" is a stem, and stands on a foot twice as wide in a serif face.
    for (const stroke of serifs) expect(stroke).toBeGreaterThan(sans * 1.8);
  });

  test('shows emoji in their colors', async () => {
    const drawn = await picture(['😀🚢🌊⚓🎏🐟']);

    const colors = new Set<string>();
    for (let x = 0; x < 300; x += 1)
      for (let y = 0; y < rowHeight; y += 1) {
        const [red, green, blue] = drawn.at(x, y);
        if (Math.max(red, green, blue) - Math.min(red, green, blue) > 80)
          colors.add([red, green, blue].map((channel) => channel >> 5).join(' '));
      }
    expect(colors.size).toBeGreaterThan(5);
  });

  test('shows what is drawn with WebGL', async () => {
    const { render } = await openSite({
      '/': `<body style="margin: 0"><canvas id="c" width="200" height="200"></canvas><script>
        const gl = c.getContext('webgl', { preserveDrawingBuffer: true });
        gl.clearColor(0, 0, 1, 1); gl.clear(gl.COLOR_BUFFER_BIT);</script>`,
    });

    const { screenshot } = await render('/', { screenshot: 'viewport' });

    expect(readPng(screenshot ?? new Uint8Array()).at(100, 100)).toEqual([0, 0, 255]);
  });

  test('of a whole page shows content that loads only in view', async () => {
    const { render } = await openSite({
      '/': `<body style="margin: 0"><div style="height: 6000px"></div>
        <img loading="lazy" width="100" height="100" style="display: block" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'><rect width='100' height='100' fill='black'/></svg>">`,
    });

    const { screenshot } = await render('/', { screenshot: 'fullPage' });

    const drawn = readPng(screenshot ?? new Uint8Array());
    expect(drawn.height).toBe(6_100);
    expect(inkIn(drawn, { x: 0, y: 6_000, width: 100, height: 100 })).toBe(1);
  });
});
