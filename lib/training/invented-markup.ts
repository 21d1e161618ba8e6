import type { TextGenerator } from './invented-words.ts';

/** Whether a part of an invented page is content. Training ignores `either`: people disagree about such parts. */
export type Verdict = 'keep' | 'drop' | 'either';

export const verdictAttribute = 'data-verdict';

/** A style of HTML: layout tables, boxes with class names, semantic elements, generated class names. */
export type Era = 'tables' | 'boxes' | 'semantic' | 'generated';

const namesByRole: Readonly<Record<string, readonly string[]>> = {
  page: ['wrapper', 'page', 'container', 'wrap', 'layout', 'site'],
  header: ['header', 'top', 'head', 'shapka', 'masthead', 'page-header'],
  nav: ['menu', 'nav', 'topmenu', 'main-nav', 'navbar', 'mainmenu'],
  crumbs: ['breadcrumbs', 'crumbs', 'path', 'kroshki', 'navpath'],
  side: ['sidebar', 'left', 'right', 'side', 'column', 'leftcol', 'aside', 'widgets'],
  main: ['content', 'main', 'center', 'middle', 'maincol', 'workarea', 'osnova'],
  footer: ['footer', 'bottom', 'podval', 'foot'],
  post: ['post', 'message', 'msg', 'forum-post', 'comment', 'reply', 'item', 'postrow', 'answer'],
  person: ['author', 'user', 'poster', 'userinfo', 'profile', 'member'],
  text: ['text', 'body', 'postbody', 'message-text', 'content', 'post-content', 'entry'],
  date: ['date', 'time', 'posted', 'meta', 'postdate', 'info'],
  actions: ['buttons', 'actions', 'controls', 'tools', 'post-links', 'toolbar'],
  signature: ['signature', 'sig', 'podpis'],
  product: ['product', 'tovar', 'item', 'goods', 'product-page', 'card'],
  title: ['title', 'name', 'heading', 'caption', 'zagolovok'],
  price: ['price', 'cost', 'cena', 'sum', 'amount'],
  buy: ['buy', 'cart', 'order', 'purchase', 'knopka'],
  detail: ['description', 'desc', 'detail', 'about', 'opisanie', 'tab-content', 'info'],
  specs: ['specs', 'params', 'characteristics', 'props', 'features', 'harakteristiki', 'attributes'],
  list: ['list', 'items', 'catalog', 'results', 'grid', 'spisok', 'feed'],
  card: ['item', 'card', 'element', 'tile', 'offer', 'row', 'ad', 'snippet'],
  filter: ['filter', 'filters', 'sort', 'refine', 'search-params'],
  related: ['related', 'similar', 'recommend', 'also', 'popular', 'pohozhie', 'carousel'],
  pages: ['pagination', 'pages', 'pager', 'navigation', 'paginator'],
  overlay: ['cookie', 'notice', 'popup', 'modal', 'banner'],
  share: ['share', 'social', 'soc', 'likes'],
  section: ['section', 'block', 'box', 'part', 'module'],
  quote: ['quote', 'quoted', 'cite', 'citata'],
};

const semanticTags: Readonly<Record<string, string>> = {
  header: 'header',
  nav: 'nav',
  side: 'aside',
  main: 'main',
  footer: 'footer',
  post: 'article',
  card: 'article',
  section: 'section',
  related: 'section',
};

/** Writes the markup of one invented page in the style of its era. */
export class Markup {
  readonly era: Era;
  private readonly generator: TextGenerator;
  private readonly chosen = new Map<string, string>();
  private readonly anonymous: boolean;

  constructor(generator: TextGenerator, era: Era) {
    this.generator = generator;
    this.era = era;
    this.anonymous = era === 'tables' ? generator.chance(0.7) : generator.chance(0.1);
  }

  /** The class name of a role, the same all over the page. */
  private naming(role: string): string {
    if (this.anonymous || role === '') return '';
    let name = this.chosen.get(role);
    if (name === undefined) {
      name =
        this.era === 'generated'
          ? this.generator.pick(['css-', 'sc-', '_', 'styles__']) +
            this.generator.between(36 ** 4, 36 ** 5 - 1).toString(36)
          : this.generator.pick(namesByRole[role] ?? [role]);
      this.chosen.set(role, name);
    }
    const attribute =
      this.era === 'boxes' && ['header', 'footer', 'main', 'side'].includes(role) ? 'id' : 'class';
    return ` ${attribute}="${name}"`;
  }

  /** An element for a role, with the tag that the era uses for it. */
  box(role: string, inner: string | readonly string[], verdict?: Verdict, tag?: string): string {
    const name =
      tag ??
      (this.era === 'semantic' && this.generator.chance(0.85) ? semanticTags[role] : undefined) ??
      'div';
    return this.tag(name, inner, role, verdict);
  }

  tag(name: string, inner: string | readonly string[], role = '', verdict?: Verdict): string {
    const mark = verdict === undefined ? '' : ` ${verdictAttribute}="${verdict}"`;
    return `<${name}${this.naming(role)}${mark}>${typeof inner === 'string' ? inner : inner.join('\n')}</${name}>`;
  }

  link(text: string): string {
    return `<a href="/${this.generator.between(100, 99_999)}">${text}</a>`;
  }

  links(texts: readonly string[]): string {
    const linked = texts.map((text) => this.link(text));
    const form =
      this.era === 'tables'
        ? this.generator.pick(['bars', 'breaks', 'cells'])
        : this.generator.pick(['list', 'list', 'spans']);
    if (form === 'bars') return linked.join(' | ');
    if (form === 'breaks') return linked.join('<br>');
    if (form === 'cells')
      return `<table><tr>${linked.map((link) => `<td>${link}</td>`).join('')}</tr></table>`;
    if (form === 'spans') return linked.map((link) => `<span>${link}</span>`).join(' ');
    return `<ul>${linked.map((link) => `<li>${link}</li>`).join('')}</ul>`;
  }

  heading(text: string, level: number, verdict?: Verdict): string {
    if (this.era === 'tables' && this.generator.chance(0.6))
      return this.tag('div', `<font size="4"><b>${text}</b></font>`, '', verdict);
    if (this.era === 'generated' && level > 1 && this.generator.chance(0.3))
      return this.box('title', text, verdict);
    return this.tag(`h${level}`, text, '', verdict);
  }

  paragraphs(texts: readonly string[]): string {
    if (this.era === 'tables' || this.generator.chance(0.2)) return texts.join('<br><br>');
    if (this.generator.chance(0.15)) return texts.map((text) => `<div>${text}</div>`).join('');
    return texts.map((text) => `<p>${text}</p>`).join('\n');
  }

  /** Names and values as a table, a definition list, lines or boxes. */
  pairs(pairs: readonly (readonly [string, string])[]): string {
    const form = this.generator.pick(['table', 'table', 'dl', 'list', 'boxes', 'lines']);
    if (form === 'dl')
      return this.tag(
        'dl',
        pairs.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`),
        'specs',
      );
    if (form === 'list')
      return this.tag(
        'ul',
        pairs.map(([name, value]) => `<li><b>${name}:</b> ${value}</li>`),
        'specs',
      );
    if (form === 'boxes')
      return pairs
        .map(([name, value]) => this.box('specs', `<span>${name}</span><span>${value}</span>`))
        .join('');
    if (form === 'lines') return pairs.map(([name, value]) => `${name}: ${value}`).join('<br>');
    return this.tag(
      'table',
      pairs.map(([name, value]) => `<tr><td>${name}</td><td>${value}</td></tr>`),
      'specs',
    );
  }

  columns(cells: readonly string[]): string {
    if (this.era === 'tables')
      return `<table width="100%" cellpadding="4"><tr valign="top">${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr></table>`;
    return this.box('page', cells);
  }
}
