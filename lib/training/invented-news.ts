import type { Markup } from './invented-markup.ts';
import type { Part } from './invented-parts.ts';
import type { TextGenerator } from './invented-words.ts';

const paragraph = (generator: TextGenerator): string => generator.prose(1, generator.pick([2, 3, 5]));

/** A line that interrupts an article: a link to another one, an advertisement's label, a teaser. */
const interruption: Part = (generator, markup) => {
  const form = generator.pick(['also', 'also', 'advert', 'teaser']);
  if (form === 'advert') return markup.box('related', generator.say('advert'), 'drop');
  const line = `${generator.say('also')} ${markup.link(generator.title())}`;
  if (form === 'also') return `<p data-verdict="drop">${line}</p>`;
  return markup.box('related', [line, `<p>${generator.prose(1, 2)}</p>`], 'drop');
};

const body: Part = (generator, markup) => {
  const parts = generator.times(2, 12, () => paragraph(generator));
  const interrupts = generator.chance(0.5) ? 0.15 : 0;
  const isPlain = markup.era === 'tables' && generator.chance(0.5);
  if (isPlain) return markup.box('text', parts.join('<br><br>'), 'keep');
  const written = parts.flatMap((text, at) => {
    const before = at > 1 && generator.chance(0.1) ? markup.heading(generator.title(), 3) : '';
    const after = generator.chance(interrupts) ? interruption(generator, markup) : '';
    return [before, `<p>${text}</p>`, after];
  });
  return markup.box('text', written, 'keep');
};

const caption: Part = (generator, markup) =>
  markup.tag(
    'div',
    `<img src="/photo.jpg" alt="" width="600"><div>${generator.title()}. ${generator.say('source')}</div>`,
    '',
    'either',
  );

/** What a site says under each of its articles: counters, rules, ratings, rights, invitations. */
const remarks: Part = (generator, markup) => {
  const kinds = generator.some(
    ['rules', 'rating', 'copying', 'newsletter', 'counters', 'counters', 'share', 'comments', 'more'],
    generator.between(1, 6),
  );
  return kinds
    .map((kind) =>
      kind === 'counters'
        ? markup.box('actions', markup.links(generator.saySome(kind, generator.between(2, 4))), 'drop')
        : markup.box(kind === 'share' ? 'share' : 'section', generator.say(kind), 'drop'),
    )
    .join('\n');
};

const authorBox: Part = (generator, markup) =>
  markup.box('person', [`<b>${generator.name()}</b>`, `<p>${generator.prose(1, 3)}</p>`], 'drop');

/** One reader's comment; `fields` are the same for all comments of a page. */
function comment(generator: TextGenerator, markup: Markup, fields: ReadonlySet<string>, at: number): string {
  const number = fields.has('number') ? `${at + 1}. ` : '';
  const name = fields.has('link') ? markup.link(generator.name()) : `<b>${generator.name()}</b>`;
  const date = fields.has('date') ? ` ${generator.date()}` : '';
  const answered = fields.has('answers') && generator.chance(0.3) ? `@${generator.name()} ` : '';
  const texts = generator.times(1, generator.pick([1, 1, 2, 4]), () => answered + generator.prose(1, 5));
  const votes = fields.has('votes') ? `<span>+${generator.between(0, 99)}</span>` : '';
  const actions = fields.has('actions') ? markup.links(generator.saySome('counters', 2)) : '';
  const replies =
    fields.has('nested') && generator.chance(0.25)
      ? comment(generator, markup, new Set([...fields].filter((field) => field !== 'nested')), 0)
      : '';
  if (fields.has('rows'))
    return `<tr><td>${number}${name}${date}</td></tr><tr><td>${texts.join('<br>')} ${votes}</td></tr>`;
  return markup.box('post', [
    `<div>${number}${name}${date}</div>`,
    fields.has('plain') ? texts.join('<br>') : texts.map((text) => `<p>${text}</p>`).join(''),
    votes,
    actions,
    replies,
  ]);
}

const commentList: Part = (generator, markup) => {
  const fields = new Set(
    generator.some(
      ['number', 'link', 'date', 'date', 'answers', 'votes', 'actions', 'nested', 'plain', 'rows'],
      generator.between(2, 6),
    ),
  );
  const comments = generator.times(1, generator.pick([4, 12, 40]), (at) =>
    comment(generator, markup, fields, at),
  );
  const list = fields.has('rows') ? `<table width="100%">${comments.join('')}</table>` : comments.join('\n');
  const form = generator.chance(0.5)
    ? `<p>${generator.say('rules')}</p><form><textarea></textarea></form>`
    : '';
  const heading = generator.chance(0.8) ? markup.heading(generator.say('comments'), 3) : '';
  const parts = generator.chance(0.5) ? [heading, form, list] : [heading, list, form];
  return markup.box('list', parts, 'drop');
};

/** A question to readers, with answers to choose. */
const poll: Part = (generator, markup) =>
  markup.box(
    'section',
    [
      `<b>${generator.sentence().replace(/[.!。！]$/u, '?')}</b>`,
      ...generator.times(2, 5, () => `<div><input type="radio"> ${generator.phrase(1, 9)}</div>`),
    ],
    'drop',
  );

/** A teaser of another article; `fields` are the same for the teasers of one list. */
function teaser(generator: TextGenerator, markup: Markup, fields: ReadonlySet<string>): string {
  const title = markup.link(generator.title());
  const parts = [
    fields.has('date') ? markup.box('date', fields.has('clock') ? generator.clock() : generator.date()) : '',
    fields.has('image') ? markup.link('<img src="/small.jpg" alt="">') : '',
    fields.has('heading') ? markup.heading(title, generator.between(3, 4)) : markup.tag('div', title),
    fields.has('text')
      ? `<p>${generator.prose(1, 2)}${fields.has('more') ? ` ${markup.link(generator.say('more'))}` : ''}</p>`
      : '',
    fields.has('counter') ? `<span>${generator.between(0, 90)}</span>` : '',
  ];
  return fields.has('line') ? `<li>${parts.slice(0, 1).join('')} ${title}</li>` : markup.box('card', parts);
}

function teasers(
  generator: TextGenerator,
  markup: Markup,
  heading: string,
  min: number,
  max: number,
): string {
  const fields = new Set(generator.some(['date', 'clock', 'image', 'heading', 'more', 'counter'], 3));
  if (generator.chance(0.6)) fields.add('text');
  else if (generator.chance(0.5)) fields.add('line');
  const entries = generator.times(min, max, () => teaser(generator, markup, fields));
  const list = fields.has('line') ? `<ul>${entries.join('')}</ul>` : entries.join('\n');
  return markup.box('related', [markup.heading(generator.say(heading), 3), list], 'drop');
}

/** Boxes of the sections of a site: a name, a teaser with text, links. */
const rubrics: Part = (generator, markup) =>
  markup.box(
    'page',
    generator
      .saySome('rubrics', generator.between(3, 9))
      .map((name) =>
        markup.box('section', [
          markup.heading(markup.link(name), 3),
          teaser(generator, markup, new Set(['image', 'heading', 'text'])),
          generator.chance(0.6) ? markup.links(generator.times(2, 5, () => generator.title())) : '',
        ]),
      ),
    'drop',
  );

const opinions: Part = (generator, markup) =>
  markup.box(
    'section',
    [
      markup.heading(generator.say('popular'), 3),
      ...generator.times(3, 10, () =>
        markup.box('card', [
          `<b>${generator.name()}</b>`,
          `<p>${generator.prose(2, 4)}</p>`,
          markup.link(generator.say('more')),
        ]),
      ),
    ],
    'drop',
  );

/** Headlines with their times, above the article. */
export const ticker: Part = (generator, markup) =>
  markup.box(
    'section',
    generator.times(3, 12, () => `<div>${generator.clock()} ${markup.link(generator.title())}</div>`),
    'drop',
  );

export const consent: Part = (generator, markup) =>
  markup.box('overlay', [`<p>${generator.say('consent')}</p>`, '<button>OK</button>'], 'drop');

/** What follows an article on the page of a newspaper, in its column or across the page. */
export const afterNews: Part = (generator, markup) =>
  generator
    .some(
      [
        () => teasers(generator, markup, 'related', 2, 8),
        () => teasers(generator, markup, 'popular', 4, 20),
        () => rubrics(generator, markup),
        () => opinions(generator, markup),
      ],
      generator.between(1, 4),
    )
    .map((part) => part())
    .join('\n');

/** A column beside the article, as newspapers fill it. */
export const newsSide: Part = (generator, markup) =>
  markup.box(
    'side',
    generator.times(1, 4, () =>
      generator.pick([
        () => teasers(generator, markup, 'popular', 3, 15),
        () => opinions(generator, markup),
        () => ticker(generator, markup),
      ])(),
    ),
    'drop',
  );

/** A news article: often shorter than what stands around it. */
export const news: Part = (generator, markup) => {
  const title = generator.title();
  const byline = markup.box(
    'date',
    generator.some([generator.date(), generator.name(), generator.say('rubrics')], 2).join(' | '),
    'either',
  );
  const head = [
    markup.heading(title, generator.pick([1, 1, 1, 2]), 'keep'),
    byline,
    generator.chance(0.2) ? remarks(generator, markup) : '',
    generator.chance(0.4) ? markup.box('text', `<b>${generator.prose(1, 2)}</b>`, 'keep') : '',
    generator.chance(0.5) ? caption(generator, markup) : '',
  ];
  return [
    ...(generator.chance(0.8) ? head : [byline, head[0] ?? '', ...head.slice(2)]),
    body(generator, markup),
    generator.chance(0.3) ? markup.tag('p', generator.say('source'), '', 'either') : '',
    generator.chance(0.85) ? remarks(generator, markup) : '',
    generator.chance(0.15) ? authorBox(generator, markup) : '',
    generator.chance(0.1) ? poll(generator, markup) : '',
    generator.chance(0.35) ? commentList(generator, markup) : '',
  ].join('\n');
};
