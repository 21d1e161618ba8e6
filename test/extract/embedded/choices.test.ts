import { describe, expect, test } from 'vitest';

import { chosenFrom, readFlag } from '#shared/extract/embedded/choices.ts';
import { readAvailability } from '#shared/values/availability.ts';

describe('availability', () => {
  test.for([
    'Out of stock',
    'Not in stock',
    'No longer available',
    'Not currently available',
    'This item isn’t available',
    'Не в наличии',
    'Сейчас нет в наличии',
    'Недоступен',
  ])('is denied by "%s"', (text) => {
    expect(readAvailability(text)).toBe(false);
  });

  test.for(['In stock', '3 in stock', 'В наличии', 'KASİNO STOKTA', 'https://schema.org/InStock'])(
    'is told by "%s"',
    (text) => {
      expect(readAvailability(text)).toBe(true);
    },
  );

  test.for(['Available on the App Store', 'Available in three colours', 'Availability'])(
    'is not told by "%s"',
    (text) => {
      expect(readFlag(text, 'availability')).toBeUndefined();
    },
  );

  test('after its label is one word', () => {
    expect(readFlag('Available', 'availability')).toBe(true);
  });
});

describe('a yes or a no', () => {
  test.for([
    ['Yes', true],
    ['Есть, на крыше', true],
    ['1', true],
    ['✓', true],
    ['Free of charge', true],
    ['No', false],
    ['Нет', false],
    ['0', false],
    ['—', undefined],
    ['1500', undefined],
    ['150 m away', undefined],
    ['0.5 l', undefined],
    ['−5 °C', undefined],
    ['No. 5', undefined],
  ] as const)('is in "%s": %s', ([text, flag]) => {
    expect(readFlag(text, undefined)).toBe(flag);
  });
});

describe('remote work', () => {
  test.for([
    ['Remote', true],
    ['Remote, no office', true],
    ['Можно удалённо, удалённая работа', true],
    ['Non-remote role', false],
    ['This is not a remote position', false],
    ['Remote work is not available', false],
    ['Удалённая работа не предусмотрена', false],
    ['Без удалёнки', false],
    ['On-site', false],
    ['Remote on Fridays, otherwise on-site', undefined],
  ] as const)('is in "%s": %s', ([text, flag]) => {
    expect(readFlag(text, 'flag')).toBe(flag);
  });
});

describe('a choice', () => {
  const types = ['FULL_TIME', 'PART_TIME', 'CONTRACT', 'INTERN'];

  test.for([
    ['Полная занятость', 'FULL_TIME'],
    ['Full-time, no experience needed', 'FULL_TIME'],
    ['Неполный рабочий день', 'PART_TIME'],
    ['Работа по договору', 'CONTRACT'],
    ['Internship', 'INTERN'],
  ] as const)('is meant by "%s": %s', ([text, choice]) => {
    expect(chosenFrom(types, text)).toBe(choice);
  });

  test.for([
    'International company',
    'Internal applicants',
    'Зарплата по договорённости',
    'Оплата договорная',
    'Полная стоимость',
    'Not full-time',
  ])('is not meant by "%s"', (text) => {
    expect(chosenFrom(types, text)).toBeUndefined();
  });

  test('is not the one that a text negates', () => {
    expect(chosenFrom(['remote', 'hybrid'], 'Non-remote role')).toBeUndefined();
    expect(chosenFrom(['in stock', 'out of stock'], 'Not in stock')).toBe('out of stock');
    expect(chosenFrom(['No experience', '1-3 years'], 'No experience required')).toBe('No experience');
  });
});
