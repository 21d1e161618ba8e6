import { article, collection, discussion, forum, listing, product, service } from './invented-content.ts';
import { guide } from './invented-guide.ts';
import { type Era, Markup } from './invented-markup.ts';
import { type Language, Teller } from './invented-words.ts';

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

function sideBox(teller: Teller, markup: Markup): string {
  const boxes = [
    () => markup.heading(teller.say('related'), 3) + markup.links(teller.times(3, 8, () => teller.title())),
    () => markup.links(teller.saySome('categories', teller.between(5, 14))),
    () =>
      markup.box(
        'filter',
        teller
          .saySome('filters', 6)
          .map((name) => `<div><b>${name}</b><br>${teller.saySome('values', 4).join('<br>')}</div>`),
      ),
    () => `${teller.say('subscribe')}<form><input name="email"><button>OK</button></form>`,
    () => markup.links(teller.saySome('account', 4)),
    () =>
      `<b>${teller.say('online')}</b><br>${teller.times(3, 9, () => markup.link(teller.name())).join(', ')}`,
    () =>
      teller
        .times(
          2,
          4,
          () => `<div>${teller.date()}<br>${markup.link(teller.title())}<br>${teller.sentence()}</div>`,
        )
        .join(''),
    () => markup.link(`<b>${teller.title()}</b><br>${teller.sentence()} ${teller.price()}`),
  ];
  return markup.box('section', teller.pick(boxes)());
}

const related = (teller: Teller, markup: Markup): string =>
  markup.box(
    'related',
    [
      markup.heading(teller.say('related'), 2),
      ...teller.times(3, 8, () =>
        markup.box(
          'card',
          `<img src="/r.jpg" alt="">${markup.link(teller.pick([teller.goods(), teller.title()]))} ${teller.chance(0.6) ? teller.price() : ''} ${teller.chance(0.2) ? teller.sentence() : ''}`,
        ),
      ),
    ],
    'drop',
  );

function header(teller: Teller, markup: Markup): string {
  const contact = teller.chance(0.5) ? `<div>+7 (495) ${teller.between(100, 999)}-12-34</div>` : '';
  return markup.box(
    'header',
    [
      `<div>${markup.link(teller.title())}</div>${contact}`,
      teller.chance(0.6) ? markup.links(teller.saySome('account', teller.between(1, 4))) : '',
      markup.box('nav', markup.links(teller.saySome('menu', teller.between(4, 10)))),
    ],
    'drop',
  );
}

const footer = (teller: Teller, markup: Markup): string =>
  markup.box(
    'footer',
    [
      ...teller.times(1, 3, () => markup.links(teller.saySome('footer', teller.between(3, 8)))),
      teller.chance(0.3) ? `<p>${teller.prose(1, 2)}</p>` : '',
      `<div>${teller.say('copyright')}</div>`,
    ],
    'drop',
  );

const crumbs = (teller: Teller, markup: Markup): string =>
  markup.box(
    'crumbs',
    [teller.say('home'), ...teller.saySome('categories', 2)]
      .map((name) => markup.link(name))
      .join(teller.pick([' » ', ' / ', ' &gt; ', ' → '])),
    'drop',
  );

/** Most pages repeat their first heading in the title. */
function titleOf(teller: Teller, content: string): string {
  const heading = /<(h1|b)\b[^>]*>(.*?)<\/\1>/.exec(content)?.[2] ?? '';
  return teller.chance(0.85) ? `${heading} - ${teller.title()}` : teller.title();
}

/** Words that an address may have; mostly it says nothing of what is on the page. */
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

function addressOf(teller: Teller, type: string): string {
  const words = teller.times(0, 4, () => teller.pick(pathWords));
  if (teller.chance(0.3)) words.push(type);
  if (teller.chance(0.4)) words.push(teller.times(2, 7, () => teller.pick(pathWords)).join('-'));
  if (teller.chance(0.5)) words.push(String(teller.between(1, 99_999)));
  return `https://example.org/${words.join('/')}`;
}

/** Generators of documents set no frame around a text, or little more than a link to where it belongs. */
function unframed(teller: Teller, markup: Markup, told: string): string {
  const back = teller.chance(0.4) ? markup.tag('div', markup.link(teller.title()), '', 'drop') : '';
  const end = teller.chance(0.3) ? markup.tag('div', teller.say('copyright'), '', 'drop') : '';
  return back + (teller.chance(0.5) ? markup.box('main', told) : told) + end;
}

function framed(teller: Teller, markup: Markup, told: string): string {
  const side = (): string =>
    markup.box(
      'side',
      teller.times(1, 5, () => sideBox(teller, markup)),
      'drop',
    );
  const main = markup.box('main', [
    teller.chance(0.6) ? crumbs(teller, markup) : '',
    told,
    teller.chance(0.5) ? related(teller, markup) : '',
  ]);
  const columns = [teller.chance(0.6) ? side() : '', main, teller.chance(0.35) ? side() : ''];
  const overlay = teller.chance(0.3)
    ? markup.box('overlay', `${teller.say('cookie')} <button>OK</button>`, 'drop')
    : '';
  const parts = [overlay, header(teller, markup), markup.columns(columns), footer(teller, markup)];
  return parts.join('\n');
}

/** A page, every part marked with what a reader would keep. */
export function inventPage(seed: number): InventedPage {
  const language: Language = seed % 3 === 0 ? 'en' : 'ru';
  const teller = new Teller(seed, language);
  const era = teller.pick(eras);
  const markup = new Markup(teller, era);
  const [type, content] = teller.pick(kinds);
  const told = content(teller, markup);
  const isUnframed = (type === 'documentation' || type === 'article') && teller.chance(0.4);
  const body = (isUnframed ? unframed : framed)(teller, markup, told);
  const html = `<html><head><title>${titleOf(teller, told)}</title></head><body>${body}</body></html>`;
  return { html, type, seed, language, url: addressOf(teller, type) };
}
