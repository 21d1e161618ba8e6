import { describe, expect, test } from 'vitest';

import { follows } from './follows.ts';
import { markdownOf } from '../read-page.ts';

describe('the date of a card', () => {
  const card = (above: string, below: string): string =>
    `<a href="https://a.test/1"><div><span>${above}</span></div><h2>Lamps</h2><p>All about 3 lamps</p><div><span>${below}</span></div></a>`;

  follows([
    [
      'is written once, below the title',
      card('1 hr ago', '1 hr ago'),
      '## [Lamps](https://a.test/1)\n\nAll about 3 lamps\n\n1 hr ago',
    ],
  ]);

  test.for([
    ['another date', '58 mins ago', '1 hr ago'],
    ['no date', '424 likes', '424 likes'],
    ['the same date behind other words', 'Published </span><span>3 May 2021', '3 May 2021'],
  ])('is written above the title where %s is below', async ([, above = '', below = '']) => {
    const markdown = await markdownOf(card(above, below));

    expect(markdown.indexOf(above)).toBeLessThan(markdown.indexOf('Lamps'));
    expect(markdown.indexOf(below, markdown.indexOf('Lamps'))).toBeGreaterThan(0);
  });
});

describe('a list of pages in two layouts', () => {
  const names = ['Lamp', 'Oar', 'Sail'];
  const card = (name: string, text = ''): string =>
    `<li><a href="https://a.test/${name}"><img src="https://a.test/${name}.png" alt=""></a><h3><a href="https://a.test/${name}">${name}</a></h3>${text}</li>`;
  const grid = (text: (name: string) => string = () => '<p>$9</p>', of = names): string =>
    `<div><ul class="grid">${of.map((name) => card(name, text(name))).join('')}</ul></div>`;
  const list = `<ul class="list">${names.map((name) => card(name, `<p>A fine ${name}</p><p>$9</p>`)).join('')}</ul>`;
  const timesOf = async (html: string): Promise<number> =>
    (await markdownOf(`<main>${html}</main>`)).split('### [Oar]').length - 1;

  test('is written once, as the list that says more', async () => {
    expect(await timesOf(grid() + list)).toBe(1);
    expect(await markdownOf(`<main>${grid()}${list}</main>`)).toContain('A fine Oar');
    expect(await markdownOf(`<main>${list}${grid()}</main>`)).toContain('A fine Oar');
  });

  test.for([
    [
      'says something else of the pages',
      grid((name) => `<p>${name}s were carved by hand in Bergen until 1920</p>`),
    ],
    ['leads to other pages', grid(undefined, ['Lamp', 'Oar', 'Mast'])],
    ['has another order', grid(undefined, ['Oar', 'Lamp', 'Sail'])],
    ['has another number of pages', grid(undefined, ['Lamp', 'Oar'])],
  ])('is written twice where one %s', async ([, other = '']) => {
    expect(await timesOf(list + other)).toBe(2);
  });

  test('is written twice where it is a menu without images and titles', async () => {
    const menu = `<ul>${names.map((name) => `<li><a href="/${name}">${name}</a></li>`).join('')}</ul>`;

    expect((await markdownOf(`<main>${menu}${menu}</main>`)).split('[Oar]')).toHaveLength(3);
  });
});

describe('lists', () => {
  follows([
    [
      'that count down have their numbers in the text',
      '<ol reversed><li><figure></figure><h3>Oak</h3><p>Heavy.</p></li><li>2. Elm</li><li><b>Ash</b></li></ol><ol reversed start="9"><li>Yew</li></ol>',
      '- ### 3. Oak\n\n  Heavy.\n\n- 2\\. Elm\n- **1. Ash**\n\n* 9\\. Yew',
    ],
    [
      'of slides with headlines are the slides',
      '<ul class="slides"><li><h1>Oars</h1></li><li><h1>Sails</h1><p>Wide.</p></li></ul>',
      '# Oars\n\n# Sails\n\nWide.',
    ],
    [
      'of steps with headlines keep their numbers',
      '<ol class="steps"><li><h1>Oars</h1></li><li><h1>Sails</h1></li></ol>',
      '1. # Oars\n2. # Sails',
    ],
    [
      'of one section beside an empty item are the section',
      '<ul class="path"><li class="page"><h2>Oars</h2></li><li class="fade"></li></ul>',
      '## Oars',
    ],
    [
      'of definitions without terms have a point for each',
      '<dl><dd>Oars</dd><dd>Sails</dd></dl>',
      '- Oars\n- Sails',
    ],
    [
      'without items are indented text',
      '<ul>My goal is to <i>build</i> a boat, and a shed.</ul>',
      'My goal is to *build* a boat, and a shed.',
    ],
    [
      'without items are one item in another list',
      '<ol><li>Boats</li><ul><b>Examples</b> – oars, sails</ul><li>Sheds</li></ol>',
      '1. Boats\n   - **Examples** – oars, sails\n2. Sheds',
    ],
    [
      'keep headings of cards in their items',
      '<ul><li><h3>Oars</h3></li><li><h3>Sails</h3></li></ul>',
      '- ### Oars\n- ### Sails',
    ],
    [
      'are paragraphs that begin with a dash and several spaces, as word processors write them',
      '<p>-&nbsp;&nbsp; oars</p><p>-&nbsp;&nbsp; sails</p>',
      '- oars\n- sails',
    ],
    ['are not what people say in turn', '<p>–&nbsp;Hello!</p><p>– &nbsp;Ada?</p>', '– Hello!\n\n– Ada?'],
    [
      'of terms that lead to chapters and are not defined are no list of terms',
      '<dl><dt><a href="/1">One</a></dt><dd><dl><dt><a href="/2">Two</a></dt></dl></dd></dl><dl><dt><a href="/3">Oar</a></dt><dd>It rows.</dd></dl>',
      '- [One](https://site.example/1)\n  - [Two](https://site.example/2)\n\n- **[Oar](https://site.example/3)**: It rows.',
    ],
    [
      'of terms with a colon of their own have no other one',
      '<dl><dt><b>Parameters:</b></dt><dd>line</dd><dt>Note: </dt><dd>None</dd></dl>',
      '- **Parameters:** line\n- **Note:** None',
    ],
    [
      'of terms that nothing defines have the terms alone',
      '<dl><dt>Returns:</dt><dd></dd><dt>Oar</dt><dd><span> </span></dd><dt>Sail</dt><dt></dt><dd>It is wide.</dd></dl>',
      '- **Returns:**\n- **Oar**\n- **Sail**: It is wide.',
    ],
    [
      'of one section each are the sections',
      '<ul class="blockList"><li class="blockList"><ul class="blockList"><li class="blockList"><h3>Methods</h3><ul class="blockList"><li class="blockList"><h4>row</h4><p>Rows.</p><ul><li>One</li></ul></li></ul><ul class="blockList"><li><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table></li></ul></li></ul></li></ul>',
      '### Methods\n\n#### row\n\nRows.\n\n- One\n\n| a | b |\n| --- | --- |\n| 1 | 2 |',
    ],
    [
      'of one section each stay apart, however many follow one another',
      ['row', 'sail', 'steer'].map((name) => `<ul><li><h4>${name}</h4><p>Now.</p></li></ul>`).join(''),
      '#### row\n\nNow.\n\n#### sail\n\nNow.\n\n#### steer\n\nNow.',
    ],
    [
      'of one reply to a comment stay',
      '<ul><li>Row.<ul><li><h3>Re: Row</h3>No.</li></ul></li><li>Sail.</li></ul>',
      '- Row.\n  - ### Re: Row\n\n    No.\n\n- Sail.',
    ],
    [
      'of cards with headings stay, also in a list of one item',
      '<ul><li>Oars<ul><li><h3>Ash</h3></li><li><h3>Elm</h3></li></ul></li></ul>',
      '- Oars\n  - ### Ash\n  - ### Elm',
    ],
    [
      'lose the numbers that their items write themselves',
      '<ol><li><span class="rank">1. </span><a href="https://a.test/1">Lamps</a></li><li><p>2.</p><p>Oars</p></li></ol>',
      '1. [Lamps](https://a.test/1)\n2. Oars',
    ],
    [
      'keep numbers that are others than theirs',
      '<ol><li>2. Lamps</li><li>1. Oars</li></ol><ol><li>1. Sails</li></ol>',
      '1. 2\\. Lamps\n2. 1\\. Oars\n\n1) 1\\. Sails',
    ],
    [
      'of ingredients are no tasks, though cooks may tick them',
      '<ul class="recipe-ingredients"><li class="recipe-ingredient"><span><input type="checkbox" id="a"><label for="a"><span class="sr-only">▢ </span></label></span><span>400</span> g flour</li><li class="recipe-ingredient"><input type="checkbox" id="b"><label for="b">2 eggs</label></li></ul><ul><li><input type="checkbox">Bake</li></ul>',
      '- 400 g flour\n- 2 eggs\n\n* [ ] Bake',
    ],
    [
      'of tasks in Confluence have their states',
      '<ul class="inline-task-list"><li class="checked"><span>Buy tar</span></li><li><span>Paint</span></li></ul>',
      '- [x] Buy tar\n- [ ] Paint',
    ],
    [
      'of tasks in exports of Notion have their states',
      '<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span>Buy tar</span></li><li><div class="checkbox checkbox-off"></div> <span>Paint</span></li><li><div class="checkbox-on">New</div> Oars</li></ul>',
      '- [x] Buy tar\n- [ ] Paint\n- New\n\n  Oars',
    ],
    [
      'of tasks in Asciidoctor have their states',
      '<ul class="checklist"><li><p><i class="fa fa-check-square-o"></i> Buy tar</p></li><li><p><i class="fa fa-square-o"></i> Paint</p></li><li><p>Oars</p></li></ul>',
      '- [x] Buy tar\n- [ ] Paint\n- Oars',
    ],
    [
      'have no boxes of tasks for the checkboxes that open their menus',
      '<ul><li><input class="md-nav__toggle" type="checkbox" checked> Lamps</li><li><input type="checkbox" checked> Oars</li></ul>',
      '- Lamps\n- [x] Oars',
    ],
    [
      'lose the bullets that their items write themselves',
      '<ul><li>• Brass</li><li>•&nbsp;<b>Glass</b></li><li>•• Wood</li></ul><ul><li>● Open</li><li>■ Closed</li></ul>',
      '- Brass\n- **Glass**\n- •• Wood\n\n* ● Open\n* ■ Closed',
    ],
    [
      'of items that only indent further lists begin with what these hold, or go on below the item before',
      '<ul><li><br><ul><li><ul><li>one</li><li>two</li></ul></li></ul></li><li>three</li><li><ol><li>four</li></ol></li></ul>',
      '- one\n- two\n- three\n  1. four',
    ],
    [
      'of another kind stay in the item that indents them',
      '<ol><li> <ul><li>one</li></ul></li><li>two</li></ol>',
      '1. - one\n2. two',
    ],
    [
      'of lists only stay as they are, and so do numbers that begin elsewhere',
      '<ul><li><ul><li>one</li></ul></li><li><ul><li>two</li></ul></li></ul><ol><li><ol start="5"><li>five</li></ol></li></ol>',
      '- - one\n- - two\n\n1. 5. five',
    ],
    [
      'with an image before a further list keep both',
      '<ul><li><img src="https://a.test/a.png" alt="A"><ul><li>one</li></ul></li></ul>',
      '- ![A](https://a.test/a.png)\n  - one',
    ],
    [
      'are not paragraphs with ticks, or with signs for words left out',
      '<p>✓ Oars</p><p>✗ Sail</p><p>✓ Lamp</p><p>●● Ltd</p><p>●● Inc</p>',
      '✓ Oars\n\n✗ Sail\n\n✓ Lamp\n\n●● Ltd\n\n●● Inc',
    ],
    [
      'lose items that a script left empty',
      '<ul><li class="was"></li><li class="price">€49</li></ul>',
      '- €49',
    ],
    [
      'of one image keep their number',
      '<ol><li><img src="https://a.test/a.jpg" alt="Lamp"></li></ol>',
      '1. ![Lamp](https://a.test/a.jpg)',
    ],
    [
      'of bullets have no hidden line',
      '<p style="display:none">• Old price</p><p>• Strong</p><p>• Light</p>',
      '- Strong\n- Light',
    ],
    [
      'of bullets lose no line without one',
      '<p>• one<br><b></b>two<br><img src="https://a.test/a.png" alt="Lamp"></p><p><a id="b"></a>• three</p>',
      '- one\\\n  two\\\n  ![Lamp](https://a.test/a.png)\n- three',
    ],
    [
      'are lines of a paragraph that each begin with a bullet',
      '<p>• two oars<br>• a <b>lamp</b><br></p><p>▪ rope<br>of hemp</p>',
      '- two oars\n- a **lamp**\n- rope\\\n  of hemp',
    ],
    [
      'are paragraphs in a row that begin with a bullet',
      '<p>Bring:</p><p>• two oars</p><p><b>•&nbsp;</b>a <b>lamp</b></p><p>Then row.</p><p>• Ann</p>',
      'Bring:\n\n- two oars\n- a **lamp**\n\nThen row.\n\n• Ann',
    ],
    [
      'of one image are the image',
      '<ul><li><a href="https://a.example/a.jpg"><img src="https://a.example/a.jpg" alt="Lamp"></a></li></ul>',
      '[![Lamp](https://a.example/a.jpg)](https://a.example/a.jpg)',
    ],
    [
      'of one definition each are one list',
      '<dl><dt>Oak</dt><dd>Hard</dd></dl><dl><dt>Pine</dt><dd>Soft</dd></dl>',
      '- **Oak**: Hard\n\n- **Pine**: Soft',
    ],
    [
      'in a link keep their text',
      '<a href="https://a.example/"><h3>Pro</h3><ul><li>10 GB</li><li>5 users</li></ul></a>',
      '### [Pro](https://a.example/)\n\n- 10 GB\n- 5 users',
    ],
    [
      'with numbers of their own stay apart',
      '<ol start="4"><li>Four</li></ol><ol start="7"><li>Seven</li></ol><ol start="9"><li>Nine</li></ol>',
      '4. Four\n\n7) Seven\n\n9. Nine',
    ],
    [
      'in a link only arrange its images',
      '<ul><li><a href="https://a.example/"><ul><li><img src="https://a.example/a.jpg" alt="Lamp"></li></ul></a><p>$9</p></li></ul>',
      '- [![Lamp](https://a.example/a.jpg)](https://a.example/)\n\n  $9',
    ],
    [
      'of one item each are one list',
      '<ul><li>One</li></ul> <ul><li>Two</li></ul><ul><li>Three</li></ul>',
      '- One\n- Two\n- Three',
    ],
    [
      'of one item and one class are one list from two on, also where an item holds a list',
      '<ul class="bulleted-list"><li>One</li></ul><ul class="bulleted-list"><li>Two<ul class="bulleted-list"><li>Inner</li></ul></li></ul><p>Then</p><ul class="a"><li>Three</li></ul><ul class="b"><li>Four</li></ul>',
      '- One\n- Two\n  - Inner\n\nThen\n\n- Three\n\n* Four',
    ],
    [
      'whose numbers go on are one list',
      '<ol class="numbered-list" start="1"><li>First</li></ol> <ol class="numbered-list" start="2"><li>Second<ol type="a" start="1"><li>Inner</li></ol></li><li>Third</li></ol><ol start="4"><li>Fourth</li></ol>',
      '1. First\n2. Second\n   1. Inner\n3. Third\n4. Fourth',
    ],
    [
      'whose numbers begin anew, or after words between them, stay apart',
      '<ol><li>First</li></ol><ol><li>Second</li></ol><ol start="3"><li>Third</li></ol><p>Then</p><ol start="4"><li>Fourth</li></ol><ol start="5"><li>Fifth</li></ol><ol start="1"><li>Last</li></ol>',
      '1. First\n\n1) Second\n\n3. Third\n\nThen\n\n4. Fourth\n5. Fifth\n\n1) Last',
    ],
    [
      'of several items stay apart',
      '<ul><li>One</li><li>Two</li></ul><ul><li>Three</li><li>Four</li></ul>',
      '- One\n- Two\n\n* Three\n* Four',
    ],
  ]);
});

test('a list as a grid for wide screens and as rows for narrow ones is written once', async () => {
  const entries = (more: (name: string) => string): string =>
    ['oak', 'elm', 'ash', 'fir'].map((name) => `<a href="/${name}">${name}</a> ${more(name)}`).join('');
  const grid = `<div class="hidden md:grid">${entries(() => '$9')}</div>`;
  const rows = (more: (name: string) => string): string => `<div class="md:hidden">${entries(more)}</div>`;
  const short = rows(() => 'lamp');

  expect(await markdownOf(grid + short)).not.toContain('lamp');
  expect(await markdownOf(grid + short.replaceAll('href="/', 'href="/more/'))).toContain('lamp');
  expect(await markdownOf(grid + rows((name) => `A lamp of ${name} wood`))).toContain('A lamp of');
});

test('the day of the last change behind that of publication is left out', async () => {
  const days =
    '<p>Posted <time class="entry-date published">25 May 2026</time><time class="updated">3 June 2026</time></p>';

  expect(await markdownOf(days)).toBe('Posted 25 May 2026\n');
  expect(await markdownOf(days.replace(' published', ''))).toContain('3 June');
});

test('a list with the only headline in its only item arranges the page, and is no list', async () => {
  const page = '<ul><li><h1>The lamp</h1><p>It is lit.</p></li></ul>';

  expect(await markdownOf(page)).toBe('# The lamp\n\nIt is lit.\n');
  expect(await markdownOf(page.replace('</li>', '</li><li>Next</li>'))).toContain('- # The lamp');
});

test('the number of comments before a quotation or emphasis is left out', async () => {
  const counter = '<a class="article-link comments_count">0</a>';
  const text = 'Ann lit the lamp. '.repeat(6).trim();

  expect(await markdownOf(`<p>${counter}«${text}»</p><p>${counter}<em>${text}</em></p>`)).toBe(
    `«${text}»\n\n*${text}*\n`,
  );
});

test('the number of comments in a line is left out', async () => {
  const counter = '<a class="article-link comments_count">0</a>';

  expect(
    await markdownOf(
      `<p>${counter}${'Ann lit the lamp. '.repeat(6)}</p><p>${counter} comments</p><p><a class="comment-link" href="#c">12 people</a></p>`,
    ),
  ).toBe(
    `${'Ann lit the lamp. '.repeat(6).trim()}\n\n0 comments\n\n[12 people](https://site.example/page#c)\n`,
  );
});
