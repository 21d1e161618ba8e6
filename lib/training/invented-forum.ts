import { type Markup, verdictAttribute } from './invented-markup.ts';
import { pager, type Part } from './invented-parts.ts';
import type { TextGenerator } from './invented-words.ts';

const quote: Part = (generator, markup) =>
  markup.era === 'tables'
    ? `<table border="1" width="90%"><tr><td><i>${generator.name()}: ${generator.prose(1, 2)}</i></td></tr></table>`
    : markup.tag('blockquote', `${generator.name()}: ${generator.prose(1, 2)}`, 'quote');

const postText: Part = (generator, markup) => {
  const parts = [markup.paragraphs(generator.times(1, 4, () => generator.prose(1, 4)))];
  if (generator.chance(0.25)) parts.unshift(quote(generator, markup));
  if (generator.chance(0.15))
    parts.push(`<ul>${generator.times(2, 4, () => `<li>${generator.sentence()}</li>`).join('')}</ul>`);
  if (generator.chance(0.1)) parts.push(`<a href="/img"><img src="/a.jpg" alt=""></a>`);
  return markup.box('text', parts, 'keep');
};

const member: Part = (generator, markup) => {
  const name = markup.tag('b', markup.link(generator.name()), '', 'keep');
  const about = [
    generator.say('rank'),
    '<img src="/avatar.png" alt="">',
    ...generator.saySome('stats', generator.between(0, 4)),
  ];
  return markup.box('person', [
    name,
    markup.tag(
      'div',
      generator.chance(0.5) ? about.join('<br>') : about.map((line) => `<div>${line}</div>`),
      '',
      'drop',
    ),
  ]);
};

const postFoot: Part = (generator, markup) => {
  const actions = markup.box(
    'actions',
    markup.links(generator.saySome('actions', generator.between(1, 4))),
    'drop',
  );
  const signature = generator.chance(0.3)
    ? markup.box('signature', `_________<br>${generator.sentence()}`, 'drop')
    : '';
  return signature + actions;
};

function post(generator: TextGenerator, markup: Markup, number: number, subject: string): string {
  const stamp = generator.chance(0.3) ? `${generator.say('stamp')}: ` : '';
  const title = generator.chance(0.2) ? ` ${generator.say('subject')}: ${subject}` : '';
  const posted = `${generator.chance(0.5) ? `#${number} ` : ''}${stamp}${generator.date()}${title}`;
  const date = markup.box(
    'date',
    generator.chance(0.3) ? `${generator.say('re')}${subject}<br>${posted}` : posted,
    generator.chance(0.5) ? 'keep' : 'either',
  );
  const text = postText(generator, markup);
  if (markup.era === 'tables')
    return `<tr><td width="150" valign="top">${member(generator, markup)}</td><td valign="top">${date}<hr>${text}${postFoot(generator, markup)}</td></tr>`;
  return markup.box('post', [member(generator, markup), date, text, postFoot(generator, markup)]);
}

/** What the software of a forum writes around each thread. */
const forumFrame = (generator: TextGenerator, markup: Markup, kind: 'between' | 'columns'): string => {
  if (generator.chance(0.5)) return '';
  if (kind === 'between') return markup.box('actions', generator.say(kind), 'drop');
  const names = generator.saySome(kind, 2);
  return markup.era === 'tables'
    ? `<table width="100%" ${verdictAttribute}="drop"><tr>${names.map((name) => `<th>${name}</th>`).join('')}</tr></table>`
    : markup.box('filter', names.join(' '), 'drop');
};

const forumRights: Part = (generator, markup) =>
  generator.chance(0.4)
    ? markup.box('section', generator.saySome('rights', generator.between(2, 6)).join('<br>'), 'drop')
    : '';

/** A forum thread: the content is what its members wrote. */
export const forum: Part = (generator, markup) => {
  const subject = generator.title();
  const posts = generator.times(2, 9, (at) => post(generator, markup, at + 1, subject));
  const thread =
    markup.era === 'tables'
      ? generator.chance(0.5)
        ? `<table width="100%">${posts.join('')}</table>`
        : posts.map((row) => `<table width="100%">${row}</table>`).join('')
      : markup.box('list', posts);
  return [
    markup.heading(subject, 1, 'keep'),
    pager(generator, markup),
    forumFrame(generator, markup, 'between'),
    forumFrame(generator, markup, 'columns'),
    thread,
    pager(generator, markup),
    forumFrame(generator, markup, 'between'),
    forumRights(generator, markup),
  ].join('');
};

const nested = (generator: TextGenerator, markup: Markup, depth: number): string =>
  `<ul>${generator
    .times(
      1,
      3,
      (at) =>
        `<li>${post(generator, markup, at + 1, '')}${depth > 0 && generator.chance(0.5) ? nested(generator, markup, depth - 1) : ''}</li>`,
    )
    .join('')}</ul>`;

/** A question or link with nested replies. */
export const discussion: Part = (generator, markup) =>
  markup.heading(generator.title(), 1, 'keep') +
  post(generator, markup, 1, '') +
  nested(generator, markup, 3);
