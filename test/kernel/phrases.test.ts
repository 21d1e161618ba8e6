import { describe, expect, test } from 'vitest';

import commentRules from '#shared/content/main-content/dropped/comment-rules.json' with { type: 'json' };
import noComments from '#shared/content/main-content/dropped/no-comments.json' with { type: 'json' };
import pageRequests from '#shared/content/main-content/dropped/page-requests.json' with { type: 'json' };
import contactWords from '#shared/content/main-content/related/contact-words.json' with { type: 'json' };
import bylines from '#shared/content/metadata/byline-words.json' with { type: 'json' };
import consentWords from '#shared/content/normalise/hidden/consent-words.json' with { type: 'json' };
import { anyPhrase } from '#shared/kernel/phrases.ts';
import errorWords from '#shared/scrape/verdict/error-words.json' with { type: 'json' };
import availability from '#shared/values/availability.json' with { type: 'json' };

const lists = {
  'rules of comments': commentRules,
  'counters of comments': noComments,
  'requests to readers': pageRequests,
  'words about contacts': contactWords,
  'texts about cookies': consentWords.texts,
  'words of error pages': errorWords,
  'words about stock': availability,
  'labels of dates': [bylines.published, bylines.updated, bylines.updatedOpenings],
};

const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : Object.values(value as object).flatMap(textsIn);

describe('phrases', () => {
  test.for([
    ['a mark', 'مسجلا', 'أن تكون مسجلاً لإضافة'],
    ['a sign of another script', 'contact us', '・contact us・'],
    ['a sign', '\\p{L}+ cookies', 'our cookies!'],
  ])('end before %s', ([, phrase = '', text = '']) => {
    expect(anyPhrase([phrase]).isIn(text)).toBe(true);
  });

  test.for(['contact usé', 'acontact us', '2contact us'])('are whole words: not in %j', (text) => {
    expect(anyPhrase(['contact us']).isIn(text)).toBe(false);
  });

  test('are found in capitals', () => {
    expect(anyPhrase(['contact us']).isIn('CONTACT US')).toBe(true);
  });

  test('do not begin behind a Turkish capital', () => {
    expect(anyPhrase(['no']).isIn('KASİNO')).toBe(false);
  });

  test.for(Object.entries(lists))(
    '%s are in lower case, like the texts that they are looked for in',
    ([, list]) => {
      const written = textsIn(list).map((phrase) => phrase.replaceAll(/\\p\{\w+(?:=\w+)?\}|\\./gi, ''));

      expect(written.filter((phrase) => phrase !== phrase.toLowerCase())).toEqual([]);
    },
  );
});
