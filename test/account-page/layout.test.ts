import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

const sources = readdirSync('lib/account-page', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => [name, readFileSync(join('lib/account-page', name), 'utf8')] as const);

describe('the sources of the page', () => {
  test.for([
    ['HTML from a text', /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write/],
    ['code from a text', /\beval\(|new Function\(|setTimeout\(['"`]/],
    ['a style attribute, which the policy of the page refuses', /\sstyle=/],
    ['an address of another origin', /https?:\/\/(?!example\.com)/],
  ] as const)('have no %s', ([, pattern]) => {
    expect(sources.filter(([, text]) => pattern.test(text)).map(([name]) => name)).toEqual([]);
  });
});
