import type { Markup } from './invented-markup.ts';
import { pager, type Part } from './invented-parts.ts';
import type { TextGenerator } from './invented-words.ts';

const pairsOf = (generator: TextGenerator, min: number, max: number): [string, string][] =>
  generator.saySome('attributes', generator.between(min, max)).map((name) => [name, generator.say('values')]);

const offer = (generator: TextGenerator, markup: Markup): string =>
  markup.box(
    'price',
    `${generator.chance(0.3) ? `<s>${generator.price()}</s> ` : ''}<b>${generator.price()}</b>`,
    'keep',
  ) +
  (generator.chance(0.6) ? markup.box('buy', generator.say('stock'), 'either') : '') +
  markup.box('buy', markup.links(generator.saySome('buy', generator.between(1, 3))), 'drop');

const review: Part = (generator, markup) =>
  markup.box(
    'post',
    [`<b>${generator.name()}</b> ${generator.date()}`, markup.paragraphs([generator.prose(1, 3)])],
    'keep',
  );

/** A product page: name, price, description, specifications, reviews. */
export const product: Part = (generator, markup) => {
  const name = generator.goods();
  const gallery = '<div><img src="/1.jpg" alt=""><img src="/2.jpg" alt=""></div>';
  const parts = [
    markup.heading(generator.say('description'), 2, 'keep') +
      markup.box('detail', markup.paragraphs(generator.times(1, 4, () => generator.prose(2, 5))), 'keep'),
    markup.heading(generator.say('specs'), 2, 'keep') +
      markup.box('specs', markup.pairs(pairsOf(generator, 3, 12)), 'keep'),
  ];
  if (generator.chance(0.4))
    parts.push(
      markup.heading(generator.say('kit'), 3, 'keep') +
        markup.tag(
          'ul',
          generator.times(2, 6, () => `<li>${generator.phrase(2, 9)}</li>`),
          '',
          'keep',
        ),
    );
  const tabs = generator.chance(0.4)
    ? markup.box(
        'pages',
        markup.links([generator.say('description'), generator.say('specs'), generator.say('comments')]),
        'drop',
      )
    : '';
  const reviews = generator.chance(0.75)
    ? markup.heading(generator.say('comments'), 2, 'keep') +
      generator.times(1, 5, () => review(generator, markup)).join('')
    : '';
  const head = markup.columns([gallery, markup.heading(name, 1, 'keep') + offer(generator, markup)]);
  return markup.box('product', [
    head,
    tabs,
    ...(generator.chance(0.7) ? parts : parts.toReversed()),
    reviews,
  ]);
};

function card(generator: TextGenerator, markup: Markup, fields: ReadonlySet<string>): string {
  const parts = [
    fields.has('image') ? markup.link('<img src="/t.jpg" alt="">') : '',
    fields.has('heading')
      ? markup.heading(markup.link(fields.has('goods') ? generator.goods() : generator.title()), 3)
      : markup.box('title', markup.link(fields.has('goods') ? generator.goods() : generator.title())),
    fields.has('price') ? markup.box('price', generator.price()) : '',
    fields.has('text') ? markup.box('text', generator.prose(1, 2)) : '',
    fields.has('pairs') ? markup.pairs(pairsOf(generator, 1, 4)) : '',
    fields.has('place') ? markup.box('date', `${generator.place()}, ${generator.date()}`) : '',
    fields.has('buy')
      ? markup.box('buy', generator.say('buy'), 'drop', generator.pick(['button', 'div']))
      : '',
  ];
  if (markup.era === 'tables' || fields.has('rows'))
    return `<tr>${parts.map((part) => `<td>${part}</td>`).join('')}</tr>`;
  return markup.box('card', parts);
}

/** A list of things, as cards or table rows. */
function manyOf(
  generator: TextGenerator,
  markup: Markup,
  always: readonly string[],
  others: readonly string[],
): string {
  const fields = new Set([...always, ...generator.some(others, generator.between(2, others.length))]);
  if (generator.chance(0.1)) fields.add('rows');
  const cards = generator.times(5, 24, () => card(generator, markup, fields));
  const asRows = markup.era === 'tables' || fields.has('rows');
  const entries = asRows ? markup.tag('table', cards, 'list', 'keep') : markup.box('list', cards, 'keep');
  const sort = generator.chance(0.6)
    ? markup.box('filter', markup.links(generator.saySome('sort', generator.between(2, 6))), 'drop')
    : '';
  const intro = generator.chance(0.3) ? markup.box('text', generator.prose(1, 3), 'keep') : '';
  const outro = generator.chance(0.2)
    ? markup.box('text', markup.paragraphs(generator.times(1, 3, () => generator.prose(2, 4))), 'keep')
    : '';
  return (
    markup.heading(generator.pick([generator.say('categories'), generator.title()]), 1, 'keep') +
    intro +
    sort +
    entries +
    pager(generator, markup) +
    outro
  );
}

/** A listing of classified ads, search results, vacancies or news. */
export const listing: Part = (generator, markup) =>
  manyOf(
    generator,
    markup,
    [generator.chance(0.7) ? 'text' : 'place'],
    ['image', 'heading', 'pairs', 'price', 'place'],
  );

/** The products of a category. */
export const collection: Part = (generator, markup) =>
  manyOf(generator, markup, ['goods', 'price'], ['image', 'heading', 'text', 'pairs', 'buy']);

/** An article; the readers' comments under it are not content. */
export const article: Part = (generator, markup) => {
  const sections = generator.times(
    1,
    4,
    (at) =>
      (at > 0 ? markup.heading(generator.title(), 2) : '') +
      markup.paragraphs(generator.times(2, 5, () => generator.prose(2, 5))),
  );
  const byline = markup.box('date', `${generator.date()} ${generator.name()}`, 'either');
  const comments = generator.chance(0.4)
    ? markup.heading(generator.say('comments'), 3, 'drop') +
      generator
        .times(1, 4, () =>
          markup.box(
            'related',
            `${generator.name()} ${generator.date()}<br>${generator.prose(1, 2)}`,
            'drop',
          ),
        )
        .join('')
    : '';
  return (
    markup.heading(generator.title(), 1, 'keep') +
    byline +
    markup.box('text', sections, 'keep') +
    markup.box('share', generator.say('share'), 'drop') +
    comments
  );
};

/** A page that sells a service: claims, prices, questions and answers. */
export const service: Part = (generator, markup) => {
  const claims = generator.times(3, 6, () =>
    markup.box('card', markup.heading(generator.title(), 3) + `<p>${generator.prose(1, 2)}</p>`),
  );
  const prices = markup.pairs(generator.times(3, 8, () => [generator.title(), generator.price()] as const));
  const faq = generator
    .saySome('faq', 3)
    .map((question) => markup.heading(question, 3) + `<p>${generator.prose(1, 3)}</p>`);
  return (
    markup.heading(generator.title(), 1, 'keep') +
    markup.box('section', generator.prose(1, 3), 'keep') +
    markup.box('section', claims, 'keep') +
    markup.box('section', markup.heading(generator.say('specs'), 2) + prices, 'keep') +
    (generator.chance(0.6) ? markup.box('section', faq, 'keep') : '')
  );
};
