import { article, collection, discussion, forum, listing, product, service } from './invented-content.ts';
import { guide } from './invented-guide.ts';
import { type Era, Markup } from './invented-markup.ts';
import { type Language, TextGenerator } from './invented-words.ts';

export interface InventedPage {
  readonly html: string;
  readonly type: string;
  readonly seed: number;
  readonly language: Language;
  readonly url: string;
}

const kinds = [
  ['forum', forum],
  ['forum', discussion],
  ['product', product],
  ['listing', listing],
  ['collection', collection],
  ['article', article],
  ['service', service],
  ['documentation', guide],
] as const;

const eras: readonly Era[] = ['tables', 'boxes', 'semantic', 'generated'];

function sideBox(generator: TextGenerator, markup: Markup): string {
  const boxes = [
    () =>
      markup.heading(generator.say('related'), 3) +
      markup.links(generator.times(3, 8, () => generator.title())),
    () => markup.links(generator.saySome('categories', generator.between(5, 14))),
    () =>
      markup.box(
        'filter',
        generator
          .saySome('filters', 6)
          .map((name) => `<div><b>${name}</b><br>${generator.saySome('values', 4).join('<br>')}</div>`),
      ),
    () => `${generator.say('subscribe')}<form><input name="email"><button>OK</button></form>`,
    () => markup.links(generator.saySome('account', 4)),
    () =>
      `<b>${generator.say('online')}</b><br>${generator.times(3, 9, () => markup.link(generator.name())).join(', ')}`,
    () =>
      generator
        .times(
          2,
          4,
          () =>
            `<div>${generator.date()}<br>${markup.link(generator.title())}<br>${generator.sentence()}</div>`,
        )
        .join(''),
    () => markup.link(`<b>${generator.title()}</b><br>${generator.sentence()} ${generator.price()}`),
  ];
  return markup.box('section', generator.pick(boxes)());
}

const related = (generator: TextGenerator, markup: Markup): string =>
  markup.box(
    'related',
    [
      markup.heading(generator.say('related'), 2),
      ...generator.times(3, 8, () =>
        markup.box(
          'card',
          `<img src="/r.jpg" alt="">${markup.link(generator.pick([generator.goods(), generator.title()]))} ${generator.chance(0.6) ? generator.price() : ''} ${generator.chance(0.2) ? generator.sentence() : ''}`,
        ),
      ),
    ],
    'drop',
  );

function header(generator: TextGenerator, markup: Markup): string {
  const contact = generator.chance(0.5) ? `<div>+7 (495) ${generator.between(100, 999)}-12-34</div>` : '';
  return markup.box(
    'header',
    [
      `<div>${markup.link(generator.title())}</div>${contact}`,
      generator.chance(0.6) ? markup.links(generator.saySome('account', generator.between(1, 4))) : '',
      markup.box('nav', markup.links(generator.saySome('menu', generator.between(4, 10)))),
    ],
    'drop',
  );
}

const footer = (generator: TextGenerator, markup: Markup): string =>
  markup.box(
    'footer',
    [
      ...generator.times(1, 3, () => markup.links(generator.saySome('footer', generator.between(3, 8)))),
      generator.chance(0.3) ? `<p>${generator.prose(1, 2)}</p>` : '',
      `<div>${generator.say('copyright')}</div>`,
    ],
    'drop',
  );

const crumbs = (generator: TextGenerator, markup: Markup): string =>
  markup.box(
    'crumbs',
    [generator.say('home'), ...generator.saySome('categories', 2)]
      .map((name) => markup.link(name))
      .join(generator.pick([' » ', ' / ', ' &gt; ', ' → '])),
    'drop',
  );

/** Most pages repeat their first heading in the title. */
function titleOf(generator: TextGenerator, content: string): string {
  const heading = /<(h1|b)\b[^>]*>(.*?)<\/\1>/.exec(content)?.[2] ?? '';
  return generator.chance(0.85) ? `${heading} - ${generator.title()}` : generator.title();
}

/** Words of URL paths; most say nothing about the page's content. */
const pathWords = [
  'page',
  'view',
  'id',
  'show',
  'site',
  'index',
  'archive',
  'node',
  'content',
  'main',
  'r',
  'a',
];

function urlOf(generator: TextGenerator, type: string): string {
  const words = generator.times(0, 4, () => generator.pick(pathWords));
  if (generator.chance(0.3)) words.push(type);
  if (generator.chance(0.4)) words.push(generator.times(2, 7, () => generator.pick(pathWords)).join('-'));
  if (generator.chance(0.5)) words.push(String(generator.between(1, 99_999)));
  return `https://example.org/${words.join('/')}`;
}

/** A page without header and sidebars, as documentation generators write them. */
function unframed(generator: TextGenerator, markup: Markup, content: string): string {
  const back = generator.chance(0.4) ? markup.tag('div', markup.link(generator.title()), '', 'drop') : '';
  const end = generator.chance(0.3) ? markup.tag('div', generator.say('copyright'), '', 'drop') : '';
  return back + (generator.chance(0.5) ? markup.box('main', content) : content) + end;
}

function framed(generator: TextGenerator, markup: Markup, content: string): string {
  const side = (): string =>
    markup.box(
      'side',
      generator.times(1, 5, () => sideBox(generator, markup)),
      'drop',
    );
  const main = markup.box('main', [
    generator.chance(0.6) ? crumbs(generator, markup) : '',
    content,
    generator.chance(0.5) ? related(generator, markup) : '',
  ]);
  const columns = [generator.chance(0.6) ? side() : '', main, generator.chance(0.35) ? side() : ''];
  const overlay = generator.chance(0.3)
    ? markup.box('overlay', `${generator.say('cookie')} <button>OK</button>`, 'drop')
    : '';
  const parts = [overlay, header(generator, markup), markup.columns(columns), footer(generator, markup)];
  return parts.join('\n');
}

/** An invented page, each part marked with its verdict. Equal seeds give equal pages. */
export function inventPage(seed: number): InventedPage {
  const language: Language = seed % 3 === 0 ? 'en' : 'ru';
  const generator = new TextGenerator(seed, language);
  const era = generator.pick(eras);
  const markup = new Markup(generator, era);
  const [type, write] = generator.pick(kinds);
  const content = write(generator, markup);
  const isUnframed = (type === 'documentation' || type === 'article') && generator.chance(0.4);
  const body = (isUnframed ? unframed : framed)(generator, markup, content);
  const html = `<html><head><title>${titleOf(generator, content)}</title></head><body>${body}</body></html>`;
  return { html, type, seed, language, url: urlOf(generator, type) };
}
