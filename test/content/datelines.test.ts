import { describe, expect, test } from 'vitest';

import { readPage } from './read-page.ts';

const url = 'https://www.mill-courier.example/garden/how-to-dig-a-well.html';
const publishedOf = async (body: string, { head = '', language = 'en' } = {}) =>
  (
    await readPage(
      `<!doctype html><html lang="${language}"><head><title>How to dig a well</title>${head}</head><body>${body}</body></html>`,
      { url },
    )
  ).metadata.publishedTime;
const headline = '<h1>How to dig a well</h1>';
const sentence = 'The spade goes first, and then the bucket, as every village knows. ';
const text = `<p>${sentence}</p>`.repeat(4);
const prose = sentence.repeat(8);
const declared = (published: string, modified?: string): string =>
  `<meta property="article:published_time" content="${published}">${modified === undefined ? '' : `<meta property="article:modified_time" content="${modified}">`}`;

describe('a time on a page', () => {
  const about = '<p>This page was last modified on <time datetime="2025-08-20T18:33:20Z">Aug 20</time>.</p>';
  const modifiedOf = async (body: string) =>
    (await readPage(`<title>How to dig a well</title>${body}`, { url })).metadata.modifiedTime;

  test('of its change may be in a layout that is named after its sidebars, and in its footer', async () => {
    const body = `<div class="layout-2-sidebars">${headline}${text}<section class="article-footer">${about}</section></div>`;

    expect(await modifiedOf(body)).toBe('2025-08-20T18:33:20Z');
    expect(await modifiedOf(`${headline}${text}<div class="sidebar">${about}</div>`)).toBeUndefined();
  });

  test.for([
    ['League standings: 3 March 2021'],
    ['Bus stand: 3 March 2021'],
    ['Name changed: 3 March 2021'],
    ['Prices changed: 3 March 2021'],
    ['Menu updated: 3 March 2021'],
  ] as const)('of its change is not in a line about something else: %s', async ([line]) => {
    expect(await modifiedOf(`${headline}${text.repeat(4)}<p>${line}</p>`)).toBeUndefined();
  });

  test.for([
    [
      'de',
      'Dieser Beitrag wurde am Mittwoch, 3. März 2021 um 10:12 Uhr veröffentlicht und unter <a href="/hafen">Hafen</a> gespeichert. Sie können alle Kommentare zu diesem Beitrag über den RSS-Feed verfolgen.',
    ],
    ['de', 'Dieser Eintrag wurde vor am 3. März 2021 um %H:%M Uhr erstellt.'],
    [
      'en',
      'This entry was posted on Wednesday, March 3rd, 2021 at 10:12 am and is filed under <a href="/harbour">Harbour</a>. You can follow any responses to this entry through the RSS 2.0 feed.',
    ],
  ] as const)(
    'may be in a sentence below the text, as old themes of WordPress write it: %s',
    async ([language, line]) => {
      const body = `${headline}${text.repeat(4)}<p class="postmetadata"><small>${line}</small></p>`;

      expect(await publishedOf(body, { language })).toBe('2021-03-03');
    },
  );

  test('is not that of an event in such a sentence', async () => {
    const line = '<p>Dieser Beitrag wurde am 3. März 2021 in Kiel ausgezeichnet.</p>';

    expect(await publishedOf(`${headline}${text.repeat(4)}${line}`, { language: 'de' })).toBeUndefined();
  });

  test.for([
    ['Jan. 11, 2012 -- Two boats'],
    ['11.01.2012 – Two boats'],
    ['LONDON--(BUSINESS WIRE)--Jan. 11, 2012--Two boats'],
    ['LONDON, Jan. 11, 2012 (GLOBE NEWSWIRE) -- Two boats'],
    ['YSTAD, Sweden, Jan. 11, 2012 /PRNewswire/ -- Two boats'],
    ['KIEL, Jan. 11, 2012 (AP) — Two boats'],
  ])('may begin the text, as news agencies write it: %s', async ([line]) => {
    expect(await publishedOf(`${headline}<p>${line} ${prose}</p>`)).toBe('2012-01-11');
  });

  test.for([
    ['June 6, 1944 — The boats landed.'],
    ['On Jan. 11, 2012 -- a Wednesday -- two boats won.'],
    ['Jan. 11, 2012 was a Wednesday.'],
    ['March 11, 2011 – A quake struck off the coast.'],
    ['Monday, 3 March 2014 – We left.'],
    ['Paris, 13 November 2015 – Three teams left.'],
    ['Day One, March 3, 2014 — We left.'],
    ['Jan. 11, 2012 – Jan. 15, 2012: two boats won.'],
  ])('is not the day with which a story begins: %s', async ([line]) => {
    expect(await publishedOf(`${headline}<p>${line} ${prose}</p>`)).toBeUndefined();
  });

  test('is not the first day of a chronicle, that of a later paragraph, nor one that the URL tells better', async () => {
    const day = (at: number): string => `<p>Jan. ${at}, 2012 -- ${prose}</p>`;
    const page = `<title>How to dig a well</title>${headline}${day(11)}`;
    const dated = await readPage(page, { url: 'https://village.example/2021/09/10/wells' });

    expect(await publishedOf(`${headline}${day(11)}${day(12)}`)).toBeUndefined();
    expect(await publishedOf(`${headline}<p>${prose}</p>${day(11)}`)).toBeUndefined();
    expect(dated.metadata.publishedTime).toBe('2021-09-10');
  });

  test('is not that of an event in an abbreviation, nor that of a first print', async () => {
    const event = '<p><abbr class="dtstart" title="2011-06-27T10:21:00-07:00">next week</abbr></p>';
    const again = '<p>Dieser Artikel wurde am 3. März 1999 erstmals in der Zeitung veröffentlicht.</p>';

    expect(await publishedOf(`${headline}${event}${text.repeat(4)}`)).toBeUndefined();
    expect(await publishedOf(`${headline}${text.repeat(4)}${again}`, { language: 'de' })).toBeUndefined();
  });

  test('is read with its time from the title of an abbreviation', async () => {
    const line = '<p><abbr class="published" title="2019-06-27T10:21:40Z">jeudi 27 juin 2019</abbr></p>';

    expect(await publishedOf(`${headline}${line}${text.repeat(4)}`, { language: 'fr' })).toMatch(
      /^2019-06-27T10:21:40/,
    );
  });

  test('is read from an attribute of the post around the headline', async () => {
    const body = `<mill-post author="ada" created-timestamp="2026-03-05T01:53:41.845000+0000">${headline}</mill-post>${text}`;

    expect(await publishedOf(body)).toMatch(/^2026-03-05T01:53:41/);
  });

  test('of its change may be in a line that says so, if no other line says another', async () => {
    const said = (day: string): string => `<p>Last updated: ${day}</p>`;
    const long = headline + text.repeat(4);

    expect(await modifiedOf(`${long}${said('November 13, 2025')}`)).toBe('2025-11-13');
    expect(await modifiedOf(`${long}${said('May 1, 2025')}${said('May 2, 2025')}`)).toBeUndefined();
    expect(await modifiedOf(`${long}<p>edited May 1, 2025</p>`)).toBeUndefined();
    expect(await publishedOf(`${long}${said('November 13, 2025')}`)).toBeUndefined();
  });

  test('of its change is not before that of its publication, where none tells its zone', async () => {
    const head = (modified: string): string =>
      `<meta property="article:published_time" content="2012-01-03T07:15:00"><meta property="article:modified_time" content="${modified}">`;
    const body = headline + text.repeat(4);

    expect(await modifiedOf(head('2012-01-03T02:18:26') + body)).toBeUndefined();
    expect(await modifiedOf(head('2012-01-03T20:00:00') + body)).toBe('2012-01-03T20:00:00');
  });

  test('of its change is at the foot of a page of MediaWiki', async () => {
    const line =
      '<ul><li id="footer-info-lastmod"> This page was last edited on 28 February 2023, at 12:13.</li></ul>';

    expect(await modifiedOf(headline + text.repeat(4) + line)).toBe('2023-02-28');
  });

  test('of its change may be a line of the footer', async () => {
    const footer = (names: string): string =>
      `<div class="${names}">© Mill<br>Last updated on May 4, 2026 (06:37 UTC). <a href="/bugs">Bugs</a></div>`;

    expect(await modifiedOf(headline + text.repeat(4) + footer('footer'))).toBe('2026-05-04');
    expect(await modifiedOf(headline + text.repeat(4) + footer('comment'))).toBeUndefined();
  });

  test('is not that of a related page, which is marked as published', async () => {
    const related =
      '<ul><li class="related"><time class="published" datetime="2020-12-03">Old</time></li></ul>';

    expect(await publishedOf(`${related}${headline}<p>31 October 2023</p>${text}`)).toBe('2023-10-31');
  });
});

describe('the only day that a page marks', () => {
  const footer = (date: string): string => `<div class="post-footer"><span class="date">${date}</span></div>`;

  test('may be in the footer of its article, also where no heading has its title', async () => {
    const body = `<h2>Tools</h2>${text.repeat(4)}${footer('3 March 2021')}`;

    expect(await publishedOf(`<article>${body}</article>`)).toBe('2021-03-03');
    expect(await publishedOf(`<article>${body}</article><article>${text}</article>`)).toBeUndefined();
    expect(await publishedOf(`${headline}${text.repeat(4)}${footer('3 March 2021')}`)).toBe('2021-03-03');
  });

  test('is not in the footer of the page, whatever else its class is named after', async () => {
    for (const name of ['site-footer', 'single-post site-footer', 'article page-footer'])
      expect(
        await publishedOf(
          `${headline}${text.repeat(4)}<div class="${name}"><span class="date">3 March 2021</span></div>`,
        ),
      ).toBeUndefined();
  });

  test('is not that of a change', async () => {
    const body = `${headline}${text.repeat(4)}${footer('Letzte Aktualisierung: 18.01.2018')}`;

    expect(await publishedOf(body, { language: 'de' })).toBeUndefined();
  });
});

describe('a declared day of publication', () => {
  test('gives way to an earlier one below the headline, if no later change is declared', async () => {
    const body = `${headline}<p>3 March 2021</p>${text}`;

    expect(await publishedOf(body, { head: declared('2024-08-07T12:01:51Z') })).toBe('2021-03-03');
    expect(await publishedOf(body, { head: declared('2024-08-07', '2024-08-09') })).toBe('2024-08-07');
    expect(await publishedOf(body, { head: declared('2020-08-07') })).toBe('2020-08-07');
  });

  test.for([
    ['3 March 2021'],
    ['By Ada Lind'],
    ['Ada Lind · 7 min read · 3 March 2021'],
    ['Published on 3 March 2021'],
    ['Le 3 mars 2021'],
    ['By Ada Lind | Published: 3 March 2021 | Updated: 4 March 2021'],
  ] as const)('gives way to a line that says no more than the day and the author: %s', async ([line]) => {
    const head = `${declared('2024-05-10T10:00:00Z')}<meta name="author" content="Ada Lind">`;
    const below = line.includes('2021') ? '' : '<p>3 March 2021</p>';

    expect(await publishedOf(`${headline}<p>${line}</p>${below}${text}`, { head })).toBe('2021-03-03');
  });

  test.for([
    ['3 March 1931 – 5 May 2024'],
    ['3–5 March 2021'],
    ['From March 3 to March 5, 2021'],
    ['Died 3 March 2024'],
    ['Decided 3 March 1950'],
    ['Judgment of 3 March 1950'],
    ['Release date: 3 March 1999'],
    ['Event date: 3 March 2021'],
    ['When: 3 March 2021'],
    ['Originally aired March 3, 2021'],
    ['First broadcast: 3 March 2021'],
    ['Recorded 3 March 2021'],
    ['Filmed on 3 March 2021'],
    ['Effective date: 3 March 2021'],
    ['Date of incident: 3 March 2021'],
    ['London, 3 March 2021'],
    ['† 3 March 2024'],
    ['Died</p><p>3 March 2024'],
    ['Ended</p><p>3 March 2024'],
  ] as const)('stays where a line has the day of something else: %s', async ([line]) => {
    const head = `${declared('2024-05-10T10:00:00Z')}<meta name="author" content="Ada Lind">`;

    expect(await publishedOf(`${headline}<p>${line}</p>${text}`, { head })).toBe('2024-05-10T10:00:00Z');
  });

  test.for([
    ['3 March 1931 – 5 May 2024'],
    ['Died 3 March 2024'],
    ['Decided 3 March 1950'],
    ['Judgment of 3 March 1950'],
    ['Originally aired March 3, 2021'],
    ['First broadcast: 3 March 2021'],
    ['Effective date: 3 March 2021'],
  ] as const)('stays, though it is that of a change, beside: %s', async ([line]) => {
    const change = '2024-05-10T10:00:00Z';

    expect(await publishedOf(`${headline}<p>${line}</p>${text}`, { head: declared(change, change) })).toBe(
      change,
    );
  });

  test.for([
    ['2025-12-19T22:02:58Z', '2025-12-18'],
    ['2025-12-19T10:38:37Z', '2025-12-19T10:38:37Z'],
    ['2025-12-19', '2025-12-19'],
  ] as const)('gives way to the day before where that ended everywhere: %s', async ([moment, published]) => {
    const body = `${headline}<p>December 18, 2025</p>${text}`;

    expect(await publishedOf(body, { head: declared(moment, moment) })).toBe(published);
  });

  test('gives way to the one day that the page shows anywhere, if it is that of the change', async () => {
    const below = '<div class="foot">Published <time datetime="2025-08-13">August 13</time></div>';
    const body = `${headline}${text.repeat(5)}${below}`;
    const change = '2025-11-29T12:28:31-05:00';

    expect(await publishedOf(body, { head: declared(change, change) })).toBe('2025-08-13');
    expect(await publishedOf(body, { head: declared(change, '2025-11-30') })).toBe(change);
    expect(
      await publishedOf(`${body}<div class="post-date">August 1, 2025</div>`, {
        head: declared(change, change),
      }),
    ).toBe(change);
  });
});

describe('a day that a page shows', () => {
  test('may be below the headline of a newsletter', async () => {
    const line = '<div class="newsletter-details"><p>November 2, 2022</p></div>';

    expect(await publishedOf(`${headline}${line}${text}`)).toBe('2022-11-02');
  });

  test.for([
    ['el', 'ΔΗΜΟΣΙΕΥΣΗ:', 'Τελευταία ενημέρωση:'],
    ['ru', 'Материал размещен', 'Обновлено'],
    ['pl', 'Dodano:', 'Aktualizacja:'],
    ['sv', 'Publicerad', 'Uppdaterad'],
    ['fi', 'Julkaistu', 'Päivitetty'],
    ['hu', 'Megjelent:', 'Frissítve:'],
    ['cs', 'Publikováno', 'Aktualizováno'],
    ['id', 'Diterbitkan', 'Diperbarui'],
    ['vi', 'Ngày đăng:', 'Cập nhật:'],
    ['ar', 'نشر في', 'آخر تحديث:'],
    ['fa', 'تاریخ انتشار:', 'به‌روز شده:'],
    ['he', 'פורסם', 'עודכן'],
    ['hi', 'प्रकाशित', 'अपडेट'],
    ['th', 'เผยแพร่', 'อัปเดต'],
  ] as const)(
    'is that of publication, not of a change, in %s: %s',
    async ([language, published, updated]) => {
      const lines = (first: string, second: string): string =>
        `${headline}<p>${first} 2021-03-04</p><p>${second} 2021-03-03</p>${text}`;

      expect(await publishedOf(lines(updated, published), { language })).toBe('2021-03-03');
      expect(
        await publishedOf(`${headline}<p>${updated} 2021-03-04</p>${text}`, { language }),
      ).toBeUndefined();
    },
  );

  test('is the first of those that a publishing system declares', async () => {
    const head =
      '<meta name="published-time" content="2026-03-09T08:45:32Z"><meta name="published-date" content="2021-03-03">';

    expect(await publishedOf(`${headline}${text}`, { head })).toBe('2021-03-03');
    expect(
      await publishedOf(`${headline}${text}`, {
        head: '<meta name="OriginalPublicationDate" content="2021/03/03 17:09:37">',
      }),
    ).toBe('2021-03-03T17:09:37');
  });

  test('is not taken from the first and last day of an event', async () => {
    const time = (day: string): string => `<time datetime="${day}">${day}</time>`;
    const body = (between: string): string =>
      `${headline}<p>${time('2021-03-03')}${between}${time('2021-03-05')}</p>${text}`;

    for (const between of [' – ', ' to ']) expect(await publishedOf(body(between))).toBeUndefined();
    expect(await publishedOf(body(' · updated '))).toBe('2021-03-03');
  });

  test('is not taken from a sentence', async () => {
    const body = (line: string): string => `${headline}<p>${line}</p>${text}`;

    expect(await publishedOf(body('As of March 3, 2021, the harbour has 858 lamps.'))).toBeUndefined();
    expect(await publishedOf(body('Skerry, March 3, 2021 (Harbour Press)'))).toBe('2021-03-03');
    expect(await publishedOf(body('Ann Lee | Skerry Times | March 3, 2021 at 5:04 p.m.'))).toContain(
      '2021-03-03',
    );
  });

  test('may be said in a line behind a break, below the text', async () => {
    const below = (line: string): string => `<div>Tags: wells<br>${line}<br></div>`;

    expect(
      await publishedOf(`${headline}${text.repeat(5)}${below('Published 3 March 2021, 53 views')}`),
    ).toBe('2021-03-03');
    expect(await publishedOf(`${headline}${text.repeat(5)}${below('Dug 3 March 2021')}`)).toBeUndefined();
  });

  test('is read in a page that is all a form', async () => {
    const body = `<form action="/"><div>${headline}<p>3 March 2021</p>${text}</div></form>`;

    expect(await publishedOf(body)).toBe('2021-03-03');
  });

  test('is read below a headline that stands far below the beginning of its box', async () => {
    const menu = `<ul>${'\n\t  <li>\n\t\t\t\t<a href="/w"> Wells </a>\n\t\t</li>'.repeat(200)}</ul>`;

    for (const box of [
      `<div>${headline}<p>3 March 2021</p></div>`,
      `<div><p>3 March 2021</p>${headline}</div>`,
    ])
      expect(await publishedOf(`<div>${menu}${box}${text}</div>`)).toBe('2021-03-03');
  });

  test('may be in the line that numbers the first post', async () => {
    const facts = '<p>millwright</p><p>Member</p><p>Registered: 2020-01-01</p><p>Posts: 1</p><p>Offline</p>';
    const post = (at: number): string => `<h2>#${at} 2025-11-01 15:14:37</h2>${facts}`;

    expect(await publishedOf(`<div>${post(1)}${headline}</div>${text}`)).toBe('2025-11-01T15:14:37');
    expect(await publishedOf(`<div>${post(3)}${headline}</div>${text}`)).toBeUndefined();
  });

  test.for([
    ['15/12/2025', 'Posted on the 15/12/2025 at 19:00 by Bo Ek', '2025-12-15'],
    ['December 3', 'Published: December 3, 2025', '2025-12-03'],
    ['Dezember', 'Veröffentlicht am 3. Dezember 2025', '2025-12-03'],
  ] as const)('may be said below the text: %s', async ([, line, day]) => {
    const body = (around: string): string => `${headline}${text.repeat(5)}${around}`;

    expect(await publishedOf(body(`<div>${line}</div>`), { language: 'de' })).toBe(day);
    for (const other of [
      `<div class="related"><p>${line}</p></div>`,
      `<div>${line}</div><div>Posted on 1/2/2020</div>`,
      '<div>Updated 3 December 2025</div>',
      '<div>Posted by Bo Ek on 3 December 2025</div>',
    ])
      expect(await publishedOf(body(other), { language: 'de' })).toBeUndefined();
  });

  test.for([
    ['<ol><li><b>Bo Ek</b><p>Posted on 3 December 2025</p></li></ol>'],
    ['<h3>2 comments</h3><div><b>Bo Ek</b><p>Posted on 3 December 2025</p></div>'],
    ['<h3>Leave a reply</h3><div><b>Bo Ek</b><p>Posted on 3 December 2025</p></div>'],
    ['<ul><li><b>Ada Lind</b> <span>April 8, 2024</span></li></ul>'],
    ['<div><b>Ada Lind</b><span>May 4, 1975</span></div>'],
    ['<div><p>Written by Ada Lind</p><p>who was born on</p><p>May 4, 1975</p></div>'],
  ] as const)('is not that of a comment or a birth below the text: %s', async ([below]) => {
    const head = '<meta name="author" content="Ada Lind">';

    expect(await publishedOf(`${headline}${text.repeat(5)}${below}`, { head })).toBeUndefined();
  });

  test('may be below the line that names the author below the text', async () => {
    const beside = '<p>Written by <a href="/author/ada-lind">Ada Lind</a></p><p>April 8, 2024</p>';
    const body = (around: string): string => `${headline}${text.repeat(5)}${around}`;

    expect(await publishedOf(body(`<div>${beside}</div>`))).toBe('2024-04-08');
    expect(await publishedOf(body('<div><p>Bo Ek</p><p>April 8, 2024</p></div>'))).toBeUndefined();
    expect(await publishedOf(body(`<div class="related">${beside}</div>`))).toBeUndefined();
  });
});
