import { inflateSync } from 'node:zlib';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue at a pixel. */
  readonly at: (x: number, y: number) => readonly [number, number, number];
}

const paeth = (left: number, up: number, corner: number): number => {
  const estimate = left + up - corner;
  const [dLeft, dUp, dCorner] = [left, up, corner].map((value) => Math.abs(estimate - value));
  if (dLeft! <= dUp! && dLeft! <= dCorner!) return left;
  return dUp! <= dCorner! ? up : corner;
};

const predict = (filter: number, left: number, up: number, corner: number): number => {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  return filter === 4 ? paeth(left, up, corner) : 0;
};

/** Reads what Chromium writes: 8 bits a channel, RGB or RGBA, not interlaced (PNG, third edition). */
export function readPng(bytes: Uint8Array): Picture {
  const file = Buffer.from(bytes);
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const channels = file[25] === 6 ? 4 : 3;
  const parts: Buffer[] = [];
  for (let at = 8; at < file.length; at += file.readUInt32BE(at) + 12)
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
  const data = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const pixels = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const row = y * (stride + 1);
    for (let x = 0; x < stride; x += 1) {
      const left = x < channels ? 0 : pixels[y * stride + x - channels]!;
      const up = y === 0 ? 0 : pixels[(y - 1) * stride + x]!;
      const corner = x < channels || y === 0 ? 0 : pixels[(y - 1) * stride + x - channels]!;
      pixels[y * stride + x] = data[row + 1 + x]! + predict(data[row]!, left, up, corner);
    }
  }
  return {
    width,
    height,
    at: (x, y) => {
      const offset = y * stride + x * channels;
      return [pixels[offset]!, pixels[offset + 1]!, pixels[offset + 2]!];
    },
  };
}

export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Share of a region's pixels that differ from white. */
export function inkIn(picture: Picture, { x, y, width, height }: Region): number {
  let inked = 0;
  for (let row = y; row < y + height; row += 1)
    for (let column = x; column < x + width; column += 1)
      if (picture.at(column, row).some((channel) => channel < 200)) inked += 1;
  return inked / (width * height);
}
