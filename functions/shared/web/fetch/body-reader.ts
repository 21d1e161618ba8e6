import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';

import { within } from '#shared/kernel/deadline.ts';
import { AppError } from '#shared/kernel/errors.ts';

import { type ContentCoding, contentCodings, decoderFor } from './content-coding.ts';

export interface BodyLimits {
  readonly wireBytes: number;
  readonly decodedBytes: number;
}

export interface Body {
  readonly body: Uint8Array;
  /** The transfer broke off or the compression is corrupt; `body` is what came until then. */
  readonly truncated?: boolean;
}

/** The next stage of the bytes. Ends once, with an error if they broke off. */
interface Sink {
  readonly write: (chunk: Buffer) => void;
  readonly end: (brokenBy?: unknown) => void;
}

const nothing = Buffer.alloc(0);

const tooLarge = (): AppError => new AppError('TOO_LARGE', 'The page exceeds the size limit.');

/** There is no back-pressure: the limits bound the bytes that queue up between two stages. */
function limited(limitBytes: number, next: Sink, refuse: (error: AppError) => void): Sink {
  let bytes = 0;
  return {
    write: (chunk) => {
      bytes += chunk.length;
      if (bytes > limitBytes) refuse(tooLarge());
      else next.write(chunk);
    },
    end: next.end,
  };
}

/** Chooses the decoder by the first bytes, and passes it to `opened`, which closes it when reading stops early. */
function decoded(coding: ContentCoding, next: Sink, opened: (decoder: Transform) => void): Sink {
  let decoder: Transform | undefined;
  let hasStarted = false;
  let brokenBy: unknown;

  const start = (head: Buffer) => {
    hasStarted = true;
    decoder = decoderFor(coding, head);
    if (decoder === undefined) return;
    decoder
      .on('data', next.write)
      .on('end', () => next.end(brokenBy))
      .on('error', next.end);
    opened(decoder);
  };
  return {
    write: (chunk) => {
      if (!hasStarted) start(chunk);
      if (decoder === undefined) next.write(chunk);
      else decoder.write(chunk);
    },
    end: (error) => {
      brokenBy = error;
      if (decoder === undefined) next.end(error);
      // Ended only after all input is decoded: the final flush of a truncated stream yields no output.
      else decoder.write(nothing, () => decoder?.end());
    },
  };
}

/** A truncated page is kept, as browsers show it, unless it has no byte at all. */
function collector(resolve: (body: Body) => void, reject: (error: AppError) => void): Sink {
  const chunks: Buffer[] = [];
  return {
    write: (chunk) => chunks.push(chunk),
    end: (brokenBy) => {
      if (brokenBy === undefined) resolve({ body: Buffer.concat(chunks) });
      else if (chunks.length > 0) resolve({ body: Buffer.concat(chunks), truncated: true });
      else
        reject(
          new AppError('INVALID_RESPONSE', 'The response broke off or cannot be decompressed.', {
            cause: brokenBy,
          }),
        );
    },
  };
}

/** These responses have no body, whatever length they announce (RFC 9112, section 6.3). */
const bodilessStatuses: ReadonlySet<number | undefined> = new Set([204, 304]);

const announcedBytes = ({ statusCode, headers }: IncomingMessage): number =>
  bodilessStatuses.has(statusCode) ? 0 : Number(headers['content-length'] ?? 0);

/** Reads and decompresses the body; stops the transfer the moment a limit is passed or the signal aborts. */
export async function readBody(
  response: IncomingMessage,
  limits: BodyLimits,
  signal: AbortSignal,
): Promise<Body> {
  const decoders: Transform[] = [];
  const reading = new Promise<Body>((resolve, reject) => {
    const opened = (decoder: Transform) => decoders.push(decoder);
    const bounded = (limitBytes: number, sink: Sink) => limited(limitBytes, sink, reject);

    if (announcedBytes(response) > limits.wireBytes) reject(tooLarge());
    const innermost = bounded(limits.decodedBytes, collector(resolve, reject));
    const outermost = contentCodings(response.headers['content-encoding']).reduceRight(
      (sink, coding) => bounded(limits.decodedBytes, decoded(coding, sink, opened)),
      innermost,
    );
    const wire = bounded(limits.wireBytes, outermost);
    response
      .on('data', wire.write)
      .on('end', () => wire.end())
      .on('error', wire.end);
  });
  try {
    return await within(reading, signal);
  } finally {
    response.destroy();
    for (const decoder of decoders) decoder.destroy();
  }
}

/** Reads a short body to its end, which keeps the connection for the next request; cuts the transfer of a long one. */
const worthDrainingBytes = 16_384;
const drainMs = 2_000;

export function discardBody(response: IncomingMessage): void {
  if (!(Number(response.headers['content-length']) <= worthDrainingBytes)) {
    response.destroy();
    return;
  }
  const timer = setTimeout(() => response.destroy(), drainMs).unref();
  response.once('close', () => clearTimeout(timer)).resume();
}
