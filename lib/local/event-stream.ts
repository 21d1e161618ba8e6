import { crc32 } from 'node:zlib';

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};

function header(name: string, value: string): Buffer {
  const stringType = 7;
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(value));
  return Buffer.concat([
    Buffer.from([Buffer.byteLength(name)]),
    Buffer.from(name),
    Buffer.from([stringType]),
    length,
    Buffer.from(value),
  ]);
}

/**
 * One message of `application/vnd.amazon.eventstream`: total length, headers' length and a checksum of both, then
 * headers and payload, then the checksum of the whole message.
 * https://docs.aws.amazon.com/transcribe/latest/dg/streaming-setting-up.html
 */
export function eventMessage(eventType: string, contentType: string, payload: Uint8Array): Buffer {
  const headers = Buffer.concat([
    header(':event-type', eventType),
    header(':content-type', contentType),
    header(':message-type', 'event'),
  ]);
  const frame = 16;
  const prelude = Buffer.concat([uint32(frame + headers.length + payload.length), uint32(headers.length)]);
  const message = Buffer.concat([prelude, uint32(crc32(prelude)), headers, payload]);
  return Buffer.concat([message, uint32(crc32(message))]);
}
