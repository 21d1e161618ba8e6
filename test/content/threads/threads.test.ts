import { describe, expect, test } from 'vitest';

import { createTrace } from '#shared/content/dom/trace.ts';
import { markdownOf, readPage } from '../read-page.ts';

const url = 'https://garden.example/t/7';

interface Said {
  readonly by: string;
  readonly text: string;
  readonly answers?: string;
  readonly head?: string;
}

const headOf = (by: string): string =>
  `<p class="head"><a class="author" href="/u/${by}">${by}</a> <time datetime="2026-05-0${by.length}T10:00Z">long ago</time></p>`;

const comment = ({ by, text, answers = '', head = headOf(by) }: Said): string =>
  `<div class="comment">${head}<div class="text"><p>${text}</p></div>${answers}</div>`;

const plum = comment({ by: 'ann', text: 'The plum is in flower.' });
const pear = comment({ by: 'bernd', text: 'So is the pear.' });

const read = (html: string): Promise<string> => markdownOf(`<main>${html}</main>`, { url });
const article = `<h1>Spring</h1>${'<p>It has been raining for days, and the ground is soft enough to dig.</p>'.repeat(12)}`;

describe('a thread', () => {
  test('names author and date of each post, and quotes the replies to the first', async () => {
    expect(await read(plum + pear)).toBe(
      '**ann** · 2026-05-03\n\nThe plum is in flower.\n\n> **bernd** · 2026-05-05\n>\n> So is the pear.\n',
    );
  });

  test('gives its page the author and the day of its first post', async () => {
    const shown = async (html: string) =>
      (await readPage(`<title>Plums</title><main><h1>Plums</h1>${html}</main>`, { url })).metadata;

    expect(await shown(plum + pear)).toMatchObject({ author: 'ann', publishedTime: '2026-05-03' });
  });

  test('gives its page no author where the account of its first post is deleted', async () => {
    const { metadata } = await readPage(
      `<main>${comment({ by: 'Deleted', text: 'The plum is in flower.' })}${pear}</main>`,
      { url },
    );

    expect(metadata).not.toHaveProperty('author');
    expect(metadata).toHaveProperty('publishedTime');
  });

  test('gives its page an author that is called as accounts of programs are elsewhere', async () => {
    const { metadata } = await readPage(
      `<main>${comment({ by: 'admin', text: 'The plum is in flower.' })}${pear}</main>`,
      { url },
    );

    expect(metadata).toHaveProperty('author', 'admin');
  });

  test('gives an article no author', async () => {
    const { metadata } = await readPage(`<title>Spring</title><main>${article}${plum}${pear}</main>`, {
      url,
    });

    expect(metadata).not.toHaveProperty('author');
  });

  test('names the author beside the post, and the date after the name', async () => {
    const post = (by: string, text: string): string =>
      `<div class="post"><div class="postprofile"><a href="/u/${by}">${by}</a></div><div class="postbody"><p class="author">by <b>${by}</b> » Sat Nov 14, 2026 9:12 am</p><div>${text}</div></div></div>`;

    expect(await read(post('tilda', 'My van whines.') + post('oldcog', 'Drain the oil.'))).toBe(
      '**tilda** · Nov 14, 2026 9:12 am\n\nMy van whines.\n\n> **oldcog** · Nov 14, 2026 9:12 am\n>\n> Drain the oil.\n',
    );
  });

  test.for([
    ['30th March 2025, 16:26', '2nd April 2025, 13:59'],
    ['March 30th, 2025, 04:26 PM', 'April 2nd, 2025, 01:59 PM'],
  ])(
    'reads days with the ending of an ordinal number, as vBulletin writes them: %s',
    async ([first = '', next = '']) => {
      const post = (by: string, date: string, text: string): string =>
        `<table class="tborder post"><tr><td class="thead">${date}</td></tr><tr><td><a class="bigusername" href="member.php?u=1">${by}</a></td></tr><tr><td><p>${text}</p></td></tr></table>`;

      expect(
        await read(post('ann', first, 'The plum is in flower.') + post('bernd', next, 'So is the pear.')),
      ).toBe(`**ann** · ${first}\n\nThe plum is in flower.\n\n> **bernd** · ${next}\n>\n> So is the pear.\n`);
    },
  );

  test('names the author in the first term beside the post, as FluxBB does, and no later editor', async () => {
    const post = (by: string, text: string): string =>
      `<div class="blockpost"><h2><a href="#p${by.length}">2026-05-0${by.length} 14:22:38</a></h2><div class="postbody"><div class="postleft"><dl><dt><strong>${by}</strong></dt><dd>Member</dd><dd>Registered: 2024-01-27</dd></dl></div><div class="postmsg"><p>${text}</p><p class="postedit"><em>Last edited by ${by} (2026-05-09 15:49:34)</em></p></div></div></div>`;

    const markdown = await read(
      `<div class="topic">${post('tilda', 'My van whines.')}${post('oldcog', 'Drain the oil.')}</div>`,
    );

    expect(markdown).toContain('**tilda** · 2026-05-05 14:22:38');
    expect(markdown).toContain('> **oldcog** · 2026-05-06 14:22:38');
  });

  test('names author and date with a point between them, in posts that only an attribute marks', async () => {
    const post = (by: string, text: string): string =>
      `<div data-reply-id="${by.length}"><div>${by} · <span>03/05/2026 19:44</span></div><div><p>${text}</p></div></div>`;

    expect(await read(post('tilda', 'My van whines.') + post('oldcog', 'Drain the oil.'))).toBe(
      '**tilda** · 03/05/2026 19:44\n\nMy van whines.\n\n> **oldcog** · 03/05/2026 19:44\n>\n> Drain the oil.\n',
    );
  });

  test('names an account that has no link beside its picture, as Hoop.la does', async () => {
    const said = 'Nobody has batted an eye when we started to add a fee for tips to our contracts.';
    const post = (by: string): string =>
      `<article class="post-article"><div><div class="post-box-byline"><span class="member-avatar"><svg></svg></span>${by}</div><div>${said}</div></div><div><time datetime="2026-05-0${by.length}" class="datetime">7/9/26</time></div></article>`;

    const markdown = await read(`<h1>Tips</h1>${post('tilda')}${post('oldcog')}${post('ann')}`);

    expect(markdown).toContain(`**tilda** · 2026-05-05\n\n${said}`);
    expect(markdown).toContain(`> **oldcog** · 2026-05-06\n>\n> ${said}`);
  });

  test('has the day that is shown at the pointer instead of its age', async () => {
    const post = (by: string, text: string): string =>
      `<div class="comment"><span class="author">${by}</span> <span class="post-when"><span title="May ${by.length}, 2026 - 3:05pm">2y</span></span><div>${text}</div></div>`;

    expect(await read(post('tilda', 'My van whines.') + post('oldcog', 'Drain the oil.'))).toBe(
      '**tilda** · May 5, 2026\n\nMy van whines.\n\n> **oldcog** · May 6, 2026\n>\n> Drain the oil.\n',
    );
  });

  test.for([
    ['with a time, which says more', '29-11-2026', 'Today, 05:11 PM'],
    ['of something else', 'Joined May 3, 2011', '2y'],
    ['of a change', 'Edited May 4, 2026', '2y'],
  ])('has its own date beside a day at the pointer %s', async ([, title, shown = '']) => {
    const post = (by: string, text: string): string =>
      `<div class="comment"><span class="author">${by}</span> <span class="post_date"><span title="${title}">${shown}</span></span><div>${text}</div></div>`;

    expect(await read(post('tilda', 'My van whines.') + post('oldcog', 'Drain the oil.'))).toContain(
      `**tilda** · ${shown}`,
    );
  });

  test('is not written by what changed it', async () => {
    const post = (by: string, text: string): string =>
      `<div class="comment"><span class="author">${by}</span><div>Edited · <span>03/05/2026 19:44</span></div><div><p>${text}</p></div></div>`;

    expect(await read(post('tilda', 'My van whines.') + post('oldcog', 'Drain the oil.'))).not.toContain(
      '**Edited**',
    );
  });

  test('has the day of a post before the note of its change, as MyBB writes both', async () => {
    const post = (by: string, text: string): string =>
      `<div class="post"><strong class="author"><a href="/user-${by}.html">${by}</a></strong><span class="post_date">2024-01-05, 03:34 AM <span class="post_edit">(This post was last modified: 2024-02-06, 03:35 AM by <a href="/user-${by}.html">${by}</a>.)</span></span><div>${text}</div></div>`;

    expect(await read(post('tilda', 'My van whines.') + post('oldcog', 'Drain the oil.'))).toContain(
      '> **oldcog** · 2024-01-05, 03:34 AM\n>\n> Drain the oil.',
    );
  });

  test('is not written by those who like it', async () => {
    const likes =
      '<div class="ipsReact"><ul><li><a href="/profile/7-clara" class="ipsUsername">clara</a>, <a href="/profile/8-dora" class="ipsUsername">dora</a></li></ul></div>';
    const liked = (by: string, text: string): string =>
      `<div class="comment"><aside><h3><a href="/profile/3-${by}" class="author">${by}</a></h3></aside><div><p><time datetime="2026-05-0${by.length}">May</time></p><div class="text"><p>${text}</p></div>${likes}</div></div>`;

    const { markdown } = await readPage(
      `<main>${liked('ann', 'The plum is in flower.')}${liked('bernd', 'So is the pear.')}</main>`,
      { url, excludeTags: ['.ipsReact'] },
    );

    expect(markdown).toBe(
      '**ann** · 2026-05-03\n\nThe plum is in flower.\n\n> **bernd** · 2026-05-05\n>\n> So is the pear.\n',
    );
  });

  test('names authors and dates by test ids and microdata, also where the date is a button', async () => {
    const post = (by: string, text: string): string =>
      `<div itemprop="comment" itemscope itemtype="https://schema.org/Comment" class="custom-a1"><button class="custom-b2"><span itemprop="datePublished" content="2026-05-02T10:00:00Z">1 year ago</span></button><div class="custom-c3"><div><div><span class="custom-d4" data-testid="username">${by}</span></div></div></div><p>${text}</p></div>`;

    expect(await read(post('tilda', 'My van whines.') + post('oldcog', 'Drain the oil.'))).toBe(
      '**tilda** · 2026-05-02\n\nMy van whines.\n\n> **oldcog** · 2026-05-02\n>\n> Drain the oil.\n',
    );
  });

  test.for(['Author', 'OP', 'Автор темы', 'Themenstarter'])(
    'does not take the label "%s" beside a name for the name',
    async (label) => {
      const badge = `<div><time datetime="2026-05-03">3 May</time><ul><li><span class="badge--author">${label}</span></li></ul></div>`;
      const again = `<div class="comment">${headOf('ann')}<div class="body">${badge}<p>It is.</p></div></div>`;

      const markdown = await read(plum + pear + again);

      expect(markdown).toMatch(/> \*\*ann\*\* · 2026-05-03\n[^]*It is\.\n$/);
      expect(markdown).not.toContain(`**${label}**`);
    },
  );

  describe('has author and date of its first post', () => {
    const begun = (beginning: string): Promise<string> =>
      read(`<div class="comment">${beginning}<p>The plum is in flower.</p></div>${pear}`);
    const rest = 'The plum is in flower.\n\n> **bernd** · 2026-05-05\n>\n> So is the pear.\n';

    test('below the headline that the post begins with', async () => {
      expect(await begun(`\n${' '.repeat(200)}<h1>Plums</h1>${headOf('ann')}`)).toBe(
        `# Plums\n\n**ann** · 2026-05-03\n\n${rest}`,
      );
    });

    test('above it where the post has text before', async () => {
      const before = 'Every spring the same question comes up, and nobody knows the answer to it. ';

      expect(await begun(`${headOf('ann')}<p>${before.repeat(2)}</p><h1>Plums</h1>`)).toMatch(
        /^\*\*ann\*\* · /,
      );
    });

    test('at its beginning where the headline is left out', async () => {
      const post = `<div class="comment"><header><h1>Plums</h1></header>${headOf('ann')}<p>The plum is in flower.</p></div>`;
      const written = await markdownOf(`<main>${post}${pear}</main>`, { url, excludeTags: ['header'] });

      expect(written).toBe(`**ann** · 2026-05-03\n\n${rest}`);
    });

    test('not below a headline without words', async () => {
      const logo = '<h1><img src="https://garden.example/logo.png" alt="Garden"></h1>';
      const post = `<div class="comment">${headOf('ann')}${logo}<p>The plum is in flower.</p></div>`;

      expect(await read(post + pear + plum)).toMatch(/^\*\*ann\*\* · /);
    });
  });

  test.for(['ТСЖ Ромашка', '楼主威武', 'Opá'])('takes the name "%s" for no label', async (name) => {
    const said = comment({ by: 'x', text: 'It is.', head: headOf('x').replace('>x<', `>${name}<`) });

    expect(await read(plum + pear + said)).toContain(`**${name}** ·`);
  });

  test('links a post from its date, and shows its points', async () => {
    const head = (by: string, at: number): string =>
      `<p><a class="author" href="/u/${by}">${by}</a> <span class="score">${at} points</span> <a href="/t/7/${at}"><time datetime="2026-05-01">a year ago</time></a> <a href="#r">reply</a></p>`;

    const markdown = await read(
      comment({ by: 'ann', text: 'One.', head: head('ann', 1) }) +
        comment({ by: 'bob', text: 'Two.', head: head('bob', 22) }),
    );

    expect(markdown).toBe(
      '**ann** · [2026-05-01](https://garden.example/t/7/1) · 1 points\n\nOne.\n\n' +
        '> **bob** · [2026-05-01](https://garden.example/t/7/22) · 22 points\n>\n> Two.\n',
    );
  });

  test('shows the points of a post without the vote of the reader, as old Reddit writes all three', async () => {
    const scores = [41, 42, 43].map(
      (points, at) => `<span class="score ${['dislikes', 'unvoted', 'likes'][at]}">${points} points</span>`,
    );
    const head = (by: string): string => headOf(by).replace('</p>', ` ${scores.join('')}</p>`);

    expect(
      await read(
        comment({ by: 'ann', text: 'One.', head: head('ann') }) +
          comment({ by: 'bernd', text: 'Two.', head: head('bernd') }),
      ),
    ).toContain('**ann** · 2026-05-03 · 42 points');
  });

  test('quotes all comments on an article', async () => {
    const markdown = await read(article + plum + pear);

    expect(markdown).toContain('> **ann** · 2026-05-03\n>\n> The plum is in flower.\n\n> **bernd**');
  });

  test('quotes all answers under a heading', async () => {
    const markdown = await read(
      `<h1>Which trees flower?</h1><p>I see none.</p><h2>2 answers</h2>${plum}${pear}`,
    );

    expect(markdown).toContain('I see none.\n\n## 2 answers\n\n> **ann**');
  });

  test('quotes all posts when another post comes before them', async () => {
    const markdown = await read(
      `<h1><a href="https://elsewhere.example/">Trees</a></h1><p class="by">by <a class="author" href="/u/zoe">zoe</a> <time datetime="2026-04-30">then</time></p>${plum}${pear}`,
    );

    expect(markdown).toContain('> **ann** · 2026-05-03');
  });

  describe('nests replies', () => {
    const two = (answers: string): string => comment({ by: 'ann', text: 'Plum.', answers });
    const nested =
      '**ann** · 2026-05-03\n\nPlum.\n\n> **bernd** · 2026-05-05\n>\n> Pear.\n>\n> > **cy** · 2026-05-02\n> >\n> > Fig.\n';
    const fig = comment({ by: 'cy', text: 'Fig.' });

    test('inside the post that they reply to', async () => {
      expect(await read(two(comment({ by: 'bernd', text: 'Pear.', answers: fig })))).toBe(nested);
    });

    test('beside that post in one box', async () => {
      const box = (post: string, answers = ''): string =>
        `<div class="branch">${post}<div class="answers">${answers}</div></div>`;
      const pearBox = box(comment({ by: 'bernd', text: 'Pear.' }), box(fig));

      expect(await read(box(comment({ by: 'ann', text: 'Plum.' }), pearBox))).toBe(nested);
    });

    test('in nested lists', async () => {
      const item = (by: string, text: string, answers = ''): string =>
        `<li class="comment"><article>${headOf(by)}<p>${text}</p></article>${answers === '' ? '' : `<ol>${answers}</ol>`}</li>`;

      expect(await read(`<ol>${item('ann', 'Plum.', item('bernd', 'Pear.', item('cy', 'Fig.')))}</ol>`)).toBe(
        nested,
      );
    });

    const row = (spacer: string, by: string, text: string): string =>
      `<tr class="comment"><td><table><tr>${spacer}<td><a href="#up"></a></td><td><div class="post">${headOf(by)}<p>${text}</p></div></td></tr></table></td></tr>`;

    test.for([
      ['a spacer', (at: number) => `<td><img src="s.gif" height="1" width="${at * 40}"></td>`],
      ['an attribute', (at: number) => `<td indent="${at}"></td>`],
      ['a class', (at: number) => `<td class="pad depth-${at + 1}"></td>`],
      ['a style', (at: number) => `<td style="padding-left: ${at * 1.5}em"></td>`],
    ] as const)('that %s indents', async ([, spacer]) => {
      const html = [row(spacer(0), 'ann', 'Plum.'), row(spacer(1), 'bernd', 'Pear.')].join('');

      expect(
        await read(
          `<p class="by"><a class="author" href="/u/zoe">zoe</a> <time>2026</time></p><table>${html}${row(spacer(2), 'cy', 'Fig.')}${row(spacer(0), 'dorothy', 'Quince.')}</table>`,
        ),
      ).toContain(
        '> **ann** · 2026-05-03\n>\n> Plum.\n>\n> > **bernd** · 2026-05-05\n> >\n> > Pear.\n> >\n> > > **cy** · 2026-05-02\n> > >\n> > > Fig.\n\n> **dorothy** · 2026-05-07\n>\n> Quince.\n',
      );
    });

    test('at most eight levels deep', async () => {
      const nested = Array.from({ length: 40 }).reduce<string>(
        (answers, _, at) => comment({ by: at % 2 === 0 ? 'ann' : 'bernd', text: `No ${40 - at}.`, answers }),
        '',
      );

      const markdown = await read(nested);

      expect(markdown).toContain('No 40.');
      expect(Math.max(...markdown.split('\n').map((line) => line.split('>').length - 1))).toBe(8);
    });
  });

  test('reads custom elements', async () => {
    const post = (by: string, text: string, answers = ''): string =>
      `<x-comment author="${by}"><time datetime="2026-05-05">a day ago</time><p>${text}</p>${answers}</x-comment>`;

    expect(await read(post('ann', 'Plum.', post('bernd', 'Pear.')) + post('cy', 'Fig.'))).toBe(
      '**ann** · 2026-05-05\n\nPlum.\n\n> **bernd** · 2026-05-05\n>\n> Pear.\n\n> **cy** · 2026-05-05\n>\n> Fig.\n',
    );
  });

  test('reads posts in the cells of a table', async () => {
    const row = (by: string, text: string): string =>
      `<tr><td class="poster"><a href="member.php?u=${by}">${by}</a><br>Joined: 2019</td><td class="message"><div class="date">05.05.2026, 10:15</div><div>${text}</div></td></tr>`;

    expect(await read(`<table class="posts">${row('ann', 'Plum.')}${row('bernd', 'Pear.')}</table>`)).toMatch(
      /\*\*ann\*\* · 05\.05\.2026, 10:15\n\n[^|]*Plum\.\n\n> \*\*bernd\*\* · 05\.05\.2026, 10:15\n[^|]*> Pear\.\n$/,
    );
  });

  test.for([
    [
      'a data attribute of its box',
      `<div class="comment" data-author="AUTHOR"><span class="date">5 May 2026</span>`,
    ],
    [
      'microdata',
      `<div class="comment"><b itemprop="author"><span itemprop="name">AUTHOR</span></b> <i itemprop="datePublished" content="2026-05-05">5 May 2026</i>`,
    ],
    [
      'the URL of a profile',
      `<div class="comment"><a href="/members/7">AUTHOR</a> <a href="#p7">5 May 2026</a>`,
    ],
    [
      'a class',
      `<div class="comment"><span class="post-author">AUTHOR:</span> <span class="postdate">5 May 2026</span>`,
    ],
  ])('knows an author by %s', async ([, begin = '']) => {
    const post = (by: string, text: string): string =>
      `${begin.replaceAll('AUTHOR', by)}<p>${text}</p></div>`;

    const markdown = await read(post('Ann Lee', 'Plum.') + post('bernd', 'Pear.'));

    expect(markdown).toMatch(/^\*\*Ann Lee\*\* · \S.*\n\nPlum\.\n\n> \*\*bernd\*\* · \S.*\n>\n> Pear\.\n$/);
  });

  test('names an author with the handle beside the name', async () => {
    const head = (by: string): string =>
      `<div class="user-name"><a href="/${by}">${by}</a> <a href="/${by}">@${by}_1</a></div><time datetime="2026-05-05">now</time>`;

    const markdown = await read(
      comment({ by: 'ann', text: 'Plum.', head: head('ann') }) +
        comment({ by: 'bernd', text: 'Pear.', head: head('bernd') }),
    );

    expect(markdown).toContain('**ann @ann_1** · 2026-05-05');
  });

  test('names who first wrote an answer of the community, as Stack Exchange does', async () => {
    const head = (by: string): string =>
      `<div class="user-action-time">answered <span title="2026-05-05 13:02:44Z" class="relativetime">May 5</span></div><div class="user-details"><a id="history-7" href="/posts/7/revisions">${by}</a></div>`;
    const thread = (by: string): Promise<string> =>
      read(plum + comment({ by, text: 'Pear.', head: head(by) }));

    expect(await thread('bernd')).toContain('> **bernd** · 2026-05-05');
    expect(await thread('3 revs, 2 users')).not.toContain('**3 revs');
  });

  test('takes no initial in place of an avatar for an author', async () => {
    const head = (by: string): string =>
      `<a class="avatar" href="/u/${by}">${by[0]}</a><a href="/u/${by}"><span class="avatar">${by[0]}</span> <span>Offline</span></a><a href="/u/${by}">${by[0]}</a>${headOf(by)}`;

    const markdown = await read(
      comment({ by: 'ann', text: 'Plum.', head: head('ann') }) +
        comment({ by: 'bernd', text: 'Pear.', head: head('bernd') }),
    );

    expect(markdown).toContain('**ann** · 2026-05-03');
    expect(markdown).toContain('> **bernd** · 2026-05-05');
  });

  test('drops the avatars of authors, and no other image', async () => {
    const head = (by: string): string =>
      `<a href="/u/${by}"><img src="/a/${by}.png" alt="${by}"></a><img class="avatar" src="/b/${by}.png">${headOf(by)}`;
    const text = 'Look: <a href="/u/zoe"><img src="/plum.jpg" alt="plum"></a>';

    const markdown = await read(
      comment({ by: 'ann', text, head: head('ann') }) +
        comment({ by: 'bernd', text: 'Pear.', head: head('bernd') }),
    );

    expect(markdown).toContain('**ann** · 2026-05-03\n\nLook: [![plum]');
    expect(markdown).not.toMatch(/\.png/);
  });

  test('takes no quotation in a post for a post', async () => {
    const quote = (by: string): string =>
      `<blockquote><div class="comment"><p><a class="author" href="/u/${by}">${by}</a> wrote: <time datetime="2020-01-01">then</time></p><p>Trees?</p></div></blockquote>`;
    const answer = (by: string): string =>
      comment({ by, text: `${quote('zoe')}Plums.</p>${quote('ivo')}<p>And pears.` });

    const markdown = await read(answer('ann') + answer('bernd'));

    expect(markdown).toContain('> **bernd** · 2026-05-05\n>\n> > ');
    expect(markdown).not.toContain('**zoe**');
  });

  test('takes no quoted or addressed person for an author', async () => {
    const quote = `<blockquote><a class="author" href="/u/zoe">zoe</a> <time datetime="2020-01-01">then</time><p>Trees?</p></blockquote>`;
    const text = `${quote}<a href="/@zoe">@zoe</a> The plum, and the pear behind the house.`;

    const markdown = await read(comment({ by: 'ann', text }) + pear);

    expect(markdown).toContain('**ann** · 2026-05-03');
    expect(markdown).not.toContain('**zoe**');
  });

  const posts = (head: (by: string) => string): string =>
    ['ann', 'bernd'].map((by) => comment({ by, text: `A tree of ${by}.`, head: head(by) })).join('');
  const link = (by: string): string => `<a class="author" href="/u/${by}">${by}</a>`;
  const day = (date: string): string => `<time datetime="${date}">${date.slice(8)}</time>`;
  const may = day('2026-05-09');

  test.for([
    [
      'the account of the author',
      (by: string) => `${link(by)}<p>Member since ${day('2019-01-01')}</p><p>${may}</p>`,
    ],
    [
      'an account in a list of terms',
      (by: string) => `${link(by)}<dl><dt>Joined</dt><dd>${day('2019-01-01')}</dd></dl>${may}`,
    ],
    [
      'an edit by another person',
      (by: string) => `<p>Last edited by ${link('zoe')} ${day('2026-06-01')}</p><p>${link(by)} ${may}</p>`,
    ],
    [
      'the person who is answered',
      (by: string) => `<p>In reply to ${link('zoe')}</p><p>${link(by)}</p><p>${may}</p>`,
    ],
    [
      'a date in the text',
      (by: string) =>
        `${link(by)}<p>On ${day('2020-01-01')} we planted all of these, and more.</p><p>${may}</p>`,
    ],
  ] as const)('takes author and date not from %s', async ([, head]) => {
    const markdown = await read(posts(head));

    expect(markdown).toMatch(/^\*\*ann\*\* · 2026-05-09\n[^]*\n\n> \*\*bernd\*\* · 2026-05-09\n/);
    expect(markdown).not.toContain('**zoe**');
  });

  test.for([
    [
      'a date in a sentence',
      (by: string) =>
        `${link(by)}<p>On ${day('2020-01-01')} we planted all of these, and more.</p><p>${may}</p>`,
      'On 01 we planted all of these, and more.',
    ],
    [
      'a short reply in the line of its author',
      (by: string) => `<p>${link(by)} ${may} Yes, I do!</p>`,
      'Yes, I do!',
    ],
  ] as const)('keeps the text: %s', async ([, head, said]) => {
    expect(await read(posts(head))).toContain(said);
  });

  test.for([
    ['is above a rank', '<div class="author">NAME<br>Gardener</div>'],
    ['is above a rank in a box', '<div class="author"><b>NAME</b><div>Gardener</div></div>'],
    ['is after "by"', '<span class="author">by NAME</span>'],
    ['is before "says"', '<span class="author">NAME says</span>'],
    ['is before "schrieb"', '<span class="author">NAME schrieb:</span>'],
    ['is no number', '<div data-author="7"><b class="author">NAME</b></div>'],
  ] as const)('finds a name that %s', async ([, head]) => {
    expect(await read(posts((by) => head.replace('NAME', by) + may))).toMatch(
      /^\*\*ann\*\* · [^]*> \*\*bernd\*\* · /,
    );
  });

  test('has the day that the page shows, where that of a moment in UTC is another', async () => {
    const dated = (shown: string): string =>
      `<time datetime="2024-04-17T21:13:04Z" title="04/18/2024 12:13 AM">${shown}</time>`;
    const dayIn = async (shown: string) =>
      / · (\S+)/.exec(await read(posts((by) => `${link(by)} ${dated(shown)}`)))?.[1];

    expect(await dayIn('April 18, 2024')).toBe('2024-04-18');
    expect(await dayIn('April 16, 2024')).toBe('2024-04-17');
    expect(await dayIn('April 17, 2024')).toBe('2024-04-17');
    expect(await dayIn('April 28, 2024')).toBe('2024-04-17');
    expect(await dayIn('2 years ago')).toBe('2024-04-17');
  });

  test('finds an account of XenForo that is called by a number', async () => {
    const markdown = await read(
      posts(
        (by) => `<a class="username" data-user-id="${by.length}">${by === 'ann' ? '131359' : by}</a>${may}`,
      ),
    );

    expect(markdown).toMatch(/^\*\*131359\*\* · /);
  });

  test.for([
    '5. Mai 2026',
    '5 de mayo de 2026',
    '5 мая 2026 в 10:15',
    '2026年5月4日 10:15',
    'vor 3 Tagen',
    'il y a 3 jours',
    '3 dni temu',
    '3天前',
    '昨日',
  ])('reads the date "%s"', async (date) => {
    const markdown = await read(posts((by) => `${link(by)} <span class="date">• ${date}</span>`));

    expect(markdown).toContain(`**ann** · ${date}\n`);
  });

  test('links no post to the profile of its author', async () => {
    const markdown = await read(posts((by) => `<p>${link(by)} on 5 May 2026</p>`));

    expect(markdown).toContain('**ann** · 5 May 2026\n');
  });

  test('keeps the text of a post below a line with author, date and "Reply"', async () => {
    const head = (by: string): string =>
      `<div class="comment-head">${headOf(by)}<p><a href="#r">Reply</a></p></div>`;

    expect(await read(posts(head))).toMatch(/> \*\*bernd\*\* .*\n>\n(?:> .*\n>\n)?> A tree of bernd\./);
  });

  test('unfolds a table with its caption', async () => {
    const row = (by: string): string => `<tr class="post"><td>${headOf(by)}<p>A tree.</p></td></tr>`;
    const table = `<table><caption>Messages</caption>${row('ann')}${row('bernd')}</table>`;

    const { html } = await readPage(`<main>${table}</main>`, { url, formats: ['html'] });

    expect(html).toContain('<div>Messages</div>');
  });

  test('is part of cleaned HTML', async () => {
    const { html } = await readPage(`<main>${plum}${pear}</main>`, { url, formats: ['html'] });

    expect(html).toContain('<blockquote><p><strong>bernd</strong> · 2026-05-05</p>');
  });

  test('is in the trace', async () => {
    const trace = createTrace();
    await markdownOf(`<main>${plum}${pear}</main>`, { trace });

    expect(trace.entries).toContainEqual({
      step: 'thread',
      verdict: 'quoted',
      reason: '2 posts by 2 people',
      subject: 'div.comment',
    });
  });

  const card = (by: string): string =>
    `<div class="post"><h2><a href="/notes/${by}">How ${by} prunes</a></h2>${headOf(by)}<p>With a saw.</p></div>`;

  const linkedCard = (by: string): string =>
    `<a href="/notes/${by}"><div class="post"><b class="author">${by}</b> ${may}<p>How ${by} prunes old trees</p><p>With a saw.</p></div></a>`;
  const topic = (by: string): string =>
    `<div class="topic"><a href="/t/${by}">A topic of ${by}</a><p>Last post by ${headOf(by)}</p></div>`;
  const credit = (by: string): string => `<p class="comment">Written by ${link(by)} on August 17, 2026</p>`;
  const version = (by: string): string =>
    `<tr><td>${day('2026-05-09')}</td><td>${link(by)}</td><td>Added a tree</td></tr>`;

  test.for([
    ['teasers of articles', card('ann') + card('bernd')],
    ['teasers with a title that is no heading', (card('ann') + card('bernd')).replaceAll('h2', 'p')],
    ['linked teasers', linkedCard('ann') + linkedCard('bernd')],
    ['lines with an author and a date', credit('ann') + credit('bernd')],
    ['a list of topics', (topic('ann') + topic('bernd')).replaceAll(/<p class="head">|<\/p>/g, '')],
    ['a table of versions', `<table class="posts">${version('ann')}${version('bernd')}</table>`],
    ['notes of one person', plum + plum],
    ['boxes that no name calls a post', (plum + pear).replaceAll('class="comment"', 'class="row"')],
    ['a single comment', plum],
  ])('is not found in %s', async ([, html = '']) => {
    expect(await read(html)).not.toMatch(/^> /m);
  });

  test('stays as it is when none of it is kept', async () => {
    const markdown = await markdownOf(`<main>${article}${plum}${pear}</main>`, {
      url,
      excludeTags: ['.text'],
    });

    expect(markdown).not.toContain('> **');
  });
});
