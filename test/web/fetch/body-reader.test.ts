import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  createGzip,
  createZstdCompress,
  deflateRawSync,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { AppError } from '#shared/kernel/errors.ts';

import { serve, serveBytes } from '../egress/loopback.ts';
import { fetchPageOn } from './page-server.ts';

const { signal } = new AbortController();

const page = `<!doctype html><title>Тест</title>${'<p>The quick brown fox. Съешь ещё этих булок.</p>'.repeat(400)}`;

const fetchFrom = async (port: number, options: { readonly signal: AbortSignal } = { signal }) => {
  const fetchPage = fetchPageOn({ allow: [`127.0.0.1:${port}`] });
  const { body, truncated } = await fetchPage({ url: `http://127.0.0.1:${port}/` }, options);
  return { text: Buffer.from(body).toString(), bytes: body.length, truncated };
};

const fetched = async (answer: RequestListener) => fetchFrom((await serve(answer)).port);

const fetchedBytes = async (bytes: string | Buffer) =>
  fetchFrom((await serveBytes((socket) => socket.once('data', () => socket.end(bytes)))).port);

const coded =
  (coding: string, body: Buffer): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-encoding': coding }).end(body);

const coders: Readonly<Record<string, (body: Buffer | string) => Buffer>> = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  deflate: deflateSync,
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  zstd: zstdCompressSync,
};

describe('a compressed body', () => {
  test.for(Object.entries(coders))('is read in %s', async ([coding, encode]) => {
    expect(await fetched(coded(coding, encode(page)))).toEqual({
      text: page,
      bytes: Buffer.byteLength(page),
    });
  });

  test('is read in bare deflate, which old servers send', async () => {
    expect((await fetched(coded('deflate', deflateRawSync(page)))).text).toBe(page);
  });

  test('is read in gzip under the name of deflate', async () => {
    expect((await fetched(coded('deflate', gzipSync(page)))).text).toBe(page);
  });

  test('is read whatever the case and the spaces of the header', async () => {
    expect((await fetched(coded('  GZIP ', gzipSync(page)))).text).toBe(page);
  });

  test.for([
    ['gzip, br', (body: string) => coders['br']!(gzipSync(body))],
    ['br, gzip', (body: string) => gzipSync(coders['br']!(body))],
    ['gzip, gzip', (body: string) => gzipSync(gzipSync(body))],
    ['deflate, zstd, gzip', (body: string) => gzipSync(zstdCompressSync(deflateSync(body)))],
  ] as const)('is read when it was compressed by %s', async ([coding, encode]) => {
    expect((await fetched(coded(coding, encode(page)))).text).toBe(page);
  });

  test('is refused when it was compressed more than three times', async () => {
    await expect(fetched(coded('gzip, gzip, gzip, gzip', gzipSync(page)))).rejects.toMatchObject({
      code: 'INVALID_RESPONSE',
    });
  });

  test.for(['gzip', 'zstd', 'gzip, gzip', 'identity', 'none', 'utf-8', 'x-unknown'])(
    'is taken as it is when %s was announced but not done',
    async (coding) => {
      expect((await fetched(coded(coding, Buffer.from(page)))).text).toBe(page);
    },
  );

  test('is read across frames of one byte each', async () => {
    const bytes = gzipSync(page.slice(0, 200));

    const result = await fetched((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      for (const byte of bytes) response.write(Buffer.from([byte]));
      response.end();
    });

    expect(result.text).toBe(page.slice(0, 200));
  });

  test('is read to the end of its last member', async () => {
    const members = Buffer.concat([gzipSync('one '), gzipSync('two')]);

    expect((await fetched(coded('gzip', members))).text).toBe('one two');
  });

  test.for(Object.entries(coders))('may be empty in %s', async ([coding, encode]) => {
    expect(await fetched(coded(coding, encode('')))).toEqual({ text: '', bytes: 0 });
  });

  test.for(Object.keys(coders))('may be missing in %s', async (coding) => {
    expect(await fetched(coded(coding, Buffer.alloc(0)))).toEqual({ text: '', bytes: 0 });
  });

  test('is decompressed to the original, whatever it is and however it was compressed', async () => {
    const coding = fc.constantFrom('gzip', 'deflate', 'br', 'zstd');
    await fc.assert(
      fc.asyncProperty(
        fc.array(coding, { maxLength: 3 }),
        fc.uint8Array({ maxLength: 5_000 }),
        async (names, bytes) => {
          const original = Buffer.from(bytes);
          const encoded = names.reduce<Buffer>((body, name) => coders[name]!(body), original);
          const { port } = await serve(coded(names.join(', '), encoded));
          const fetchPage = fetchPageOn({ allow: [`127.0.0.1:${port}`] });

          const { body, truncated } = await fetchPage({ url: `http://127.0.0.1:${port}/` }, { signal });

          expect(Buffer.from(body).equals(original)).toBe(true);
          expect(truncated).toBeUndefined();
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('a body that does not end well', () => {
  /** Cannot be compressed, so that half of it is many blocks. */
  const noise = Buffer.concat(
    Array.from({ length: 12_000 }, (_, index) => createHash('sha256').update(`${index}`).digest()),
  );

  test.for(['gzip', 'deflate', 'br', 'zstd'])(
    'keeps what could be decoded of a %s stream cut short',
    async (coding) => {
      const whole = coders[coding]!(Buffer.concat([Buffer.from(page), noise]));
      const { text, truncated } = await fetched(
        coded(coding, whole.subarray(0, Math.floor(whole.length * 0.6))),
      );

      expect(truncated).toBe(true);
      expect(text.length).toBeGreaterThan(100);
      expect(text.startsWith('<!doctype html><title>Тест</title>')).toBe(true);
    },
  );

  test.for([
    ['gzip', gunzipSync, constants.Z_SYNC_FLUSH],
    ['deflate', inflateSync, constants.Z_SYNC_FLUSH],
    ['br', brotliDecompressSync, constants.BROTLI_OPERATION_FLUSH],
  ] as const)(
    'keeps every byte of a cut %s stream that was decodable',
    async ([coding, decode, finishFlush]) => {
      const whole = coders[coding]!(Buffer.concat([noise, noise]));
      const cut = whole.subarray(0, Math.floor(whole.length * 0.9));

      const { bytes } = await fetched(coded(coding, cut));

      expect(bytes).toBe(decode(cut, { finishFlush }).length);
    },
  );

  test('is an error in zstd with a window that browsers refuse', async () => {
    const windowLog = { [constants.ZSTD_c_windowLog]: 25 };
    const compress = createZstdCompress({ params: windowLog });
    compress.end(page);
    const wide = await buffer(compress);

    expect(zstdDecompressSync(wide).toString()).toBe(page);
    await expect(fetched(coded('zstd', wide))).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
  });

  test('is kept up to the corruption', async () => {
    const bytes = gzipSync(Buffer.concat([Buffer.from(page), noise]));
    bytes.fill(0xff, Math.floor(bytes.length / 2));

    const { text, truncated } = await fetched(coded('gzip', bytes));

    expect(truncated).toBe(true);
    expect(text.startsWith('<!doctype html>')).toBe(true);
  });

  test.for([
    ['gzip', Buffer.from([0x1f, 0x8b, 0xff, 0xff, 0xff])],
    ['br', Buffer.from('<html>this was never brotli</html>')],
    ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xff, 0xff])],
    ['gzip', gzipSync(page).subarray(0, 12)],
  ] as const)('is an error when nothing of it can be decoded (%s)', async ([coding, bytes]) => {
    await expect(fetched(coded(coding, bytes))).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
  });

  test('is kept when the server breaks off', async () => {
    const { text, truncated } = await fetched((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('half a page', () => response.destroy());
    });

    expect({ text, truncated }).toEqual({ text: 'half a page', truncated: true });
  });

  test('is kept when the last chunk is missing', async () => {
    const { text, truncated } = await fetchedBytes(
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n',
    );

    expect({ text, truncated }).toEqual({ text: 'half', truncated: true });
  });

  test('is kept up to a malformed chunk', async () => {
    const { text, truncated } = await fetchedBytes(
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\nzzz\r\n',
    );

    expect({ text, truncated }).toEqual({ text: 'half', truncated: true });
  });

  test('is an error when no byte arrived', async () => {
    await expect(fetchedBytes('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n')).rejects.toMatchObject({
      code: 'INVALID_RESPONSE',
    });
  });

  test('ends at its announced length, whatever follows', async () => {
    expect(await fetchedBytes('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfourmore and more')).toEqual({
      text: 'four',
      bytes: 4,
    });
  });

  test('ends with the connection when its length is not announced', async () => {
    expect((await fetchedBytes('HTTP/1.0 200 OK\r\n\r\nall of it')).text).toBe('all of it');
  });

  test.for(['204 No Content', '304 Not Modified'])(
    'is absent after %s, whatever the headers say',
    async (status) => {
      const site = await serveBytes((socket) =>
        socket.once('data', () =>
          socket.write(`HTTP/1.1 ${status}\r\nContent-Length: 99000000\r\nContent-Encoding: gzip\r\n\r\n`),
        ),
      );

      expect((await fetchFrom(site.port)).bytes).toBe(0);
    },
  );
});

describe('the limits of a body', () => {
  const megabyte = 1_000_000;

  /** The most bytes held in buffers while `work` ran, above what was held before. */
  const peakBufferBytes = async (work: () => Promise<unknown>): Promise<number> => {
    const before = process.memoryUsage().arrayBuffers;
    let peak = before;
    const sampling = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().arrayBuffers);
    }, 1);
    try {
      await work();
    } finally {
      clearInterval(sampling);
    }
    return peak - before;
  };

  const endless =
    (chunk: Buffer, headers: Readonly<Record<string, string>> = {}): RequestListener =>
    (_request, response) => {
      response.writeHead(200, headers);
      const talk = () => {
        while (response.writable && response.write(chunk)) continue;
        if (response.writable) response.once('drain', talk);
      };
      talk();
    };

  test('let ten megabytes through', async () => {
    const body = Buffer.alloc(10 * megabyte, 'a');

    expect((await fetched((_request, response) => response.end(body))).bytes).toBe(10 * megabyte);
  });

  test('let twenty decoded megabytes through', async () => {
    const body = gzipSync(Buffer.alloc(20 * megabyte, 'a'));

    expect((await fetched(coded('gzip', body))).bytes).toBe(20 * megabyte);
  });

  test.for([
    ['one byte more on the wire', (_request, response) => response.end(Buffer.alloc(10 * megabyte + 1))],
    [
      'one byte more on the wire, unannounced',
      (_request, response) => {
        response.write(Buffer.alloc(10 * megabyte));
        response.end('a');
      },
    ],
    ['one byte more decoded', coded('gzip', gzipSync(Buffer.alloc(20 * megabyte + 1)))],
    ['a gzip bomb', coded('gzip', gzipSync(Buffer.alloc(40 * megabyte)))],
    ['a brotli bomb', coded('br', coders['br']!(Buffer.alloc(40 * megabyte)))],
    ['a zstd bomb', coded('zstd', zstdCompressSync(Buffer.alloc(40 * megabyte)))],
    ['a bomb in a bomb', coded('gzip, gzip', gzipSync(gzipSync(Buffer.alloc(400 * megabyte))))],
    [
      'nothing, a million times over',
      coded('gzip, gzip', gzipSync(Buffer.alloc(25 * megabyte, gzipSync('')))),
    ],
    ['an endless body', endless(Buffer.alloc(65_536, 'a'))],
    [
      'an endless body that is not what it says',
      endless(Buffer.alloc(65_536, 'a'), { 'content-encoding': 'gzip' }),
    ],
  ] as const satisfies readonly (readonly [string, RequestListener])[])(
    'stop %s, with bounded memory',
    async ([, answer]) => {
      const { port } = await serve(answer);
      let failure: unknown;

      const peak = await peakBufferBytes(async () => {
        failure = await fetchFrom(port).catch((error: unknown) => error);
      });

      expect(failure).toBeInstanceOf(AppError);
      expect(failure).toMatchObject({ code: 'TOO_LARGE' });
      expect(peak).toBeLessThan(64 * megabyte);
    },
  );

  test('stop an endless compressed stream long before its wire limit', async () => {
    let sent = 0;
    const answer: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      const gzip = createGzip();
      gzip.on('data', (chunk: Buffer) => {
        sent += chunk.length;
      });
      const zeros = Buffer.alloc(megabyte);
      const feed = () => {
        if (response.writable) gzip.write(zeros, () => setImmediate(feed));
        else gzip.destroy();
      };
      gzip.pipe(response);
      feed();
    };

    await expect(fetched(answer)).rejects.toMatchObject({ code: 'TOO_LARGE' });
    expect(sent).toBeLessThan(megabyte);
  });

  test('refuse a body that announces too much, without reading it', async () => {
    let left = false;
    const answer: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-length': `${11 * megabyte}` });
      response.write('a');
      response.once('close', () => {
        left = true;
      });
    };

    await expect(fetched(answer)).rejects.toMatchObject({ code: 'TOO_LARGE' });
    await expect.poll(() => left).toBe(true);
  });

  test('stop the transfer as soon as one is exceeded', async () => {
    let left = false;
    const answer: RequestListener = (request, response) => {
      response.once('close', () => {
        left = true;
      });
      endless(Buffer.alloc(65_536))(request, response);
    };

    await expect(fetched(answer)).rejects.toMatchObject({ code: 'TOO_LARGE' });
    await expect.poll(() => left).toBe(true);
  });
});
