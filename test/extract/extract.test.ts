import { describe, expect, test } from 'vitest';

import { envelope } from '#shared/contract/envelope.ts';
import { extractData } from '#shared/contract/extract.ts';
import { estimatedTokens } from '#shared/llm/tokens.ts';
import { memoryModel, type ScriptedAnswer, type ScriptedQuestion } from '../fakes/memory-model.ts';
import type { JsonRequest } from '#shared/llm/language-model.ts';
import { extractionService, jsonOf } from './extraction-service.ts';

const pan = 'https://shop.test/pan';
const lid = 'https://shop.test/lid';
const list = 'https://shop.test/all';
const pages = {
  [pan]:
    '<!doctype html><html lang="en"><title>Alder pan</title><script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Alder pan","offers":{"@type":"Offer","price":"64.00","priceCurrency":"EUR"}}</script><main><h1>Alder pan</h1><p>The pan costs €64.00. It was cast on 12 March 2026 and weighs 3.1 kg, as heavy pans do.</p><p><a href="/pan/manual">Manual</a></p></main></html>',
  [lid]:
    '<!doctype html><html lang="en"><title>Glass lid</title><main><h1>Glass lid</h1><p>The lid costs 1.299,50 € and weighs 0.8 kg, which is little for so large a lid made of glass.</p></main></html>',
  [list]: `<!doctype html><html lang="en"><title>All pans</title><main><h1>All pans</h1>${Array.from({ length: 60 }, (_, index) => `<h2>Pan number ${index}</h2><p>Pan number ${index} costs ${index + 10} euros and it is sold with a wooden handle and a bag.</p>`).join('')}</main></html>`,
};

const product = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' } },
  required: ['name', 'price'],
};
/** Every property is required, and what a page may lack may be null: the schemas of strict modes. */
const strictProduct = {
  type: 'object',
  properties: { price: { type: ['number', 'null'] }, warranty: { type: ['string', 'null'] } },
  required: ['price', 'warranty'],
  additionalProperties: false,
};
const prompt = 'Name and price of what is sold, as the shop sees it';

/** Measured, so that it moves with every measurement; certain it never is. */
const likely = expect.closeTo(0.95, 1) as number;

const says = (value: unknown): ScriptedAnswer => ({ kind: 'text', text: JSON.stringify(value) });
const textOf = ({ messages }: ScriptedQuestion): string => messages.map(({ content }) => content).join('\n');

/** Reads the fixture shop as a correct model would. */
const shopkeeper = memoryModel((question) => {
  const text = textOf(question);
  const items = [
    ...(text.includes('Alder pan') ? [{ name: 'Alder pan', price: 64 }] : []),
    ...(text.includes('Glass lid') ? [{ name: 'Glass lid', price: 1299.5 }] : []),
  ];
  return says({ items });
});

describe('POST /api/v1/extract with a model', () => {
  test('answers in the interface’s shape for two products: results, summary, metadata', async () => {
    const { extract, used } = extractionService({ pages, model: shopkeeper });

    const reply = await extract({ urls: [pan, lid], prompt, schema: product });

    expect(reply.status).toBe(200);
    expect(envelope(extractData).parse(reply.body)).toMatchObject({
      success: true,
      url: pan,
      source: 'local',
      data: {
        json: {
          results: [
            { url: pan, name: 'Alder pan', price: 64 },
            { url: lid, name: 'Glass lid', price: 1299.5 },
          ],
          summary: {
            count: 2,
            averages: { price: 681.75 },
            minimums: { price: 64 },
            maximums: { price: 1299.5 },
          },
          metadata: {
            extractedAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/) as string,
            processingModel: 'memory-model',
            confidence: 0.9,
          },
        },
      },
    });
    expect(reply.body).not.toHaveProperty('warning');
    expect(await used()).toBe(2);
  });

  test('shows the source of each value, in the page’s own words', async () => {
    const { extract } = extractionService({ pages, model: shopkeeper });

    const reply = await extract({ urls: [pan, lid], prompt, schema: product, showSources: true });

    expect(jsonOf(reply).metadata?.sources).toEqual([
      { path: '/results/0/name', url: pan, quote: 'Alder pan', confidence: 0.9 },
      { path: '/results/0/price', url: pan, quote: '64.00', confidence: 0.9 },
      { path: '/results/1/name', url: lid, quote: 'Glass lid', confidence: 0.9 },
      { path: '/results/1/price', url: lid, quote: '1.299,50', confidence: 0.9 },
    ]);
  });

  test('extracts from the other pages when one fails, and does not charge for it', async () => {
    const { extract, used } = extractionService({ pages, model: shopkeeper });
    const missing = 'https://nowhere.test/';

    const reply = await extract({ urls: [missing, lid], prompt, schema: product });

    expect(jsonOf(reply).results).toEqual([{ url: lid, name: 'Glass lid', price: 1299.5 }]);
    expect(jsonOf(reply).metadata?.errors).toEqual([
      { url: missing, code: 'DNS_ERROR', error: expect.stringContaining('nowhere.test') as string },
    ]);
    expect(await used()).toBe(1);
  });

  test('fails in the interface’s shape when every page fails, without a charge', async () => {
    const { extract, used } = extractionService({ pages, model: shopkeeper });

    const reply = await extract({ urls: ['https://nowhere.test/', 'https://gone.test/'], prompt });

    expect(reply).toMatchObject({
      status: 200,
      body: { success: false, url: 'https://nowhere.test/', data: { json: {} }, code: 'DNS_ERROR' },
    });
    expect(await used()).toBe(0);
  });

  test.for([
    ['with a model', memoryModel(() => says({ items: [] }))],
    ['without a model', undefined],
  ] as const)('names a page whose server answers with an error, %s', async ([, model]) => {
    const missing = 'https://shop.test/missing';
    const { extract, used } = extractionService({
      pages: { ...pages, [missing]: { status: 404, body: '<main><h1>Nothing here</h1></main>' } },
      model,
    });

    const reply = await extract({ urls: [missing], prompt, schema: product });

    expect(reply.body).toMatchObject({
      success: false,
      code: 'HTTP_ERROR',
      error: 'The server responded with status 404.',
      data: { json: {} },
    });
    expect(await used()).toBe(0);
  });

  test.for([
    ['with a model', memoryModel(() => says({ items: [{ name: 'Nothing here' }] }))],
    ['without a model', undefined],
  ] as const)('takes no item from an error page and names its status, %s', async ([, model]) => {
    const missing = 'https://shop.test/missing';
    const error = '<title>Nothing here</title><main><h1>Nothing here</h1><p>Name: Nothing here</p></main>';
    const schema = { type: 'object', properties: { name: { type: 'string' } } };
    const { extract, used } = extractionService({
      pages: { ...pages, [missing]: { status: 404, body: error } },
      model,
    });

    const reply = await extract({ urls: [missing, pan], prompt: 'The name of the thing', schema });
    const wanted = await extract({ urls: [missing], prompt: 'The name', schema, includeErrorPages: true });

    const { results = [], metadata } = jsonOf(reply);
    expect(results.map((result) => result['url'])).toEqual([pan]);
    expect(metadata?.errors).toEqual([
      { url: missing, code: 'HTTP_ERROR', error: 'The server responded with status 404.' },
    ]);
    expect(jsonOf(wanted).results).toMatchObject([{ url: missing, name: 'Nothing here' }]);
    expect(await used()).toBe(2);
  });

  test('names a skipped URL without its password', async () => {
    const { extract } = extractionService({ pages, model: shopkeeper });
    const urls = ['https://me:secret@shop.test/', 'ftp://me:secret@shop.test/', pan];

    const reply = await extract({ urls, prompt, ignoreInvalidURLs: true });

    expect(jsonOf(reply).metadata?.errors?.map((error) => error['url'])).toEqual(['https://shop.test/', '']);
    expect(JSON.stringify(reply.body)).not.toContain('secret');
  });

  test('says one time that a prompt is empty', async () => {
    const reply = await extractionService({ pages }).extract({ urls: [pan], prompt: '' });

    expect(reply).toMatchObject({ status: 400, body: { error: 'prompt: must not be empty' } });
  });

  test.for([
    ['prompt', { prompt: ' \n\t' }],
    ['systemPrompt', { prompt, systemPrompt: '\u00a0' }],
  ] as const)('refuses a blank %s', async ([name, options]) => {
    const { extract, fetched } = extractionService({ pages });

    const reply = await extract({ urls: [pan], ...options });

    expect(reply).toMatchObject({ status: 400, body: { error: `${name}: must not be blank` } });
    expect(fetched).toEqual([]);
  });

  test.for([
    ['with a model', (properties: object) => memoryModel(() => says({ items: [properties] }))],
    ['without a model', () => undefined],
  ] as const)('answers fields named like inherited properties, %s', async ([, modelOf]) => {
    const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf'];
    const values = Object.fromEntries(names.map((name) => [name, `The ${name}`]));
    const rows = names.map((name) => `<tr><th>${name}</th><td>The ${name}</td></tr>`).join('');
    const { extract } = extractionService({
      pages: { [pan]: { body: `<main><h1>Names</h1><table>${rows}</table></main>` } },
      model: modelOf(values),
    });
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
    const asked = { type: 'object', properties, required: names };

    const reply = await extract({ urls: [pan], schema: asked });

    expect(jsonOf(reply).results).toEqual([{ url: pan, ...values }]);
  });

  test.for([
    ['with a model', memoryModel(() => says({ items: [{ name: 'Alder pan' }] }))],
    ['without a model', undefined],
  ] as const)('leaves out such fields when the page does not have them, %s', async ([, model]) => {
    const { extract, scrape } = extractionService({
      pages: { [pan]: { body: '<main><h1>Alder pan</h1><p>Name: Alder pan</p></main>' } },
      model,
    });
    const properties = {
      name: { type: 'string' },
      constructor: { type: 'string' },
      valueOf: { type: 'number' },
    };
    const schema = { type: 'object', properties, required: ['name'] };

    const extracted = await extract({ urls: [pan], schema });
    const scraped = await scrape({ url: pan, formats: ['json'], jsonOptions: { schema } });

    expect(jsonOf(extracted).results).toEqual([{ url: pan, name: 'Alder pan' }]);
    expect(scraped.body['data']).toMatchObject({ json: { name: 'Alder pan' } });
  });

  test('tells the tokens of all questions, also of those for a repair', async () => {
    const asked: number[] = [];
    const hasty = memoryModel((question) => {
      asked.push(estimatedTokens(textOf(question)));
      return says({ items: [asked.length === 1 ? { name: 'Alder pan' } : { name: 'Alder pan', price: 64 }] });
    });
    const { extract, scrape } = extractionService({ pages, model: hasty });

    const extracted = await extract({ urls: [pan], prompt, schema: product });
    const scraped = await scrape({ url: pan, formats: ['json'], jsonOptions: { prompt, schema: product } });

    expect(asked).toHaveLength(3);
    expect(jsonOf(extracted).metadata?.tokens?.input).toBe(asked[0]! + asked[1]!);
    expect(jsonOf(extracted).metadata?.tokens?.output).toBeGreaterThan(0);
    expect(scraped.body).toMatchObject({ data: { metadata: { tokens: { input: asked[2] } } } });
  });

  test('tells no tokens when no model was asked', async () => {
    const { extract } = extractionService({ pages });

    expect(jsonOf(await extract({ urls: [pan], schema: product })).metadata).not.toHaveProperty('tokens');
  });

  test('gives no average of prices in several currencies', async () => {
    const model = memoryModel(() =>
      says({
        items: [
          { name: 'Alder pan', price: 64, currency: 'EUR', stars: 4 },
          { name: 'Alder pan', price: 70, currency: 'USD', stars: 5 },
        ],
      }),
    );

    const reply = await extractionService({ pages, model }).extract({ urls: [pan], prompt });

    expect(jsonOf(reply).summary).toEqual({
      count: 2,
      averages: { stars: 4.5 },
      minimums: { stars: 4 },
      maximums: { stars: 5 },
    });
  });

  test('lowers confidence for values that are not on the page', async () => {
    const inventor = memoryModel(() => says({ items: [{ name: 'Alder pan', price: 59 }] }));

    const reply = await extractionService({ pages, model: inventor }).extract({
      urls: [pan],
      prompt,
      schema: product,
    });

    expect(jsonOf(reply).metadata?.confidence).toBe(0.45);
  });

  test('returns null for values that are not on the page when evidence is required', async () => {
    const inventor = memoryModel(() =>
      says({ items: [{ name: 'Alder pan', price: 59, colours: ['black', 'pans'], stock: true }] }),
    );
    const schema = {
      type: 'object',
      properties: {
        name: { type: 'string' },
        price: { type: ['number', 'null'] },
        colours: { type: 'array', items: { type: 'string' } },
        stock: { type: 'boolean' },
      },
      required: ['name', 'price', 'colours'],
    };
    const { extract } = extractionService({ pages, model: inventor });

    const reply = await extract({ urls: [pan], prompt, schema, requireEvidence: true });

    expect(jsonOf(reply).results).toEqual([{ url: pan, name: 'Alder pan', price: null, colours: ['pans'] }]);
  });

  test('removes an entry without evidence and keeps the others', async () => {
    const inventor = memoryModel(() =>
      says({
        items: [
          {
            parts: [
              { name: 'Bowl', price: 9 },
              { name: 'Alder pan', price: 64 },
              { name: 'Cup', price: 64 },
            ],
          },
        ],
      }),
    );
    const schema = { type: 'object', properties: { parts: { type: 'array', items: product } } };
    const { extract } = extractionService({ pages, model: inventor });

    const reply = await extract({ urls: [pan], prompt, schema, requireEvidence: true });

    expect(jsonOf(reply).results).toEqual([{ url: pan, parts: [{ name: 'Alder pan', price: 64 }] }]);
  });

  test('fails rather than deliver a required value without evidence', async () => {
    const inventor = memoryModel(() => says({ items: [{ name: 'Beech pan', price: 59 }] }));
    const { extract, used } = extractionService({ pages, model: inventor });

    const reply = await extract({ urls: [pan], prompt, schema: product, requireEvidence: true });

    expect([reply.status, reply.body['code']]).toEqual([422, 'EXTRACTION_SCHEMA_ERROR']);
    expect(await used()).toBe(0);
  });

  test('has an invalid answer repaired once, with the validator’s problems', async () => {
    const questions: ScriptedQuestion[] = [];
    const slow = memoryModel((question) => {
      questions.push(question);
      return says({ items: [{ name: 'Alder pan', ...(questions.length > 1 ? { price: '64,00 €' } : {}) }] });
    });

    const reply = await extractionService({ pages, model: slow }).extract({
      urls: [pan],
      prompt,
      schema: product,
    });

    expect(jsonOf(reply).results).toEqual([{ url: pan, name: 'Alder pan', price: 64 }]);
    expect(jsonOf(reply).metadata?.confidence).toBe(0.81);
    expect(questions).toHaveLength(2);
    expect(questions[1]?.messages[1]?.content).toContain("must have required property 'price'");
  });

  test('has only invalid results repaired', async () => {
    const questions: ScriptedQuestion[] = [];
    const model = memoryModel((question) => {
      questions.push(question);
      const mended = [{ name: 'Alder pan', price: 64 }];
      return says({
        items: questions.length > 1 ? mended : [{ name: 'Cast iron', price: 3.1 }, { name: 'Alder pan' }],
      });
    });

    const reply = await extractionService({ pages, model }).extract({ urls: [pan], prompt, schema: product });

    expect(jsonOf(reply).results).toEqual([
      { url: pan, name: 'Cast iron', price: 3.1 },
      { url: pan, name: 'Alder pan', price: 64 },
    ]);
    expect(questions[1]?.messages.at(-1)?.content).not.toContain('Cast iron');
  });

  describe('has the invalid results of a long page', () => {
    const sections = ['Alpha', 'Bravo', 'Zebra'];
    const page = `<main><h1>Pens</h1>${sections.map((name) => `<h2>${name}</h2>${`<p>${name} pens write well and last long, as all pens of their kind do.</p>`.repeat(90)}`).join('')}</main>`;
    const rated = {
      type: 'object',
      properties: { name: { type: 'string' }, rating: { type: 'number', maximum: 5 } },
      required: ['name', 'rating'],
    };
    /** Rates by a scale of ten at first; `repair` gives the ratings of a part when asked again. */
    const extracted = async (repair: (names: readonly string[]) => readonly unknown[]) => {
      const model = memoryModel(
        (question) => {
          const text = textOf(question);
          const names = sections.filter((name) => text.includes(`${name} pens write`));
          if (text.includes('Mend it')) return says({ items: repair(names) });
          return says({ items: names.map((name) => ({ name, rating: name === 'Alpha' ? 5 : 10 })) });
        },
        { contextTokens: 7_000 },
      );
      return extractionService({ pages: { [list]: page }, model }).extract({
        urls: [list],
        prompt,
        schema: rated,
      });
    };

    test('repaired against the part that each is in', async () => {
      const reply = await extracted((names) =>
        names.filter((name) => name !== 'Alpha').map((name) => ({ name, rating: 5 })),
      );

      expect(jsonOf(reply).results?.map(({ name }) => name)).toEqual(sections);
      expect(reply.body['warning']).toBeUndefined();
    });

    test('repaired although the model gives its right ones again', async () => {
      const reply = await extracted((names) => names.map((name) => ({ name, rating: 5 })));

      expect(jsonOf(reply).results?.map(({ name }) => name)).toEqual(sections);
      expect(reply.body['warning']).toBeUndefined();
    });

    test('counted as dropped where the repair leaves them out', async () => {
      const reply = await extracted(() => []);

      expect(jsonOf(reply).results?.map(({ name }) => name)).toEqual(['Alpha']);
      expect(reply.body['warning']).toContain('2 of the 3 results');
    });
  });

  test('takes one item in place of a list', async () => {
    const model = memoryModel(() => says({ items: { name: 'Alder pan', price: 64 } }));

    const reply = await extractionService({ pages, model }).extract({ urls: [pan], prompt, schema: product });

    expect(jsonOf(reply).results).toEqual([{ url: pan, name: 'Alder pan', price: 64 }]);
  });

  test.for(['with a model', 'without a model'])(
    'has the URL of a website that is plain text, %s',
    async (how) => {
      const shown = '<main><h1>Acme Tools</h1><p>Website: www.acme-tools.example</p></main>';
      const model = memoryModel(() => says({ items: [{ website: 'www.acme-tools.example' }] }));
      const website = { type: 'string', format: 'uri' };
      const schema = { type: 'object', properties: { website }, required: ['website'] };

      const reply = await extractionService({
        pages: { [pan]: shown },
        model: how === 'with a model' ? model : undefined,
      }).extract({ urls: [pan], schema });

      expect(jsonOf(reply).results).toEqual([{ url: pan, website: 'https://www.acme-tools.example/' }]);
    },
  );

  test('keeps a repaired result that is equal to another', async () => {
    let questions = 0;
    const same = { name: 'Alder pan', price: 64 };
    const model = memoryModel(() => {
      questions += 1;
      return says({ items: questions > 1 ? [same] : [same, { name: 'Alder pan' }] });
    });

    const reply = await extractionService({ pages, model }).extract({ urls: [pan], prompt, schema: product });

    expect(jsonOf(reply).results).toHaveLength(2);
  });

  test('returns the valid results when the others cannot be repaired', async () => {
    let questions = 0;
    const model = memoryModel(() => {
      questions += 1;
      if (questions > 1) return { kind: 'down' };
      return says({ items: [{ name: 'Cast iron', price: 3.1 }, { name: 'Alder pan' }] });
    });

    const reply = await extractionService({ pages, model }).extract({ urls: [pan], prompt, schema: product });

    expect(jsonOf(reply).results).toEqual([{ url: pan, name: 'Cast iron', price: 3.1 }]);
    expect(reply.body['warning']).toContain('1 of the 2 results');
  });

  test('converts dates and numbers to the schema’s types, and drops undeclared properties', async () => {
    const loose = memoryModel(() =>
      says({
        items: [
          {
            name: ' Alder pan\u0000',
            price: '€64.00',
            cast: '12 March 2026',
            manual: '/pan/manual',
            mood: 'fine',
          },
        ],
      }),
    );
    const schema = {
      type: 'object',
      properties: {
        ...product.properties,
        cast: { type: 'string', format: 'date' },
        manual: { type: 'string', format: 'uri' },
      },
    };

    const reply = await extractionService({ pages, model: loose }).extract({ urls: [pan], prompt, schema });

    expect(jsonOf(reply).results).toEqual([
      { url: pan, name: 'Alder pan', price: 64, cast: '2026-03-12', manual: 'https://shop.test/pan/manual' },
    ]);
    expect(jsonOf(reply).metadata?.confidence).toBe(0.9);
  });

  test('delivers no URL that is not on the page, alone or inside a text', async () => {
    const schema = {
      type: 'object',
      properties: { name: { type: 'string' }, note: { type: 'string' }, link: { type: 'string' } },
    };
    const model = memoryModel(() =>
      says({
        items: [
          {
            name: 'Alder pan',
            note: 'See ![x](https://evil.test/?q=1) ![y](//evil.test/2) and https://shop.test/pan/manual',
            link: 'https://evil.test/',
          },
        ],
      }),
    );

    const reply = await extractionService({ pages, model }).extract({ urls: [pan], prompt, schema });

    expect(jsonOf(reply).results).toEqual([
      { url: pan, name: 'Alder pan', note: 'See ![x]() ![y]() and https://shop.test/pan/manual' },
    ]);
  });

  test('answers a schema with `results` as it is', async () => {
    const schema = {
      type: 'object',
      properties: {
        results: { type: 'array', items: { ...product, additionalProperties: false } },
        summary: { type: 'object', properties: { cheapest: { type: 'string' } } },
      },
      required: ['results'],
      additionalProperties: false,
    };
    const model = memoryModel((question) =>
      says({
        items: [
          textOf(question).includes('Glass lid')
            ? { results: [{ name: 'Glass lid', price: 1299.5 }] }
            : { results: [{ name: 'Alder pan', price: 64 }], summary: { cheapest: 'Alder pan' } },
        ],
      }),
    );

    const reply = await extractionService({ pages, model }).extract({ urls: [pan, lid], prompt, schema });

    expect(jsonOf(reply)).toEqual({
      results: [
        { name: 'Alder pan', price: 64 },
        { name: 'Glass lid', price: 1299.5 },
      ],
      summary: { cheapest: 'Alder pan' },
    });
  });

  test('merges the results of all pages for such a schema, each with its page and source', async () => {
    const schema = { type: 'object', properties: { results: { type: 'array', items: product } } };
    const model = memoryModel((question) => {
      const isLid = textOf(question).includes('Glass lid');
      const first = isLid ? { name: 'Glass lid', price: 1299.5 } : { name: 'Alder pan', price: 64 };
      return says({ items: [{ results: [first, { name: isLid ? 'lid' : 'pan', price: 0 }] }] });
    });

    const reply = await extractionService({ pages, model }).extract({
      urls: [pan, lid],
      prompt,
      schema,
      showSources: true,
    });

    expect(jsonOf(reply).results).toEqual([
      { url: pan, name: 'Alder pan', price: 64 },
      { url: pan, name: 'pan', price: 0 },
      { url: lid, name: 'Glass lid', price: 1299.5 },
      { url: lid, name: 'lid', price: 0 },
    ]);
    expect(jsonOf(reply).summary).toMatchObject({ count: 4 });
    expect(jsonOf(reply).metadata?.sources).toContainEqual({
      path: '/results/2/price',
      url: lid,
      quote: '1.299,50',
      confidence: 0.9,
    });
  });

  test('names the source of each value of such a schema, and no other', async () => {
    const schema = {
      type: 'object',
      properties: { results: { type: 'array', items: product }, weight: { type: 'number' } },
    };
    const model = memoryModel((question) =>
      says({
        items: [
          textOf(question).includes('Glass lid')
            ? { results: [{ name: 'Glass lid', price: 1299.5 }], weight: 0.8 }
            : { results: [{ name: 'Alder pan', price: 64 }], weight: 3.1 },
        ],
      }),
    );

    const reply = await extractionService({ pages, model }).extract({
      urls: [pan, lid],
      prompt,
      schema,
      showSources: true,
    });

    expect(jsonOf(reply)).toMatchObject({ weight: 3.1 });
    expect(jsonOf(reply).metadata?.sources?.filter(({ path }) => path === '/weight')).toEqual([
      { path: '/weight', url: pan, quote: '3.1', confidence: 0.9 },
    ]);
  });

  test('answers a list schema behind a reference', async () => {
    const schema = {
      $ref: '#/$defs/products',
      $defs: { products: { type: 'array', items: product, minItems: 2 } },
    };
    const model = memoryModel((question) =>
      says({
        items: textOf(question).includes('Glass lid')
          ? [{ name: 'Glass lid', price: '1.299,50 €', mood: 'good' }]
          : [{ name: 'Alder pan', price: '€64.00' }],
      }),
    );

    const reply = await extractionService({ pages, model }).extract({ urls: [pan, lid], prompt, schema });

    expect(jsonOf(reply).results).toEqual([
      { url: pan, name: 'Alder pan', price: 64 },
      { url: lid, name: 'Glass lid', price: 1299.5 },
    ]);
  });

  test('answers a list schema with the list’s entries', async () => {
    const schema = { type: 'array', items: product, minItems: 2 };

    const reply = await extractionService({ pages, model: shopkeeper }).extract({
      urls: [pan, lid],
      prompt,
      schema,
    });

    expect(jsonOf(reply).results).toHaveLength(2);
    expect(jsonOf(reply).results?.[1]).toEqual({ url: lid, name: 'Glass lid', price: 1299.5 });
  });

  test('reads a page that exceeds the model in parts, and merges their items', async () => {
    let questions = 0;
    const lister = memoryModel(
      (question) => {
        questions += 1;
        const found = [...textOf(question).matchAll(/Pan number (\d+) costs (\d+) euros/g)];
        return says({
          items: found.map(([, index, price]) => ({ name: `Pan number ${index}`, price: Number(price) })),
        });
      },
      { contextTokens: 7_000 },
    );

    const reply = await extractionService({ pages, model: lister }).extract({
      urls: [list],
      prompt,
      schema: product,
    });

    expect(questions).toBeGreaterThan(1);
    expect(jsonOf(reply).results?.map(({ name }) => name)).toEqual(
      Array.from({ length: 60 }, (_, index) => `Pan number ${index}`),
    );
    expect(jsonOf(reply).summary).toMatchObject({
      count: 60,
      minimums: { price: 10 },
      maximums: { price: 69 },
    });
  });

  test('asks about halves when the model calls a part too long', async () => {
    const tired = memoryModel((question) => {
      const found = [...textOf(question).matchAll(/Pan number (\d+) costs (\d+) euros/g)];
      if (found.length > 20) return { kind: 'too-long' };
      return says({
        items: found.map(([, index, price]) => ({ name: `Pan number ${index}`, price: Number(price) })),
      });
    });

    const reply = await extractionService({ pages, model: tired }).extract({
      urls: [list],
      prompt,
      schema: product,
    });

    expect(jsonOf(reply).results).toHaveLength(60);
  });

  test('asks no model when declared data answers every field and the prompt wants nothing else', async () => {
    const untouched = memoryModel(() => ({ kind: 'down' }));
    const { extract } = extractionService({ pages, model: untouched });

    const reply = await extract({ urls: [pan], prompt: 'Extract the name and price', schema: product });

    expect(jsonOf(reply).results).toEqual([{ url: pan, name: 'Alder pan', price: 64 }]);
    expect(jsonOf(reply).metadata?.processingModel).toBe('embedded-extractor');
  });

  test('asks the model only for fields that declared data leaves open', async () => {
    const questions: ScriptedQuestion[] = [];
    const model = memoryModel((question) => {
      questions.push(question);
      return says({ items: [{ weightKg: 3.1 }] });
    });
    const schema = { ...product, properties: { ...product.properties, weightKg: { type: 'number' } } };

    const reply = await extractionService({ pages, model }).extract({ urls: [pan], schema });

    expect(jsonOf(reply).results).toEqual([{ url: pan, name: 'Alder pan', price: 64, weightKg: 3.1 }]);
    expect(jsonOf(reply).metadata?.processingModel).toBe('memory-model+embedded-extractor');
    expect(JSON.stringify(questions[0]?.schema)).not.toContain('price');
  });

  test.for([
    ['leaves them out', [{}]],
    ['has no answer', []],
  ] as const)('has null for required fields that may be null when the model %s', async ([, items]) => {
    const model = memoryModel(() => says({ items }));

    const reply = await extractionService({ pages, model }).scrape({
      url: pan,
      formats: ['json'],
      jsonOptions: { schema: strictProduct },
    });

    expect(jsonOf(reply)).toEqual({ price: 64, warranty: null });
  });

  test('has null for a field beside `results`, which no page states', async () => {
    const schema = {
      type: 'object',
      properties: { results: { type: 'array', items: product }, currency: { type: ['string', 'null'] } },
      required: ['results', 'currency'],
      additionalProperties: false,
    };
    const model = memoryModel(() => says({ items: [{ results: [{ name: 'Alder pan', price: 64 }] }] }));

    const reply = await extractionService({ pages, model }).extract({ urls: [pan], prompt, schema });

    expect(jsonOf(reply)).toEqual({ results: [{ url: pan, name: 'Alder pan', price: 64 }], currency: null });
  });

  test('has null in place of a required URL that is not on the page', async () => {
    const model = memoryModel(() =>
      says({ items: [{ name: 'Glass lid', photo: 'https://else.test/lid.png' }] }),
    );
    const schema = {
      type: 'object',
      properties: { name: { type: 'string' }, photo: { type: ['string', 'null'] } },
      required: ['name', 'photo'],
    };

    const reply = await extractionService({ pages, model }).extract({ urls: [lid], prompt, schema });

    expect(jsonOf(reply).results).toEqual([{ url: lid, name: 'Glass lid', photo: null }]);
  });

  test.for([
    ['leaves out', {}],
    ['calls null', { price: null, warranty: null }],
  ] as const)('finds nothing where the model %s all that is asked', async ([, item]) => {
    const model = memoryModel(() => says({ items: [item] }));
    const { extract, used } = extractionService({ pages, model });

    const reply = await extract({ urls: [lid], prompt, schema: strictProduct });

    expect(jsonOf(reply).results).toEqual([]);
    expect(reply.body['warning']).toContain('none of the requested data');
    expect(await used()).toBe(0);
  });

  test('gives a scrape the object of nulls that its schema allows, and leaves it out of a list', async () => {
    const model = memoryModel(() => says({ items: [{ price: null, warranty: null }] }));
    const { scrape } = extractionService({ pages, model });
    const jsonFor = async (schema: object) =>
      jsonOf(await scrape({ url: lid, formats: ['json'], jsonOptions: { schema } }));

    expect(await jsonFor(strictProduct)).toEqual({ price: null, warranty: null });
    expect(await jsonFor({ type: 'array', items: strictProduct })).toEqual({ results: [] });
  });

  test('warns when the end of a page was not read', async () => {
    const silent = memoryModel(() => says({ items: [] }), { contextTokens: 5_500 });
    const pages = {
      [list]: `<main><h1>Pans</h1>${'<p>A pan is a pan, and this one is as good as the next one.</p>'.repeat(1_000)}</main>`,
    };

    const reply = await extractionService({ pages, model: silent }).extract({
      urls: [list],
      prompt,
      schema: product,
    });

    expect(reply.body['warning']).toContain(`The end of ${list} was not read`);
  });

  test('works from a prompt alone', async () => {
    const reply = await extractionService({ pages, model: shopkeeper }).extract({ urls: [lid], prompt });

    expect(jsonOf(reply).results).toEqual([{ url: lid, name: 'Glass lid', price: 1299.5 }]);
  });

  test('warns when the pages have none of the requested data', async () => {
    const model = memoryModel(() => says({ items: [] }));

    const reply = await extractionService({ pages, model }).extract({ urls: [pan], prompt, schema: product });

    expect(jsonOf(reply)).toMatchObject({ results: [], summary: { count: 0 }, metadata: { confidence: 0 } });
    expect(reply.body['warning']).toContain('none of the requested data');
  });
});

describe('POST /api/v1/extract without a model', () => {
  test('gives the pages that were read when one is slow until the timeout, and names that one', async () => {
    const pan = (name: string, price: number) =>
      `<title>${name}</title><main><h1>${name}</h1><p>A pan of cast iron.</p><script type="application/ld+json">{"@type":"Product","name":"${name}","offers":{"@type":"Offer","price":"${price}"}}</script></main>`;
    const slow = 'https://shop.example/slow';
    const pages = { 'https://shop.example/a': pan('Alder', 64), 'https://shop.example/b': pan('Birch', 72) };
    const { extract, used } = extractionService({ pages, silent: [slow] });

    const reply = await extract({
      urls: [...Object.keys(pages), slow],
      schema: { type: 'object', properties: { name: { type: 'string' } } },
      timeout: 1_500,
    });

    expect(jsonOf(reply)).toMatchObject({
      results: [{ name: 'Alder' }, { name: 'Birch' }],
      metadata: { errors: [{ url: slow, code: 'SCRAPE_TIMEOUT', error: 'The page timed out.' }] },
    });
    expect(await used()).toBe(2);
  });

  const shop = 'https://shop.test/list';
  const listOf = (properties: object) => ({ type: 'array', items: { type: 'object', properties } });
  const [text, number] = [{ type: 'string' }, { type: 'number' }];
  const resultsOn = async (page: string, schema: object) => {
    const reply = await extractionService({ pages: { [shop]: page } }).extract({ urls: [shop], schema });
    return jsonOf(reply).results?.map(({ url: _url, ...result }) => result);
  };
  const jsonLd = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;

  test('keeps the equal rows of a table', async () => {
    const rows = [
      { description: 'Coffee', amount: 3.5 },
      { description: 'Coffee', amount: 3.5 },
      { description: 'Rent', amount: 900 },
    ];
    const shown = rows.map(
      ({ description, amount }) => `<tr><td>${description}</td><td>${amount.toFixed(2)}</td></tr>`,
    );
    const page = `<main><h1>Statement</h1><table><tr><th>Description</th><th>Amount</th></tr>${shown.join('')}</table></main>`;

    expect(await resultsOn(page, listOf({ description: text, amount: number }))).toEqual(rows);
  });

  test('keeps declared things of one name apart where they differ', async () => {
    const lessons = ['2026-05-01', '2026-05-08'].map((startDate) => ({
      '@type': 'Event',
      name: 'Yoga',
      startDate,
    }));
    const page = `${jsonLd(lessons)}<main><h1>Schedule</h1><p>Yoga every Friday.</p></main>`;

    expect(await resultsOn(page, listOf({ name: text, startDate: text }))).toEqual(
      lessons.map(({ name, startDate }) => ({ name, startDate })),
    );
  });

  test('keeps equal ratings of different reviews', async () => {
    const reviews = ['Ada', 'Bo'].map((name) => ({
      '@type': 'Review',
      author: { '@type': 'Person', name },
      reviewRating: { '@type': 'Rating', ratingValue: 5 },
    }));
    const page = `${jsonLd(reviews)}<main><h1>Reviews</h1><p>What our readers say.</p></main>`;

    expect(await resultsOn(page, listOf({ rating: number }))).toEqual([{ rating: 5 }, { rating: 5 }]);
  });

  test('keeps people apart who share a name and an office', async () => {
    const person = { '@type': 'Person', name: 'Ada Lind', jobTitle: 'Director' };
    const people = [
      { ...person, email: 'a@x.example' },
      { ...person, telephone: '+47 76 94 00 00' },
    ];
    const schema = listOf({ name: text, jobTitle: text, email: text, telephone: text });

    const results = await resultsOn(`${jsonLd(people)}<main><h1>All of them</h1></main>`, schema);

    expect(results).toHaveLength(2);
  });

  test('answers once for what JSON-LD and microdata, or two scripts, both declare', async () => {
    const goods = [
      { name: 'Alder pan', price: 64 },
      { name: 'Glass lid', price: 12 },
    ];
    const declared = (description: string) =>
      goods.map(({ name, price }) => ({ '@type': 'Product', name, description, offers: { price } }));
    const marked = goods.map(
      ({ name }) =>
        `<div itemscope itemtype="https://schema.org/Product"><h2 itemprop="name">${name}</h2><p itemprop="description">Sold here.</p></div>`,
    );
    const page = `${jsonLd(declared('Made of iron.'))}${jsonLd(declared('By hand.'))}<main><h1>Shop</h1>${marked.join('')}</main>`;

    expect(await resultsOn(page, listOf({ name: text, price: number, description: text }))).toEqual(
      goods.map((product) => ({ ...product, description: 'Made of iron.' })),
    );
  });

  test('answers from declared data, names the extractor, and warns', async () => {
    const { extract, used } = extractionService({ pages });

    const reply = await extract({ urls: [pan], prompt: 'The price', schema: product });

    expect(jsonOf(reply)).toMatchObject({
      results: [{ url: pan, name: 'Alder pan', price: 64 }],
      metadata: { processingModel: 'embedded-extractor', confidence: likely },
    });
    expect(reply.body['warning']).toContain('No model is configured');
    expect(await used()).toBe(1);
  });

  test('the warning mentions the prompt only if there is one', async () => {
    const reply = await extractionService({ pages }).extract({ urls: [pan], schema: product });

    expect(reply.body['warning']).toContain('No model is configured');
    expect(reply.body['warning']).not.toContain('prompt');
  });

  test('answers a schema with `results`', async () => {
    const schema = {
      type: 'object',
      properties: { results: { type: 'array', items: product } },
      required: ['results'],
    };

    const reply = await extractionService({ pages }).extract({ urls: [pan], schema, showSources: true });

    expect(jsonOf(reply)).toMatchObject({
      results: [{ url: pan, name: 'Alder pan', price: 64 }],
      summary: { count: 1 },
      metadata: {
        confidence: likely,
        sources: expect.arrayContaining([
          {
            path: '/results/0/name',
            url: pan,
            quote: 'Alder pan',
            confidence: expect.closeTo(0.85, 1) as unknown,
          },
        ]) as unknown,
      },
    });
  });

  test('has null for required fields that may be null, and nothing where all would be', async () => {
    const { extract } = extractionService({ pages });
    const harbour = {
      type: 'object',
      properties: { captain: { type: ['string', 'null'] } },
      required: ['captain'],
    };

    const found = await extract({ urls: [pan], schema: strictProduct });
    const nothing = await extract({ urls: [pan], schema: harbour });

    expect(jsonOf(found).results).toEqual([{ url: pan, price: 64, warranty: null }]);
    expect(jsonOf(nothing).results).toEqual([]);
    expect(nothing.body['warning']).toContain('none of the requested data');
  });

  test('answers a required `url` that may be null with that of the page', async () => {
    const schema = {
      type: 'object',
      properties: { ...strictProduct.properties, url: { type: ['string', 'null'] } },
      required: ['price', 'url'],
    };

    const reply = await extractionService({ pages }).extract({ urls: [pan], schema });

    expect(jsonOf(reply).results).toEqual([{ url: pan, price: 64 }]);
  });

  test('has no result of a URL alone', async () => {
    const captain = { type: ['string', 'null'] };
    const schema = { type: 'object', properties: { captain, url: text }, required: ['captain', 'url'] };

    const reply = await extractionService({ pages }).extract({ urls: [pan], schema });

    expect(reply.body['code']).toBe('EXTRACTION_SCHEMA_ERROR');
  });

  test('says what is missing when the page has no required value', async () => {
    const schema = { type: 'object', properties: { captain: { type: 'string' } }, required: ['captain'] };
    const { extract, used } = extractionService({ pages });

    const reply = await extract({ urls: [pan], schema });

    expect([reply.status, reply.body['code']]).toEqual([422, 'EXTRACTION_SCHEMA_ERROR']);
    expect(await used()).toBe(0);
  });
});

describe('an extract request', () => {
  test.for([
    ['without a model', undefined, 0],
    [
      'with a model',
      memoryModel(() => says({ items: [{ name: 'Alder pan', weight: '3.1 kg', url: null }] })),
      1,
    ],
  ] as const)('gets the URL of its page for a required `url`, %s', async ([, model, asked]) => {
    const questions: unknown[] = [];
    const observed = model && {
      ...model,
      completeJson: (request: JsonRequest) => {
        questions.push(request);
        return model.completeJson(request);
      },
    };
    const weight = asked === 0 ? {} : { weight: { type: 'string' } };
    const schema = {
      type: 'object',
      properties: { name: { type: 'string' }, ...weight, url: { type: 'string' } },
      required: ['name', 'url', ...Object.keys(weight)],
    };

    const reply = await extractionService({ pages, model: observed }).extract({ urls: [pan], schema });

    expect(jsonOf(reply).results).toMatchObject([{ url: pan, name: 'Alder pan' }]);
    expect(questions).toHaveLength(asked);
  });

  test('is refused on the Hobby plan before anything is fetched or counted', async () => {
    const { extract, fetched, used } = extractionService({ pages, plan: 'hobby' });

    const reply = await extract({ urls: [pan], prompt });

    expect([reply.status, reply.body['code']]).toEqual([403, 'PLAN_FORBIDS']);
    expect([fetched, await used()]).toEqual([[], 0]);
  });

  test('with addresses that are none is refused, or goes on without them and says so', async () => {
    const { extract, used } = extractionService({ pages, model: shopkeeper });
    const urls = ['mailto:a@b.test', lid, lid];

    const refused = await extract({ urls, prompt });
    const reply = await extract({ urls, prompt, ignoreInvalidURLs: true });

    expect(refused).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^urls\[0\]: /) as string },
    });
    expect(jsonOf(reply).results).toHaveLength(1);
    expect(jsonOf(reply).metadata?.errors).toMatchObject([
      { url: 'mailto:a@b.test', code: 'INVALID_REQUEST' },
    ]);
    expect(reply.body['url']).toBe(lid);
    expect(await used()).toBe(1);
  });

  test.for([
    [
      'is no schema',
      { type: 'strange' },
      'schema: cannot be used: /type must be equal to one of the allowed values (["array","boolean",',
    ],
    [
      'refers to nothing',
      { $ref: '#/$defs/none' },
      "schema: cannot be used: can't resolve reference #/$defs/none",
    ],
    ['has a reference with a broken escape', { $ref: '#/$defs/%zz' }, 'schema: cannot be used'],
    [
      'refers to itself without an end',
      { $ref: '#' },
      'schema: cannot be used: refers to itself without an end',
    ],
    [
      'has a pattern that is no regular expression',
      { type: 'string', pattern: '(a' },
      'schema: cannot be used',
    ],
    ['refers to another document', { $ref: 'https://evil.test/s.json' }, 'schema: must not refer'],
  ] as const)('whose schema %s is refused before anything is fetched', async ([, schema, message]) => {
    const { extract, fetched, used } = extractionService({ pages, model: shopkeeper });

    const reply = await extract({ urls: [pan], schema });

    expect([reply.status, reply.body['code']]).toEqual([400, 'INVALID_REQUEST']);
    expect(reply.body['error']).toContain(message);
    expect([fetched, await used()]).toEqual([[], 0]);
  });

  test('whose schema has a pattern that looks around is answered, and told that it is ignored', async () => {
    // The pattern of a Decimal in Pydantic.
    const pattern = '^(?!^[-+.]*$)[+-]?0*\\d*\\.?\\d*$';
    const price = { anyOf: [{ type: 'number' }, { type: 'string', pattern }] };
    const schema = { type: 'object', properties: { ...product.properties, price }, required: ['price'] };
    const { extract, scrape } = extractionService({ pages, model: shopkeeper });

    const extracted = await extract({ urls: [pan], schema });
    const scraped = await scrape({ url: pan, formats: ['json'], jsonOptions: { schema } });

    expect(jsonOf(extracted).results).toEqual([{ url: pan, name: 'Alder pan', price: 64 }]);
    for (const { body } of [extracted, scraped])
      expect(body['warning']).toContain('The pattern of /properties/price/anyOf/1 is ignored');
  });

  test('whose schema doubles with every reference ends in time', async () => {
    const doubling = Array.from({ length: 60 }, (_, index) => [
      `d${index}`,
      { anyOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] },
    ]);
    const schema = { $ref: '#/$defs/d0', $defs: { ...Object.fromEntries(doubling), d60: { type: 'null' } } };

    const reply = await extractionService({ pages, model: shopkeeper }).extract({ urls: [pan], schema });

    expect(reply.status).toBe(400);
  });

  test('matches a hostile pattern in linear time', async () => {
    const schema = { type: 'object', properties: { name: { type: 'string', pattern: '^(a+)+$' } } };
    const model = memoryModel(() => says({ items: [{ name: `${'a'.repeat(50_000)}!` }] }));

    const reply = await extractionService({ pages, model }).extract({ urls: [pan], prompt, schema });

    expect(reply.body['code']).toBe('EXTRACTION_SCHEMA_ERROR');
  });
});

describe('POST /api/v1/scrape with jsonOptions', () => {
  test('fills json through the same pipeline, and adds no other format', async () => {
    const { scrape, used } = extractionService({ pages, model: shopkeeper });

    const reply = await scrape({ url: pan, formats: ['json'], jsonOptions: { prompt, schema: product } });

    expect(reply.body).toMatchObject({
      success: true,
      data: {
        json: { name: 'Alder pan', price: 64 },
        metadata: { processingModel: 'memory-model', confidence: 0.9 },
      },
    });
    expect(reply.body['data']).not.toHaveProperty('markdown');
    expect(await used()).toBe(1);
  });

  test('reads the whole page, also when markdown is its main content', async () => {
    const shop = 'https://shop.test/contact';
    const article = '<p>We have been making pans from alder and iron in this village since 1962.</p>'.repeat(
      20,
    );
    const { scrape } = extractionService({
      pages: {
        [shop]: `<body><nav><a href="/">Home</a></nav><main><h1>About us</h1>${article}</main><footer><p>Email: <a href="mailto:hello@shop.test">hello@shop.test</a></p></footer></body>`,
      },
    });

    const reply = await scrape({
      url: shop,
      formats: ['markdown', 'json'],
      jsonOptions: { schema: { type: 'object', properties: { email: { type: 'string', format: 'email' } } } },
    });

    expect(reply.body['data']).toMatchObject({ json: { email: 'hello@shop.test' } });
    expect((reply.body['data'] as { markdown: string }).markdown).not.toContain('hello@shop.test');
  });

  test('is a feature of the plans that have extract', async () => {
    const { scrape, fetched, used } = extractionService({ pages, model: shopkeeper, plan: 'hobby' });

    const reply = await scrape({ url: pan, formats: ['json'], jsonOptions: { prompt } });

    expect([reply.status, reply.body['code']]).toEqual([403, 'PLAN_FORBIDS']);
    expect([fetched, await used()]).toEqual([[], 0]);
  });

  test('refuses a schema that cannot be used, by its place', async () => {
    const { scrape } = extractionService({ pages, model: shopkeeper });

    const reply = await scrape({ url: pan, formats: ['json'], jsonOptions: { schema: { type: 'strange' } } });

    expect(reply.status).toBe(400);
    expect(reply.body['error']).toMatch(/^jsonOptions\.schema: cannot be used/);
  });
});
