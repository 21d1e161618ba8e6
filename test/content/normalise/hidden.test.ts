import { describe, expect, test } from 'vitest';

import { follows } from './follows.ts';
import { markdownOf } from '../read-page.ts';

const post = 'The keepers of the lamp at Narvik write down each ship that passes the pier.';

const whole =
  'Three hours a week are enough for the lamp, and the fourth is for the book of tides, which nobody reads.';

test.for([
  ['another text', '<p>Two hours a week are enough for the lamp, and the third …</p>'],
  ['a text that ends otherwise', `<p>${whole.slice(0, 60)} is being sent…</p>`],
  ['a text that is not cut', `<p>${whole.slice(0, 55)}</p>`],
  ['a short text', `<p>${whole.slice(0, 30)}…</p>`],
  ['an element of another kind', `<div>${whole.slice(0, 55)}…</div>`],
  ['a text with a long end', `<p>${whole.slice(0, 55)}… and so on, as in the book below</p>`],
  ['a text with a link of its own', `<p><a href="/b">${whole.slice(0, 55)}</a>…</p>`],
  ['a text with an image', `<p><img src="/a.png" alt="a">${whole.slice(0, 55)}…</p>`],
  ['a text that it stays hidden behind', `<p>${whole.slice(0, 55)}…</p>`, '<p display="none">'],
] as const)('a hidden text does not replace %s', async ([, shown, hidden = '<p hidden>']) => {
  const markdown = await markdownOf(`<main>${shown}${hidden}${whole}</p></main>`);

  expect(markdown).toMatch(/(?:Three|Two) hours a week/);
  expect(markdown).not.toContain('which nobody reads');
});

test('a text is replaced neither by one as long as it, nor where it is hidden itself', async () => {
  const asLong = `<p>${whole}…</p><p hidden>${whole}</p>`;
  const hidden = `<p>Oars</p><p hidden>${whole.slice(0, 55)}…</p><p hidden>${whole}</p>`;

  expect(await markdownOf(`<main>${asLong}</main>`)).toBe(`${whole}…\n`);
  expect(await markdownOf(`<main>${hidden}</main>`)).toBe('Oars\n');
});

describe('what style sheets for a width hide', () => {
  const sheet = (media: string, rules: string): string => `<style media="${media}">${rules}</style>`;
  const both =
    '<div class="ae af"><p>Oars</p></div><div class="ct dh"><p>Sails</p></div><p>Masts of pine</p>';
  follows([
    [
      'is dropped where the screen is wide',
      sheet('all and (min-width: 1080px)', '.af{color:red;display:none}.dh{display:flex}') + both,
      'Sails\n\nMasts of pine',
    ],
    [
      'is dropped up to a width beyond that of the screen',
      sheet('(max-width:1400px)', '.af{display:none}') + both,
      'Sails\n\nMasts of pine',
    ],
    [
      'stays where the screen is narrow',
      sheet('all and (max-width: 551.98px)', '.ct{display:none}') + both,
      'Oars\n\nSails\n\nMasts of pine',
    ],
    [
      'stays where the screen is wider',
      sheet('(min-width: 1920px)', '.ct{display:none}') + both,
      'Oars\n\nSails\n\nMasts of pine',
    ],
    [
      'stays where it is hidden on paper',
      sheet('print', '.ct{display:none}') + both,
      'Oars\n\nSails\n\nMasts of pine',
    ],
    [
      'stays where it is most of the page',
      sheet('(min-width: 900px)', '.ct{display:none}') + both.replace('Sails', 'Sails of flax, and of hemp'),
      'Oars\n\nSails of flax, and of hemp\n\nMasts of pine',
    ],
    ['stays without a width', `<style>.ct{display:none}</style>${both}`, 'Oars\n\nSails\n\nMasts of pine'],
    [
      'stays where another of its classes is shown',
      sheet('(min-width: 900px)', '.ct{display:none}.dh{display:block}') + both,
      'Oars\n\nSails\n\nMasts of pine',
    ],
  ]);
});

describe('hidden content', () => {
  follows([
    [
      'replaces its beginning, which is shown until a reader asks for all',
      `<p><span>${whole.slice(0, 55)}...<i>…Read More</i></span> <span style="display:none">${whole} <b>Read Less</b></span></p>`,
      whole,
    ],
    [
      'replaces its beginning where a class hides it',
      `<div>${whole.slice(0, 60)} … See more</div><div class="hide">${whole}</div>`,
      whole,
    ],
    [
      'is dropped where a pointer opens it beside a sign, although it is running text',
      `<lamp-popover><button>?</button><div style="display:none"><h3>Weight</h3>${whole.repeat(4)}</div></lamp-popover><p>${'Oars. '.repeat(200)}</p>`,
      'Oars. '.repeat(200).trim(),
    ],
    [
      'is dropped where styled-system says so',
      '<p>Oars</p><div display="none"><span>0:00</span><span>/ 0:00</span></div><p>Sails</p>',
      'Oars\n\nSails',
    ],
    [
      'is a caption that all cards show while the pointer is on them',
      '<div><div class="opacity-0 group-hover:opacity-100"><h4>View details</h4></div><p>Oars</p></div>'.repeat(
        3,
      ) + '<div class="opacity-0 group-hover:opacity-100">View the oars</div>',
      'Oars\n\nOars\n\nOars\n\nView the oars',
    ],
    [
      'is what a pointer shows',
      '<p>1,000 results, with ads <span><span role="tooltip">Sellers may pay for them.</span></span></p>',
      '1,000 results, with ads',
    ],
    [
      'is a text for screen readers that these skip',
      '<p>$5 <span class="sr-only" aria-hidden="true">The price is $5</span> <span class="sr-only">was $6</span></p>',
      '$5 was $6',
    ],
    [
      'is a message that a script says to screen readers, but no number and no text of a link',
      '<p>Lamp</p><p class="sr-only" role="status">Added to your cart</p><p>A <span class="u-text-sr-only" aria-live="polite">Loading results</span>brass lamp, <span class="sr-only" role="status">4 of 5 stars</span> <a href="https://a.test/"><span class="sr-only" aria-live="polite">Basket</span></a></p>',
      'Lamp\n\nA brass lamp, 4 of 5 stars [Basket](https://a.test/)',
    ],
    [
      'is what only programs read: URLs as microdata, and the settings of a section',
      '<div itemprop="image">https://a.test/a.jpg</div><div class="section-metadata"><div><div>Style</div><div>Dark</div></div></div><p>Text</p>',
      'Text',
    ],
    [
      'is no URL that is shown as a link or in a sentence, and no text in a box of such a name',
      '<p>Visit <a itemprop="url" href="https://a.test/">https://a.test/</a> or <span itemprop="url">https://b.test/</span></p><div class="section-metadata">By Ann Tarn</div>',
      'Visit <https://a.test/> or https://b.test/\n\nBy Ann Tarn',
    ],
    [
      'has no width and no height, or opens over the page',
      '<h2 style="height: 0;width: 0;overflow: hidden;">Lamps of brass</h2><div popover="manual">Trailers</div><p style="height:0;overflow:hidden">Text</p>',
      'Text',
    ],
    [
      'is no note that a button opens over the page',
      '<p>Text</p><button popovertarget="n1">1</button><div popover id="n1"><p>Dug in 1712 by the keeper.</p></div>',
      'Text\n\nDug in 1712 by the keeper.',
    ],
    [
      'of translated pages is not taken for messages where a click opens it',
      `<a href="#faq">Open</a><div id="faq" style="display:none">${[1, 2, 3, 4, 5].map((at) => `<p data-i18n="faq.${at}">The well is ${at} metres deep.</p>`).join('')}</div>`,
      `[Open](https://site.example/page#faq)\n\n${[1, 2, 3, 4, 5].map((at) => `The well is ${at} metres deep.`).join('\n\n')}`,
    ],
    [
      'is a table of messages with their keys, however long they are',
      `<div style="display:none">${['Sold out', 'Coming soon', 'In stock', 'Unavailable', 'We are sorry, the largest quantity that you are able to buy at this price is two. '.repeat(4)].map((text, at) => `<div data-tkey="m${at}">${text}</div>`).join('')}</div><p>Text</p>`,
      'Text',
    ],
    [
      'is the label of a unit price that a product does not have',
      '<p>$19.99</p><small class="unit-price caption hidden"><span>Unit price</span> / <span>per</span></small><small class="unit-price hidden md:block"><span>Unit price</span> $2 / <span>per kg</span></small>',
      '$19.99\n\nUnit price $2 / per kg',
    ],
    [
      'is no image for a theme beside another one for a width',
      '<img class="max-md:hidden" src="https://a.test/2023.png" alt="2023"><img class="hidden dark:block" src="https://a.test/2024.png" alt="2024">',
      '![2023](https://a.test/2023.png)![2024](https://a.test/2024.png)',
    ],
    [
      'is left out when a class of that name hides it, but not the headline',
      '<h1 class="display-none">Lamps</h1><b class="aok-hidden">{}</b><a class="button w-condition-invisible">Listen</a><div class="display--none"><p>Returning keepers sign in here.</p></div><p>Text<span class="updated rich-snippet-hidden">2019-01-07T17:27:31+02:00</span></p>',
      '# Lamps\n\nText',
    ],
    [
      'is not the state of a script, however long',
      `<p>Lamps</p><div hidden>{"lamps": [${Array.from({ length: 90 }, (_, at) => `"lamp-${at}"`).join(', ')}]}</div>`,
      'Lamps',
    ],
    [
      'is not the number to which a script counts up',
      '<p><span class="elementor-counter-number" data-to-value="2500" data-delimiter=",">0</span> boats</p><div class="et_pb_number_counter" data-number-value="100+"><p><span class="percent-value"></span></p><h3>Keepers</h3></div>',
      '2,500 boats\n\n100+\n\n### Keepers',
    ],
    [
      'is of the variants that Framer writes that for one width of screens',
      '<div class="ssr-variant hidden-p"><h1>Lamps</h1></div><div class="ssr-variant hidden-d hidden-t"><h1>Lamps</h1></div><div class="ssr-variant hidden-t hidden-p"><p>Brass</p></div><div class="ssr-variant hidden-d hidden-p"><p>Brass</p></div><div class="ssr-variant hidden-d hidden-t"><p>Brass</p></div><div class="ssr-variant">Oak</div>',
      '# Lamps\n\nBrass\n\nOak',
    ],
    [
      'is the variant with less text of two that Framer writes',
      '<div class="ssr-variant hidden-d"><p>Call</p></div><div class="ssr-variant hidden-p hidden-t"><p>On large screens</p></div>',
      'On large screens',
    ],
    [
      'is left out when it is named after phones beside the same for desktops',
      '<h2 class="title desktop">Lamps of Skerry</h2><h2 class="title mobile">Lamps of Skerry</h2><p class="phone">Call</p><p class="pc">Write</p><img class="sp" src="https://a.test/s.png" alt="Ann"><img class="pc" src="https://a.test/w.png" alt="Ann">',
      '# Lamps of Skerry\n\nCall\n\nWrite\n\n![Ann](https://a.test/w.png)',
    ],
    [
      'is the table for phones beside the one for desktops, which has more columns',
      '<table id="pc"><tr><th>Part no.</th><th>Price</th><th>Photo</th></tr><tr><td>MA-139</td><td>9,900</td><td>large</td></tr></table><table id="smartphone" class="other"><tr><th>No.</th><th>Price</th></tr><tr><td>MA-139</td><td>9,900</td></tr></table>',
      '| Part no. | Price | Photo |\n| --- | --- | --- |\n| MA-139 | 9,900 | large |',
    ],
    [
      'is left out when it is the same for the dark theme',
      '<img class="dark:hidden" src="https://a.test/day.png" alt="Lamp"><img class="hidden dark:block" src="https://a.test/night.png" alt="Lamp at night"><p>Text</p>',
      '![Lamp](https://a.test/day.png)\n\nText',
    ],
    [
      'is left out when it stands before the same for wide screens',
      '<img class="lg:hidden" src="https://a.test/phone.png" alt="Lamp"><img class="max-lg:hidden" src="https://a.test/wide.png" alt="Lamp"><p>Text</p>',
      '![Lamp](https://a.test/wide.png)\n\nText',
    ],
    [
      'is the explanation of an abbreviation',
      '<p>The <abbr title="Tide Authority">TA<span aria-hidden="true" class="e-tooltip">Tide Authority</span></abbr> says so.</p>',
      'The TA says so.',
    ],
    [
      'are the marks of a slider',
      '<ol class="carousel-indicators"><li data-slide-to="0"></li><li data-slide-to="1"></li></ol><p>Text</p>',
      'Text',
    ],
    [
      'is kept with the others of its kind that hold running text',
      `${[7, 8, 9, 1].map((count) => `<h3>Why ${count}?</h3><div class="kAHMfN" style="visibility:hidden"><p>${'The lamp burns until the ferry is in. '.repeat(count)}</p></div>`).join('')}<div class="note" hidden><p>Sent.</p></div>`,
      [7, 8, 9, 1]
        .map(
          (count) => `### Why ${count}?\n\n${'The lamp burns until the ferry is in. '.repeat(count).trim()}`,
        )
        .join('\n\n'),
    ],
    ['is left out', '<p hidden>a</p><p style="display: none">b</p>c', 'c'],
    [
      'is left out when the same stands beside it for wide screens',
      '<div class="md:hidden"><p>The lamp</p></div><div class="hidden md:block"><p>The lamp</p></div>',
      'The lamp',
    ],
    [
      'is left out when its picture stands beside it for wide screens',
      '<div class="d-none d-md-block"><img src="https://a.example/wide.jpg" alt=""></div><div class="d-md-none"><img src="https://a.example/narrow.jpg" alt=""></div>',
      '![](https://a.example/wide.jpg)',
    ],
    [
      'is left out when the same begins the next box for wide screens',
      '<div><span class="xl:hidden">Kept by:</span><div><span class="hidden xl:block">Kept by:</span> the pilots</div></div>',
      'Kept by: the pilots',
    ],
    [
      'is left out where only its class hides it and its text is shown elsewhere',
      `<div class="hidden"><span>Ada</span><article>${post}</article></div><p>By Ada</p><p>${post}</p>`,
      `By Ada\n\n${post}`,
    ],
    [
      'is kept where only its class hides it and the other copy is hidden, too',
      `<div class="hidden"><p>${'The lamp is lit. '.repeat(5)}</p></div><div style="display:none"><p>${'The lamp is lit. '.repeat(5)}</p></div>`,
      'The lamp is lit. '.repeat(5).trim(),
    ],
    [
      'is kept where only its class hides it and it tells another price',
      `<div><p>${'The lamp is lit. '.repeat(5)}</p><p>$9</p></div><div class="hidden"><p>${'The lamp is lit. '.repeat(5)}</p><p>$90</p></div>`,
      `${'The lamp is lit. '.repeat(5).trim()}\n\n$9\n\n${'The lamp is lit. '.repeat(5).trim()}\n\n$90`,
    ],
    [
      'is kept where only its class hides it and its text is shown nowhere else',
      `<div class="hidden">${post}</div><div class="hidden">${post}</div>`,
      `${post}\n\n${post}`,
    ],
    [
      'is kept where another class shows it on wide screens',
      `<div class="hidden min-[80rem]:block">${post}</div><p>${post}</p>`,
      `${post}\n\n${post}`,
    ],
    [
      'is kept on narrow screens when it says something else',
      '<p class="md:hidden">The lamp</p><p class="hidden md:block">The mill</p>',
      'The lamp\n\nThe mill',
    ],
    ['is left out in a box of content', '<div class="content"><p hidden>a</p>b</div>', 'b'],
    ['is left out as a box of content', '<div class="content" hidden>a</div>b', 'b'],
    ['is kept when found by searching', '<p hidden="until-found">a</p>', 'a'],
    [
      'has its heading, however short, which is a button',
      '<div><button aria-controls="facts" aria-expanded="false"><span><h2>Details</h2></span></button><div id="facts"><p>Oak</p></div></div>',
      '## Details\n\nOak',
    ],
    ['is kept when a click opens it', '<div class="accordion-body" style="display:none">a</div>', 'a'],
    [
      'is left out when it is a menu, though a click opens it',
      '<div class="dropdown-menu tab-content" hidden>a</div>b',
      'b',
    ],
    [
      'keeps prices told to screen readers',
      '<span class="sr-only">Original price was</span> $5',
      'Original price was $5',
    ],
    [
      'loses the kind of an entry in a tree of files',
      '<ul><li class="directory"><details open><summary><span><span class="sr-only">Directory</span><svg></svg></span>src</summary><ul><li class="file"><span><svg></svg></span>lamp.ts</li></ul></details></li></ul>',
      '- **src**\n  - lamp.ts',
    ],
    [
      'keeps words for screen readers that begin the name of a folder',
      '<ul><li class="folder"><a href="/a"><span class="sr-only">Invoices</span><img src="/a.png"></a> 2024</li><li class="folder"><a href="/b"><span class="sr-only">Folder</span></a> 2025</li><li class="directory"><span class="sr-only">Annual</span> reports</li></ul>',
      '- [Invoices ![](https://site.example/a.png)](https://site.example/a) 2024\n- [Folder](https://site.example/b) 2025\n- Annual reports',
    ],
    ['loses what only tells how to use the page', 'a <span class="sr-only">(opens in a new tab)</span>', 'a'],
  ]);
});

test('code that is hidden stays hidden, whatever it is made of', async () => {
  const markdown = await markdownOf(
    '<main><p>Row.</p><pre style="display:none">let a = 1;</pre><div class="highlight" hidden><pre><code>let b = 2;</code></pre></div><pre>let c = 3;</pre></main>',
  );

  expect(markdown).toBe('Row.\n\n```\nlet c = 3;\n```\n');
});
