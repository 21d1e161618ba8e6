import { describe, expect, test } from 'vitest';

import { markdownOf, readPage } from './read-page.ts';

const unnamed = 'https://site.example/file';

describe('a text that is not HTML', () => {
  test('plain text stays as it is, without spaces at line ends', async () => {
    expect(await markdownOf('One  \r\nTwo *stars*\r\n', { contentType: 'text/plain', url: unnamed })).toBe(
      'One\nTwo *stars*\n',
    );
  });

  test('Markdown stays Markdown, and its first heading is the title', async () => {
    const { markdown, metadata } = await readPage('---\ntag: x\n---\n# Title\n\nText.\n', {
      contentType: 'text/markdown',
    });

    expect(markdown).toBe('# Title\n\nText.\n');
    expect(metadata.title).toBe('Title');
  });

  test.for([
    ['# About C#\n', 'About C#'],
    ['## Lamps ##  \n', 'Lamps'],
    ['#\n\nText.\n\nLamps\n===\n', 'Lamps'],
    ['# ###\n\nText.\n', undefined],
    ['Lamps\n=====\n\n# Oil\n', 'Lamps'],
    ['```sh\n# build it\n```\n\n## Lamps\n', 'Lamps'],
    ['# [Lamps](/l) and `oil` ![new](/n.svg)\n', 'Lamps and oil'],
    ['# **Old** <b>lamp</b>_s_ \\* {#top}\n', 'Old lamp_s_ *'],
    ['---\ntitle: "Oil: lamps"\n---\n# Lamps\n', 'Oil: lamps'],
    ['---\ntitle: |\n  Oil\n---\n# Lamps\n', 'Lamps'],
  ] as const)('the title of %j is its heading without the signs around', async ([markdown, title]) => {
    expect((await readPage(markdown, { contentType: 'text/markdown' })).metadata.title).toBe(title);
  });

  test('the lines before Markdown that describe it are its metadata', async () => {
    const text =
      "---\r\ntitle: 'Öllampen'\r\nauthor: Jo Mill\r\n# a remark\r\ntags:\r\n  - oil\r\n- light\r\nlang: de\r\ndate: 2026-05-01\r\n---\r\nText.\r\n";

    const { markdown, metadata } = await readPage(text, { contentType: 'text/markdown' });

    expect(markdown).toBe('Text.\n');
    expect(metadata).toMatchObject({
      title: 'Öllampen',
      author: 'Jo Mill',
      language: 'de',
      publishedTime: '2026-05-01',
    });
  });

  test.for([
    ['letters outside ASCII', 'title: Lamps\nüber: oil\nключ: x\n'],
    ['keys of several words', 'title: Lamps\nmy key: oil\n'],
    ['a list over several lines', 'title: Lamps\ntags: [oil,\nlight\n]\nmap: {a: 1,\nb: 2}\n'],
  ] as const)('the lines before Markdown that describe it may have %s', async ([, lines]) => {
    const text = `---\n${lines}---\nText.\n`;

    const { markdown, metadata } = await readPage(text, { contentType: 'text/markdown' });

    expect(markdown).toBe('Text.\n');
    expect(metadata.title).toBe('Lamps');
  });

  test('the lines before Markdown that describe it may be the whole file, without a last line break', async () => {
    const text = '---\ntitle: Lamps\n---';

    const { metadata } = await readPage(text, { contentType: 'text/markdown' });

    expect(metadata.title).toBe('Lamps');
  });

  test('Markdown may begin with a sentence between rules', async () => {
    const text = '---\nOne more thing: it matters.\n---\nRest\n';

    expect(await markdownOf(text, { contentType: 'text/markdown' })).toBe(text);
  });

  test.for([
    ['2026-05-01 10:00:00 +0200', '2026-05-01T10:00:00+02:00'],
    ['"2026-05-01T10:00:00Z"', '2026-05-01T10:00:00Z'],
    ['1 May 2026', '2026-05-01'],
    ['in spring', undefined],
  ] as const)('the date %s before Markdown is the time %s', async ([date, publishedTime]) => {
    const text = `---\ndate: ${date}\n---\nText.\n`;

    const { metadata } = await readPage(text, { contentType: 'text/markdown' });

    expect(metadata.publishedTime).toBe(publishedTime);
  });

  test('Markdown that begins with a rule keeps what is between it and the next one', async () => {
    const text = '---\n\nA paragraph: it matters.\n\n---\n\nRest\n';

    expect(await markdownOf(text, { contentType: 'text/markdown' })).toBe(text);
  });

  test('Markdown keeps the two spaces that break its lines', async () => {
    const text = 'Roses  \nare red    \nand sweet \n  \n';

    expect(await markdownOf(text, { contentType: 'text/markdown' })).toBe('Roses  \nare red  \nand sweet\n');
  });

  test.for([
    ['links', '[a](./docs/a.md) [b](/b "Title") [c](<c d.md>)', ['/x/docs/a.md', '/b', '/x/c%20d.md'], []],
    ['images', '![a](img.png) [![b](b.svg)](b.md)', ['/x/b.md'], ['/x/img.png', '/x/b.svg']],
    ['definitions', '[a][1] ![b][B]\n\n[1]: a.md\n[b]: b.png\n[^2]: note\n', ['/x/a.md'], ['/x/b.png']],
    [
      'URLs alone',
      '**https://a.example/b** and <https://a.example/c?d=1&amp;e=2>',
      ['//a.example/b', '//a.example/c?d=1&e=2'],
      [],
    ],
    ['HTML', '<p><a href="a.md"><img width=9 src=\'a.png\'></a></p>', ['/x/a.md'], ['/x/a.png']],
    ['brackets in URLs', '[a](b_(c).md) [d](e\\_f.md)', ['/x/b_(c).md', '/x/e_f.md'], []],
    ['brackets in texts', '[a [b] \\] c](d.md)', ['/x/d.md'], []],
    ['no code', '`[a](b.md)` and\n```\n[c](d.md) https://a.example/\n```\n[e](f.md)', ['/x/f.md'], []],
    ['what follows a fence of one line', '```npm i```\n\n[a](b.md) ![c](d.png)', ['/x/b.md'], ['/x/d.png']],
    ['no places, mail or scripts', '[a](#b) [c](mailto:d@e.example) [f](javascript:g)', [], []],
    ['no remarks', 'See [a] (b.md), [c](not a link), \\[d](e.md', [], []],
  ] as const)('the links and images of Markdown are absolute: %s', async ([, text, links, images]) => {
    const url = 'https://site.example/x/README.md';

    const read = await readPage(text, { contentType: 'text/markdown', url, formats: ['links', 'images'] });

    const absolute = (path: string): string => URL.parse(path, url)?.href ?? '';
    expect(read.links).toEqual(links.map(absolute));
    expect(read.images).toEqual(images.map(absolute));
  });

  test.for([
    ['README.md', 'text/plain; charset=utf-8'],
    ['README.md', 'application/octet-stream'],
    ['README.markdown', undefined],
  ] as const)('%s that begins with HTML is Markdown, as %j too', async ([name, contentType]) => {
    const readme =
      '<p align="center">\n  <img src="/logo.svg" alt="Mill">\n</p>\n\n# Mill\n\n- **Fast**: `a < b`\n';
    const page = { url: `https://site.example/${name}`, ...(contentType && { contentType }) };

    const { markdown, metadata } = await readPage(Buffer.from(readme), page);

    expect(markdown).toBe(readme);
    expect(metadata.title).toBe('Mill');
  });

  test.for([
    ['one that is sent as HTML', 'text/html'],
    ['one that is sent as text', 'text/plain'],
  ] as const)('the name of a page may end as that of a file: %s', async ([, contentType]) => {
    const page = '<!-- made by hand -->\n<!doctype html><html><body><p>A <b>mill</b></p></body></html>';

    expect(await markdownOf(page, { contentType, url: 'https://site.example/README.md' })).toBe(
      'A **mill**\n',
    );
  });

  test('a source file that begins with HTML is code', async () => {
    const source = '<script setup>\nconst count = 1\n</script>\n\n<template><b>{{ count }}</b></template>\n';

    expect(await markdownOf(source, { contentType: 'text/plain', url: 'https://site.example/App.vue' })).toBe(
      `\`\`\`vue\n${source}\`\`\`\n`,
    );
  });

  test('JSON is fenced, and given as data', async () => {
    const { markdown, json } = await readPage('{"a":[1,2]}', {
      contentType: 'application/json',
      formats: ['markdown', 'json'],
    });

    expect(markdown).toBe('```json\n{\n  "a": [\n    1,\n    2\n  ]\n}\n```\n');
    expect(json).toEqual({ a: [1, 2] });
  });

  test('JSON keeps its numbers: Markdown as they are written, json as strings where a double would change them', async () => {
    const text =
      '{"id":1780234567890123456,"price":10.00,"far":1e400,"near":-9007199254740991,"said":"12345678901234567890"}';

    const { markdown, json } = await readPage(text, {
      contentType: 'application/json',
      formats: ['markdown', 'json'],
    });

    expect(markdown).toContain('"id": 1780234567890123456,\n  "price": 10.00,\n  "far": 1e400,\n');
    expect(json).toEqual({
      id: '1780234567890123456',
      price: 10,
      far: '1e400',
      near: -9_007_199_254_740_991,
      said: '12345678901234567890',
    });
  });

  test('JSON is indented around its signs, not around those in strings', async () => {
    const text = String.raw`{"a,b":[{},[],"\u0416 \"{[:,\\",null],"c":{"d":true}}`;

    const markdown = await markdownOf(text, { contentType: 'application/json' });

    expect(markdown).toBe(
      String.raw`~~~json
{
  "a,b": [
    {},
    [],
    "Ж \"{[:,\\",
    null
  ],
  "c": {
    "d": true
  }
}
~~~
`.replaceAll('~~~', '```'),
    );
  });

  test('JSON sent as HTML is known by its shape', async () => {
    expect(await markdownOf('{"a": 1}', { contentType: 'text/html' })).toBe('```json\n{\n  "a": 1\n}\n```\n');
  });

  test('CSV becomes a table, with the delimiter detected', async () => {
    const csv = 'Имя;Цена;Заметка\n"Яблоки; красные";120;"a|b\nc"\n';

    const { markdown, json } = await readPage(csv, {
      contentType: 'text/csv; charset=utf-8',
      formats: ['markdown', 'json'],
    });

    expect(markdown).toBe(
      '| Имя | Цена | Заметка |\n| --- | --- | --- |\n| Яблоки; красные | 120 | a\\|b<br>c |\n',
    );
    expect(json).toEqual({ tables: [[{ Имя: 'Яблоки; красные', Цена: '120', Заметка: 'a|b\nc' }]] });
  });

  test.for([
    [
      'signs and line breaks within quotes',
      'id,text\n1,"Hello; there; you\nsecond; line"\n2,"Again; x"\n',
      [
        { id: '1', text: 'Hello; there; you\nsecond; line' },
        { id: '2', text: 'Again; x' },
      ],
    ],
    ['doubled quotes', 'id;text\n1;"a ""b, c"", d, e"\n', [{ id: '1', text: 'a "b, c", d, e' }]],
    ['signs behind a closing quote', 'id;text;note\n1;"a" , b;c\n', [{ id: '1', text: 'a', note: 'c' }]],
    ['the line of Excel', 'sep=;\r\nname;price\r\nA, B, C;1,50\r\n', [{ name: 'A, B, C', price: '1,50' }]],
    ['decimal commas', '0,5;1,2\n3,4;5,6\n', [{ '0,5': '3,4', '1,2': '5,6' }]],
    [
      'signs in each cell',
      'id,tags\n1,a;b\n2,c;d\n',
      [
        { id: '1', tags: 'a;b' },
        { id: '2', tags: 'c;d' },
      ],
    ],
    [
      'a quote without an end',
      'id;text\n1;a\n2;"b, c\n',
      [
        { id: '1', text: 'a' },
        { id: '2', text: 'b, c' },
      ],
    ],
  ] as const)('the delimiter of CSV is found in whole records: %s', async ([, csv, records]) => {
    const { json } = await readPage(csv, { contentType: 'text/csv', formats: ['json'] });

    expect(json).toEqual({ tables: [records] });
  });

  test.for([
    ['text/tab-separated-values', 'https://site.example/songs'],
    ['text/plain', 'https://site.example/songs.tsv'],
  ] as const)('text between tabs has no quotes around it: %s, %s', async ([contentType, url]) => {
    const tsv = 'Al, "Weird"\tTwo, three\n"Weird" Al\tFat\n"Fish\tHeads"\n';

    const { json } = await readPage(tsv, { contentType, url, formats: ['json'] });

    expect(json).toEqual({
      tables: [
        [
          { 'Al, "Weird"': '"Weird" Al', 'Two, three': 'Fat' },
          { 'Al, "Weird"': '"Fish', 'Two, three': 'Heads"' },
        ],
      ],
    });
  });

  test.for([
    [
      'the quotes of spreadsheets',
      'Name\tNote\n"Smith, John"\t"said ""hi"""\r\nMiller\t"one\n\ttwo"\n',
      [
        { Name: 'Smith, John', Note: 'said "hi"' },
        { Name: 'Miller', Note: 'one\n\ttwo' },
      ],
    ],
    [
      'a quote that is not closed',
      'Name\tArtist\n"Heroes\tBowie\n"Low"\tBowie\n',
      [
        { Name: '"Heroes', Artist: 'Bowie' },
        { Name: '"Low"', Artist: 'Bowie' },
      ],
    ],
    ['commas in the place of tabs', 'Name,Note\nMiller,"a, b"\n', [{ Name: 'Miller', Note: 'a, b' }]],
    ['one column', 'Titles\nOne, two\nThree\n', [{ Titles: 'One, two' }, { Titles: 'Three' }]],
  ] as const)('text between tabs may have %s', async ([, tsv, records]) => {
    const { json } = await readPage(tsv, { contentType: 'text/tab-separated-values', formats: ['json'] });

    expect(json).toEqual({ tables: [records] });
  });

  test('CSV is known by the older name of its type', async () => {
    const contentType = 'text/comma-separated-values';

    expect(await markdownOf('a,b\n1,2\n', { contentType, url: unnamed })).toBe(
      '| a | b |\n| --- | --- |\n| 1 | 2 |\n',
    );
  });

  test.for([
    ['name,value,value\nA,1,2\n', { name: 'A', value: '1', 'value 2': '2' }],
    ['value,value,value 2\n1,2,3\n', { value: '1', 'value 3': '2', 'value 2': '3' }],
    ['a,,,column 2\n1,2,3,4\n', { a: '1', 'column 2 2': '2', 'column 3': '3', 'column 2': '4' }],
  ] as const)('CSV keeps each column under a name of its own: %j', async ([csv, record]) => {
    const { json } = await readPage(csv, { contentType: 'text/csv', formats: ['json'] });

    expect(json).toEqual({ tables: [[record]] });
  });

  test('XML is fenced', async () => {
    expect(await markdownOf('<?xml version="1.0"?><a><b/></a>', { contentType: 'application/xml' })).toBe(
      '```xml\n<?xml version="1.0"?><a><b/></a>\n```\n',
    );
  });

  test.for([
    [
      'XML, without its namespaces',
      'application/xml',
      '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.sitemaps.org/schemas/sitemap/0.9 http://www.sitemaps.org/sitemap.xsd"><url><loc>https://site.example/a?x=1&amp;y=2</loc><image href="https://site.example/b"/></url></urlset>',
      ['https://site.example/a?x=1&y=2', 'https://site.example/b'],
    ],
    [
      'JSON, without its escapes',
      'application/json',
      String.raw`{"a":"https:\/\/site.example\/a?x=1\u0026y=2","b":["See https://site.example/b\nand more"]}`,
      ['https://site.example/a?x=1&y=2', 'https://site.example/b'],
    ],
    ['CSV, cell by cell', 'text/csv', 'a,b,c\nhttps://site.example/a,1,2\n', ['https://site.example/a']],
    [
      'plain text, without the marks of its sentences',
      'text/plain',
      'See https://site.example/a, (https://site.example/Foo_(bar)) or https://site.example/Foo_(baz).\n',
      ['https://site.example/a', 'https://site.example/Foo_(bar)', 'https://site.example/Foo_(baz)'],
    ],
  ] as const)(
    'the links of a text are the URLs that it spells out: %s',
    async ([, contentType, text, links]) => {
      expect((await readPage(text, { contentType, formats: ['links'] })).links).toEqual(links);
    },
  );

  test.for([
    [
      'RSS',
      'application/rss+xml',
      `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>https://site.example/</link><item><title>The well</title><link>https://site.example/1</link><pubDate>Fri, 01 May 2026 10:00:00 GMT</pubDate><description><![CDATA[<p>Found <b>again</b>. <a href="/map">Map</a> <a href="javascript:x()">x</a></p>]]></description></item></channel></rss>`,
      'Fri, 01 May 2026 10:00:00 GMT',
    ],
    [
      'Atom',
      'application/atom+xml',
      `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><entry><title>The well</title><link href="https://site.example/1"/><published>2026-05-01</published><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Found <b>again</b>. <a href="/map">Map</a> <a href="javascript:x()">x</a></p></div></content></entry></feed>`,
      '2026-05-01',
    ],
  ] as const)(
    '%s is its title and entries, with absolute links and none that run code',
    async ([, contentType, feed, date]) => {
      const markdown = await markdownOf(feed, { contentType, url: 'https://site.example/feed' });

      expect(markdown).toBe(
        `# News\n\n## [The well](https://site.example/1)\n\n${date}\n\nFound **again**. [Map](https://site.example/map) x\n`,
      );
    },
  );

  test('an Atom feed may have relative URLs: their base is xml:base, of the nearest element', async () => {
    const feed = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xml:base="/blog/"><title>News</title>
      <entry><title>The well</title><link href="2026/well.html#top"/><content type="html">&lt;a href="map.html"&gt;Map&lt;/a&gt;</content></entry>
      <entry xml:base="old/"><title>The mill</title><link rel="alternate" href="mill.html"/><content type="xhtml" xml:base="https://mill.example/"><a href="wheel.html">Wheel</a></content></entry></feed>`;

    const { markdown, json } = await readPage(feed, {
      contentType: 'application/atom+xml',
      url: 'https://site.example/feeds/news',
      formats: ['markdown', 'json'],
    });

    expect(markdown).toBe(
      '# News\n\n## [The well](https://site.example/blog/2026/well.html#top)\n\n[Map](https://site.example/blog/map.html)\n\n' +
        '## [The mill](https://site.example/blog/old/mill.html)\n\n[Wheel](https://mill.example/wheel.html)\n',
    );
    expect(json).toMatchObject({
      entries: [
        { url: 'https://site.example/blog/2026/well.html#top' },
        { url: 'https://site.example/blog/old/mill.html' },
      ],
    });
  });

  test('the author of an Atom feed wrote the entries that name none', async () => {
    const feed =
      '<feed xmlns="http://www.w3.org/2005/Atom"><author><name>Jo Mill</name></author>' +
      '<entry><title>The well</title></entry><entry><title>The mill</title><author><name>Ada</name></author></entry></feed>';

    const { json } = await readPage(feed, { contentType: 'application/atom+xml', formats: ['json'] });

    expect(json).toMatchObject({ entries: [{ author: 'Jo Mill' }, { author: 'Ada' }] });
  });

  test('the titles of an Atom feed may be HTML, and its contents text', async () => {
    const feed = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title type="html">Tom &amp;amp; Co</title>
      <entry><title type="html">Cats &amp;amp; &lt;b>dogs&lt;/b> &amp;lt;3</title><content type="text">a &lt; b and x &lt;y&gt; z</content></entry>
      <entry><title type="text">The &lt;b> element</title><content>&lt;p>In &lt;b>bold&lt;/b>.&lt;/p></content></entry></feed>`;

    const { markdown, json, metadata } = await readPage(feed, {
      contentType: 'application/atom+xml',
      formats: ['markdown', 'json'],
    });

    expect(metadata.title).toBe('Tom & Co');
    expect(markdown).toBe(
      '# Tom & Co\n\n## Cats & dogs <3\n\na < b and x \\<y> z\n\n## The \\<b> element\n\nIn **bold**.\n',
    );
    expect(json).toMatchObject({ entries: [{ title: 'Cats & dogs <3' }, { title: 'The <b> element' }] });
  });

  test.for([
    [
      'the file of a podcast',
      '<enclosure url="/ep1.mp3" type="audio/mpeg"/>',
      'https://site.example/ep1.mp3',
    ],
    [
      'the page of a podcast',
      '<enclosure url="/ep1.mp3" type="audio/mpeg"/><link>https://site.example/1</link>',
      'https://site.example/1',
    ],
    ['relative to the feed', '<link> /relative </link>', 'https://site.example/relative'],
    ['a permalink', '<guid>https://site.example/1</guid>', 'https://site.example/1'],
    [
      'a permalink beside code',
      '<link>javascript:x()</link><guid>https://site.example/1</guid>',
      'https://site.example/1',
    ],
    ['code', '<link>javascript:x()</link>', undefined],
    ['a number', '<guid>17</guid>', undefined],
    ['no permalink', '<guid isPermaLink="false">https://site.example/1</guid>', undefined],
  ] as const)('the URL of an RSS item is a web URL: %s', async ([, item, url]) => {
    const { json } = await readPage(`<rss><channel><item>${item}</item></channel></rss>`, {
      contentType: 'application/rss+xml',
      url: 'https://site.example/feeds/news',
      formats: ['json'],
    });

    expect(json).toEqual({ entries: [expect.objectContaining({ url })] });
  });

  test.for([
    ['an image', Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'), undefined],
    ['a video', Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), 'video/mp4'],
    ['a program', Buffer.from('MZ\x90\0\x03\0', 'latin1'), undefined],
    [
      'an old office document',
      Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'),
      'application/msword',
    ],
    [
      'bytes without a meaning',
      Buffer.from(Array.from({ length: 400 }, (_, at) => (at * 7) % 32)),
      undefined,
    ],
  ] as const)('%s is a type without text', async ([, bytes, contentType]) => {
    await expect(
      readPage(bytes, { url: unnamed, ...(contentType === undefined ? {} : { contentType }) }),
    ).rejects.toMatchObject({ code: 'UNSUPPORTED_TYPE' });
  });

  test.for([
    ['an RTF document', Buffer.from(String.raw`{\rtf1\ansi Hello}`)],
    ['a PostScript document', Buffer.from('%!PS-Adobe-3.0\n/Times findfont\n')],
    ['a document of an old office format', Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1')],
    [
      'a document that is protected by a password',
      Buffer.concat([
        Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'),
        Buffer.alloc(1024),
        Buffer.from('EncryptedPackage', 'utf16le'),
      ]),
    ],
  ] as const)('%s is named, as a kind that is not supported', async ([what, bytes]) => {
    await expect(readPage(bytes, { url: unnamed })).rejects.toMatchObject({
      code: 'UNSUPPORTED_TYPE',
      message: `The address leads to ${what}, which is not supported.`,
    });
  });

  test.for([
    ['ID3 decision trees\n'],
    ['RIFF is a format of files.\n'],
    ['Rar! said the parrot.\n'],
    ['Viewers show "%PDF-1.4" and signs.\n'],
  ] as const)('a text may begin with the signs of a file: %j', async ([text]) => {
    expect(await markdownOf(text, { contentType: 'text/plain', url: unnamed })).toBe(text);
  });

  test('a page may tell of PDF in its title', async () => {
    const page = '<title>Browser shows %PDF-1.4 and signs</title><p>Reload it.</p>';

    expect((await readPage(page)).metadata.title).toBe('Browser shows %PDF-1.4 and signs');
  });

  test('a page sent as an image is a page', async () => {
    expect(await markdownOf('<html><body><p>Hello</p></body></html>', { contentType: 'image/png' })).toBe(
      'Hello\n',
    );
  });
});
