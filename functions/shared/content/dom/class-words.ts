import { remembered } from '#shared/kernel/remembered.ts';

/**
 * Words of class names, ids and roles, by the kind of part they name. Old Russian sites use transliterated Russian.
 * No word decides by itself: each list is one feature of the model, which learns how far to trust it.
 */
const nameWords = {
  content:
    'content contents article articles articlebody entry story main body maincontent text bodytext copy richtext prose page news kontent tekst statya stati novost novosti soderzhimoe osnovnoe',
  thread:
    'post posts postbody thread threads topic topics message messages msg answer answers question questions reply replies forum discussion conversation tema temy soobshenie soobshcheniya otvet otvety vopros voprosy obsuzhdenie',
  comment:
    'comment comments commentlist commentary disqus discuss kommentarij kommentarii kommentariy komment',
  navigation:
    'nav navbar navigation menu submenu menubar topnav subnav mainmenu megamenu dropdown pagination pager paging pages sitemap skip tabs tablist navigaciya navigatsiya razdel razdely rubrikator',
  side: 'sidebar side aside rail column secondary complementary widget widgets leftcol rightcol left right sidebox bokovaya kolonka',
  footer: 'footer foot bottom colophon contentinfo podval niz',
  related:
    'related recommended recommendations recommend similar more popular trending latest recent also suggest suggestions upsell crosssell crossell viewed alsolike pohozhie pohozhee populyarnoe rekomenduem analogi vmeste',
  overlay:
    'cookie cookies consent gdpr modal popup overlay dialog toast notice notification alert banner paywall lightbox okno uvedomlenie',
  meta: 'author byline date time datetime meta metadata info published updated publish views counter avtor data vremya prosmotry',
  person:
    'user users username userinfo profile avatar member poster nick nickname postprofile reputation polzovatel uchastnik profil',
  product:
    'product products price prices sku buy cart basket offer offers stock availability delivery shipping tovar tovary cena tsena kupit korzina nalichie dostavka',
  detail:
    'description desc summary details detail spec specs specification specifications characteristics attributes params parameters properties features props ingredients overview about opisanie harakteristiki svojstva parametry podrobno',
  list: 'item items card cards list lists grid row rows result results catalog catalogue listing listings teaser teasers tile tiles feed archive collection gallery katalog spisok obyavlenie obyavleniya vitrina',
  form: 'form login signin signup register registration subscribe subscription newsletter search auth input vhod poisk podpiska registraciya forma',
  filter: 'filter filters facet facets refine sort sorting sortby range filtr filtry sortirovka',
  action:
    'btn button buttons toolbar actions action controls control tool tools icon icons cta vote votes like likes print knopka knopki golos',
  hidden:
    'hidden hide sr visually screenreader assistive collapsed invisible offscreen noprint noindex none skrytyj',
  title: 'title heading headline caption subtitle name zagolovok nazvanie imya',
  tag: 'tag tags category categories label labels keywords topics rubric rubrika rubriki teg tegi metki kategoriya',
  panel:
    'tab tabpanel accordion panel faq collapse carousel slider swiper slide slick section block modul blok vkladka',
  manual:
    'doc docs markdown wiki readme highlight code documentation method api reference manual guide tutorial rst mw parser toc spravka dokumentaciya',
  review: 'review reviews testimonial testimonials rating ratings feedback stars otzyv otzyvy ocenka rejting',
} as const;

export type NameMark = keyof typeof nameWords;

export const nameMarks = Object.keys(nameWords) as readonly NameMark[];

/** One bit per mark; there are fewer than 31. */
export const bitOf = Object.fromEntries(nameMarks.map((mark, at) => [mark, 1 << at])) as Readonly<
  Record<NameMark, number>
>;

const bitsByWord = new Map<string, number>();
for (const mark of nameMarks)
  for (const word of nameWords[mark].split(' '))
    bitsByWord.set(word, (bitsByWord.get(word) ?? 0) | bitOf[mark]);

/** Words that are also found inside joined names (`commentlist`, `mainarea`, `adblock`). */
const longWords = [...bitsByWord.keys()].filter((word) => word.length >= 5);
const withinName = new RegExp(longWords.join('|'));

/** Searching inside a name is slow, and pages share their names. */
const bitsWithinName = remembered((word) => bitsByWord.get(withinName.exec(word)?.[0] ?? '') ?? 0);

/** All listed words are in these letters. */
const partsOfName = /[A-Z]*[a-z]+|[A-Z]+/g;
const maxNameCharacters = 400;
const minLetters = 6;

/** Marks of a class list, id or role; longer names are cut. */
export function marksOfName(name: string): number {
  let bits = 0;
  for (const part of name.slice(0, maxNameCharacters).match(partsOfName) ?? []) {
    if (part.length < 2) continue;
    const word = part.toLowerCase();
    const exact = bitsByWord.get(word);
    if (exact !== undefined) bits |= exact;
    else if (word.length >= minLetters) bits |= bitsWithinName(word);
  }
  return bits;
}
