import { constants, inflateSync } from 'node:zlib';

import { documentLimits, tooLarge } from '#shared/content/dom/document-limits.ts';

/** Files of a thousand pages have a few thousand. */
const maxStreams = 50_000;
/** Files use one or two: a text encoding around a compression. */
const maxLayers = 4;
/** A page of dense text has a few thousand, a drawing a few hundred thousand. */
const maxOperators = 3_000_000;
/** Stream dictionaries are shorter. */
const maxDictionaryBytes = 4_000;

const keyword = Buffer.from('stream');
const endKeyword = Buffer.from('endstream');
const objectKeyword = Buffer.from('obj');

interface EncodedStream {
  readonly dictionary: string;
  readonly data: Buffer;
}

/** The encoded streams of a PDF (ISO 32000-1, 7.3.8); object streams contain no streams. */
function* streamsIn(file: Buffer): Generator<EncodedStream> {
  for (let at = file.indexOf(keyword); at !== -1; at = file.indexOf(keyword, at + 1)) {
    const lineEnd = file[at + keyword.length];
    if (lineEnd !== 0x0d && lineEnd !== 0x0a) continue;
    const start = at + keyword.length + (lineEnd === 0x0d && file[at + keyword.length + 1] === 0x0a ? 2 : 1);
    const end = file.indexOf(endKeyword, start);
    const before = file.subarray(Math.max(0, at - maxDictionaryBytes), at);
    const dictionary = before.toString('latin1', Math.max(0, before.lastIndexOf(objectKeyword)));
    yield { dictionary, data: file.subarray(start, end === -1 ? file.length : end) };
    if (end === -1) return;
    // Skips the keyword inside `endstream`.
    at = end + endKeyword.length - 1;
  }
}

const isCompressed = (data: Buffer): boolean =>
  data.length > 2 && ((data[0] ?? 0) & 0x0f) === 8 && data.readUInt16BE(0) % 31 === 0;

/** The decompressed stream, as far as it can be decoded; at most `maxBytes` of each layer. */
function inflated({ dictionary, data }: EncodedStream, maxBytes: number): Buffer {
  const layers = dictionary.match(/\/(?:FlateDecode|Fl)\b/g)?.length ?? 0;
  if (layers > maxLayers) throw tooLarge('A stream of the PDF has', maxLayers, 'layers of compression');
  let bytes = data;
  for (let layer = 0; layer < layers && isCompressed(bytes); layer += 1) {
    try {
      bytes = inflateSync(bytes, { maxOutputLength: maxBytes, finishFlush: constants.Z_SYNC_FLUSH });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
        throw tooLarge('The streams of the PDF decode to', documentLimits.unpackedBytes, 'bytes');
      // Damaged or encrypted: left to the reader.
      return bytes;
    }
  }
  return bytes;
}

const isSpaceByte = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0;
const isLetterByte = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;

/** Counts words that begin with a letter: the operators of a content stream, and words in its strings. */
function operatorsIn(bytes: Buffer): number {
  let count = 0;
  let isAfterSpace = true;
  for (const byte of bytes) {
    if (isAfterSpace && isLetterByte(byte)) count += 1;
    isAfterSpace = isSpaceByte(byte);
  }
  return count;
}

/**
 * Throws TOO_LARGE for a PDF that unpacks to more than its reader may be given. Images are left out: reading text
 * does not decode them. Streams that only the reader can decode are bounded by the memory of the conversion.
 */
export function requireBoundedStreams(bytes: Uint8Array): void {
  let streams = 0;
  let unpackedBytes = 0;
  let operators = 0;
  for (const stream of streamsIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) {
    streams += 1;
    if (streams > maxStreams) throw tooLarge('The PDF has', maxStreams, 'streams');
    if (/\/Subtype\s*\/Image\b/.test(stream.dictionary)) continue;
    const content = inflated(stream, documentLimits.unpackedBytes - unpackedBytes + 1);
    unpackedBytes += content.length;
    if (unpackedBytes > documentLimits.unpackedBytes)
      throw tooLarge('The streams of the PDF decode to', documentLimits.unpackedBytes, 'bytes');
    operators += operatorsIn(content);
    if (operators > maxOperators) throw tooLarge('The PDF has', maxOperators, 'drawing operators');
  }
}
