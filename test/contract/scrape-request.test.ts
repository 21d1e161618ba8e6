import { describe, expect, test } from 'vitest';

import { parseRequest } from '#shared/contract/parse-request.ts';
import { scrapeRequest } from '#shared/contract/scrape.ts';

const parse = (body: unknown) => parseRequest(scrapeRequest, 'scrape', body);
const url = 'https://example.com/';

describe('a scrape request', () => {
  test('needs nothing but a URL', () => {
    expect(parse({ url })).toEqual({
      warnings: [],
      body: {
        url,
        formats: ['markdown'],
        onlyMainContent: true,
        comments: 'separate',
        includeTags: [],
        excludeTags: [],
        timeout: 30_000,
        useLocalFirst: true,
        forceLocal: false,
        forceCloud: false,
        maxAge: 0,
        proxy: 'default',
        waitFor: 0,
        headers: {},
        mobile: false,
        blockAds: true,
        removeBase64Images: true,
        skipTlsVerification: false,
        actions: [],
        explain: false,
      },
    });
  });

  test('ignores a repeated format', () => {
    const { body } = parse({ url, formats: ['links', 'markdown', 'links'] });

    expect(body.formats).toEqual(['links', 'markdown']);
  });

  test.for([
    ['a name', ['rawHtml', { type: 'images' }], { formats: ['rawHtml', 'images'] }],
    ['a full page', [{ type: 'screenshot', fullPage: true }], { formats: ['screenshot@fullPage'] }],
    ['a window', [{ type: 'screenshot' }], { formats: ['screenshot'] }],
    [
      'a JPEG of a window',
      [{ type: 'screenshot', quality: 70, viewport: { width: 640, height: 480 } }],
      {
        formats: ['screenshot'],
        screenshotOptions: { quality: 70, viewport: { width: 640, height: 480 } },
      },
    ],
    ['json without options', [{ type: 'json' }], { formats: ['json'] }],
    [
      'json with a prompt',
      ['markdown', { type: 'json', prompt: 'Prices' }],
      { formats: ['markdown', 'json'], jsonOptions: { prompt: 'Prices', requireEvidence: false } },
    ],
    [
      'values by selector',
      [{ type: 'attributes', selectors: [{ selector: 'a', attribute: 'data-sku' }, { selector: 'h2' }] }],
      {
        formats: ['attributes'],
        attributesOptions: { selectors: [{ selector: 'a', attribute: 'data-sku' }, { selector: 'h2' }] },
      },
    ],
    [
      'changes of a page',
      ['markdown', { type: 'changeTracking', modes: ['git-diff'], tag: 'hourly' }],
      {
        formats: ['markdown', 'changeTracking'],
        changeTrackingOptions: { modes: ['git-diff'], tag: 'hourly' },
      },
    ],
    [
      'changes of a page without options',
      ['markdown', { type: 'changeTracking' }],
      { formats: ['markdown', 'changeTracking'] },
    ],
  ] as const)('takes an object among formats for %s', ([, formats, meant]) => {
    expect(parse({ url, formats }).body).toMatchObject(meant);
  });

  test('means the same when it is read again, as a crawl does for each page', () => {
    const formats = [
      { type: 'json', schema: { type: 'object' } },
      { type: 'screenshot', quality: 5 },
      { type: 'attributes', selectors: [{ selector: 'a' }] },
      'summary',
      'markdown',
      { type: 'changeTracking', tag: 'hourly' },
    ];
    const { body } = parse({ url, formats, location: { country: 'de' } });

    expect(scrapeRequest.parse(body)).toEqual(body);
  });

  test.for([
    ['basic', 'default'],
    ['enhanced', 'stealth'],
    ['auto', 'auto'],
  ] as const)('takes the proxy name %s for %s', ([given, meant]) => {
    expect(parse({ url, proxy: given }).body.proxy).toBe(meant);
  });

  test.for([
    ['example.com/a'],
    ['example.com:8080/a'],
    ['localhost:3000'],
    ['http://[2001:db8::1]/'],
    ['https://пример.рф/страница'],
  ] as const)('accepts the URL %s', ([address]) => {
    expect(parse({ url: address }).body.url).toBe(address);
  });

  test.for([
    ['no url', {}, 'url: is required'],
    ['an empty url, with one sentence', { url: '' }, /^url: must not be empty\.?$/],
    ['another scheme', { url: 'ftp://example.com' }, 'url: must be an http or https URL'],
    ['a script', { url: 'javascript:alert(1)' }, 'url: must be an http or https URL'],
    ['a file', { url: 'file:///etc/passwd' }, 'url: must be an http or https URL'],
    ['a bare word', { url: 'hello' }, 'url: must be an http or https URL'],
    ['credentials', { url: 'https://user:pass@example.com' }, 'url: must not contain credentials'],
    ['a number for url', { url: 5 }, 'url: must be a string'],
    ['an unknown format', { url, formats: ['markdown', 'pdf'] }, 'formats[1]: must be one of "markdown", '],
    ['a format as an unknown object', { url, formats: [{ type: 'pdf' }] }, 'formats[0]'],
    [
      'an unknown option of a format',
      { url, formats: [{ type: 'screenshot', fullpage: true }] },
      'formats[0].fullpage: unknown parameter',
    ],
    [
      'a wrong option of a format',
      { url, formats: [{ type: 'json', prompt: '' }] },
      'formats[0].prompt: must not be empty',
    ],
    [
      'options of json given twice',
      { url, formats: [{ type: 'json', prompt: 'a' }], jsonOptions: { prompt: 'b' } },
      'formats[0]: repeats the options',
    ],
    [
      'a format as an object with nothing to go by',
      { url, formats: [{ type: 'json', systemPrompt: 'a' }] },
      'formats[0]: needs a prompt or a schema',
    ],
    [
      'options of a screenshot given twice',
      { url, formats: [{ type: 'screenshot', quality: 5 }], screenshotOptions: { quality: 6 } },
      'formats[0]: repeats the options',
    ],
    [
      'options of a screenshot without one',
      { url, screenshotOptions: { quality: 6 } },
      'screenshotOptions: needs "screenshot"',
    ],
    [
      'values by selector given twice',
      {
        url,
        formats: [{ type: 'attributes', selectors: [{ selector: 'a' }] }],
        attributesOptions: { selectors: [{ selector: 'b' }] },
      },
      'formats[0]: repeats the options of the format "attributes"',
    ],
    [
      'values by selector without a selector',
      { url, formats: ['attributes'] },
      'attributesOptions: is needed by the format "attributes"',
    ],
    [
      'values by selector that no format wants',
      { url, attributesOptions: { selectors: [{ selector: 'a' }] } },
      'attributesOptions: needs "attributes" among formats',
    ],
    [
      'a format of values without its selectors',
      { url, formats: [{ type: 'attributes' }] },
      'formats[0].selectors: is required',
    ],
    [
      '51 selectors of values',
      {
        url,
        formats: ['attributes'],
        attributesOptions: { selectors: Array.from({ length: 51 }, () => ({ selector: 'a' })) },
      },
      'attributesOptions.selectors: must have at most 50 entries',
    ],
    [
      'a name that no attribute can have',
      { url, formats: [{ type: 'attributes', selectors: [{ selector: 'a', attribute: 'data sku' }] }] },
      'formats[0].selectors[0].attribute: is not the name of an attribute',
    ],
    [
      'changes without the Markdown that is compared',
      { url, formats: ['html', 'changeTracking'] },
      'formats: "changeTracking" needs "markdown", which is what it compares',
    ],
    [
      'options of changes that no format wants',
      { url, changeTrackingOptions: { tag: 'hourly' } },
      'changeTrackingOptions: needs "changeTracking" among formats',
    ],
    [
      'options of changes given twice',
      {
        url,
        formats: ['markdown', { type: 'changeTracking', tag: 'hourly' }],
        changeTrackingOptions: { tag: 'daily' },
      },
      'formats[1]: repeats the options of the format "changeTracking"',
    ],
    [
      'a comparison of json',
      { url, formats: ['markdown', 'changeTracking'], changeTrackingOptions: { modes: ['json'] } },
      'changeTrackingOptions.modes[0]: json is not compared field by field: use "git-diff"',
    ],
    [
      'a comparison of json in an object among formats',
      { url, formats: ['markdown', { type: 'changeTracking', modes: ['json'] }] },
      'formats[1].modes[0]: json is not compared field by field: use "git-diff"',
    ],
    [
      'a tag of 201 characters',
      { url, formats: ['markdown', 'changeTracking'], changeTrackingOptions: { tag: 't'.repeat(201) } },
      'changeTrackingOptions.tag: must have at most 200 characters',
    ],
    [
      'a window that no screen has',
      { url, formats: ['screenshot'], screenshotOptions: { viewport: { width: 5_000, height: 10 } } },
      'screenshotOptions.viewport.width: must be at most 3,840',
    ],
    ['a country that does not exist', { url, location: { country: 'XX' } }, 'location.country: must be'],
    ['a country by its name', { url, location: { country: 'Germany' } }, 'location.country: must be a two'],
    ['a language that is none', { url, location: { languages: ['de', 'x y'] } }, 'location.languages[1]: '],
    ['a location without anything', { url, location: {} }, 'location: needs a country or languages'],
    [
      'an unknown action',
      { url, actions: [{ type: 'hover' }] },
      'actions[0].type: must be one of "wait", "click", "write"',
    ],
    [
      'an action without its selector',
      { url, actions: [{ type: 'click' }] },
      'actions[0].selector: is required',
    ],
    [
      'a wait for nothing',
      { url, actions: [{ type: 'wait' }] },
      'actions[0]: needs milliseconds or a selector, and not both',
    ],
    [
      'a wait for a time and an element',
      { url, actions: [{ type: 'wait', milliseconds: 1, selector: 'p' }] },
      'actions[0]: needs milliseconds or a selector',
    ],
    [
      '51 actions',
      { url, actions: Array.from({ length: 51 }, () => ({ type: 'scrape' })) },
      'actions: must have at most 50 entries',
    ],
    [
      'waits of more than a minute',
      {
        url,
        timeout: 300_000,
        waitFor: 20_000,
        actions: Array.from({ length: 41 }, () => ({ type: 'wait', selector: 'p' })),
      },
      'actions: must wait at most 60 seconds together with waitFor',
    ],
    [
      'waits as long as the timeout',
      { url, timeout: 10_000, actions: [{ type: 'wait', milliseconds: 10_000 }] },
      'actions: must wait for less than timeout',
    ],
    ['actions without a browser', { url, forceLocal: true, actions: [{ type: 'scrape' }] }, 'actions: need'],
    [
      'a PDF on unknown paper',
      { url, actions: [{ type: 'pdf', format: 'A9' }] },
      'actions[0].format: must be one of "A0"',
    ],
    ['no format', { url, formats: [] }, 'formats: must not be empty'],
    ['an unknown parameter', { url, fromats: ['html'] }, 'fromats: unknown parameter'],
    ['a text for a switch', { url, mobile: 'yes' }, 'mobile: must be true or false'],
    [
      'too short a timeout',
      { url, timeout: 999 },
      'timeout: must be a whole number of milliseconds from 1000 to 300000',
    ],
    [
      'too long a timeout',
      { url, timeout: 300_001 },
      'timeout: must be a whole number of milliseconds from 1000 to 300000',
    ],
    ['a broken timeout', { url, timeout: 1500.5 }, 'timeout: must be a whole number of milliseconds'],
    ['both parsers forced', { url, forceLocal: true, forceCloud: true }, 'forceCloud: '],
    ['a screenshot without a browser', { url, forceLocal: true, formats: ['screenshot'] }, 'formats: '],
    ['a wait without a browser', { url, forceLocal: true, waitFor: 5 }, 'waitFor: '],
    ['a wait over half the timeout', { url, timeout: 10_000, waitFor: 5_001 }, 'waitFor: '],
    [
      'maxAge over a week',
      { url, maxAge: 604_800_001 },
      'maxAge: must be a whole number of milliseconds from 0 to 604800000',
    ],
    [
      '101 selectors',
      { url, excludeTags: Array.from({ length: 101 }, () => 'p') },
      'excludeTags: must have at most 100 entries',
    ],
    [
      'a selector of 501 characters',
      { url, includeTags: ['p'.repeat(501)] },
      'includeTags[0]: must have at most 500 characters',
    ],
    [
      'a header that frames the message',
      { url, headers: { 'Transfer-Encoding': 'chunked' } },
      'headers.Transfer-Encoding: ',
    ],
    ['another host', { url, headers: { host: 'internal' } }, 'headers.host: '],
    ['a header for proxies', { url, headers: { 'Proxy-Status': 'a' } }, 'headers.Proxy-Status: is set by'],
    [
      'a header of responses',
      { url, headers: { 'Set-Cookie': 'a=b' } },
      'headers.Set-Cookie: is not sent to pages: use Cookie',
    ],
    ['a withdrawn header', { url, headers: { cookie2: 'a' } }, 'headers.cookie2: is not sent to pages'],
    ['a header with a line break', { url, headers: { a: 'x\r\nb: y' } }, 'headers.a: '],
    ['a header name with a colon', { url, headers: { 'a:': 'x' } }, 'headers.a:: '],
    [
      '21 headers',
      { url, headers: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`x-${index}`, ''])) },
      'headers: must have at most 20',
    ],
    [
      'jsonOptions without the json format',
      { url, jsonOptions: { prompt: 'p' } },
      'jsonOptions: needs "json"',
    ],
    [
      'jsonOptions with nothing to go by',
      { url, formats: ['json'], jsonOptions: {} },
      'jsonOptions: needs a prompt',
    ],
    [
      'a schema that refers to another document',
      { url, formats: ['json'], jsonOptions: { schema: { $ref: 'https://example.com/s.json' } } },
      'jsonOptions.schema: must not refer to another document',
    ],
  ] as const)('refuses %s, naming the field', ([, body, message]) => {
    expect(() => parse(body)).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST', status: 400 }));
    expect(() => parse(body)).toThrow(message);
  });

  test.for([[null], [[]], ['text'], [7]])('refuses a body that is %j', ([body]) => {
    expect(() => parse(body)).toThrow('must be a JSON object');
  });

  test('takes a country in any case', () => {
    expect(parse({ url, location: { country: 'ch' } }).body.location).toEqual({ country: 'CH' });
  });

  test('drops the parameters that Firecrawl clients send and names them in a warning', () => {
    const { warnings } = parse({ url, origin: 'js-sdk@1.0', integration: 'x', fastMode: true });

    expect(warnings).toEqual(['Accepted without effect: origin, integration, fastMode.']);
  });

  test('bounds a schema by size, depth and nodes', () => {
    const withSchema = (schema: object) => () => parse({ url, formats: ['json'], jsonOptions: { schema } });
    const deep = Array.from({ length: 30 }).reduce<object>((inner) => ({ properties: inner }), {});
    const wide = {
      properties: Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`p${index}`, {}])),
    };

    expect(withSchema({ title: 'x'.repeat(70_000) })).toThrow('at most 64 KB');
    expect(withSchema(deep)).toThrow('at most 20 levels');
    expect(withSchema(wide)).toThrow('at most 500 nodes');
  });
});
