import type { CDPSession } from 'puppeteer-core';

import type { ActionOf, paperFormats } from '#shared/contract/actions.ts';
import { AppError } from '#shared/kernel/errors.ts';

type PaperFormat = (typeof paperFormats)[number];

/** Inches, upright. */
const paperSizes: Readonly<Record<PaperFormat, readonly [width: number, height: number]>> = {
  A0: [33.11, 46.81],
  A1: [23.39, 33.11],
  A2: [16.54, 23.39],
  A3: [11.69, 16.54],
  A4: [8.27, 11.69],
  A5: [5.83, 8.27],
  A6: [4.13, 5.83],
  Letter: [8.5, 11],
  Legal: [8.5, 14],
  Tabloid: [11, 17],
  Ledger: [17, 11],
};

/** Further pages of an endless document are left out. */
const pageRanges = '1-100';
const chunkBytes = 1_000_000;

/** The page as a PDF. Rejects with ACTION_FAILED when it is larger than `maxBytes`. */
export async function printPdf(
  cdp: CDPSession,
  { landscape, scale, format }: ActionOf<'pdf'>,
  maxBytes: number,
): Promise<Uint8Array> {
  const [paperWidth, paperHeight] = paperSizes[format];
  const { stream: handle } = await cdp.send('Page.printToPDF', {
    landscape,
    scale,
    paperWidth,
    paperHeight,
    printBackground: true,
    pageRanges,
    transferMode: 'ReturnAsStream',
  });
  if (handle === undefined) throw new AppError('ACTION_FAILED', 'the browser printed nothing.');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for (let isAtEnd = false; !isAtEnd;) {
    const { data, base64Encoded, eof } = await cdp.send('IO.read', { handle, size: chunkBytes });
    const chunk = Buffer.from(data, base64Encoded === true ? 'base64' : 'latin1');
    chunks.push(chunk);
    bytes += chunk.length;
    isAtEnd = eof;
    if (bytes > maxBytes) throw new AppError('ACTION_FAILED', 'the PDF is too large.');
  }
  await cdp.send('IO.close', { handle });
  return Buffer.concat(chunks);
}
