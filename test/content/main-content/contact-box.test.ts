import { describe, expect, test } from 'vitest';

import { markdownOf } from '../read-page.ts';
import { keptTexts } from './page-blocks.ts';

const places = `<section class="row"><div><h3>Visit</h3><p>12 Quay Street<br>Port Ellen</p></div>
<div><h3>Call</h3><p><a href="tel:+442079460958">020 7946 0958</a></p><p>hello@bakery.example</p></div>
<div><h3>Hours</h3><p>Monday – Friday: 7:00 – 17:00</p></div></section>`;
const page = (heading: string, box: string): string =>
  `<body><main><h1>${heading}+</h1><p>Come and see us by the harbour, or write to us and we will answer within a day.+</p>${box}</main></body>`;
const facts = [
  '12 Quay Street Port Ellen',
  '020 7946 0958',
  'hello@bakery.example',
  'Monday – Friday: 7:00 – 17:00',
];

describe('a contact page', () => {
  test.for(['Contact us', 'Kontakt', 'Contactez-nous', 'Contacto', 'Контакты', 'Find us'])(
    'keeps addresses, telephone numbers and hours: %s',
    (heading) => {
      const kept = keptTexts(page(heading, places));

      for (const fact of ['Visit', 'Call', 'Hours', ...facts]) expect(kept).toContain(fact);
    },
  );

  test('keeps addresses that are marked as such', () => {
    const kept = keptTexts(page('Visit us', '<div><address>12 Quay Street, Port Ellen</address></div>'));

    expect(kept).toContain('12 Quay Street, Port Ellen');
  });

  test('keeps the hours where nothing else is said', () => {
    const hours = '<div><h3>Hours</h3><p>Monday – Friday: 7:00 – 17:00</p></div>';

    expect(keptTexts(page('Contact us', hours))).toContain('Monday – Friday: 7:00 – 17:00');
  });

  test.for([
    ['of its footer', page('Contact us', `<div class="page-footer">${places}</div>`)],
    ['of its form', page('Contact us', `<form>${places}</form>`)],
    ['of a page about something else', page('How we bake bread', places)],
  ])('leaves out those %s', ([, html = '']) => {
    const kept = keptTexts(html);

    for (const fact of facts) expect(kept).not.toContain(fact);
  });

  test('is one with the usual page around it', async () => {
    const html = `<!doctype html><html lang="en"><title>Contact | Harbour Bakery</title><body>
<header><a href="/">Harbour Bakery</a><nav><a href="/">Home</a> <a href="/bread">Our bread</a> <a href="/contact">Contact</a></nav></header>
${page('Contact us', places)}<section class="contact-form"><h2>Send a message</h2><form><label>Name</label><input name="n"><button>Send</button></form></section>
<footer class="footer"><p>We have baked bread in Port Ellen since 1987.</p><p>12 Quay Street, Port Ellen</p><a href="/privacy">Privacy</a><p>© 2026 Harbour Bakery. All rights reserved.</p></footer>`;

    const written = await markdownOf(html, { onlyMainContent: true });

    for (const fact of ['12 Quay Street\\\nPort Ellen', '020 7946 0958', 'hello@bakery.example', '17:00'])
      expect(written).toContain(fact);
    expect(written).not.toContain('Privacy');
    expect(written).not.toContain('since 1987');
  });
});

describe('a page of a business', () => {
  const named = (box: string, name = 'contact-section'): string =>
    page('Party rentals', `<section class="${name}">${box}</section>`);

  const prose = Array.from(
    { length: 8 },
    (_, at) => `<p>+ ${`Oven ${at} is lit at four in the morning by the baker. `.repeat(7)}</p>`,
  ).join('');

  test('keeps the box that is named after contact', () => {
    const kept = keptTexts(named(places));

    for (const fact of facts) expect(kept).toContain(fact);
  });

  test.for([
    ['it has another name', named(places, 'offers')],
    ['it opens over the page', named(places, 'js-contact-flyout')],
    ['it tells of one way only', named('<p>020 7946 0958</p>')],
    ['it is in the footer', page('Party rentals', `<footer><div class="contact">${places}</div></footer>`)],
    [
      'the page is a text',
      page('Party rentals', `${prose}<section class="contact-section">${places}</section>`),
    ],
  ])('leaves it out where %s', ([, html = '']) => {
    expect(keptTexts(html)).not.toContain('020 7946 0958');
  });
});
