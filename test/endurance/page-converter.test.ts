import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import type { ContentOptions } from '#shared/content/formats/content-options.ts';
import {
  type ConversionTask,
  type ConvertOptions,
  convertPage,
} from '#shared/scrape/conversion/convert-page.ts';
import { createPageConverter, type PageConverter } from '#shared/scrape/conversion/page-converter.ts';
import { pageOfRuns } from '../content/long-runs.ts';

const markdown: ContentOptions = {
  formats: new Set(['markdown']),
  onlyMainContent: false,
  includeTags: [],
  excludeTags: [],
  removeBase64Images: true,
};

const html =
  '<title>Pans</title><main><h1>Pans</h1><p>Cast iron. <a href="/care">Care</a></p><script type="application/ld+json">{"@type":"Product","name":"Alder"}</script></main>';

const taskOf = (path: string, source = html, contentType = 'text/html'): ConversionTask => ({
  resource: { bytes: Buffer.from(source), contentType, url: `https://shop.example${path}` },
  allowsEmpty: false,
  selections: [markdown],
  wantsLinks: false,
});

const soon = (): ConvertOptions => ({ signal: AbortSignal.timeout(20_000) });

const root = fileURLToPath(new URL('../..', import.meta.url));
const threads = mkdtempSync(join(tmpdir(), 'winnow-threads-'));

/** JavaScript as in production: Node.js removes types with WebAssembly, which no thread may run (docs/decisions/0016). */
beforeAll(() =>
  build({
    absWorkingDir: root,
    entryPoints: [
      'functions/shared/scrape/conversion/conversion-thread.ts',
      'test/endurance/misbehaving-thread.ts',
    ],
    entryNames: '[name]',
    outdir: threads,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
  }),
);
afterAll(() => rmSync(threads, { recursive: true, force: true }));

const converters: PageConverter[] = [];
afterEach(async () => {
  await Promise.all(converters.splice(0).map((made) => made.close()));
});

function converterWith(thread: string): PageConverter {
  const made = createPageConverter(pathToFileURL(join(threads, `${thread}.mjs`)));
  converters.push(made);
  return made;
}

const converter = (): PageConverter => converterWith('conversion-thread');
const misbehaving = (): PageConverter => converterWith('misbehaving-thread');

const runLength = 100_000;
const runs = [
  ' ',
  '\n',
  '.',
  '…',
  '-',
  '_',
  '$',
  '\\',
  '(',
  '[',
  '"',
  ':',
  '1',
  'a',
  '一',
  '。',
  '🙂',
  'a ',
  '. ',
  '- ',
];

describe('a page converted in a thread of its own', () => {
  test('gives what it gives in the calling thread: contents, links, metadata', async () => {
    const task: ConversionTask = {
      ...taskOf('/pans'),
      selections: [
        markdown,
        { ...markdown, formats: new Set(['html', 'json', 'links']), onlyMainContent: true },
      ],
      wantsLinks: true,
    };

    expect(await converter().convertPage(task, soon())).toEqual(await convertPage(task));
  });

  test('says once that it is accepted, and then gives its contents', async () => {
    const told: string[] = [];

    await converter()
      .convertPage(taskOf('/pans'), { ...soon(), onAccepted: () => told.push('accepted') })
      .then(() => told.push('converted'));

    expect(told).toEqual(['accepted', 'converted']);
  });

  test('leaves the bytes with the caller', async () => {
    const task = taskOf('/pans');

    await converter().convertPage(task, soon());

    expect(Buffer.from(task.resource.bytes).toString()).toBe(html);
  });

  test('is asked for by its canonical URL and title, and converted when it is not known', async () => {
    const elsewhere = taskOf('/pans?from=menu', `<link rel="canonical" href="/pans">${html}`);
    const asked: unknown[] = [];

    const { contents } = await converter().convertPage(elsewhere, {
      ...soon(),
      isKnown: async (page) => {
        asked.push(page);
        return false;
      },
    });

    expect(asked).toEqual([{ canonicalUrl: 'https://shop.example/pans', title: 'Pans' }]);
    expect(contents).toHaveLength(1);
  });

  test.for([
    ['fails', () => Promise.reject(new Error('no answer')), 'no answer'],
    ['never ends', () => new Promise<boolean>(() => {}), 'given up'],
  ] as const)('ends alone when the question whether it is known %s', async ([, isKnown, reason]) => {
    const { convertPage: convert } = converter();
    const elsewhere = taskOf('/pans?from=menu', `<link rel="canonical" href="/pans">${html}`);
    const stop = new AbortController();
    const asking = convert(elsewhere, {
      signal: stop.signal,
      isKnown: () => {
        setTimeout(() => stop.abort(new Error('given up')), 100);
        return isKnown();
      },
    });
    const next = convert(taskOf('/pans'), soon());

    await expect(asking).rejects.toThrow(reason);
    expect((await next).contents).toHaveLength(1);
  });

  test('has links and no contents when its canonical URL is known', async () => {
    const elsewhere = taskOf('/pans?from=menu', `<link rel="canonical" href="/pans">${html}`);

    const known = await converter().convertPage(
      { ...elsewhere, wantsLinks: true },
      { ...soon(), isKnown: async () => true },
    );

    expect(known).toMatchObject({
      contents: [],
      links: { pages: ['https://shop.example/care'] },
    });
  });

  test('fails with the code and the sentence of the reader', async () => {
    const task = taskOf('/image', '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR', 'image/png');

    await expect(converter().convertPage(task, soon())).rejects.toMatchObject({
      name: 'AppError',
      code: 'UNSUPPORTED_TYPE',
    });
  });
});

describe('a page that would work for ever', () => {
  test('ends at its deadline, and the next page is converted', async () => {
    const { convertPage: convert } = misbehaving();

    await expect(convert(taskOf('/endless'), { signal: AbortSignal.timeout(200) })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    await expect(convert(taskOf('/pans'), soon())).resolves.toMatchObject({
      contents: [{ metadata: { title: 'Pans' } }],
    });
  });

  test.for([
    ['an endless page', 1, 19],
    ['several endless pages', 4, 3],
  ] as const)('%s does not hold up the pages beside it', async ([, endlessPages, otherPages]) => {
    const { convertPage: convert } = misbehaving();
    const stop = new AbortController();
    const endless = Array.from({ length: endlessPages }, () =>
      convert(taskOf('/endless'), { signal: stop.signal }).catch((error: unknown) => error),
    );

    // Each ends although none of the endless pages has ended.
    const others = Array.from({ length: otherPages }, (_, index) =>
      convert(taskOf(`/page-${index}`), soon()),
    );
    const contents = (await Promise.all(others)).flatMap((conversion) => conversion.contents);
    stop.abort(new Error('given up'));

    expect(contents).toHaveLength(otherPages);
    expect(await Promise.all(endless)).toEqual(endless.map(() => new Error('given up')));
  });

  test('is not begun when its deadline is over', async () => {
    const { convertPage: convert } = misbehaving();

    await expect(
      convert(taskOf('/pans'), { signal: AbortSignal.abort(new Error('too late')) }),
    ).rejects.toThrow('too late');
  });
});

test('a page that takes long while others wait is converted after all', async () => {
  const { convertPage: convert } = misbehaving();
  const slow = ['a', 'b'].map(() => convert(taskOf('/slow'), soon()));
  const quick = ['/a', '/b'].map((path) => convert(taskOf(path), soon()));

  expect(await Promise.all([...slow, ...quick])).toHaveLength(4);
});

test('a page that waits for a processor keeps its thread, and so do those behind it', async () => {
  const { convertPage: convert } = misbehaving();
  // A thread that is loading uses a processor, on a busy machine for long.
  await convert(taskOf('/first'), soon());
  const pages = ['/idle', '/a', '/b', '/c', '/d'].map((path) => convert(taskOf(path), soon()));

  const threads = (await Promise.all(pages)).map(({ contents }) => contents[0]?.warnings);

  expect(new Set(threads.flat()).size).toBe(1);
});

test('pages that take long are converted beside one that never ends', async () => {
  const { convertPage: convert } = misbehaving();
  const stop = new AbortController();
  const endless = convert(taskOf('/endless'), { signal: stop.signal }).catch(() => 'ended');

  const slow = await Promise.all(
    ['a', 'b'].map(() => convert(taskOf('/slow'), { signal: AbortSignal.timeout(13_000) })),
  );
  stop.abort();

  expect(slow).toHaveLength(2);
  expect(await endless).toBe('ended');
});

test('a large page may take long: it is converted before those behind it', async () => {
  const { convertPage: convert } = misbehaving();
  await convert(taskOf('/first'), soon());
  const large = `${html}<!--${'x'.repeat(4_000_000)}-->`;
  const converted: string[] = [];
  const convertNext = async (path: string, source?: string): Promise<void> => {
    await convert(taskOf(path, source), soon());
    converted.push(path);
  };

  await Promise.all([convertNext('/slow', large), convertNext('/a'), convertNext('/b')]);

  expect(converted).toEqual(['/slow', '/a', '/b']);
});

test('a page’s own time begins with its conversion, and ends it', async () => {
  const { convertPage: convert } = misbehaving();
  await convert(taskOf('/first'), soon());
  const slow = convert(taskOf('/slow'), soon());
  const behind = convert(taskOf('/a'), { ...soon(), maxMs: 700 });

  expect(await Promise.all([slow, behind])).toHaveLength(2);
  const { signal: never } = new AbortController();
  await expect(convert(taskOf('/endless'), { signal: never, maxMs: 700 })).rejects.toMatchObject({
    name: 'TimeoutError',
  });
  expect((await convert(taskOf('/b'), soon())).contents).toHaveLength(1);
});

test('a page’s own time does not begin while its thread loads', async () => {
  const loadsSlowly =
    "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500); await import('./conversion-thread.mjs');";
  writeFileSync(join(threads, 'late-thread.mjs'), loadsSlowly);
  const { convertPage: convert } = converterWith('late-thread');

  await expect(convert(taskOf('/pans'), { ...soon(), maxMs: 1_000 })).resolves.toHaveProperty('contents');
});

test('a task that cannot be handed over fails alone', async () => {
  const { convertPage: convert } = misbehaving();
  const uncloneable = { ...taskOf('/pans'), selections: [{ ...markdown, formats: () => {} }] };

  await expect(convert(uncloneable as unknown as ConversionTask, soon())).rejects.toThrow(
    'could not be cloned',
  );
  await expect(convert(taskOf('/pans'), soon())).resolves.toHaveProperty('contents');
});

test('a converter that was closed starts no thread and takes no page', async () => {
  const closing = misbehaving();
  const running = closing.convertPage(taskOf('/endless'), soon()).catch((error: unknown) => error);

  await closing.close();

  expect(await running).toEqual(new Error('The page converter is closed.'));
  await expect(closing.convertPage(taskOf('/pans'), soon())).rejects.toThrow('closed');
});

test.for(['/texts', '/buffers'])(
  'a page that fills memory with %s is too large, and the next page is converted',
  async (path) => {
    const { convertPage: convert } = misbehaving();

    await expect(convert(taskOf(path), soon())).rejects.toMatchObject({ code: 'TOO_LARGE' });
    await expect(convert(taskOf('/pans'), soon())).resolves.toHaveProperty('contents');
  },
);

test('a thread that ends by itself fails its page only', async () => {
  const { convertPage: convert } = misbehaving();
  const [ending, waiting] = [convert(taskOf('/exit'), soon()), convert(taskOf('/pans'), soon())];

  await expect(ending).rejects.toThrow('ended with code 3');
  await expect(waiting).resolves.toHaveProperty('contents');
});

// A pattern that is tried at each character of a run takes a minute for some of these.
describe('a run of a hundred thousand characters', { timeout: 60_000 }, () => {
  let shared: PageConverter;
  // Not earlier: the thread is bundled before all tests.
  beforeAll(() => {
    shared = createPageConverter(pathToFileURL(join(threads, 'conversion-thread.mjs')));
  });
  afterAll(() => shared.close());

  test.for(runs)('"%s", wherever a page may have text, ends in time', async (unit) => {
    const page = pageOfRuns(unit.repeat(runLength / unit.length));
    const task = { ...taskOf('/runs', page), selections: [{ ...markdown, onlyMainContent: true }] };

    await expect(shared.convertPage(task, soon())).resolves.toHaveProperty('contents');
  });

  test.for(['text/plain', 'text/markdown', 'text/csv', 'application/yaml', 'application/xml'])(
    'in %s ends in time',
    async (type) => {
      const run = [' ', '\n', '\t', '.', '#'].map((unit) => `x${unit.repeat(runLength)}x`).join('\n');
      const heading = `# ${'\t'.repeat(runLength)}${'\u00a0'.repeat(runLength)}`;
      const link = `[a](${'\n '.repeat(runLength)}${'['.repeat(runLength)}${')'.repeat(runLength)}`;
      const text = `${heading}\nhttps://a.example/${run}\n${link}`;
      const formats = new Set(['markdown', 'links'] as const);

      await expect(
        shared.convertPage(
          { ...taskOf('/runs', text, type), selections: [{ ...markdown, formats }] },
          soon(),
        ),
      ).resolves.toHaveProperty('contents');
    },
  );
});
