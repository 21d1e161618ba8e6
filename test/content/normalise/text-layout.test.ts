import { describe, expect, test } from 'vitest';

import { follows } from './follows.ts';
import { readPage } from '../read-page.ts';

describe('a label and its value, alone in a box', () => {
  follows([
    [
      'are apart from the next ones',
      '<div><span>SKU: C1026</span><span>MFR: 7343</span></div><div><span>Half: </span><span>way</span></div>',
      'SKU: C1026 MFR: 7343\n\nHalf: way',
    ],
    ['are one line', '<div><div>Weight:</div><div>2 kg</div></div>', 'Weight: 2 kg'],
    [
      'are one line without a box around the value, too',
      '<div><div>Weight:</div>2 kg</div><div><div>Size:</div><span>40</span></div>',
      'Weight: 2 kg\n\nSize: 40',
    ],
    [
      'are one line with boxes around them and comments between them',
      '<div><div>Weight: <div><!--[--><div> 2 kg </div><!--]--></div></div><div><div>Size:</div></div><a href="https://a.test/40">40</a></div>',
      'Weight: 2 kg\n\nSize:\n\n[40](https://a.test/40)',
    ],
    [
      'are one line in an item of a list',
      '<ul><li><div>Weight:</div><div>2 kg</div></li><li><b>Size:</b> <div>40</div></li></ul>',
      '- Weight: 2 kg\n- **Size:** 40',
    ],
    [
      'are apart beside a third text, and as paragraphs',
      '<div><div>Sizes:</div><div>40</div><div>41</div></div><div><p>Note:</p><p>It is small.</p></div>',
      'Sizes:\n\n40\n\n41\n\nNote:\n\nIt is small.',
    ],
    [
      'are apart where the value has several lines or is long',
      `<div><div>Care:</div><div>wash<br>dry</div></div><div><div>Story:</div><div>${'Long '.repeat(30)}</div></div>`,
      `Care:\n\nwash\\\ndry\n\nStory:\n\n${'Long '.repeat(30).trim()}`,
    ],
  ]);
});

describe('the chosen values of a property', () => {
  follows([
    [
      'are apart in a cell, as exports of Notion write them',
      '<table><tr><th>Tags</th><th>State</th></tr><tr><td><span class="selected-value">ships</span><span class="selected-value select-value-color-red">ink</span></td><td><span class="selected-value">open</span></td></tr></table>',
      '| Tags | State |\n| --- | --- |\n| ships, ink | open |',
    ],
  ]);
});

describe('a label and its value that class names tell apart', () => {
  follows([
    [
      'have a colon between them in a list, and keep their links',
      '<ul><li><div><span class="fact__label"><a href="https://a.test/w">Wattage</a></span> <span class="bold">40 W</span></div></li><li><span class="label">Frets</span><span class="value">22</span></li><li>Oak</li></ul>',
      '- [Wattage](https://a.test/w): 40 W\n- Frets: 22\n- Oak',
    ],
    [
      'have none outside of lists, behind a sign, before another part of a component, or where the label is a badge',
      '<p><span class="label">Colour</span> <span class="value">Green</span></p><ul><li><span class="fact__label">Colour?</span> <span>Green</span></li><li><span class="tab__label">Overview</span> <span class="tab__label">Measures</span></li><li><span class="label">New</span> <span class="title">Lamp</span></li></ul>',
      'Colour Green\n\n- Colour? Green\n- Overview Measures\n- New Lamp',
    ],
  ]);
});

describe('a label and its value in one line', () => {
  follows([
    [
      'have a space between them, whichever is the element',
      '<p>Made by:<span>Harbour</span></p><p><span class="sr">Price:</span>£60</p><p><b>Size:</b><i>40</i></p>',
      'Made by: Harbour\n\nPrice: £60\n\n**Size:** *40*',
    ],
    [
      'stay as they are where they are no two words',
      '<p>https:<b>//a</b> 12:<b>30</b></p><p>x:<b>)</b></p><p>微软:<b>Win8</b></p><p><code>std::<b>map</b></code></p><p>John 3:<b>16</b></p><p>Opens at 9:<sup>30</sup></p><p>nginx:<b>latest</b></p>',
      'https:**//a** 12:**30**\n\nx:**)**\n\n微软:**Win8**\n\n`std::map`\n\nJohn 3:**16**\n\nOpens at 9:³⁰\n\nnginx:**latest**',
    ],
  ]);
});

describe('what a page lays out apart', () => {
  const spans = '<span>Solar</span><!-- --><i></i><span>Wind</span>';
  follows([
    [
      'are apart where one is code that labels the other',
      '<h3><code class="tsd-tag">Readonly</code><span>oars</span></h3><p>Many <code class="name">Oar</code>s.</p>',
      '### `Readonly` oars\n\nMany `Oar`s.',
    ],
    [
      'are apart where a gap separates them',
      `<div class="flex flex-wrap gap-2">${spans}</div>`,
      'Solar Wind',
    ],
    [
      'are a line where several boxes hold a label and what is named its value',
      '<div><div class="row"><div>Weight</div><div class="spec-value">2 kg</div></div><div class="row"><p>Lid (steel)</p><p class="value">Yes</p></div></div>',
      'Weight: 2 kg\n\nLid (steel): Yes',
    ],
    [
      'are lines of their own in a single box, with a text as the value, or with more beside them',
      '<div><div>Weight</div><div class="value">2 kg</div></div><p>a</p><div><div class="r"><div>Why oak?</div><div class="value">It lasts.</div></div><div class="r"><div>Oak</div><div class="value"><p>It lasts.</p></div></div><div class="r"><div>Elm</div><div class="value">1</div><div>2</div></div></div>',
      'Weight\n\n2 kg\n\na\n\nWhy oak?\n\nIt lasts.\n\nOak\n\nIt lasts.\n\nElm\n\n1\n\n2',
    ],
    ['are apart in a grid, too', `<span class="inline-grid gap-[3px]">${spans}</span>`, 'Solar Wind'],
    ['are apart where each has a margin', `<div class="d-flex space-x-4">${spans}</div>`, 'Solar Wind'],
    [
      'has a colon between a term and its type, as docutils draws it',
      '<dl><dt><strong>depth</strong><span class="classifier">float</span></dt><dd>In metres.</dd><dt>name : <span class="classifier">str</span></dt><dd>Any.</dd></dl>',
      '- **depth : float**: In metres.\n- **name : str**: Any.',
    ],
    [
      'are no further apart than the source has them',
      '<div class="hstack gap-3"><span>Solar</span> <span>Wind</span></div>',
      'Solar Wind',
    ],
    [
      'are one word without a gap, such as a price',
      '<div class="flex gap-0"><span>12</span><span>.99</span></div><div class="flex gap-[0px]"><b>3</b><b>.50</b></div>',
      '12.99\n\n**3.50**',
    ],
    [
      'are no further apart than a sentence, a formula or an animated word has them',
      '<p class="flex gap-1">See <a href="https://a.test/">this</a>, (<b>4</b>) H<sub>2</sub>O</p><p class="flex gap-1"><i>O</i><i>a</i><i>r</i></p>',
      'See [this](https://a.test/), (**4**) H₂O\n\n*Oar*',
    ],
    [
      'are the label of a price that only screen readers read and the price',
      '<p><span class="sr-only">New price</span><span>$63.20</span></p>',
      'New price $63.20',
    ],
    [
      'are the facts of a box when all are of one class, except the letters of a word',
      '<div><span class="fact">2026</span><span class="fact">1h 54m</span><span class="fact">R</span></div><div><span class="l">S</span><span class="l">ee</span></div><div><span class="w">Of sol</span><span class="w">ar</span></div><div><span class="n">12</span><span class="n">50</span></div>',
      '2026 1h 54m R\n\nSee\n\nOf solar\n\n1250',
    ],
    ['are one word where nothing lays them out', `<div class="gap-2">${spans}</div>`, 'SolarWind'],
    ['are apart as labels', '<div><label>Solar</label><label>Wind</label></div>', 'Solar Wind'],
    [
      'are apart as the names of tabs',
      '<div><b role="tab">C (Clang)</b><b role="tab">Java</b></div>',
      '**C (Clang)** **Java**',
    ],
    [
      'are apart on lines of their own',
      '<h2>Solar<span class="block mt-2">Wind</span></h2>',
      '## Solar Wind',
    ],
    [
      'are apart on lines that an attribute gives them',
      '<p><span style="display: block">Solar</span>Wind</p>',
      'Solar Wind',
    ],
    ['are apart for screen readers', '<p>4<span class="sr-only">Four stars</span></p>', '4 Four stars'],
    [
      'are apart as a small part beside a text',
      '<p>Costs<span class="new-badge">New</span></p>',
      'Costs New',
    ],
    [
      'are apart as a count for screen readers',
      '<p><span>54</span><span class="v-visible-sr">54 gold badges</span><span>175</span></p>',
      '54 54 gold badges 175',
    ],
    [
      'are one word, of which a part is small, larger or spoken',
      '<p><span class="block">A</span>pple Jacks, <span class="badge">star</span>s, 20<span class="date">26</span>, Pass<span class="sr-only">word</span>, 23<span class="sr-only">views</span></p>',
      'Apple Jacks, stars, 2026, Password, 23 views',
    ],
    [
      'are apart as names that no word joins',
      '<p><span class="t">Ann Tarn</span><span class="t">Head of Design</span></p>',
      'Ann Tarn Head of Design',
    ],
    [
      'have no marks around images',
      '<p><b><img src="https://a.test/a.jpg"></b></p>',
      '![](https://a.test/a.jpg)',
    ],
    [
      'are apart by names of credits, labels and highlights',
      '<figure><img src="https://a.test/a.jpg" alt=""><figcaption>Skerry at night<cite class="attribution">Ann Tarn</cite></figcaption></figure><p>No<span class="label">33.</span>Silva L</p><p><span class="LIGHT_HIGHLIGHT">New Listing</span>Lamp</p>',
      '![](https://a.test/a.jpg)\n\nSkerry at night Ann Tarn\n\nNo 33. Silva L\n\nNew Listing Lamp',
    ],
    [
      'are apart in the quotations of MyBB, and in short labels',
      '<blockquote><cite><span> (2019-02-24, 05:31 PM)</span>Ann Wrote:</cite>Light it.</blockquote><p><b>W:</b>Wins <i>x</i></p><p><b>L10:</b><span>Record</span></p>',
      '> (2019-02-24, 05:31 PM) Ann Wrote:\n>\n> Light it.\n\n**W:** Wins *x*\n\n**L10:** Record',
    ],
    ['are one name in two colours', '<p><span>You</span><span>Tube</span></p>', 'YouTube'],
    [
      'are not apart from the signs of their words',
      '<p><label>Solar</label>, $<span class="block">12</span>: <span class="sr-only">was</span>.</p>',
      'Solar, $12: was.',
    ],
    ['are one word in another element', '<p><b class="blocks">Sol</b>ar</p>', '**Sol**ar'],
    [
      'are as they are written in code',
      '<pre class="flex gap-2"><span>let</span><span>ter</span></pre>',
      '```\nletter\n```',
    ],
  ]);
});

describe('joiners', () => {
  follows([
    [
      'that join nothing are left out',
      '<p>\u200d</p><p>\u200d<b>Tide</b>\u200d<b>\u200d</b></p><p>Low<i>\u200d</i> tide</p>',
      '**Tide**\n\nLow tide',
    ],
    ['between elements join them', '<p><b>क्</b>\u200d<b>ष</b></p>', '**क्\u200dष**'],
    [
      'in an emoji, or between letters, stay',
      '<p>\u{1F937}\u200d♂️ क्\u200dष</p>',
      '\u{1F937}\u200d♂️ क्\u200dष',
    ],
  ]);
});

describe('parts of a line', () => {
  follows([
    [
      'that are a quotation have marks once, those of the page before our own',
      '<p>She said: „<q>Row</q>“ and <q>«Sail»</q>, then l’<q>Arrêt</q>, «&nbsp;<q>Oui</q>&nbsp;», <q>"Two" is more</q> and <q>b</q><q>“c” d</q>.</p>',
      'She said: „Row“ and «Sail», then l’“Arrêt”, « Oui », “"Two" is more” and “b”““c” d”.',
    ],
    [
      'that are an arrow between two words, or all of a cell, stay',
      '<p>Berlin <b><span aria-hidden="true">→</span></b> Paris, <b>Settings<span aria-hidden="true">›</span></b><b>Privacy</b></p><table><tr><th>Port</th><th>Trend</th></tr><tr><td>Kiel</td><td><span aria-hidden="true">↑</span></td></tr></table>',
      'Berlin **→** Paris, **Settings›Privacy**\n\n| Port | Trend |\n| --- | --- |\n| Kiel | ↑ |',
    ],
    [
      'that are an arrow for the eye are left out',
      '<p><a href="https://a.test/">See prices<span aria-hidden="true"> → </span></a></p><p>Settings <span aria-hidden="true">›</span> Privacy</p>',
      '[See prices](https://a.test/)\n\nSettings › Privacy',
    ],
    [
      'are apart where they are a figure and what it is of',
      '<div><span class="a">97%</span><span class="b">Omnichannel resolution</span></div>',
      '97% Omnichannel resolution',
    ],
    [
      'are apart where they are a label and its value, which is a number',
      '<div><span class="n">Binding</span><span class="v">Paper</span></div><div><span class="n"><span class="t">Year of print</span></span><span class="v">2013</span></div><div><label>Weight (kg)</label><span>0.35</span></div><div><span class="n">Pages:</span><span class="v">350 p.</span></div><div><span class="n">Price</span><span class="v">€12</span></div>',
      'Binding Paper\n\nYear of print 2013\n\nWeight (kg) 0.35\n\nPages: 350 p.\n\nPrice €12',
    ],
    [
      'are one word where a number ends it in a sentence',
      '<p>The <span class="f">log</span><span class="b">10</span> of <span class="a">sha</span><span class="n">256</span>, by <span class="a">Ca(OH)</span><span class="n">2</span> and <span class="a">Smith</span><span class="note">12</span>.</p>',
      'The log10 of sha256, by Ca(OH)2 and Smith12.',
    ],
    [
      'are one word where a number ends it',
      '<p><span class="a">H</span><span class="b">2</span>O, <span class="a">MP</span><span class="b">3</span>, <span class="a">10:</span><span class="b">30</span>, <span class="a">Polar</span><span class="a">7</span>, <span class="a">COVID</span><span class="b">-19</span></p>',
      'H2O, MP3, 10:30, Polar7, COVID-19',
    ],
    [
      'in links are one name where an editor split it, and an index of letters is not',
      '<ul><li>see <a href="https://a.test/m">@</a><a href="https://a.test/M">M</a><a href="https://a.test/@m">ia44</a></li><li><a href="https://a.test/a">A</a><a href="https://a.test/b">B</a></li><li><a href="https://x.test/a">X</a><a href="https://a.test/f">facebook</a></li></ul>',
      '- see [@](https://a.test/m)[M](https://a.test/M)[ia44](https://a.test/@m)\n- [A](https://a.test/a) [B](https://a.test/b)\n- [X](https://x.test/a) [facebook](https://a.test/f)',
    ],
    [
      'have no space before a comma, whatever element it is in',
      '<p><a href="https://a.test/"><span>The lamp</span></a><span style="font-weight: 400">, which burns</span></p>',
      '[The lamp](https://a.test/), which burns',
    ],
    [
      'that are links to different pages stand apart, also behind a question',
      '<p><a href="https://a.test/#a">What is tar?</a><a href="https://a.test/b">Uses</a></p>',
      '[What is tar?](https://a.test/#a) [Uses](https://a.test/b)',
    ],
    [
      'that are abbreviations stay apart from the next word',
      '<div><span class="pos">adj.</span><span class="def">Of large size</span></div>',
      'adj. Of large size',
    ],
    [
      'that are the module and the name of a function are one word',
      '<dl><dt><span class="sig-prename"><span>functools.</span></span><span class="sig-name"><span>partial</span></span><a class="headerlink" href="#functools.partial">¶</a></dt><dd>Calls later.</dd></dl>',
      '- **functools.partial**: Calls later.',
    ],
    [
      'that are the class and the name of an attribute are one word',
      '<dl><dt><span class="sig-prename descclassname"><span>Repr.</span></span><span class="sig-name descname"><span>maxlevel</span></span></dt><dd>A limit.</dd></dl>',
      '- **Repr.maxlevel**: A limit.',
    ],
    [
      'that are parts of a name in code are one word',
      '<p><span class="a">std::</span><span class="b">vector</span>, <span class="a">Lamp.</span><span class="b">light_up</span>, <span class="a">get_</span><span class="b">oars</span>, <span class="a">rows[</span><span class="b">first</span>]</p>',
      'std::vector, Lamp.light_up, get_oars, rows[first]',
    ],
    [
      'that are a title and a name stay apart',
      '<div><span class="title">Dr.</span><span class="name">McTarn</span> <span class="pos">adj.</span><span class="def">large</span></div>',
      'Dr. McTarn adj. large',
    ],
    [
      'that name the author of a quotation stand above it, in a box, too',
      '<blockquote><div><cite>Ann wrote:</cite>Light it.</div></blockquote>',
      '> Ann wrote:\n>\n> Light it.',
    ],
    [
      'laid out beside each other by style are words of their own',
      '<div><span class="a">Anna</span><time>May</time></div>',
      'Anna May',
    ],
    [
      'that are the time and the date of a day stay apart, not the digits of one number',
      '<p><time datetime="2012-01-05T21:35"><span class="hour">21:35</span>05.01.2012</time> <time><b>2</b>:<i>35</i></time> 2<b>1</b></p>',
      '21:35 05.01.2012 **2**:*35* 2**1**',
    ],
    [
      'that screen readers skip stay apart from what they read instead',
      '<div><span aria-hidden="true">(4)</span><span class="note">four reviews</span></div>',
      '(4) four reviews',
    ],
    [
      'that screen readers skip are left out beside the same words for them',
      '<div><span class="spoken">Price $79.99</span> <span aria-hidden="true"><b>$79</b><sup>99</sup></span></div>',
      'Price $79.99',
    ],
    [
      'that screen readers skip are left out in lines of their own, too',
      '<section><div aria-hidden="true">Now $449.00</div><span class="spoken">current price Now $449.00, Was $799.00</span><div aria-hidden="true"><span aria-hidden="true">$799.00</span></div></section>',
      'current price Now $449.00, Was $799.00',
    ],
    [
      'that are crossed out for the eye alone are left out, too',
      '<p><del aria-hidden="true">$169</del> <span class="screen-reader-text">Original price was: $169.</span><ins aria-hidden="true">$101</ins><span class="screen-reader-text">Current price is: $101.</span></p>',
      'Original price was: $169. Current price is: $101.',
    ],
    [
      'that screen readers skip stay where only their letters are in other words',
      '<p><span aria-hidden="true">O</span><span class="r">nce upon</span> <span aria-hidden="true">5</span> <span>of 15 seats</span></p>',
      'Once upon 5 of 15 seats',
    ],
    [
      'that are the two prices of a range are repeated in one text for screen readers',
      [
        '<p class="price"><span aria-hidden="true">$49.90</span> <span aria-hidden="true">–</span> <span aria-hidden="true">$69.90</span><span class="screen-reader-text">Price range: $49.90 through $69.90</span></p>',
        '<p class="price"><span aria-hidden="true">$49.90</span> <span aria-hidden="true">–</span> <span aria-hidden="true">$69.90</span><span class="screen-reader-text">Price up to $89.90</span></p>',
      ].join(''),
      'Price range: $49.90 through $69.90\n\n$49.90 – $69.90 Price up to $89.90',
    ],
    [
      'that screen readers skip may be one word, which they read before it',
      '<p><span>10<span class="sr-only"> minutes</span></span> <span aria-hidden="true">minutes</span></p><p><span>10<span class="sr-only"> minutes</span></span> <span aria-hidden="true">mixing</span></p>',
      '10 minutes\n\n10 minutes mixing',
    ],
    [
      'that screen readers skip stay beside other words for them',
      '<div><span class="spoken">Was $89</span><span aria-hidden="true">$79</span></div>',
      'Was $89 $79',
    ],
    [
      'that are prices are those of the case that a theme shows',
      ['price price--on-sale', 'price']
        .map(
          (box) =>
            `<div class="${box}"><div class="price__container"><div class="price__regular">Price $299</div><div class="price__sale">Sale $179</div></div></div>`,
        )
        .join(''),
      'Sale $179\n\nPrice $299',
    ],
    [
      'for screen readers stand apart, by whatever prefix a style library gives their class',
      '<div><span class="ui-u-sr-only">Original price</span><span>€ 180</span></div>',
      'Original price € 180',
    ],
    [
      'that are labels of a price are those of the case that a theme shows',
      ['price', 'price price--on-sale', 'price price--sold-out']
        .map(
          (box) =>
            `<div class="${box}"><div class="price__container"><div class="price__regular">$299</div></div><span class="badge price__badge-sale">Sale</span><span class="badge price__badge-sold-out">Sold out</span></div>`,
        )
        .join(''),
      '$299\n\nSale\n\n$299\n\nSold out',
    ],
    [
      'that screen readers skip stay alone where they are abbreviations',
      '<p>$49.91<span aria-hidden="true">/mo.</span><span class="visually-hidden"> per month</span></p>',
      '$49.91/mo.',
    ],
    [
      'for screen readers are no part of the headline',
      '<h1><span class="visually-hidden">Collection: </span>Brass lamps</h1>',
      '# Brass lamps',
    ],
    [
      'that are prices stay apart',
      '<div><span>$499.99</span><span class="before">$599.99</span></div>',
      '$499.99 $599.99',
    ],
    [
      'that are links to different pages stay apart, also in a paragraph',
      '<p><a href="https://a.example/">Shop men</a><a href="https://b.example/">Shop women</a></p>',
      '[Shop men](https://a.example/) [Shop women](https://b.example/)',
    ],
    [
      'that are links to one page are one link within a word',
      '<p><a href="https://a.example/">un</a><a href="https://a.example/">known</a></p>',
      '[unknown](https://a.example/)',
    ],
    [
      'that are links to one page are several otherwise',
      '<p><a href="https://a.example/">Ferry</a><a href="https://a.example/">2 hours ago</a></p><p><a href="https://a.example/">un</a><a href="https://b.example/">known</a></p><p><a href="https://a.example/" title="A">un</a><a href="https://a.example/">known</a></p>',
      '[Ferry](https://a.example/)[2 hours ago](https://a.example/)\n\n[un](https://a.example/)[known](https://b.example/)\n\n[un](https://a.example/ "A")[known](https://a.example/)',
    ],
    [
      'that are links in Chinese need no space',
      '<p><a href="https://a.example/">北京</a><a href="https://b.example/">上海</a></p>',
      '[北京](https://a.example/)[上海](https://b.example/)',
    ],
    [
      'that are a number and its unit stay together',
      '<p><span>5</span><span aria-hidden="true" class="u">%</span></p>',
      '5%',
    ],
    [
      'that are links to parts of a word stay together',
      '<p><a href="https://a.example/">micro</a><a href="https://b.example/">scopic</a></p>',
      '[micro](https://a.example/)[scopic](https://b.example/)',
    ],
    [
      'that are a price and words behind it are apart, and a unit is not',
      '<div><span class="now">$123.95</span><span class="was">Was $154.95</span> <span class="a">$5</span><span class="b">bn</span> <span class="a">$5</span><span class="b">MM</span> <span class="a">5 €</span><span class="b">Économisez 10%</span> <span class="a">$9</span><span class="b">USD or more</span></div>',
      '$123.95 Was $154.95 $5bn $5MM 5 € Économisez 10% $9 USD or more',
    ],
    [
      'that are a rank and a name are apart, and the number of an issue and what follows are not',
      '<p><span class="position">#1</span><strong>Anthills</strong> <a href="https://a.test/12">#12</a><span>, by Ada</span></p>',
      '#1 **Anthills** [#12](https://a.test/12), by Ada',
    ],
    ['that make up one word stay together', '<p><span>un</span><span>known</span></p>', 'unknown'],
    [
      'that are one letter of a word stay with it',
      '<p><span class="cap">O</span><span class="rest">nce</span></p>',
      'Once',
    ],
    [
      'that are small digits stay apart from the number before them',
      '<p>2021<sub>5 years ago</sub>, 10<sup>23.5</sup> and 1<sup>st</sup></p>',
      '2021 5 years ago, 10^23.5 and 1st',
    ],
    [
      'are labels of more letters behind a word, and not endings of ordinals and names',
      '<p><span><a href="https://a.test/">tomcat8</a></span><sup><small>AUR</small></sup>, Skerry<sup>beta</sup>, XIX<sup>ème</sup>, M<sup>lle</sup> Lind, Sail<sup>TM</sup>, Mast<sup>SM</sup>, 18 €<sup>inkl. Mwst.</sup>, CO<sup>net</sup></p>',
      '[tomcat8](https://a.test/) AUR, Skerry beta, XIXème, Mlle Lind, Sail™, Mast℠, 18 €inkl. Mwst., COnet',
    ],
    [
      'that are exponents stay exponents, and ordinals and marks words',
      '<p>2<sup>s</sup>, (a+b)<sup>k</sup>, x<sup>2n</sup>, 2<sup>n-1</sup>, 1<sup>e</sup>, 2<sup>nd</sup>, M<sup>r</sup> and word<sup>b</sup></p>',
      '2ˢ, (a+b)ᵏ, x²ⁿ, 2ⁿ⁻¹, 1e, 2nd, Mr and wordb',
    ],
    [
      'that are links in separate boxes stay separate',
      '<div><span class="tag"><a href="https://a.example/">red</a></span><span class="tag"><a href="https://b.example/">blue</a></span></div>',
      '[red](https://a.example/) [blue](https://b.example/)',
    ],
  ]);
});

test.for([
  ['$104.93<div>Save 25%</div><span>compared to $139.95</span>', '$104.93 compared to $139.95'],
  ['From<div>now on</div>$5', 'From $5'],
  ['costs $5<div>or so</div>, and $6 (each<div>or so</div>)', 'costs $5, and $6 (each)'],
  ['<b>lit<div>or so</div></b>.', '**lit**.'],
  ['水<div>x</div>井', '水井'],
] as const)('a block that is left out divides words only: %s', async ([html, markdown]) => {
  const page = `<main><p>Lamps</p><section>${html}</section></main>`;

  expect((await readPage(page, { excludeTags: ['section div'] })).markdown).toBe(`Lamps\n\n${markdown}\n`);
});
