import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  constants,
} from 'node:zlib';
import type { Transform } from 'node:stream';

import { AppError } from '#shared/kernel/errors.ts';

export type ContentCoding = 'gzip' | 'deflate' | 'br' | 'zstd';

const codings: Readonly<Record<string, ContentCoding>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'br',
  zstd: 'zstd',
};

/** A page is compressed once; a proxy that compresses again makes it two. */
const maxStackedCodings = 3;

/**
 * The codings of a Content-Encoding header, last applied first, which is the order to undo them in. Words
 * that name no coding (`identity`, `utf-8`, `none`) are ignored, as browsers do.
 */
export function contentCodings(header: string | undefined): readonly ContentCoding[] {
  const named = (header ?? '').split(',').flatMap((word) => codings[word.trim().toLowerCase()] ?? []);
  if (named.length > maxStackedCodings)
    throw new AppError('INVALID_RESPONSE', 'The response has too many nested content encodings.');
  return named.toReversed();
}

const options = { chunkSize: 65_536 };
// RFC 8878, section 3.1.1.1.2: decoders of web content bound the window to 8 MB; zlib's own bound is 128.
const zstdOptions = { ...options, params: { [constants.ZSTD_d_windowLogMax]: 23 } };

const hasGzipMagic = (head: Buffer): boolean => head[0] === 0x1f && (head.length < 2 || head[1] === 0x8b);

/** RFC 1950: deflate method, and a check that makes the two bytes a multiple of 31. */
const hasZlibHeader = (head: Buffer): boolean =>
  ((head[0] ?? 0) & 0x0f) === 8 && (head.length < 2 || head.readUInt16BE(0) % 31 === 0);

/** The first byte of a Zstandard frame, or of one of its sixteen skippable frames. */
const hasZstdMagic = (head: Buffer): boolean => head[0] === 0x28 || ((head[0] ?? 0) & 0xf0) === 0x50;

type DecoderChoice = (head: Buffer) => Transform | undefined;

/** `deflate` on the web is zlib's format or, from older servers, raw deflate; some servers send gzip under its name. */
const inflater: DecoderChoice = (head) => {
  if (hasGzipMagic(head)) return createGunzip(options);
  return hasZlibHeader(head) ? createInflate(options) : createInflateRaw(options);
};

const choices: Readonly<Record<ContentCoding, DecoderChoice>> = {
  gzip: (head) => (hasGzipMagic(head) ? createGunzip(options) : undefined),
  deflate: inflater,
  zstd: (head) => (hasZstdMagic(head) ? createZstdDecompress(zstdOptions) : undefined),
  br: () => createBrotliDecompress(options),
};

/**
 * A decoder for a body that begins with `head`; `undefined` when the body is not compressed after all: servers
 * name codings that an intermediary has already decoded.
 */
export const decoderFor = (coding: ContentCoding, head: Buffer): Transform | undefined =>
  choices[coding](head);
