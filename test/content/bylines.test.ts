import { describe, expect, test } from 'vitest';

import { readPage } from './read-page.ts';

const url = 'https://www.mill-courier.example/garden/how-to-dig-a-well.html';
const metadataOf = async (body: string, { head = '', language = 'en' } = {}) =>
  (
    await readPage(
      `<!doctype html><html lang="${language}"><head><title>How to dig a well</title>${head}</head><body>${body}</body></html>`,
      { url },
    )
  ).metadata;
const headline = '<h1>How to dig a well</h1>';
const text = '<p>The spade goes first, and then the bucket, as every village knows. </p>'.repeat(4);
const declared = (name: string): string => `<meta name="author" content="${name}">`;

describe('a byline between headline and text', () => {
  test.for([
    ['By Ada Lind', 'Bo Ek', 'Ada Lind'],
    ['By Ada Lind, Software Engineer', 'Mill Developers', 'Ada Lind'],
    ['By Ada Lind and Cy Holm', 'Ada Lind', 'Ada Lind and Cy Holm'],
    ['Written by Dr Ada Lind, Cy Holm', 'Ada Lind', 'Dr Ada Lind, Cy Holm'],
    ['By Ada Lind, Mill Courier', 'Ada Lind', 'Ada Lind'],
    ['Posted by Ada Lind', 'Mill Developers', 'Ada Lind'],
  ] as const)('names who wrote the text: %s, put online by %s', async ([byline, account, author]) => {
    const head = `<meta property="og:site_name" content="Mill Courier">${declared(account)}`;

    expect((await metadataOf(`${headline}<p>${byline}</p>${text}`, { head })).author).toBe(author);
  });

  test.for([
    ['By Ada Lind<sup>1</sup>', 'Ada Lind'],
    ['By Ada Lind<sup>1,2</sup> and Cy Holm<sup>†*</sup>', 'Ada Lind and Cy Holm'],
  ])('has no marks of notes in its names: %s', async ([byline, author]) => {
    expect((await metadataOf(`${headline}<p>${byline}</p>${text}`)).author).toBe(author);
  });

  test('names all authors of a paper that LaTeXML has set', async () => {
    const name = (of: string, note = ''): string =>
      `<span class="ltx_creator ltx_role_author"><span class="ltx_personname">${of}<sup class="ltx_sup">1</sup>${note}</span><span class="ltx_author_notes"><span class="ltx_contact ltx_role_affiliation">Institute of Wells</span></span></span>`;
    const note =
      '<span class="ltx_note"><sup class="ltx_note_mark">†</sup><span class="ltx_note_outer"><span class="ltx_note_content"><sup class="ltx_note_mark">†</sup>Both dug.</span></span></span>';
    const together =
      '<span class="ltx_personname">Eva Moss<br>Mill Lab<br>moss@mill.example\n&amp;Jo Reed<br>Mill Lab</span>';
    const authors = `<div class="ltx_authors">${name('Ada Lind')}${name('Cy Holm', note)}${together}</div>`;

    expect((await metadataOf(`<article>${headline}${authors}${text}</article>`)).author).toBe(
      'Ada Lind, Cy Holm, Eva Moss, Jo Reed',
    );
  });

  test.for([
    ['an account of the site', '', declared('mill-courier1')],
    ['an account that a program has named', '', declared('adalindq6vkpg2ma0ci')],
    ['accounts of editors', '', declared('ALind,c4h10')],
    [
      'one of two names that a dash joins',
      '<p>5 March 2021</p><p>It is Aston Villa–Sheffield United, who play there</p>',
      '',
    ],
  ])('does not name %s', async ([, byline = '', head = '']) => {
    expect((await metadataOf(`${headline}${byline}${text}`, { head })).author).toBeUndefined();
  });

  test('is not who took the picture', async () => {
    const signed = (name: string): string => `<div class="${name}">Bo Ek, file</div>${headline}${text}`;

    expect(await metadataOf(signed('imageByline'))).not.toHaveProperty('author');
    expect((await metadataOf(signed('byline'))).author).toBe('Bo Ek');
  });

  test('is not the brand of a product, but who writes of it', async () => {
    const product =
      '{"@context":"https://schema.org","@type":"Product","brand":{"@type":"Brand","name":"Nordlys"}}';
    const head = `<script type="application/ld+json">${product}</script>`;

    expect(await metadataOf(`${headline}<p>By Nordlys</p>${text}`, { head })).not.toHaveProperty('author');
    expect((await metadataOf(`${headline}<p>By Ada Lind</p>${text}`, { head })).author).toBe('Ada Lind');
  });

  test.for(['R2D2', 'h4x0r', 'mike_2020_01', 'paulb203'])('names the account %s', async (name) => {
    expect((await metadataOf(`${headline}${text}`, { head: declared(name) })).author).toBe(name);
  });

  test('names each author of a list of links to their pages once', async () => {
    const name = (text: string): string => `<li><a href="/library?q=${text}">${text}</a></li>`;
    const list = `<h6>Author(s)</h6><ul>${['Ada Lind', 'Bo Ek', 'Ada Lind'].map(name).join('')}</ul>`;

    expect((await metadataOf(`${headline}${list}<p>Tools</p>${text}`)).author).toBe('Ada Lind, Bo Ek');
  });

  test('may be in the footer of a post above its text', async () => {
    const post = (names: string): string =>
      `<section>${headline}<footer class="${names}"><time class="published" datetime="2026-03-04">4 March</time><address class="vcard author">By <a href="/author/ada">Ada Lind</a></address></footer>${text.repeat(4)}</section>`;

    expect((await metadataOf(post('post-info'))).author).toBe('Ada Lind');
    expect((await metadataOf(post('site-info'))).author).toBeUndefined();
  });

  test('may be in the footer of a post, where its first words are no name', async () => {
    const footer = (name: string): string =>
      `<div class="post-footer"><span class="post-author">Eingestellt von <a href="/p/1">${name}</a></span></div>`;
    const authorOf = async (name: string) =>
      (await metadataOf(`${headline}${text.repeat(4)}${footer(name)}`, { language: 'de' })).author;

    expect(await authorOf('Ada Lind')).toBe('Ada Lind');
    expect(await authorOf('ada7')).toBeUndefined();
  });

  test('names whoever began a thread, whatever the words of the name, if it says the day', async () => {
    const authorOf = async (line: string) => (await metadataOf(`${headline}<p>${line}</p>${text}`)).author;

    expect(await authorOf('Started by Valley Forums, March 3, 2021')).toBe('Valley Forums');
    expect(await authorOf('Started by Valley Forums')).toBeUndefined();
  });

  test('names an account in small letters beside a date', async () => {
    expect((await metadataOf(`${headline}<p>3 March 2021</p><p>by ada7</p>${text}`)).author).toBe('ada7');
    expect(await metadataOf(`${headline}<p>by hand</p>${text}`)).not.toHaveProperty('author');
    for (const word of ['by noon', 'by hand', 'by name'])
      expect(await metadataOf(`${headline}<p>3 March 2021</p><p>${word}</p>${text}`)).not.toHaveProperty(
        'author',
      );
  });

  test('is not searched for again and again where sixty boxes named avatar are nested', async () => {
    const nested = `${'<div class="avatar">'.repeat(60)}<p>By Ada Lind</p>${'</div>'.repeat(60)}`;

    expect((await metadataOf(`${headline}${nested}${text}`)).title).toBeDefined();
  });

  test('names the author in the box of an avatar, and in a box with the class no-avatar', async () => {
    const inBox =
      '<div class="post-avatar"><img src="/a.png"><span class="post-author">Ada Lind</span></div>';
    const inPost = '<div class="has-profile no-avatar"><p>By Ada Lind</p></div>';

    for (const box of [inBox, inPost])
      expect((await metadataOf(`${headline}${box}${text}`)).author).toBe('Ada Lind');
  });

  test('that names the declared desk is not read up to a word that opens no name', async () => {
    const byline = '<p>By Mill Staff and news agencies</p>';

    expect(
      (await metadataOf(`${headline}${byline}${text}`, { head: declared('Mill Staff and news agencies') }))
        .author,
    ).toBe('Mill Staff and news agencies');
  });

  test.for([
    ['has fewer of them', 'By Ada Lind', 'Ada Lind, Cy Holm'],
    ['goes on with other words', 'By Ada Lind Wells International', 'Ada Lind'],
    ['leaves out an accent', 'By Jose Lind', 'José Lind'],
    ['leaves out a name', 'By Ada Lind', 'Ada M. Lind'],
    ['shortens a name', 'By A. Lind', 'Ada Lind'],
    ['says who put it online', 'Published by Bo Ek', 'Ada Lind'],
    ['says when it was put online, and by whom', 'Posted on 3 March 2021 by Bo Ek', 'Ada Lind'],
    ['names an agency', 'By Harbour Agency', 'Ada Lind'],
    ['is the site', 'By Mill Courier', 'Ada Lind'],
    ['is no name', 'By Fact Checked', 'Ada Lind'],
  ] as const)('leaves the declared authors when it %s', async ([, byline, author]) => {
    const head = `<meta property="og:site_name" content="Mill Courier">${declared(author)}`;

    expect((await metadataOf(`${headline}<p>${byline}</p>${text}`, { head })).author).toBe(author);
  });

  test('ends at a role of two parts', async () => {
    const line = '<p>By Ada Lind, Head of Digging and Community Development</p>';

    expect((await metadataOf(`${headline}${line}${text}`)).author).toBe('Ada Lind');
  });

  test('goes on after a role', async () => {
    const line = '<p>By Ada Lind, Research Scientist, and Bo Ek, Executive Editor, Garden Watch</p>';

    expect((await metadataOf(`${headline}${line}${text}`)).author).toBe('Ada Lind, and Bo Ek');
  });

  test('names the others whose pages it links to', async () => {
    const link = (name: string): string => `<a href="/author/${name.slice(0, 3)}">${name}</a>`;
    const line = `<div>${link('Ada Lind')}<span>, </span>${link('Bo Ek')} &amp; ${link('Cy Holm')}</div>`;

    expect((await metadataOf(`${headline}${line}${text}`, { head: declared('Ada Lind') })).author).toBe(
      'Ada Lind, Bo Ek, Cy Holm',
    );
  });

  test('goes before a desk far below, too, if it says so', async () => {
    const below = '<p>Written by <a href="/ada">Ada Lind</a></p>';

    for (const desk of ['Harbour News Team', 'Mill Courier'])
      expect(
        (await metadataOf(`${headline}${text.repeat(5)}${below}`, { head: declared(desk) })).author,
      ).toBe('Ada Lind');
    expect(
      (
        await metadataOf(`${headline}${text.repeat(5)}<div class="author">Ada Lind</div>`, {
          head: declared('Harbour News Team'),
        })
      ).author,
    ).toBe('Harbour News Team');
  });

  test.for([['Harbour Tools Ltd'], ['Harbour Tools sp. z o.o.'], ['ООО Harbour'], ['HarbourLab']] as const)(
    'goes before "%s", which made the site',
    async ([maker]) => {
      const head = declared(maker);

      expect((await metadataOf(`${headline}<p>By Ada Lind</p>${text}`, { head })).author).toBe('Ada Lind');
      expect(
        (await metadataOf(`${headline}${text.repeat(5)}<p>Written by Ada Lind</p>`, { head })).author,
      ).toBe('Ada Lind');
    },
  );

  test('goes before that of an article which is recommended below a short text', async () => {
    const by = (name: string, before: string): string =>
      `<p class="authors"><span>${before} <a href="/authors/${name}">${name}<span class="sr">${name}</span></a></span></p>`;
    const card = `<h2>You may also like</h2><h3>The bucket</h3><p>Buckets</p>${by('Bo Ek', 'By')}`;

    expect((await metadataOf(`${headline}${by('Ada Lind', 'A film of')}<p>Short.</p>${card}`)).author).toBe(
      'Ada Lind',
    );
  });

  test.for([
    [
      '<p>Medically reviewed by <a href="/author/bo-ek">Bo Ek</a></p><p>Updated</p><p>Share</p><p>Written by Ada Lind</p>',
      'Ada Lind',
    ],
    ['<p><span class="author">danah boyd</span></p>', 'danah boyd'],
    ['<p>By Channel 4 news</p>', 'Channel 4 news'],
  ] as const)('is read whatever it looks like: %s', async ([line, author]) => {
    expect((await metadataOf(`${headline}${line}${text}`)).author).toBe(author);
  });

  test('is no company that the head declares, and people whom it declares before one are', async () => {
    const people = `${declared('Ada Lind')}${declared('Harbour Tools Ltd')}${declared('Tel : 01243 779777')}`;
    const authorBy = async (head: string) => (await metadataOf(`${headline}${text}`, { head })).author;

    expect(await authorBy(people)).toBe('Ada Lind');
    expect(await authorBy(declared('Harbour Tools Ltd'))).toBeUndefined();
  });

  test('names the person behind the site', async () => {
    const line = '<p>By mill-courier.example (Ada Lind) | 3 March 2021</p>';

    expect((await metadataOf(`${headline}${line}${text}`)).author).toBe('Ada Lind');
  });

  test('is a list of the declared author and others', async () => {
    const head = `<meta property="og:site_name" content="Mill Courier">${declared('Ada Lind')}`;
    const authorOf = async (line: string) =>
      (await metadataOf(`${headline}<p>${line}</p>${text}`, { head })).author;

    expect(await authorOf('Ada Lind and Bo Ek')).toBe('Ada Lind and Bo Ek');
    expect(await authorOf('Bo Ek and Cy Holm')).toBe('Ada Lind');
    expect(await authorOf('Ada Lind, Mill Courier')).toBe('Ada Lind');
    expect(await authorOf('Ada Lind and the spade')).toBe('Ada Lind');
  });

  test('is a signature of two links above a text that another site had first', async () => {
    const summary = `<p>${text.replaceAll(/<\/?p>/g, '')}</p><p>By Mill Courier</p>`;
    const head = `<meta property="og:site_name" content="Mill Courier">${declared('Mill Courier')}`;
    const link = (path: string, name: string): string => `<a href="https://first.example${path}">${name}</a>`;
    const person = link('/profiles/ada-lind-1', 'Ada Lind');
    const authorOf = async (line: string) =>
      (await metadataOf(`${headline}${summary}<p>${line}</p>${text}`, { head })).author;

    expect(await authorOf(`${person}, <em>${link('/institutions/mill', 'University of Mill')}</em>`)).toBe(
      'Ada Lind',
    );
    expect(await authorOf(`${person}, ${link('/topics/wells', 'Wells')}`)).toBe('Mill Courier');
    expect(await authorOf(`${person}, who digs wells at ${link('/mill', 'the mill')}`)).toBe('Mill Courier');
  });

  test('leaves a person with the name of a desk', async () => {
    const below = '<p>Written by <a href="/ada">Ada Lind</a></p>';

    expect(
      (await metadataOf(`${headline}${text.repeat(5)}${below}`, { head: declared('Bill Press') })).author,
    ).toBe('Bill Press');
  });

  test('is read behind a label far from the headline, with all that it links to', async () => {
    const link = (name: string): string => `<b><a href="/authors/${name.slice(0, 3)}">${name}</a></b>`;

    for (const below of [
      `<div><b>Written by</b> <br>${link('Ada Lind')}, 4+ years of digging<br>${link('Bo Ek')}, digger</div>`,
      '<div><h6>Author(s)</h6><ul><li><a href="/library/?_author=Ada">Ada Lind</a></li><li><a href="/library/?_author=Bo">Bo Ek</a></li></ul></div>',
    ])
      expect((await metadataOf(`${headline}${text.repeat(5)}${below}`)).author).toBe('Ada Lind, Bo Ek');
  });

  test('is read beside a label far from the headline, but not in the facts of a book', async () => {
    const facts = (publisher: string): string =>
      `<div><p><u>Author:</u> Ada Lind</p><p><u>${publisher}:</u> Harbour</p></div>`;

    expect((await metadataOf(`${headline}${text.repeat(5)}${facts('Source')}`)).author).toBe('Ada Lind');
    expect(await metadataOf(`${headline}${text.repeat(5)}${facts('Publisher')}`)).not.toHaveProperty(
      'author',
    );
  });

  test('is in a box of the author in a sidebar, too', async () => {
    const sidebar = (box: string): string =>
      `<div class="story_sidebar"><div class="${box}">Ada Lind</div></div>`;

    expect((await metadataOf(`${headline}${text.repeat(5)}${sidebar('post-author-name')}`)).author).toBe(
      'Ada Lind',
    );
    expect(
      await metadataOf(`${headline}${text.repeat(5)}${sidebar('related-author-name')}`),
    ).not.toHaveProperty('author');
  });

  test('is not that of a text below', async () => {
    const body = `${headline}<p>${text.replaceAll(/<\/?p>/g, '')}</p><p>By Bo Ek</p>`;

    expect((await metadataOf(body, { head: declared('Ada Lind') })).author).toBe('Ada Lind');
  });

  test('is not that of another article below its title', async () => {
    const other = '<p><a href="/marathons">What to know of the old well</a></p><p>By Bo Ek</p>';

    expect((await metadataOf(`${headline}${other}${text}`, { head: declared('Ada Lind') })).author).toBe(
      'Ada Lind',
    );
  });
});

describe('the name of an author', () => {
  test.for([
    ['admin'],
    ['Administrator'],
    ['NOC Admin'],
    ['wordpressadmin'],
    ['q_admin'],
    ['Webmaster'],
    ['Super User'],
    ['Unknown'],
    ['Anonymous'],
    ['Anonym'],
    ['publisher'],
    ['Админ'],
    ['Sponsored by Harbour Tools'],
    ['© Harbour Tools Ltd'],
    ['Copyright Harbour Tools'],
    ['Harbour Tools on Facebook'],
    ['6 years ago'],
    ['a year ago'],
  ] as const)('is not the account or the remark "%s"', async ([name]) => {
    expect(await metadataOf(`${headline}${text}`, { head: declared(name) })).not.toHaveProperty('author');
    expect((await metadataOf(`${headline}<p>By Ada Lind</p>${text}`, { head: declared(name) })).author).toBe(
      'Ada Lind',
    );
  });

  test('is not such an account in a byline', async () => {
    expect(await metadataOf(`${headline}<p>By wordpressadmin</p>${text}`)).not.toHaveProperty('author');
  });

  test('is that of a person beside such an account', async () => {
    expect(
      (await metadataOf(`${headline}${text}`, { head: declared('Well Diggers e.V., Administrator') })).author,
    ).toBe('Well Diggers e.V.');
  });

  test.for([
    ['&quot;Ada Lind&quot;'],
    ['“Ada Lind”'],
    ['Ada Lind ●'],
    ['Ada Lind*'],
    ['*Ada Lind†'],
    ['Ada Lind @adalind'],
    ['(Ada Lind)'],
    ['Ada Lind, ada.lind@mill.example'],
    ['Ada Lind (ada@mill.example)'],
    ['durch Ada Lind'],
    ['Erstellt von Ada Lind'],
    ['Propos recueillis par Ada Lind'],
    ['Ada&amp;nbsp;Lind&amp;zwnj;'],
  ] as const)('has no signs or words around it: %s', async ([name]) => {
    expect((await metadataOf(`${headline}${text}`, { head: declared(name) })).author).toBe('Ada Lind');
  });

  test.for([['Clarissa Ago'], ['Vom Berg'], ['Von Berg'], ['M*A*S*H Team']] as const)(
    'is whole: %s',
    async ([name]) => {
      expect((await metadataOf(`${headline}${text}`, { head: declared(name) })).author).toBe(name);
    },
  );

  test('is that of a declared byline', async () => {
    const head = '<meta name="byline" content="By Ada Lind">';

    expect((await metadataOf(`${headline}${text}`, { head })).author).toBe('Ada Lind');
  });

  test('has its letters, though the page escapes them twice', async () => {
    expect(
      (await metadataOf(`${headline}${text}`, { head: declared('Ram&amp;oacute;n Gar&amp;ccedil;a') }))
        .author,
    ).toBe('Ramón Garça');
  });

  test('is no town behind the name of the site', async () => {
    const head = `<meta property="og:site_name" content="Mill Courier">${declared('Mill Courier, Millstone, Norway')}`;

    expect((await metadataOf(`${headline}${text}`, { head })).author).toBe('Mill Courier');
  });

  test.for([
    ['a link for signing in', '<p><a href="/users/sign_up?from=well">Get Started</a></p>'],
    ['a link to all members', '<p><a href="/members/">Subscription</a></p>'],
    ['a label', '<p class="author">Auteur(s) :</p>'],
    ['a preposition', '<p class="byline">vom</p>'],
    ['a possession', '<p>Harbour’s Smart Well</p><p>3 March 2021</p>'],
    ['a section in capitals', '<p>WATER WORKS</p><p>3 March 2021</p>'],
    [
      'a keyword',
      '<p>3 March 2021</p><p>wells · the spade · the bucket · Ada Lind · rivers · the old mill</p>',
    ],
  ] as const)('is not %s', async ([, other]) => {
    expect(await metadataOf(`${headline}${other}${text}`)).not.toHaveProperty('author');
  });

  test('is behind the label of a text and a picture', async () => {
    const line = '<p class="author">Text und Interview: Ada Lind</p>';

    expect((await metadataOf(`${headline}${line}${text}`, { language: 'de' })).author).toBe('Ada Lind');
  });
});
