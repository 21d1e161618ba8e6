import { build } from 'esbuild';

// The scripts of an application, as text: a schema compiler of real size checks what the service answers, and the page is
// drawn from it in two steps, as components do that show their frame first.

const entry = String.raw`
import * as z from 'zod';
import { locales } from 'zod';

const item = z.object({
  id: z.int(),
  name: z.string().min(3),
  maker: z.object({ name: z.string(), country: z.string().length(2) }),
  price: z.object({ amount: z.number().positive(), currency: z.enum(['EUR', 'USD', 'GBP']) }),
  rating: z.object({ value: z.number().min(0).max(5), count: z.int() }).optional(),
  tags: z.array(z.string()),
  image: z.string().startsWith('/images/'),
  description: z.string(),
});
const answer = z.object({ title: z.string(), intro: z.array(z.string()), items: z.array(item) });

z.config(locales.en());

const h = (name, attributes, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {}))
    if (typeof value === 'function') element.addEventListener(key, value);
    else element.setAttribute(key, value);
  element.append(...children);
  return element;
};

const price = ({ amount, currency }) => new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount);

const card = ({ id, name, maker, price: cost, rating, tags, image, description }) =>
  h('article', { class: 'card c' + (id % 600), 'data-id': id },
    h('a', { href: '/item/' + id, class: 'card__picture' }, h('img', { src: image, alt: name, loading: 'lazy', class: 'card__image' })),
    h('div', { class: 'card__body' },
      h('h3', { class: 'card__title' }, h('a', { href: '/item/' + id }, name)),
      h('p', { class: 'card__maker' }, maker.name, ' · ', maker.country),
      h('p', { class: 'card__text' }, description),
      h('p', { class: 'card__price' }, price(cost)),
      ...(rating ? [h('p', { class: 'card__rating' }, rating.value.toFixed(1) + ' of 5 (' + rating.count + ' ratings)')] : []),
      h('ul', { class: 'card__tags' }, ...tags.map((tag) => h('li', { class: 'tag' }, tag))),
      h('button', { type: 'button', click: () => {} }, 'Add to list')));

const number = location.pathname.split('/').at(-1);
const app = document.getElementById('app');
app.append(h('header', { class: 'top' }, h('nav', { class: 'menu' },
  ...Array.from({ length: 60 }, (_, at) => h('a', { href: '/catalogue/' + at, class: 'menu__link' }, 'Department ' + at)))),
  h('main', { id: 'content' }, h('p', { class: 'loading' }, 'Loading')));

fetch('/api/catalogue/' + number).then((response) => response.json()).then((body) => {
  const { title, intro, items } = answer.parse(body);
  document.title = title;
  const main = document.getElementById('content');
  main.replaceChildren(h('h1', {}, title), ...intro.map((text) => h('p', {}, text)), h('div', { class: 'grid' }));
  setTimeout(() => main.lastElementChild.append(...items.map(card)), 30);
});
`;

/** One script as bundlers write it, minified: 400 KB before compression. */
export async function applicationBundle(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: import.meta.dirname, loader: 'js' },
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    treeShaking: false,
  });
  const [bundle] = outputFiles;
  if (bundle === undefined) throw new Error('esbuild wrote nothing.');
  return bundle.text;
}
