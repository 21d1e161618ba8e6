import type { Markup, Verdict } from './invented-markup.ts';
import type { Teller } from './invented-words.ts';

type Part = (teller: Teller, markup: Markup) => string;

const quote: Part = (teller, markup) =>
  markup.era === 'tables'
    ? `<table border="1" width="90%"><tr><td><i>${teller.name()}: ${teller.prose(1, 2)}</i></td></tr></table>`
    : markup.tag('blockquote', `${teller.name()}: ${teller.prose(1, 2)}`, 'quote');

const postText: Part = (teller, markup) => {
  const parts = [markup.paragraphs(teller.times(1, 4, () => teller.prose(1, 4)))];
  if (teller.chance(0.25)) parts.unshift(quote(teller, markup));
  if (teller.chance(0.15))
    parts.push(`<ul>${teller.times(2, 4, () => `<li>${teller.sentence()}</li>`).join('')}</ul>`);
  if (teller.chance(0.1)) parts.push(`<a href="/img"><img src="/a.jpg" alt=""></a>`);
  return markup.box('text', parts, 'keep');
};

const member: Part = (teller, markup) => {
  const name = markup.tag('b', markup.link(teller.name()), '', 'keep');
  const about = [
    teller.say('rank'),
    '<img src="/avatar.png" alt="">',
    ...teller.saySome('stats', teller.between(0, 4)),
  ];
  return markup.box('person', [
    name,
    markup.tag(
      'div',
      teller.chance(0.5) ? about.join('<br>') : about.map((line) => `<div>${line}</div>`),
      '',
      'drop',
    ),
  ]);
};

const postFoot: Part = (teller, markup) => {
  const actions = markup.box(
    'actions',
    markup.links(teller.saySome('actions', teller.between(1, 4))),
    'drop',
  );
  const signature = teller.chance(0.3)
    ? markup.box('signature', `_________<br>${teller.sentence()}`, 'drop')
    : '';
  return signature + actions;
};

function post(teller: Teller, markup: Markup, number: number, subject: string): string {
  const posted = `${teller.chance(0.5) ? `#${number} ` : ''}${teller.date()}`;
  const date = markup.box(
    'date',
    teller.chance(0.3) ? `${teller.say('re')}${subject}<br>${posted}` : posted,
    teller.chance(0.5) ? 'keep' : 'either',
  );
  const text = postText(teller, markup);
  if (markup.era === 'tables')
    return `<tr><td width="150" valign="top">${member(teller, markup)}</td><td valign="top">${date}<hr>${text}${postFoot(teller, markup)}</td></tr>`;
  return markup.box('post', [member(teller, markup), date, text, postFoot(teller, markup)]);
}

/** A thread: everything that its members wrote, in any of the ways of setting it. */
export const forum: Part = (teller, markup) => {
  const subject = teller.title();
  const posts = teller.times(2, 9, (at) => post(teller, markup, at + 1, subject));
  const set =
    markup.era === 'tables'
      ? teller.chance(0.5)
        ? `<table width="100%">${posts.join('')}</table>`
        : posts.map((row) => `<table width="100%">${row}</table>`).join('')
      : markup.box('list', posts);
  return markup.heading(subject, 1, 'keep') + pager(teller, markup) + set + pager(teller, markup);
};

const nested = (teller: Teller, markup: Markup, depth: number): string =>
  `<ul>${teller
    .times(
      1,
      3,
      (at) =>
        `<li>${post(teller, markup, at + 1, '')}${depth > 0 && teller.chance(0.5) ? nested(teller, markup, depth - 1) : ''}</li>`,
    )
    .join('')}</ul>`;

/** A question or a link with a tree of answers under it. */
export const discussion: Part = (teller, markup) =>
  markup.heading(teller.title(), 1, 'keep') + post(teller, markup, 1, '') + nested(teller, markup, 3);

const pager: Part = (teller, markup) =>
  teller.chance(0.6)
    ? markup.box(
        'pages',
        teller.chance(0.5) ? teller.say('pages') : markup.links(['1', '2', '3', '4']),
        'drop',
      )
    : '';

const pairsOf = (teller: Teller, least: number, most: number): [string, string][] =>
  teller.saySome('attributes', teller.between(least, most)).map((name) => [name, teller.say('values')]);

const offer = (teller: Teller, markup: Markup): string =>
  markup.box(
    'price',
    `${teller.chance(0.3) ? `<s>${teller.price()}</s> ` : ''}<b>${teller.price()}</b>`,
    'keep',
  ) +
  (teller.chance(0.6) ? markup.box('buy', teller.say('stock'), 'either') : '') +
  markup.box('buy', markup.links(teller.saySome('buy', teller.between(1, 3))), 'drop');

const review: Part = (teller, markup) =>
  markup.box(
    'post',
    [`<b>${teller.name()}</b> ${teller.date()}`, markup.paragraphs([teller.prose(1, 3)])],
    'keep',
  );

/** One thing for sale: name, price, what it is. */
export const product: Part = (teller, markup) => {
  const name = teller.goods();
  const gallery = '<div><img src="/1.jpg" alt=""><img src="/2.jpg" alt=""></div>';
  const parts = [
    markup.heading(teller.say('description'), 2, 'keep') +
      markup.box('detail', markup.paragraphs(teller.times(1, 4, () => teller.prose(2, 5))), 'keep'),
    markup.heading(teller.say('specs'), 2, 'keep') +
      markup.box('specs', markup.pairs(pairsOf(teller, 3, 12)), 'keep'),
  ];
  if (teller.chance(0.4))
    parts.push(
      markup.heading(teller.say('kit'), 3, 'keep') +
        markup.tag(
          'ul',
          teller.times(2, 6, () => `<li>${teller.phrase(2, 9)}</li>`),
          '',
          'keep',
        ),
    );
  const tabs = teller.chance(0.4)
    ? markup.box(
        'pages',
        markup.links([teller.say('description'), teller.say('specs'), teller.say('comments')]),
        'drop',
      )
    : '';
  const reviews = teller.chance(0.75)
    ? markup.heading(teller.say('comments'), 2, 'keep') +
      teller.times(1, 5, () => review(teller, markup)).join('')
    : '';
  const head = markup.columns([gallery, markup.heading(name, 1, 'keep') + offer(teller, markup)]);
  return markup.box('product', [head, tabs, ...(teller.chance(0.7) ? parts : parts.toReversed()), reviews]);
};

function card(teller: Teller, markup: Markup, fields: ReadonlySet<string>): string {
  const parts = [
    fields.has('image') ? markup.link('<img src="/t.jpg" alt="">') : '',
    fields.has('heading')
      ? markup.heading(markup.link(fields.has('goods') ? teller.goods() : teller.title()), 3)
      : markup.box('title', markup.link(fields.has('goods') ? teller.goods() : teller.title())),
    fields.has('price') ? markup.box('price', teller.price()) : '',
    fields.has('text') ? markup.box('text', teller.prose(1, 2)) : '',
    fields.has('pairs') ? markup.pairs(pairsOf(teller, 1, 4)) : '',
    fields.has('place') ? markup.box('date', `${teller.place()}, ${teller.date()}`) : '',
    fields.has('buy') ? markup.box('buy', teller.say('buy'), 'drop', teller.pick(['button', 'div'])) : '',
  ];
  if (markup.era === 'tables' || fields.has('rows'))
    return `<tr>${parts.map((part) => `<td>${part}</td>`).join('')}</tr>`;
  return markup.box('card', parts);
}

/** Many things side by side, set as cards or rows. */
function manyOf(
  teller: Teller,
  markup: Markup,
  always: readonly string[],
  others: readonly string[],
): string {
  const fields = new Set([...always, ...teller.some(others, teller.between(2, others.length))]);
  if (teller.chance(0.1)) fields.add('rows');
  const cards = teller.times(5, 24, () => card(teller, markup, fields));
  const asRows = markup.era === 'tables' || fields.has('rows');
  const set = asRows ? markup.tag('table', cards, 'list', 'keep') : markup.box('list', cards, 'keep');
  const verdict: Verdict = 'drop';
  const sort = teller.chance(0.6)
    ? markup.box('filter', markup.links(teller.saySome('sort', teller.between(2, 6))), verdict)
    : '';
  const intro = teller.chance(0.3) ? markup.box('text', teller.prose(1, 3), 'keep') : '';
  const outro = teller.chance(0.2)
    ? markup.box('text', markup.paragraphs(teller.times(1, 3, () => teller.prose(2, 4))), 'keep')
    : '';
  return (
    markup.heading(teller.pick([teller.say('categories'), teller.title()]), 1, 'keep') +
    intro +
    sort +
    set +
    pager(teller, markup) +
    outro
  );
}

/** Things to read or to apply for: classified ads, search results, vacancies, news. */
export const listing: Part = (teller, markup) =>
  manyOf(
    teller,
    markup,
    [teller.chance(0.7) ? 'text' : 'place'],
    ['image', 'heading', 'pairs', 'price', 'place'],
  );

/** Goods of a category. */
export const collection: Part = (teller, markup) =>
  manyOf(teller, markup, ['goods', 'price'], ['image', 'heading', 'text', 'pairs', 'buy']);

/** One long text, with readers' comments that are not part of it. */
export const article: Part = (teller, markup) => {
  const sections = teller.times(
    1,
    4,
    (at) =>
      (at > 0 ? markup.heading(teller.title(), 2) : '') +
      markup.paragraphs(teller.times(2, 5, () => teller.prose(2, 5))),
  );
  const byline = markup.box('date', `${teller.date()} ${teller.name()}`, 'either');
  const comments = teller.chance(0.4)
    ? markup.heading(teller.say('comments'), 3, 'drop') +
      teller
        .times(1, 4, () =>
          markup.box('related', `${teller.name()} ${teller.date()}<br>${teller.prose(1, 2)}`, 'drop'),
        )
        .join('')
    : '';
  return (
    markup.heading(teller.title(), 1, 'keep') +
    byline +
    markup.box('text', sections, 'keep') +
    markup.box('share', teller.say('share'), 'drop') +
    comments
  );
};

/** What somebody offers to do: claims, prices, questions. */
export const service: Part = (teller, markup) => {
  const claims = teller.times(3, 6, () =>
    markup.box('card', markup.heading(teller.title(), 3) + `<p>${teller.prose(1, 2)}</p>`),
  );
  const prices = markup.pairs(teller.times(3, 8, () => [teller.title(), teller.price()] as const));
  const faq = teller
    .saySome('faq', 3)
    .map((question) => markup.heading(question, 3) + `<p>${teller.prose(1, 3)}</p>`);
  return (
    markup.heading(teller.title(), 1, 'keep') +
    markup.box('section', teller.prose(1, 3), 'keep') +
    markup.box('section', claims, 'keep') +
    markup.box('section', markup.heading(teller.say('specs'), 2) + prices, 'keep') +
    (teller.chance(0.6) ? markup.box('section', faq, 'keep') : '')
  );
};
