import { describe, expect, test } from 'vitest';

import { createTrace } from '#shared/content/dom/trace.ts';
import { markdownOf, readPage } from '../read-page.ts';

const paragraph = (place: string): string =>
  `<p>The harbour master of ${place} signs the tide table each morning, and the ferries keep to it in any weather.</p>`;
const [first, ...others] = ['Aland', 'Brake', 'Cuxhaven', 'Dover', 'Esbjerg'].map(paragraph);
const page = (between: string, title = 'Tide tables'): string =>
  `<!doctype html><html><title>${title}</title><body><article><h1>${title}</h1>${first}${between}${others.join('')}</article></body></html>`;

const markdown = (html: string): Promise<string> => markdownOf(html, { onlyMainContent: true });

describe('a request of the page to its reader', () => {
  test.for([
    'Sign up for our newsletter to get the latest tides.',
    'Want more tides? <a href="/letter">Subscribe to our weekly newsletter</a>.',
    'Was this newsletter forwarded to you? Sign up here.',
    'Harbour news, delivered straight to your inbox.',
    'Never miss a tide by signing up to our newsletter today!',
    'Simply pop your email in the box above to get all the latest news.',
    'Subscribe now to our <a href="/e">digital</a> edition for the full story.',
    'Sign up to News Briefing',
    'Suscríbete a nuestro boletín semanal.',
    'Recibe las novedades del puerto en tu bandeja de entrada.',
    'Zapraszamy też do subskrypcji tygodnika.',
    'Abonnieren Sie kostenlos unseren Newsletter.',
    'Inscrivez-vous à notre newsletter hebdomadaire.',
    'Zapisz się do newslettera!',
    'Подпишитесь на рассылку бесплатно!',
  ])('to subscribe to a newsletter is left out: %s', async (line) => {
    const trace = createTrace();
    const written = await markdownOf(page(`<p>${line}</p>`), { onlyMainContent: true, trace });

    expect(written).toContain('Esbjerg');
    expect(written).not.toMatch(/newslett|briefing|inbox|email|edition|bolet|bandeja|subskryp|рассылк/i);
    expect(trace.entries.map(({ reason }) => reason)).toContain('asks for a subscription to a newsletter');
  });

  test.for([
    'Please turn on JavaScript. Media requires JavaScript to play.',
    'Your browser does not support the video tag.',
    'Bitte aktivieren Sie JavaScript.',
  ])('to turn on scripts is left out, and the image of the video stays: %s', async (line) => {
    const video = `<div><img src="/ferry.jpg" width="600" height="400" alt="The ferry"><div><p>${line}</p></div></div>`;
    const written = await markdown(page(video));

    expect(written).toContain('![The ferry]');
    expect(written).not.toMatch(/javascript|browser/i);
  });

  test.for([
    'This content isn’t visible due to your cookie preferences. To load it, click the button below.',
    'To view this video, please accept marketing cookies.',
    'Um diesen Inhalt anzuzeigen, akzeptieren Sie bitte die Cookies von Drittanbietern.',
    'Dieses Video wird über YouTube abgespielt. Es gelten die Datenschutzbestimmungen von Google.',
    'Pour afficher ce contenu, acceptez les cookies.',
  ])('to accept the cookies of embedded content is left out: %s', async (line) => {
    const trace = createTrace();
    const written = await markdownOf(page(`<div><p>${line}</p></div>`), { onlyMainContent: true, trace });

    expect(written).toContain('Esbjerg');
    expect(written).not.toMatch(/cookie|datenschutz/i);
    expect(trace.entries.map(({ reason }) => reason)).toContain('asks for consent to show embedded content');
    expect(await markdown(page(`<p>${line}</p>`, 'How sites use cookies'))).toContain(line);
  });

  test.for([
    'Follow us on <a href="https://facebook.com/t">Facebook</a>.',
    'For the latest tides and breaking news download the Harbour apps for iOS and Android.',
    'Follow me on social media: <a href="https://instagram.com/t">Instagram</a>',
    'Folgen Sie uns auf Instagram.',
    '¿Ya sabías que tenemos canal de Telegram?',
    '¡Mira lo que tiene nuestro canal de YouTube!',
    'Síguenos en Facebook: La Prensa y en Twitter: @prensa',
    'Obserwuj nas na Twitterze',
    'Подписывайтесь на наш канал в Telegram',
  ])('to follow the site in a network is left out: %s', async (line) => {
    const trace = createTrace();
    const written = await markdownOf(page(`<p>${line}</p>`), { onlyMainContent: true, trace });

    expect(written).toContain('Esbjerg');
    expect(written).not.toMatch(/facebook|instagram|twitter|telegram|youtube|apps/i);
    expect(trace.entries.map(({ reason }) => reason)).toContain('asks to follow the site in a network');
    const said = 'The lamps have an account of their own, and many follow it on Twitter.';
    expect(await markdown(page(`<p>${said}</p>`))).toContain(said);
  });

  const subscribersOnly =
    'The page says that the rest of its text is for subscribers: this is the part that it shows.';
  const ending = (line: string, title?: string): string =>
    page('', title).replace('</article>', `<p>${line}</p></article>`);
  const read = { onlyMainContent: true, formats: ['markdown', 'explain'] } as const;

  test.for([
    'Subscribe or sign in to continue reading.',
    'This article is available only to registered subscribers.',
    'Already a subscriber? Log in',
    'Dieser Artikel ist nur für Abonnenten.',
    'Il vous reste 65.4% de cet article à lire. La suite est réservée aux abonnés.',
    'Contenido exclusivo para suscriptores',
    'Articolo riservato agli abbonati',
    'Conteúdo exclusivo para assinantes.',
    'Artykuł dostępny tylko dla zalogowanych.',
    'Материал доступен только подписчикам.',
    '［有料会員限定］ この記事は会員限定です。電子版に登録すると続きをお読みいただけます。',
    '登录后阅读全文',
  ])('to subscribe for the rest of the text becomes a warning: %s', async (line) => {
    const { markdown: written = '', warnings, explain } = await readPage(ending(line), read);

    expect(written).toMatch(/Esbjerg .*any weather\.\n$/);
    expect(warnings).toEqual([subscribersOnly]);
    expect(explain?.map(({ reason }) => reason)).toContain('says that the rest is for subscribers');
    expect(await markdown(ending(line, 'Subscription and member rates'))).toContain(line.slice(0, 12));
  });

  test.for([
    'This article is for members of the sailing club who have never written a tide table before.',
    '“Log in to continue reading” means that your session has ended: open the settings and sign in.',
    '“Sign in to continue reading,” it said.',
    'This story is for members of our family.',
    'Il reste 35 % de la surface à découvrir, dit le géologue.',
    'La visite du phare est réservée aux abonnés du théâtre le lundi.',
    'この大会は会員限定です。参加費は500円です。',
    'Um weiterzulesen, klickte sie die Seite an.',
  ])('to subscribe is not what a sentence about it says: %s', async (line) => {
    const { markdown: written, warnings } = await readPage(ending(line), read);

    expect(written).toContain(line.slice(-20));
    expect(warnings).toBeUndefined();
  });

  test('to subscribe for the rest stays where the rest follows', async () => {
    const written = await readPage(page('<p>Subscribe to continue reading.</p>'), read);

    expect(written.markdown).toContain('Subscribe to continue reading.');
    expect(written.warnings).toBeUndefined();
  });

  test('to subscribe for the rest becomes a warning also in a box right behind the text', async () => {
    const box = (line: string): string =>
      page('').replace(
        '</body>',
        `<div class="paywall"><h3>${line}</h3><a href="/buy">Our offers</a></div><footer><a href="/imprint">Imprint</a> <a href="/jobs">Jobs</a></footer></body>`,
      );

    expect((await readPage(box('Subscribe to continue reading'), read)).warnings).toEqual([subscribersOnly]);
    expect((await readPage(box('Already a subscriber? Log in'), read)).warnings).toBeUndefined();
  });

  test('to subscribe for the rest is told beside other warnings', async () => {
    const lines = Array.from(
      { length: 1_200 },
      (_, at) => `<p>The tide of day ${at} is high at noon.</p>`,
    ).join('');
    const { warnings } = await readPage(
      ending(`${lines}</p><p>The rest of this article is only for paying subscribers.`),
      read,
    );

    expect(warnings).toEqual([subscribersOnly, expect.stringContaining('explain has the first')]);
  });

  test('to subscribe to a newsletter are left out with their small box, which is named after it', async () => {
    const box = (names: string): string =>
      `<div class="${names}"><h3>The harbour newsletter</h3><p>What the tide brings, each Friday.</p></div>`;

    expect(await markdown(page(box('newsletter-box')))).not.toContain('Friday');
    expect(await markdown(page(box('tide-box')))).toContain('Friday');
    expect(await markdown(page(box('post category-newsletter')))).toContain('Friday');
  });

  test.for([
    'Enter your email address in the Account field, then check your inbox for the code.',
    'El usuario recibe un enlace de verificación en su correo electrónico y lo confirma.',
    'When signing up for our newsletter, you give us your name, which we delete after two years.',
    '«Nuestro canal de YouTube nació en la cocina de mi madre», recuerda Ana.',
    '"Fans find me on Instagram before they hear a song," the singer says.',
    'For the latest version of the list, download the apps for Windows or follow the steps.',
  ])('stays when it is a sentence about a newsletter, a channel or an app: %s', async (line) => {
    expect(await markdown(page(`<p>${line}</p>`))).toContain(line.slice(-20));
  });

  test('stays in a sentence about newsletters, in a table and on a page about them', async () => {
    const said = 'The master says that 680 people are subscribers of the newsletter.';
    const table =
      '<table><tr><th>Button</th><th>Effect</th></tr><tr><td>Letter</td><td>Sign up for our newsletter</td></tr></table>';
    const request = 'Sign up for our newsletter today.';

    expect(await markdown(page(`<p>${said}</p>`))).toContain(said);
    expect(await markdown(page(table))).toContain('Sign up for our newsletter');
    expect(await markdown(page(`<p>${request}</p>`, 'How we write a newsletter'))).toContain(request);
  });
});
