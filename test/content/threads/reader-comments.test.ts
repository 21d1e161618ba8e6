import { describe, expect, test } from 'vitest';

import type { CommentsPlace } from '#shared/content/formats/content-options.ts';
import { createTrace } from '#shared/content/dom/trace.ts';
import { readPage } from '../read-page.ts';

// Short pages without links are kept whole, so that these tests hold whatever the model of main content says.
const sentence = (place: string): string =>
  `Throughout ${place}, experienced harbourmasters countersign navigational timetables every morning, notwithstanding unfavourable meteorological circumstances.`;
const article = ['Oslo', 'Riga', 'Kiel', 'Dover', 'Brake']
  .map((place) => `<p>${sentence(place)}</p>`)
  .join('');
const comment = (author: string, day: number, text: string): string =>
  `<li class="comment"><div class="comment-author"><span class="author">${author}</span>
  <time datetime="2026-05-0${day}">${day} May 2026</time></div><div class="comment-text"><p>${text}</p></div></li>`;
const answers =
  comment('Anna', 1, 'Twenty years, and never wrong.') +
  comment('Boris', 2, 'We waited for two hours in January.');
const form =
  '<div id="respond" class="comment-respond"><h3>Your turn</h3><p>Please be kind.</p><textarea></textarea></div>';
const box = `<section id="comments" class="comments-area"><h2>2 comments</h2><ol class="comment-list">${answers}</ol>${form}</section>`;
const page = (body: string, head = ''): string =>
  `<!doctype html><html><head><title>Tides</title>${head}</head><body><main><h1>Tides</h1>${body}</main></body></html>`;

const written = (html: string, comments?: CommentsPlace) =>
  readPage(html, {
    formats: ['markdown', 'html', 'lines'],
    onlyMainContent: true,
    ...(comments === undefined ? {} : { comments }),
  });

describe("readers' comments on an article", () => {
  test('are not the rules for them', async () => {
    const rules =
      '<div id="comment_rules"><p>House rules</p><ol><li>We welcome comments on the stories of the day.</li></ol></div>';
    const { markdown = '' } = await written(
      page(`<article>${article}</article><div id="article_comments">${rules}</div>`),
    );

    expect(markdown).toContain('Brake');
    expect(markdown).not.toMatch(/Comments|House rules/);
  });

  test('are not the labels of the form for them, whatever its name', async () => {
    const labels =
      '<form action="/note.php"><table><tr><td>Your nickname</td><td><input name="who"></td></tr><tr><td>Your view <textarea name="view"></textarea></td></tr></table></form>';
    const { markdown = '' } = await written(page(`<article>${article}</article>${labels}`));

    expect(markdown).toContain('Brake');
    expect(markdown).not.toMatch(/nickname|Your view/);
  });

  test('stay above the notice that comments are closed', async () => {
    const closed = box.replace('</ol>', '</ol><p class="no-comments">Comments are closed.</p>');
    const { markdown = '' } = await written(page(`<article>${article}</article>${closed}`));

    expect(markdown).toContain('## Comments');
    expect(markdown).toContain('Twenty years, and never wrong.');
  });

  test('are not the notice that there are no comments yet', async () => {
    const none =
      '<div class="no_comments">No comments on the tides of May - begin the discussion with the form below</div>';
    const { markdown = '' } = await written(page(`<article>${article}</article>${none}`));

    expect(markdown).toContain('Brake');
    expect(markdown).not.toMatch(/comments/i);
  });

  test('do not include a table with the words "There are no comments yet"', async () => {
    const none =
      '<table class="t_comments"><tr><th>Reader comments</th></tr><tr><td>There are no comments yet. You may begin the discussion with the form below.</td></tr></table>';
    const { markdown = '' } = await written(page(`<article>${article}</article>${none}`));

    expect(markdown).toContain('Brake');
    expect(markdown).not.toMatch(/comments/i);
  });

  test('are not a scale on which the page is rated', async () => {
    const question = (at: number, text: string): string =>
      `<div><p>${text}</p><div>${['I agree', 'Perhaps', 'No'].map((label, value) => `<label><input type="radio" name="q${at}" value="${value}"> ${label}</label>`).join('')}</div></div>`;
    const rating = `<div class="assessment"><p>Please rate our story.</p><form action="#"><input type="hidden" name="id" value="7">${question(1, 'The story reads well')}${question(2, 'The story is complete')}</form></div>`;
    const { markdown = '' } = await written(page(`<article>${article}${rating}</article>`));

    expect(markdown).toContain('Brake');
    expect(markdown).not.toMatch(/rate our|reads well|complete|agree/);
  });

  const one = (text: string, name = 'div'): string =>
    `<${name} class="comment"><b>Anna</b><p>${text}</p></${name}>`;

  test.for(['div', 'article'])('may follow their heading without a box around them: %s', async (name) => {
    const loose = `<h2>Comments</h2>${one('Twenty years, and never wrong.', name)}${one('We waited for two hours.', name)}`;
    const form = '<div class="comment-form"><textarea></textarea></div>';
    const { markdown = '' } = await written(
      page(`<div>${article}${loose}${form}<p>${sentence('Esbjerg')}</p></div>`),
    );

    expect(markdown.indexOf('## Comments')).toBeGreaterThan(markdown.indexOf('Esbjerg'));
    expect(markdown.indexOf('never wrong')).toBeGreaterThan(markdown.indexOf('## Comments'));
  });

  test('end at the next heading', async () => {
    const manual = `<h2>Comments</h2><p>Begin with a hash.</p><h2>Loops</h2>${one('A tip: loops are slow, and there are other ways to go through a list of tides.')}<p>${sentence('Esbjerg')}</p>`;
    const { markdown = '' } = await written(page(`<div>${article}${manual}</div>`));

    expect(markdown).toMatch(/A tip[^]*Esbjerg/);
  });

  test('are not lines that ask for the first of them', async () => {
    const lines = ['Be the first to comment on this article!', 'You must be logged in to post a comment.'];
    const none = lines.map((line) => `<div class="comment-area"><p>${line}</p></div>`).join('');
    const { markdown = '' } = await written(page(`<article>${article}</article>${none}`));

    expect(markdown).not.toMatch(/## Comments|logged in/);
  });

  const source = page(`<article>${article}</article>${box}<p>${sentence('Esbjerg')}</p>`);

  test('stand at the end, under a heading of their own', async () => {
    const { markdown = '', html = '' } = await written(source);

    expect(markdown).toMatch(/\n## Comments\n\n> \*\*Anna\*\* · 2026-05-01\n>\n> Twenty years/);
    expect(markdown.indexOf('Esbjerg')).toBeLessThan(markdown.indexOf('## Comments'));
    expect(markdown).toContain('> **Boris**');
    expect(html).toContain('<h2>Comments</h2>');
    expect(html.indexOf('Esbjerg')).toBeLessThan(html.indexOf('<h2>Comments</h2>'));
  });

  test('are no part of what extraction and summaries read', async () => {
    const { lines } = await written(source);

    expect(JSON.stringify(lines)).toContain('Oslo');
    expect(JSON.stringify(lines)).not.toContain('Twenty years');
  });

  test('are left out on demand', async () => {
    const { markdown } = await written(source, 'omit');

    expect(markdown).toContain('Esbjerg');
    expect(markdown).not.toMatch(/Anna|Twenty years|comments/i);
  });

  test('stay where they are on demand', async () => {
    const { markdown = '' } = await written(source, 'include');

    expect(markdown).toContain('Anna');
    expect(markdown).not.toContain('## Comments');
  });

  test('are included where a theme of blocks has them, without the links that answer them', async () => {
    const ofTheme = (author: string, text: string): string =>
      `<li class="comment"><div class="wp-block-columns"><div class="wp-block-column"><img class="avatar" src="/a.png" alt=""></div>
      <div class="wp-block-column"><div class="wp-block-comment-author-name">${author}</div>
      <div class="wp-block-comment-date"><time datetime="2026-05-07"><a href="#c">7 May 2026</a></time></div>
      <div class="wp-block-comment-content"><p>${text} He should <a href="/reply">reply</a>, says my <a href="/log">log</a>.</p></div>
      <div class="wp-block-comment-reply-link"><a class="comment-reply-link" href="?replytocom=2#respond">Reply</a></div></div></div></li>`;
    const comments = `<div class="wp-block-comments"><h3>One response to “Tides”</h3><ol class="wp-block-comment-template">${ofTheme('Anna', 'Never wrong.')}</ol></div>`;
    const other = `<ul>${Array.from({ length: 40 }, (_, at) => `<li><a href="/${at}">Tide ${at}</a></li>`).join('')}</ul>`;

    const { markdown = '' } = await written(
      page(`<article>${article}</article>${other}${comments}`),
      'include',
    );

    expect(markdown).toContain('Never wrong. He should [reply](https://site.example/reply), says my');
    expect(markdown).not.toContain('Reply');
  });

  test.for(['include', 'separate', 'omit'] as const)('have no form: %s', async (comments) => {
    const { markdown } = await written(source, comments);

    expect(markdown).not.toMatch(/Your turn|Please be kind/);
  });

  test('are named in the trace', async () => {
    const trace = createTrace();

    await readPage(source, { onlyMainContent: true, trace });

    expect(trace.entries).toContainEqual(
      expect.objectContaining({ step: 'comments', verdict: 'moved to the end' }),
    );
  });
});

describe('the posts of a discussion', () => {
  test.for([
    ['a short topic', page(`<p>${sentence('Oslo')}</p>${box}`)],
    [
      'a page that declares a discussion',
      page(
        `<article>${article}</article>${box}`,
        '<script type="application/ld+json">{"@type":"DiscussionForumPosting"}</script>',
      ),
    ],
    [
      'a question with answers',
      page(`<div itemscope itemtype="https://schema.org/Question">${article}</div>${box}`),
    ],
  ] as const)('stay where they are: %s', async ([, html]) => {
    const { markdown } = await written(html);

    expect(markdown).toContain('Boris');
    expect(markdown).not.toMatch(/^## Comments$/m);
  });
});

describe('what is named like comments', () => {
  test('stays between the entries of a list', async () => {
    const entries = ['Oslo', 'Riga', 'Kiel', 'Brake', 'Dover', 'Turku']
      .map(
        (place) =>
          `<h2>${place}</h2><p>${sentence(place)}</p><div class="list-comments">Remarks: illustrated hydrographic supplement, ${place}</div>`,
      )
      .join('');

    const { markdown } = await written(page(entries));

    expect(markdown).not.toMatch(/^## Comments$/m);
  });

  test('is a counter, which is left out', async () => {
    const counter = '<div class="post-comments">14 remarks</div>';

    const { markdown } = await written(page(`${counter}<article>${article}</article>`));

    expect(markdown).not.toMatch(/14 remarks|^## Comments$/m);
  });
});

describe('comments that are no main content', () => {
  const links = ['Home', 'News', 'Harbour'].map((name) => `<a href="/${name}">${name}</a>`).join(' ');
  const long = `<!doctype html><html><head><title>Tides</title></head><body><nav>${links}</nav><article><h1>Tides</h1>${article.repeat(3)}</article>${box}</body></html>`;

  test('are returned to who asks for them, where they stand and without the form', async () => {
    const { markdown } = await written(long, 'include');

    expect(markdown).toContain('Twenty years, and never wrong.');
    expect(markdown).toContain('We waited for two hours in January.');
    expect(markdown).not.toMatch(/Please be kind|Harbour\]/);
  });

  test('are left out otherwise', async () => {
    for (const place of ['separate', 'omit'] as const)
      expect((await written(long, place)).markdown).not.toContain('We waited for two hours');
  });
});
