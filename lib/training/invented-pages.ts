import { article, collection, listing, product, service } from './invented-content.ts';
import { discussion, forum } from './invented-forum.ts';
import { guide } from './invented-guide.ts';
import { type Era, Markup, verdictAttribute } from './invented-markup.ts';
import { afterNews, consent, news, newsSide, ticker } from './invented-news.ts';
import { type Language, newsLanguages, TextGenerator } from './invented-words.ts';

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
  const heading = /<(h[12]|b)\b[^>]*>(.*?)<\/\1>/.exec(content)?.[2] ?? '';
  return generator.chance(0.85) ? `${heading} - ${generator.title()}` : generator.title();
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

/** The same article again, for another size of screen or for printing: it is content once. */
const secondCopy = (markup: Markup, content: string): string =>
  markup.box(
    'section',
    content.replaceAll(`${verdictAttribute}="keep"`, `${verdictAttribute}="drop"`),
    'drop',
  );

/** The page of a newspaper: the article among tickers, teasers and columns. */
function newspaper(generator: TextGenerator, markup: Markup, content: string): string {
  const after = generator.chance(0.8) ? afterNews(generator, markup) : '';
  const isInColumn = generator.chance(0.5);
  const main = markup.box('main', [
    generator.chance(0.6) ? crumbs(generator, markup) : '',
    content,
    generator.chance(0.06) ? secondCopy(markup, content) : '',
    isInColumn ? after : '',
  ]);
  const columns = [
    generator.chance(0.4) ? newsSide(generator, markup) : '',
    main,
    generator.chance(0.6) ? newsSide(generator, markup) : '',
  ];
  const dialog = generator.chance(0.25) ? consent(generator, markup) : '';
  return [
    generator.chance(0.5) ? dialog : '',
    header(generator, markup),
    generator.chance(0.3) ? ticker(generator, markup) : '',
    markup.columns(columns.filter((column) => column !== '')),
    isInColumn ? '' : after,
    footer(generator, markup),
    dialog,
  ].join('\n');
}

/** Every third invented page is one of a newspaper. */
const newsShare = 3;

/** An invented page, each part marked with its verdict. Equal seeds give equal pages. */
export function inventPage(seed: number): InventedPage {
  const isNews = seed % newsShare === 0;
  const otherLanguage: Language = seed % 2 === 0 ? 'en' : 'ru';
  const language = isNews
    ? (newsLanguages[(seed / newsShare) % newsLanguages.length] ?? 'en')
    : otherLanguage;
  const generator = new TextGenerator(seed, language);
  const markup = new Markup(generator, generator.pick(eras));
  const [type, write] = isNews ? (['article', news] as const) : generator.pick(kinds);
  const content = write(generator, markup);
  const isUnframed = !isNews && (type === 'documentation' || type === 'article') && generator.chance(0.4);
  const frame = isNews ? newspaper : isUnframed ? unframed : framed;
  const body = frame(generator, markup, content);
  const html = `<html><head><title>${titleOf(generator, content)}</title></head><body>${body}</body></html>`;
  return { html, type, seed, language, url: `https://example.org/${seed}` };
}
