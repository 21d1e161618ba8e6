import { describe, expect, test } from 'vitest';

import { follows } from './follows.ts';
import { markdownOf } from '../read-page.ts';

test('formatting inside of its own kind is written as it is nested, and once where the elements differ', async () => {
  expect((await markdownOf('<p><strong><strong>a</strong></strong></p>')).trimEnd()).toBe('**__a__**');
  expect((await markdownOf('<p><strong><b>a</b></strong></p>')).trimEnd()).toBe('**a**');
  expect((await markdownOf('<blockquote></blockquote>')).trimEnd()).toBe('>');
});

test('formatting without end tags is written a few times, however often it was begun', async () => {
  const markdown = await markdownOf(`${'<p>a<b>'.repeat(30)}<p>end`);

  expect(markdown.trimEnd().split('\n').at(-1)).toBe('**__**end**__**');
});

describe('emphasis', () => {
  follows([
    [
      'that begins with a sign and a space begins behind them',
      '<p>on site<strong>, print from afar</strong>, and go</p>',
      'on site, **print from afar**, and go',
    ],
    [
      'is not what icons of Amazon hold for screen readers',
      '<p><i aria-hidden="true" class="a-icon a-icon-star"><span>4.4 of 5</span></i> <i class="air">dry</i></p>',
      '4.4 of 5 *dry*',
    ],
    [
      'may be that of a class in a line of text',
      '<p>Tides are <span class="italic">high</span>, <span class="text-lg font-bold">very</span> high. <span class="font-bold">+2 %</span></p><p><span class="font-bold">Oars</span></p>',
      'Tides are *high*, **very** high. +2 %\n\nOars',
    ],
    [
      'of a price that no longer holds may be that of its box',
      '<div><div>€88</div><div class="text-base line-through">€114</div></div>',
      '€88\n\n~~€114~~',
    ],
    ['leaves spaces outside', 'a<b> b </b>c', 'a **b** c'],
    ['separates by wider spaces, too', '東京　<b>港区</b>\u2003<i>月曜</i>', '東京 **港区** *月曜*'],
    ['is joined with its like', '<b>a</b><b>b</b>', '**ab**'],
    [
      'is not repeated inside its like',
      '<dl><dt><b>Oak</b></dt><dd>Hard <b><strong>wood</strong></b></dd></dl>',
      '- **Oak**: Hard **wood**',
    ],
    ['is dropped where Markdown cannot express it', 'a<b>.</b>b', 'a.b'],
    ['by style is emphasis', '<span style="font-weight:bold">a</span>', '**a**'],
    ['undone by style is dropped', '<b style="font-weight:normal">a</b>', 'a'],
    [
      'undone by a class is dropped, unless another one stresses the words',
      '<p><em class="text-xs not-italic">2 min</em> and <em class="not-italic font-bold">never</em></p>',
      '2 min and **never**',
    ],
  ]);
});
