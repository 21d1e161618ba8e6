import { describe, expect, test } from 'vitest';

import { accountViews } from '#shared/contract/account-views.ts';
import { formatOf } from '../../lib/account-page/texts/format.ts';
import { languageOf } from '../../lib/account-page/texts/languages.ts';
import { texts } from '../../lib/account-page/texts/texts.ts';
import { pathTo, placeOf, viewNames } from '../../lib/account-page/views.ts';

/** Every text with its name, such as `keys.state.active`; texts with a value are given one. */
function textsIn(value: unknown, name = ''): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[name, value]];
  if (typeof value === 'function') return [[name, String((value as (given: unknown) => unknown)(1))]];
  return Object.entries(value as object).flatMap(([key, inner]) => textsIn(inner, `${name}.${key}`));
}

describe('the texts', () => {
  test('exist in each language, and none is empty', () => {
    const [english, russian] = [textsIn(texts.en), textsIn(texts.ru)];

    expect(russian.map(([name]) => name)).toEqual(english.map(([name]) => name));
    expect([...english, ...russian].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test('are translated, except the dash', () => {
    const english = new Map(textsIn(texts.en));
    const same = textsIn(texts.ru).filter(([name, text]) => english.get(name) === text);

    expect(same.map(([, text]) => text)).toEqual(['—']);
  });

  test('count as Russian does', () => {
    expect([1, 2, 5, 21, 1_000].map((count) => texts.ru.crawls.errorsCount(count))).toEqual([
      '1 адрес',
      '2 адреса',
      '5 адресов',
      '21 адрес',
      '1\u00a0000 адресов',
    ]);
    expect([1, 2].map((count) => texts.en.crawls.errorsCount(count))).toEqual(['1 URL', '2 URLs']);
  });
});

describe('the language', () => {
  test.for([
    [null, ['ru-RU', 'en'], 'ru'],
    [null, ['de-DE', 'en-GB'], 'en'],
    [null, [], 'en'],
    ['en', ['ru'], 'en'],
    ['xx', ['ru'], 'ru'],
  ] as const)('chosen as %s, with a browser that prefers %j, is %s', ([chosen, preferred, language]) => {
    expect(languageOf(chosen, preferred)).toBe(language);
  });
});

describe('numbers and dates', () => {
  test('are written as the language writes them', () => {
    const [en, ru] = [formatOf('en'), formatOf('ru')];

    expect([en.number(12_900), ru.number(12_900)]).toEqual(['12,900', '12\u00a0900']);
    expect([en.roubles(1_490), ru.roubles(1_490)]).toEqual(['₽1,490', '1\u00a0490\u00a0₽']);
    expect([en.day('2026-12-01'), ru.day('2026-12-01')]).toEqual(['1 December 2026', '1 декабря 2026 г.']);
    expect([en.month('2026-11'), ru.month('2026-11')]).toEqual(['November 2026', 'ноябрь 2026 г.']);
    expect([en.duration(317), en.duration(1_450)]).toEqual(['317ms', '1.5s']);
  });

  test('that are no dates are shown as they are', () => {
    expect(formatOf('en').moment('yesterday')).toBe('yesterday');
  });
});

describe('the views', () => {
  test('are those that the service serves, and the overview', () => {
    expect(viewNames.filter((view) => view !== 'overview')).toEqual(accountViews);
  });

  test.for(viewNames)('%s has a path that leads to it, also below a stage', (view) => {
    for (const root of ['', '/live']) {
      const url = new URL(pathTo(view, root, { crawl: 'crawl_1' }), 'https://winnow.example');
      const place = placeOf(url, root);

      expect([place.view, place.query.get('crawl')]).toEqual([view, 'crawl_1']);
    }
  });

  test.for(['/account/nothing', '/account/keys/more', '/account/../docs'])('%s is not a view', (pathname) => {
    expect(placeOf({ pathname, search: '' }, '').view).toBeUndefined();
  });
});
