import { describe, expect, test } from 'vitest';

import { FirecrawlError } from '#shared/firecrawl/dialect.ts';
import {
  batchOptions,
  crawlOptions,
  operationOptions,
  scrapeOptions,
} from '#shared/firecrawl/scrape-options.ts';

const mapped = (options: object, version?: 'v1' | 'v2') =>
  operationOptions(scrapeOptions.parse(options), version);

const refusal = (options: object): unknown => {
  try {
    mapped(options);
  } catch (error) {
    return error instanceof FirecrawlError ? [error.status, error.more.code, error.message] : error;
  }
  return 'accepted';
};

describe('scrape options of Firecrawl', () => {
  test('are passed under their own names', () => {
    const options = {
      headers: { 'accept-language': 'de' },
      includeTags: ['main'],
      excludeTags: ['nav'],
      onlyMainContent: false,
      timeout: 10_000,
      waitFor: 500,
      mobile: true,
      actions: [{ type: 'click', selector: '#more' }],
      skipTlsVerification: true,
      removeBase64Images: false,
      blockAds: false,
      proxy: 'stealth',
      maxAge: 60_000,
      storeInCache: false,
      location: { country: 'DE', languages: ['de'] },
    };

    expect(mapped(options)).toEqual(options);
  });

  test('have the defaults of their version', () => {
    expect(mapped({}, 'v1')).toEqual({});
    expect(mapped({}, 'v2')).toEqual({ timeout: 60_000, maxAge: 172_800_000 });
    expect(mapped({ maxAge: 0 }, 'v2')).toMatchObject({ maxAge: 0 });
  });

  test('take pages of at most a week, whatever age they allow', () => {
    expect(mapped({ maxAge: 2_592_000_000 })).toEqual({ maxAge: 604_800_000 });
    expect(mapped({ maxAge: 604_800_000 })).toEqual({ maxAge: 604_800_000 });
  });

  test('name formats by a word or as an object', () => {
    expect(
      mapped({
        formats: [
          'markdown',
          { type: 'html' },
          { type: 'json', prompt: 'the price' },
          { type: 'screenshot', fullPage: true, quality: 80 },
        ],
      }),
    ).toEqual({
      formats: [
        'markdown',
        'html',
        { type: 'json', prompt: 'the price' },
        { type: 'screenshot', fullPage: true, quality: 80 },
      ],
    });
  });

  test('name the selectors of values in formats', () => {
    const first = { selector: 'a.product', attribute: 'data-sku' };
    const second = { selector: 'img', attribute: 'src' };
    const formats = [
      'links',
      { type: 'attributes', selectors: [first] },
      { type: 'attributes', selectors: [second] },
    ];
    const asked = {
      formats: ['links', 'attributes'],
      attributesOptions: { selectors: [first, second] },
    };

    expect(mapped({ formats })).toEqual(asked);
    for (const optionsOf of [crawlOptions, batchOptions])
      expect(optionsOf(scrapeOptions.parse({ formats }))).toEqual(asked);
  });

  test.for([
    ['an object', { formats: ['markdown', { type: 'changeTracking', modes: ['git-diff'], tag: 'hourly' }] }],
    [
      'options of v1',
      {
        formats: ['markdown', 'changeTracking'],
        changeTrackingOptions: { modes: ['git-diff'], tag: 'hourly', schema: {}, prompt: 'p' },
      },
    ],
  ] as const)('ask for changes by %s', ([, options]) => {
    const asked = {
      formats: ['markdown', 'changeTracking'],
      changeTrackingOptions: { modes: ['git-diff'], tag: 'hourly' },
    };

    expect(mapped(options)).toEqual(asked);
    for (const optionsOf of [crawlOptions, batchOptions])
      expect(optionsOf(scrapeOptions.parse(options))).toEqual(asked);
  });

  test('ask for changes without options', () => {
    expect(mapped({ formats: ['markdown', 'changeTracking'], changeTrackingOptions: {} })).toEqual({
      formats: ['markdown', 'changeTracking'],
    });
    expect(mapped({ formats: ['markdown', { type: 'changeTracking', modes: [], tag: null }] })).toEqual({
      formats: ['markdown', 'changeTracking'],
      changeTrackingOptions: { modes: [] },
    });
    expect(mapped({ formats: ['markdown'], changeTrackingOptions: { modes: ['git-diff'] } })).toEqual({
      formats: ['markdown'],
    });
  });

  test('of v2 read a page anew that is asked for its changes, unless they say otherwise', () => {
    const formats = ['markdown', 'changeTracking'];

    expect(mapped({ formats }, 'v2')).toEqual({ formats, timeout: 60_000 });
    expect(mapped({ formats, maxAge: 1_000 }, 'v2')).toMatchObject({ maxAge: 1_000 });
  });

  test('of v1 name the task of json as extract', () => {
    expect(mapped({ formats: ['extract'], extract: { mode: 'llm', prompt: 'the price' } })).toEqual({
      formats: ['json'],
      jsonOptions: { prompt: 'the price' },
    });
  });

  test('keep nothing with zeroDataRetention', () => {
    expect(mapped({ zeroDataRetention: true }, 'v2')).toMatchObject({ maxAge: 0, storeInCache: false });
  });

  test('without effect are accepted', () => {
    const notes = {
      origin: 'js-sdk@4',
      integration: 'n8n',
      fastMode: true,
      parsers: ['pdf'],
      parsePDF: true,
    };

    expect(mapped(notes)).toEqual({});
  });

  test.for([
    [{ formats: ['product'] }, 'The format product is not supported here.'],
    [
      { formats: ['markdown', { type: 'changeTracking', modes: ['json'], schema: {} }] },
      'The mode json of changeTracking is not supported here. The mode git-diff compares the Markdown.',
    ],
    [
      { formats: ['markdown', 'changeTracking'], changeTrackingOptions: { modes: ['git-diff', 'json'] } },
      'The mode json of changeTracking is not supported here. The mode git-diff compares the Markdown.',
    ],
    [{ formats: [{ type: 'branding' }] }, 'The format branding is not supported here.'],
    [{ agent: { model: 'fire-1' } }, 'agent is not supported here.'],
    [{ minAge: 1 }, 'minAge is not supported here.'],
    [{ lockdown: true }, 'lockdown is not supported here.'],
    [{ redactPII: true }, 'redactPII is not supported here.'],
    [{ profile: { name: 'a' } }, 'profile is not supported here.'],
    [{ parsePDF: false }, 'parsePDF: false is not supported here. A PDF becomes Markdown.'],
    [{ parsers: [] }, 'parsers: [] is not supported here. A PDF becomes Markdown.'],
    [
      { parsers: [{ type: 'pdf', mode: 'ocr' }] },
      'parsers: ocr and maxPages is not supported here. The text of all pages of a PDF is read.',
    ],
  ] as const)('are refused by name: %j', ([options, message]) => {
    expect(refusal(options)).toEqual([400, 'UNSUPPORTED_OPTION', message]);
  });

  test.for(['check_prompt_injection', 'checkPromptInjection'])(
    'are refused when a task asks for %s, and accepted when it asks for none',
    (name) => {
      const message = `${name} is not supported here.`;

      for (const value of [false, null])
        expect(mapped({ formats: [{ type: 'json', prompt: 'p', [name]: value }] })).toEqual({
          formats: [{ type: 'json', prompt: 'p' }],
        });
      for (const options of [
        { formats: [{ type: 'json', prompt: 'p', [name]: true }] },
        { formats: ['json'], jsonOptions: { prompt: 'p', [name]: true } },
      ])
        expect(refusal(options)).toEqual([400, 'UNSUPPORTED_OPTION', message]);
    },
  );

  test('name no field of a format that it does not have', () => {
    const problemsOf = (format: object) =>
      scrapeOptions.safeParse({ formats: ['links', format] }).error?.issues;

    expect(problemsOf({ type: 'json', jsonSchema: {} })).toMatchObject([
      { code: 'unrecognized_keys', path: ['formats', 1], keys: ['jsonSchema'] },
    ]);
    expect(problemsOf({ type: 'markdown', foo: 1 })).toMatchObject([{ keys: ['foo'] }]);
    expect(problemsOf({ type: 'attributes', selector: 'a' })).toMatchObject([{ keys: ['selector'] }]);
    expect(problemsOf({ type: 'screenshot', width: 1 })).toMatchObject([{ keys: ['width'] }]);
    for (const format of [
      { type: 'json', prompt: 'p', schema: {}, systemPrompt: 's', check_prompt_injection: null },
      { type: 'screenshot', fullPage: true, quality: 80, viewport: { width: 100, height: 100 } },
      { type: 'changeTracking', modes: ['git-diff'], tag: 'hourly', schema: {}, prompt: 'p' },
    ])
      expect(problemsOf(format)).toBeUndefined();
  });
});
