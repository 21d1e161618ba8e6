import { describe, expect, test } from 'vitest';

import { concepts } from '#shared/extract/embedded/concepts.ts';
import { extractEmbedded } from '#shared/extract/embedded/extract-embedded.ts';
import { namesWithWords } from '#shared/extract/embedded/words/words-of-concepts.ts';
import { scrapedPage } from './extraction-pages.ts';

const text = { type: 'string' };
const product = {
  type: 'object',
  properties: {
    price: { type: 'number' },
    currency: text,
    brand: text,
    sku: text,
    inStock: { type: 'boolean' },
  },
};

interface Shop {
  readonly language: string;
  readonly price: string;
  readonly currency: string;
  readonly brand: string;
  readonly sku: string;
  readonly stock: string;
}

const shops: readonly Shop[] = [
  {
    language: 'de',
    price: 'Preis: 89,00 €',
    currency: 'EUR',
    brand: 'Marke: Eichhof',
    sku: 'Artikel-Nr.: WB-204',
    stock: 'Verfügbarkeit: sofort lieferbar',
  },
  {
    language: 'fr',
    price: 'Prix : 89,00 €',
    currency: 'EUR',
    brand: 'Marque : Eichhof',
    sku: 'Réf. : WB-204',
    stock: 'Disponibilité : en stock',
  },
  {
    language: 'es',
    price: 'Precio: 89,00 €',
    currency: 'EUR',
    brand: 'Marca: Eichhof',
    sku: 'Referencia: WB-204',
    stock: 'Disponibilidad: en stock',
  },
  {
    language: 'it',
    price: 'Prezzo: 89,00 €',
    currency: 'EUR',
    brand: 'Marca: Eichhof',
    sku: 'Codice articolo: WB-204',
    stock: 'Disponibilità: disponibile',
  },
  {
    language: 'pt',
    price: 'Preço: R$ 89,00',
    currency: 'BRL',
    brand: 'Marca: Eichhof',
    sku: 'Código: WB-204',
    stock: 'Disponibilidade: em estoque',
  },
  {
    language: 'nl',
    price: 'Prijs: € 89,00',
    currency: 'EUR',
    brand: 'Merk: Eichhof',
    sku: 'Artikelnummer: WB-204',
    stock: 'Beschikbaarheid: op voorraad',
  },
  {
    language: 'pl',
    price: 'Cena: 89,00 zł',
    currency: 'PLN',
    brand: 'Producent: Eichhof',
    sku: 'Kod produktu: WB-204',
    stock: 'Dostępność: w magazynie',
  },
  {
    language: 'tr',
    price: 'Fiyat: 89,00 TL',
    currency: 'TRY',
    brand: 'Marka: Eichhof',
    sku: 'Ürün kodu: WB-204',
    stock: 'Stok durumu: stokta var',
  },
  {
    language: 'uk',
    price: 'Ціна: 89,00 грн',
    currency: 'UAH',
    brand: 'Виробник: Eichhof',
    sku: 'Код товару: WB-204',
    stock: 'Наявність: є в наявності',
  },
  {
    language: 'ja',
    price: '販売価格：89円',
    currency: 'JPY',
    brand: 'ブランド：Eichhof',
    sku: '商品番号：WB-204',
    stock: '在庫：在庫あり',
  },
  {
    language: 'zh-TW',
    price: '售價：NT$89',
    currency: 'TWD',
    brand: '品牌：Eichhof',
    sku: '商品編號：WB-204',
    stock: '庫存：現貨',
  },
  {
    language: 'ko',
    price: '판매가: 89원',
    currency: 'KRW',
    brand: '브랜드: Eichhof',
    sku: '상품번호: WB-204',
    stock: '재고: 재고 있음',
  },
];

const pageOf = ({ language, price, brand, sku, stock }: Shop): string =>
  `<!doctype html><html lang="${language}"><title>WB-204 Eichhof</title><body><main><h1>Eichhof WB-204</h1>
  ${[price, brand, sku, stock].map((line) => `<p>${line}</p>`).join('')}</main></body></html>`;

describe('labels of a product', () => {
  test.for(shops)('are understood in the language $language', async (shop) => {
    const [item] = extractEmbedded(await scrapedPage(pageOf(shop)), product);

    expect(item?.value).toEqual({
      price: 89,
      currency: shop.currency,
      brand: 'Eichhof',
      sku: 'WB-204',
      inStock: true,
    });
  });

  test.for([
    ['de', 'Nicht auf Lager'],
    ['fr', 'Rupture de stock'],
    ['es', 'No disponible'],
    ['it', 'Non disponibile'],
    ['ja', '在庫切れ'],
    ['zh', '暂时缺货'],
    ['ko', '품절'],
    ['de', 'Leider nicht mehr lieferbar'],
    ['fr', "Ce produit n'est pas disponible"],
    ['es', 'No está disponible'],
    ['it', 'Non è più disponibile'],
    ['pt', 'Não está disponível'],
    ['nl', 'Niet meer leverbaar'],
    ['pl', 'Nie jest dostępny'],
    ['fi', 'Ei ole saatavilla'],
    ['hr', 'Nije na stanju'],
    ['ja', '在庫ありません'],
    ['ja', '販売中止'],
    ['zh', '没有库存'],
    ['ko', '판매중지'],
  ])('say in the language %s that it is sold out: %s', async ([language = '', stock = '']) => {
    const [shop] = shops;
    const page = pageOf({ ...(shop as Shop), language, stock });
    const [item] = extractEmbedded(await scrapedPage(page), product);

    expect(item?.value).toMatchObject({ inStock: false });
  });

  test.for([
    ['de', 'Sofort lieferbar, nicht reduziert'],
    ['fr', 'Il ne reste plus que deux en stock'],
    ['ja', '販売中'],
  ])('say in the language %s that it is in stock: %s', async ([language = '', stock = '']) => {
    const [shop] = shops;
    const page = pageOf({ ...(shop as Shop), language, stock });
    const [item] = extractEmbedded(await scrapedPage(page), product);

    expect(item?.value).toMatchObject({ inStock: true });
  });

  test.for([
    'Disponible bientôt',
    'Disponible en 3 couleurs',
    'Retrait en magasin',
    'Mevcut fiyat',
    'Lieferbar ab Mai',
  ])('say nothing of the stock: %s', async (stock) => {
    const [shop] = shops;
    const [item] = extractEmbedded(await scrapedPage(pageOf({ ...(shop as Shop), stock })), product);

    expect(item?.value).not.toHaveProperty('inStock');
  });

  test('name concepts that exist', () => {
    const known = new Set(concepts.map(({ name }) => name));

    expect([...namesWithWords].filter((name) => !known.has(name))).toEqual([]);
  });
});

test.for([
  ['surface', 'Surface: Red clay', 'Red clay'],
  ['tension', 'Tension: Firm', 'Firm'],
  ['itemName', 'Product code: 46286401', 'Dune boot'],
] as const)('the field %s keeps its English meaning', async ([name, line, value]) => {
  const page = `<!doctype html><title>Dune boot</title><h1>Dune boot</h1><p>Brand: Eichhof</p><p>${line}</p>`;
  const schema = { type: 'object', properties: { brand: text, [name]: text } };
  const [item] = extractEmbedded(await scrapedPage(page), schema);

  expect(item?.value).toEqual({ brand: 'Eichhof', [name]: value });
});

describe('several offers', () => {
  const shoe = (offers: readonly object[]): string =>
    `<!doctype html><title>Dune boot</title><script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name: 'Dune boot', offers })}</script><h1>Dune boot</h1>`;
  const size = (sku: string, price: string, availability: string) => ({
    '@type': 'Offer',
    sku,
    price,
    priceCurrency: 'EUR',
    availability: `https://schema.org/${availability}`,
  });

  test('are answered by one that can be bought', async () => {
    const page = shoe([size('36', '99.00', 'OutOfStock'), size('37', '109.00', 'InStock')]);
    const [item] = extractEmbedded(await scrapedPage(page), product);

    expect(item?.value).toMatchObject({ price: 109, inStock: true });
  });

  test('are sold out together', async () => {
    const page = shoe([size('36', '99.00', 'OutOfStock'), size('37', '109.00', 'SoldOut')]);
    const [item] = extractEmbedded(await scrapedPage(page), product);

    expect(item?.value).toMatchObject({ price: 99, inStock: false });
  });
});

test('a code that the page shows with a label goes before a declared one that it hides', async () => {
  const declared = { '@type': 'Product', name: 'Dune boot', sku: '236840879', brand: 'Eichhof' };
  const page = `<!doctype html><title>Dune boot</title><script type="application/ld+json">${JSON.stringify(declared)}</script><h1>Dune boot</h1><p>Product code: 46286401</p>`;
  const [item] = extractEmbedded(await scrapedPage(page), product);

  expect(item?.value).toMatchObject({ sku: '46286401' });
});

test.for(['Available since January 3, 2020', 'January 3, 2020', 'See delivery options'])(
  'is not an availability: %s',
  async (value) => {
    const page = `<!doctype html><title>Dune boot</title><h1>Dune boot</h1><p>Brand: Eichhof</p><p>Availability: ${value}</p>`;
    const schema = { type: 'object', properties: { brand: text, availability: text } };
    const [item] = extractEmbedded(await scrapedPage(page), schema);

    expect(item?.value).toEqual({ brand: 'Eichhof' });
  },
);
