import { describe, expect, test } from 'vitest';

import { extractionService, jsonOf } from './extraction-service.ts';

const page = (language: string, title: string, body: string, declared?: object): string =>
  `<!doctype html><html lang="${language}"><title>${title}</title>${
    declared === undefined ? '' : `<script type="application/ld+json">${JSON.stringify(declared)}</script>`
  }<header><a href="/">Home</a></header><main><h1>${title}</h1>${body}</main><footer>© 2026</footer></html>`;

/** Pages of several kinds and languages, each with values that look like others: numbers, names, dates. */
const pages = {
  article: page(
    'en',
    'The ferry stays in port',
    '<p>By Ada Holm, 3 March 2026</p><p>The ferry carries 1,450 passengers and 320 cars, and has been in port since 12 January. The repair takes 14 weeks, said the harbour master, who has seen 24 such winters.</p><p>On deck 7 a hundred lamps were replaced, and the engine was cleaned twice in 2025.</p>',
    {
      '@type': 'NewsArticle',
      headline: 'The ferry stays in port',
      datePublished: '2026-03-03',
      author: { '@type': 'Person', name: 'Ada Holm' },
    },
  ),
  recipe: page(
    'en',
    'Rye bread with caraway',
    '<p>Serves 4. Baking takes 55 minutes at 220 °C.</p><h2>Ingredients</h2><ul><li>500 g rye flour</li><li>350 ml water</li><li>2 tsp caraway</li></ul><h2>Method</h2><ol><li>Mix and let stand for 12 hours.</li><li>Bake for 55 minutes.</li></ol>',
    { '@type': 'Recipe', name: 'Rye bread with caraway', cookTime: 'PT55M', recipeYield: '4' },
  ),
  product: page(
    'en',
    'Alder pan 28 cm',
    '<p>$64.00</p><p>In stock</p><p>Cast of iron with a handle of alder. Weight: 3.1 kg</p><h2>Similar pans</h2><div><a href="/birch">Birch pan</a> $71.00</div><p>Reviewed by Tom on 4 May 2025: a good pan.</p>',
    {
      '@type': 'Product',
      name: 'Alder pan 28 cm',
      offers: { price: '64.00', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
    },
  ),
  laden: page(
    'de',
    'Wanderkarte Nordtal',
    '<p>12,90 €</p><p>Artikelnummer: 9781402</p><p>Auf Lager</p><p>Maßstab 1:25 000, Blatt 14, wasserfest. Lieferung in 3 Tagen.</p>',
  ),
  entreprise: page(
    'fr',
    'Atelier Brun, menuiserie',
    '<p>Depuis 1962 nous fabriquons des tables et des chaises en chêne. Notre atelier compte 18 personnes et 3 apprentis.</p><p>En 2025 nous avons livré 1 240 tables dans 14 pays.</p>',
    { '@type': 'Organization', name: 'Atelier Brun' },
  ),
  novosti: page(
    'ru',
    'Мост через реку откроют осенью',
    '<p>12 марта 2026, 14:30</p><p>Длина моста составит 640 метров. Строительство ведут 300 рабочих, они закончили 4 опоры из 6. Движение откроют осенью, сообщили в мэрии.</p>',
  ),
  evento: page(
    'es',
    'Concierto de otoño en la plaza',
    '<p>El 14 de octubre de 2026 a las 20:00 en la plaza mayor. La orquesta toca tres sinfonías con 80 músicos.</p>',
    { '@type': 'Event', name: 'Concierto de otoño en la plaza', startDate: '2026-10-14T20:00' },
  ),
  job: page(
    'en',
    'Carpenter for tables',
    '<p>We look for a carpenter with 3 years of experience. You work in a team of 6 and build 2 tables a week.</p><ul><li>Oak and ash</li><li>Own tools</li></ul>',
    {
      '@type': 'JobPosting',
      title: 'Carpenter for tables',
      datePosted: '2026-02-01',
      hiringOrganization: { '@type': 'Organization', name: 'Brun' },
    },
  ),
  manual: page(
    'en',
    'Configure the cache',
    '<p>Set <code>maxAge</code> to 3600 to keep answers for an hour. Version 2.4.1 reads the file at start.</p><pre><code>maxAge: 3600\nport: 8080</code></pre><h2>Limits</h2><p>At most 500 entries are kept; the default is 100.</p>',
  ),
  forum: page(
    'en',
    'Which glue for oak?',
    '<div class="post"><p>woodworm, 2 May 2026</p><p>My chair has come apart. Which glue holds oak for 20 years?</p></div><div class="post"><p>planer77, 3 May 2026</p><p>Bone glue. Heat it to 60 degrees and wait 24 hours.</p></div>',
  ),
  appartamento: page(
    'it',
    'Trilocale con terrazzo',
    '<p>Superficie: 84 m²</p><p>Piano: 3</p><p>Luminoso, due camere, a 10 minuti dal centro. Riferimento 4471.</p>',
  ),
  shouhin: page(
    'ja',
    '杉のまな板',
    '<p>2,980円</p><p>在庫あり</p><p>長さ 36 cm、厚さ 2 cm。水に強い杉の一枚板です。</p>',
  ),
  help: page(
    'en',
    'Home repair help',
    '<p>The town repairs roofs and doors of its people.</p><ol><li>Total household Adjusted Gross Income not to exceed $40,000</li><li>The applicant owns the home</li></ol>',
  ),
  wiadomosci: page(
    'pl',
    'Tramwaj wraca na most',
    '<p>4 maja 2026</p><p>Po 18 miesiącach remontu tramwaj numer 7 wraca na most. Remont objął 420 metrów torów i 36 słupów.</p>',
  ),
} as const;

type Place = keyof typeof pages;

const prompts: readonly (readonly [Place, string])[] = [
  ['article', 'The phone number'],
  ['article', 'What is the price?'],
  ['article', 'email address of the author'],
  ['article', 'ISBN'],
  ['article', 'opening hours'],
  ['article', 'salary'],
  ['help', 'the salary of the director'],
  ['article', 'sku'],
  ['recipe', 'The price of the bread'],
  ['recipe', 'phone number'],
  ['recipe', 'author'],
  ['recipe', 'rating'],
  ['product', 'author'],
  ['product', 'ISBN'],
  ['product', 'rating of the product'],
  ['product', 'opening hours of the shop'],
  ['product', 'brand'],
  ['product', 'sku'],
  ['product', 'Who is the captain of the ship?'],
  ['laden', 'ISBN'],
  ['laden', 'Autor'],
  ['laden', 'Telefonnummer'],
  ['laden', 'Marke'],
  ['laden', 'Gehalt'],
  ['product', 'salary of the seller'],
  ['shouhin', 'salary'],
  ['evento', 'salary'],
  ['recipe', 'What does the author of the recipe earn?'],
  ['manual', 'Which colour has the roof?'],
  ['entreprise', 'salary'],
  ['entreprise', 'opening hours'],
  ['entreprise', 'téléphone'],
  ['entreprise', 'prix'],
  ['novosti', 'цена'],
  ['novosti', 'телефон'],
  ['novosti', 'часы работы'],
  ['novosti', 'зарплата'],
  ['evento', 'precio'],
  ['evento', 'teléfono'],
  ['evento', 'ISBN'],
  ['job', 'salary'],
  ['job', 'phone'],
  ['job', 'price'],
  ['manual', 'price'],
  ['manual', 'author'],
  ['manual', 'address'],
  ['manual', 'phone number'],
  ['forum', 'price'],
  ['forum', 'phone number'],
  ['forum', 'isbn'],
  ['appartamento', 'prezzo'],
  ['appartamento', 'telefono'],
  ['shouhin', 'brand'],
  ['shouhin', 'rating'],
  ['shouhin', 'ISBN'],
  ['wiadomosci', 'cena'],
  ['wiadomosci', 'telefon'],
  ['wiadomosci', 'godziny otwarcia'],
];

const text = { type: 'string' };
const number = { type: 'number' };
const schemas: readonly (readonly [Place, Readonly<Record<string, object>>])[] = [
  ['article', { phone: text, email: text }],
  ['article', { price: number, currency: text }],
  ['article', { sku: text, brand: text, availability: text }],
  ['article', { salary: text, employmentType: text }],
  ['recipe', { price: number, sku: text }],
  ['recipe', { telephone: text, openingHours: text }],
  ['recipe', { isbn: text }],
  ['product', { isbn: text, author: text }],
  ['product', { salary: number }],
  ['product', { servings: number, cookTime: text }],
  ['laden', { isbn: text, author: text }],
  ['entreprise', { salary: number, price: number }],
  ['entreprise', { phone: text, openingHours: text, email: text }],
  ['novosti', { price: number, sku: text, telephone: text }],
  ['evento', { price: number, isbn: text }],
  ['job', { salaryMin: number, salaryMax: number }],
  ['manual', { price: number, brand: text, availability: text }],
  ['forum', { price: number, phone: text }],
  ['appartamento', { price: number, phone: text }],
  ['shouhin', { isbn: text, author: text, rating: number }],
  ['wiadomosci', { price: number, openingHours: text }],
];

const urlOf = (place: Place): string => `https://site.test/${place}`;

async function resultOf(place: Place, asked: object) {
  const url = urlOf(place);
  const { extract, used } = extractionService({ pages: { [url]: pages[place] } });
  const { status, body } = await extract({ urls: [url], ...asked });
  return { status, body, json: jsonOf({ body }), used: await used() };
}

const unanswered = (place: Place) => ({
  status: 200,
  used: 0,
  body: {
    success: true,
    warning: expect.stringContaining(`${urlOf(place)} has none of the requested data`) as string,
  },
  json: { results: [], summary: { count: 0 }, metadata: { confidence: 0 } },
});

describe('what a page does not tell, without a model, gives no result, a warning and no charge', () => {
  test.for(prompts)('on the page "%s" for the prompt "%s"', async ([place, prompt]) => {
    expect(await resultOf(place, { prompt })).toMatchObject(unanswered(place));
  });

  test.for(schemas)('on the page "%s" for the fields %j', async ([place, properties]) => {
    expect(await resultOf(place, { schema: { type: 'object', properties } })).toMatchObject(
      unanswered(place),
    );
  });
});

describe('what the same pages do tell', () => {
  test.for([
    ['article', 'author', { author: 'Ada Holm' }],
    ['product', 'price', { price: 64 }],
    ['product', 'The pan', { price: 64, availability: 'InStock' }],
    ['recipe', 'Extract the recipe', { cookTime: 55, servings: 4 }],
    ['laden', 'Preis', { price: 12.9 }],
    ['shouhin', 'price', { price: 2980 }],
    ['appartamento', 'Superficie', { area: 84 }],
  ] as const)('on the page "%s" for the prompt "%s" is given and charged', async ([place, prompt, value]) => {
    const { json, used } = await resultOf(place, { prompt });
    expect(json.results).toMatchObject([value]);
    expect(used).toBe(1);
  });
});
