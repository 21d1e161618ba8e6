import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, describe, expect, test } from 'vitest';

import { type RenderRequest, renderRequest } from '#shared/contract/render.ts';
import { chromiumIn, textOf } from './browser.ts';
import { readPng } from './png.ts';

// One site for all tests: each page is opened in a browser of its own.

const filler = `<p>${'The harbor master counts the ferries every evening. '.repeat(6)}</p>`;

const documents: Readonly<Record<string, string>> = {
  '/login': `<form action="/account"><input name="name" id="name"><input name="word" type="password">
    <button>Sign in</button></form>${filler}`,
  '/list': `<ul id="list"></ul>${filler}<script>
    const add = () => { for (let i = 0; i < 20; i += 1) {
      const item = document.createElement('li'); item.style.height = '100px';
      item.textContent = 'Item ' + (list.children.length + 1); list.append(item); } };
    add();
    addEventListener('scroll', () => { if (scrollY + innerHeight + 50 > document.body.scrollHeight) setTimeout(add, 60); });
  </script>`,
  '/cookies': `<main>${filler}</main><div id="dialog" style="position: fixed; inset: 0; background: white">
    We value your privacy. <button onclick="dialog.remove(); document.querySelector('main').append('ACCEPTED')">Accept all</button></div>`,
  '/tabs': `<button role="tab" onclick="panel.textContent = 'Diameter 30 cm'">Sizes</button><div id="panel">Description</div>
    <div id="covered"><button class="hidden" style="display: none" onclick="panel.append(' HIDDEN')">x</button></div>${filler}`,
  '/keys': `<input id="q" autofocus onkeydown="out.textContent += event.key + ' '"><p id="out"></p>${filler}`,
  '/typed': `<p id="out"></p>${filler}<script>addEventListener('keydown', (event) => {
    event.preventDefault(); out.textContent += event.key + '|'; });</script>`,
  '/other': `<p>another page</p>${filler}`,
  '/hostile': `<a id="inside" href="INSIDE">inside</a> <a id="metadata" href="http://169.254.169.254/">metadata</a>
    <a id="file" href="/download">file</a> <a id="window" href="/other" target="_blank">window</a>
    <button id="loop" onclick="for (;;);">loop</button>
    <button id="dialogs" onclick="for (let i = 0; i < 30; i += 1) { alert(i); prompt(i); }">dialogs</button>
    <a id="leave" href="/other">leave</a>${filler}
    <script>addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'stay'; });
      addEventListener('unload', () => { const end = Date.now() + 200; while (Date.now() < end); });</script>`,
  '/endless': `<div id="all"></div><script>
    const grow = () => { const row = document.createElement('p'); row.style.height = '900px'; row.textContent = 'row'; all.append(row); };
    for (let i = 0; i < 5; i += 1) grow();
    addEventListener('scroll', () => { for (let i = 0; i < 50; i += 1) grow(); });
  </script>`,
  '/fields': `<style>#covering { position: absolute; inset: 0 }</style>
    <div style="position: relative; padding: 40px"><input id="under" onmousedown="log('down')" onmouseup="log('up')">
      <div id="covering"></div></div>
    <div style="position: relative"><input id="named"><label for="named" style="position: absolute; inset: 0">Name</label></div>
    <input id="keys" onkeydown="log(event.key)" onkeyup="log(event.key.toUpperCase())" oninput="heard.textContent += '.'">
    <input id="day" type="date" onchange="log('chosen ' + this.value)"><input id="fixed" readonly value="as it is">
    <select id="material" onchange="log('chosen ' + this.value)"><option value="copper">Copper<option value="iron">Cast iron</select>
    <p id="heard"></p><button id="values" onclick="log([...document.querySelectorAll('input')].map((each) => each.value).join('|'))">values</button>${filler}
    <script>const log = (text) => { heard.textContent += text + ' '; };</script>`,
  '/late': `<p id="result">nothing yet</p>
    <button id="animated" onclick="setTimeout(() => { result.textContent = 'ANIMATED'; }, 350)">animated</button>
    <button id="loaded" onclick="setTimeout(load, 400, 1000)">loaded</button>
    <button id="slow" onclick="load(2600)">slow</button>
    <button id="never" onclick="load(60000)">never</button>
    <input id="search" oninput="clearTimeout(globalThis.typing); typing = setTimeout(load, 300, 600)">${filler}
    <script>const load = async (ms) => { result.textContent = await (await fetch('/after?' + ms)).text(); };</script>`,
  '/shown-later': `<p id="later" style="visibility: hidden">There</p>${filler}
    <script>setTimeout(() => { later.style.visibility = 'visible'; }, 2500);</script>`,
  '/inner': `<style>html, body { height: 100%; margin: 0; overflow: hidden } #pane { height: 100%; overflow: auto } #pane div { height: 1000px }</style>
    <div id="pane">${['red', 'lime', 'blue'].map((color) => `<div style="background: ${color}">${color}</div>`).join('')}</div>`,
  '/files': `<a id="pdf" href="/report.pdf">report</a> <a id="attached" href="/download">export</a>
    <a id="saved" href="/other" download="other.html">save</a> <iframe name="inner"></iframe>
    <a id="framed" href="/report.pdf" target="inner">preview</a>
    <a id="guarded" href="/report.pdf" onclick="this.username = 'user'; this.password = 'secret'">guarded</a>
    <button id="made" onclick="link.href = window.URL.createObjectURL(new Blob(['a,b'])); link.click()">CSV</button>
    <a id="link" download="a.csv"></a><button id="both" onclick="pdf.click(); setTimeout(() => saved.click(), 100)">both</button>${filler}`,
  '/written': `<body contenteditable><p>text</p>`,
  '/fixed': `<body style="margin: 0; background: lime"><div style="position: fixed; top: 0; width: 100%; height: 40px; background: red"></div>
    <div style="height: 3000px"></div>`,
  '/tampered': `${filler}<script>
    JSON.stringify = () => 'x'.repeat(5_000_000); Array.isArray = () => true;
    Document.prototype.querySelectorAll = () => []; String.prototype.slice = () => ({});
  </script><button id="go" onclick="this.textContent = 'CLICKED'">go</button>`,
};

type Actions = readonly object[];

/** A server on loopback for the whole file. */
async function listening(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

const visitorsInside: (string | undefined)[] = [];
/** Stands for everything inside the network that no page may reach. */
const inside = await listening((request, response) => {
  visitorsInside.push(request.url);
  response.end('inside');
});

const requests: (string | undefined)[] = [];
const port = await listening((request, response) => {
  requests.push(request.url);
  const path = (request.url ?? '').replace(/\?.*$/, '');
  if (path === '/download') {
    response.setHeader('content-disposition', 'attachment; filename=a.bin');
    response.setHeader('content-type', 'application/octet-stream');
    response.end(Buffer.alloc(1_000_000));
    return;
  }
  if (path === '/report.pdf') {
    response.setHeader('content-type', 'application/pdf');
    response.end('%PDF-1.4');
    return;
  }
  response.setHeader('content-type', 'text/html; charset=utf-8');
  if (path === '/after') {
    setTimeout(() => response.end('ARRIVED'), Number(request.url?.replace(/^.*\?/, '')));
    return;
  }
  if (path === '/account') response.end(`<h1>Signed in</h1><p id="query">${request.url}</p>${filler}`);
  else
    response.end(
      `<!doctype html><body>${documents[path]?.replace('INSIDE', `http://127.0.0.1:${inside}/`) ?? ''}`,
    );
});
const renderPage = chromiumIn({ allow: [`site.test:${port}`], pagesAtOnce: 3 });

const act = (path: string, actions: Actions, options: Partial<RenderRequest> = {}) =>
  renderPage(
    renderRequest.parse({
      url: `http://site.test:${port}${path}`,
      timeoutMs: 40_000,
      actions,
      ...options,
    }),
    { signal: new AbortController().signal },
  );

const run = (script: string) => ({ type: 'executeJavascript', script });
const click = (selector: string) => ({ type: 'click', selector });

describe.concurrent('actions', () => {
  test('sign in with a form', async () => {
    const page = await act('/login', [
      click('#name'),
      { type: 'write', text: 'ada & co' },
      { type: 'press', key: 'Tab' },
      { type: 'write', text: 'secret' },
      { type: 'press', key: 'Enter' },
      { type: 'wait', selector: '#query' },
      { type: 'scrape' },
    ]);

    expect(page.finalUrl).toContain('/account?name=ada+%26+co&word=secret');
    expect(textOf(page.html)).toContain('Signed in');
    expect(page.actions?.scrapes).toEqual([
      { url: page.finalUrl, html: expect.stringContaining('Signed in') as string },
    ]);
  });

  test('read an endless list as far as they scroll', async () => {
    const down = { type: 'scroll' };

    const page = await act('/list', [down, down, down, run('scrollTo(0, document.body.scrollHeight)')]);

    const items = page.html.match(/Item \d+/g) ?? [];
    expect(items.length).toBeGreaterThanOrEqual(40);
    expect(items.length).toBeLessThan(400);
  });

  test('accept a cookie dialog, and take pictures before and after', async () => {
    const shot = { type: 'screenshot', viewport: { width: 400, height: 300 } };

    const page = await act('/cookies', [
      shot,
      click('#dialog button'),
      { type: 'screenshot', fullPage: true, quality: 40 },
    ]);

    const [before = '', after = ''] = page.actions?.screenshots ?? [];
    const { width, height } = readPng(Buffer.from(before, 'base64'));
    expect([width, height]).toEqual([400, 300]);
    expect(Buffer.from(after, 'base64').subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    expect(textOf(page.html)).toContain('ACCEPTED');
    expect(textOf(page.html)).not.toContain('privacy');
  });

  test('open a tab, and click what no pointer reaches', async () => {
    const page = await act('/tabs', [click('[role=tab]'), { type: 'click', selector: '.hidden', all: true }]);

    expect(textOf(page.html)).toContain('Diameter 30 cm HIDDEN');
  });

  test('press and focus a field that something covers', async () => {
    const page = await act('/fields', [
      click('#under'),
      { type: 'write', text: 'under' },
      click('#named'),
      { type: 'write', text: 'named' },
      click('#values'),
    ]);

    expect(textOf(page.html)).toContain('down up under|named|');
  });

  test('type with keys, in any script', async () => {
    const page = await act('/fields', [click('#keys'), { type: 'write', text: 'aß京😀' }, click('#values')]);

    expect(textOf(page.html)).toContain('a .A ß .SS 京 .京 😀 .😀 ||aß京😀|');
  });

  test('write a long text as quickly as a short one, and end with keys', async () => {
    const text = 'long '.repeat(1_000);
    const page = await act('/fields', [click('#keys'), { type: 'write', text }, run('keys.value')]);

    expect(page.actions?.javascriptReturns[0]?.value).toBe(text);
    expect(textOf(page.html)).toMatch(/^[^.]*\. ?l \.L o \.O/);
  });

  test.for([
    ['its text', 'Cast  iron', 'chosen iron'],
    ['its value', 'iron', 'chosen iron'],
  ] as const)('choose an option of a list by %s', async ([, text, expected]) => {
    const page = await act('/fields', [click('#material'), { type: 'write', text }, click('#values')]);

    expect(textOf(page.html)).toMatch(new RegExp(`${expected} \\|.*as it is`));
  });

  test('type into a page that is an editor', async () => {
    const page = await act('/written', [click('p'), { type: 'write', text: 'a line ' }]);

    expect(textOf(page.html)).toContain('a line');
  });

  test('choose a date', async () => {
    const page = await act('/fields', [click('#day'), { type: 'write', text: '2026-01-02' }]);

    expect(textOf(page.html)).toContain('chosen 2026-01-02');
  });

  test.for([
    ['an animation', [click('#animated')], 'ANIMATED'],
    ['a request that is sent later', [click('#loaded')], 'ARRIVED'],
    [
      'a search that waits for the end of typing',
      [click('#search'), { type: 'write', text: 'a' }],
      'ARRIVED',
    ],
    ['a slow answer', [click('#slow')], 'ARRIVED'],
  ] as const)('wait for what they begin: %s', async ([, actions, expected]) => {
    const page = await act('/late', [...actions, { type: 'scrape' }]);

    expect(textOf(page.actions?.scrapes[0]?.html ?? '')).toMatch(new RegExp(`^${expected}`));
    expect(page.warnings).toEqual([]);
  });

  test('say when an answer has not come, and go on', async () => {
    const page = await act('/late', [click('#never'), run('1')]);

    expect(page.warnings).toEqual([
      'actions[0] (click): the page still waited for an answer when the time for it was over.',
    ]);
    expect(page.actions?.javascriptReturns).toEqual([{ type: 'number', value: 1 }]);
  });

  test.for([
    ['a PDF', '#pdf', '/report.pdf'],
    ['an attachment', '#attached', '/download'],
    ['a link that saves a page', '#saved', '/other'],
    ['a PDF in a frame', '#framed', '/report.pdf'],
    ['a PDF behind a password, without the password', '#guarded', '/report.pdf'],
  ])('name a file that they lead to: %s', async ([, selector = '', told = '']) => {
    const page = await act('/files', [run('1'), click(selector)]);

    expect(page.warnings).toEqual([
      `actions[1] (click): the page led to a file, which was not read: http://site.test:${port}${told}`,
    ]);
  });

  test('name the first of several files that arrive, and count the others', async () => {
    const page = await act('/files', [run('1'), click('#both')]);

    const [warning] = page.warnings;
    expect(page.warnings).toHaveLength(1);
    // Either file can arrive first: a busy browser begins both at once.
    expect(['/report.pdf', '/other'].map((file) => `http://site.test:${port}${file} (and 1 more)`)).toContain(
      warning?.replace('actions[1] (click): the page led to a file, which was not read: ', ''),
    );
  });

  test('tell of a file that a script makes', async () => {
    const page = await act('/files', [click('#made')]);

    expect(page.warnings).toEqual([
      'actions[0] (click): the page led to a file, which was not read: it exists only in the page',
    ]);
  });

  test('wait until an element can be seen', async () => {
    const page = await act('/shown-later', [
      run('later.style.visibility = "hidden"'),
      { type: 'wait', selector: '#later' },
      run('getComputedStyle(later).visibility'),
    ]);

    expect(page.actions?.javascriptReturns[1]?.value).toBe('visible');
  });

  test('scroll a page that scrolls inside an element, and take a picture of all of it', async () => {
    const page = await act('/inner', [
      { type: 'screenshot', fullPage: true },
      { type: 'scroll' },
      run('[pane.scrollTop, innerHeight]'),
    ]);

    const picture = readPng(Buffer.from(page.actions?.screenshots[0] ?? '', 'base64'));
    expect([picture.height, picture.at(600, 2_900)]).toEqual([3_000, [0, 0, 255]]);
    expect(page.actions?.javascriptReturns[0]?.value).toEqual([800, 800]);
  });

  test('take a picture of a whole page from its top, and leave the page where it was scrolled', async () => {
    const page = await act(
      '/fixed',
      [{ type: 'scroll' }, { type: 'screenshot', fullPage: true }, run('scrollY')],
      { screenshot: 'fullPage' },
    );

    const pictures = [Buffer.from(page.actions?.screenshots[0] ?? '', 'base64'), page.screenshot];
    const colors = pictures.map((bytes) => {
      const picture = readPng(bytes ?? new Uint8Array());
      return [picture.at(600, 20), picture.at(600, 820)];
    });
    const [red, lime] = [
      [255, 0, 0],
      [0, 255, 0],
    ];
    expect(colors).toEqual([
      [red, lime],
      [red, lime],
    ]);
    expect(page.actions?.javascriptReturns[0]?.value).toBe(800);
  });

  test('leave a page that scrolls inside an element where it was scrolled, after a picture of all of it', async () => {
    const page = await act('/inner', [
      { type: 'scroll' },
      { type: 'screenshot', fullPage: true },
      run('[pane.scrollTop, innerHeight]'),
    ]);

    expect(page.actions?.javascriptReturns[0]?.value).toEqual([800, 800]);
  });

  test('print a PDF', async () => {
    const page = await act('/tabs', [
      { type: 'pdf', format: 'A5', landscape: true, scale: 0.8 },
      { type: 'pdf' },
    ]);

    const files = (page.actions?.pdfs ?? []).map((file) => Buffer.from(file, 'base64').toString('latin1'));
    expect(files.map((file) => file.slice(0, 5))).toEqual(['%PDF-', '%PDF-']);
    expect(files[0]).toMatch(/MediaBox \[0 0 59\d(\.\d+)? 4(19|20)(\.\d+)?\]/);
  });

  test('press keys, with others held', async () => {
    const page = await act('/keys', [
      click('#q'),
      { type: 'press', key: 'a' },
      { type: 'press', key: 'Control+b' },
      { type: 'press', key: '+' },
    ]);

    expect(textOf(page.html)).toContain('a Control b +');
  });

  test('press keys by the names that people give them', async () => {
    const names = ['ENTER', 'return', 'TAB', 'ESC', 'Del', 'Down', 'arrow_left', 'Page Up', 'F5', 'ctrl + X'];
    const page = await act('/typed', [
      ...names.map((key) => ({ type: 'press', key })),
      { type: 'press', key: 'space' },
      { type: 'press', key: 'A' },
      { type: 'press', key: '-' },
      { type: 'press', key: 'Shift + +' },
    ]);

    expect(textOf(page.html)).toContain(
      'Enter|Enter|Tab|Escape|Delete|ArrowDown|ArrowLeft|PageUp|F5|Control|X| |A|-|Shift|+|',
    );
  });

  test('write into the field that a selector names', async () => {
    const page = await act('/fields', [
      { type: 'write', selector: '#keys', text: 'ab' },
      { type: 'write', selector: '#material', text: 'Cast iron' },
      { type: 'write', selector: '#named', text: 'Ada' },
      click('#values'),
    ]);

    expect(textOf(page.html)).toMatch(/chosen iron .*Ada\|ab\|/);
  });

  test('write into the field of a label, the field in a box, and the editor around a paragraph', async () => {
    const page = await act('/fields', [
      run(
        'document.body.insertAdjacentHTML("afterbegin", "<label><b id=label>Word</b> <input id=word></label>' +
          '<span id=box><input id=inner></span><div contenteditable><p id=line>a</p></div>")',
      ),
      { type: 'write', selector: '#label', text: 'one' },
      { type: 'write', selector: '#box', text: 'two' },
      { type: 'write', selector: '#line', text: 'three' },
      run('[word.value, inner.value, line.textContent.length]'),
    ]);

    expect(page.actions?.javascriptReturns[1]?.value).toEqual(['one', 'two', 6]);
  });

  test('return the values of scripts, with their types', async () => {
    const page = await act('/tabs', [
      run('document.title; 6 * 7'),
      run('const list = [1, 2]; list.map((each) => each * 2)'),
      run('return { url: location.pathname }'),
      run('await new Promise((resolve) => setTimeout(resolve, 20)); return "later"'),
      run('(await Promise.resolve({ a: 3 })).a'),
      run('null'),
      run('document.body.append("FROM A SCRIPT")'),
    ]);

    expect(page.actions?.javascriptReturns).toEqual([
      { type: 'number', value: 42 },
      { type: 'array', value: [2, 4] },
      { type: 'object', value: { url: '/tabs' } },
      { type: 'string', value: 'later' },
      { type: 'number', value: 3 },
      { type: 'null', value: null },
      { type: 'undefined', value: null },
    ]);
    expect(textOf(page.html)).toContain('FROM A SCRIPT');
  });
});

describe.concurrent('an action that cannot be carried out names itself and the reason:', () => {
  test.for([
    ['no element', [click('#none')], /^actions\[0\] \(click\): no element matches "#none"\.$/],
    ['a broken selector', [click('p[')], /^actions\[0\] \(click\): "p\[" is not a CSS selector\.$/],
    [
      'text without a field',
      [{ type: 'scrape' }, { type: 'write', text: 'a' }],
      /^actions\[1\] \(write\): no field has the focus: click one before\.$/,
    ],
    [
      'text for a read-only field',
      [
        run(
          'const field = document.createElement("input"); field.readOnly = true; document.body.append(field); field.focus()',
        ),
        { type: 'write', text: 'a' },
      ],
      /^actions\[1\] \(write\): the field that has the focus is read-only\.$/,
    ],
    [
      'text for a button',
      [run('document.querySelector("button").focus()'), { type: 'write', text: 'a' }],
      /^actions\[1\] \(write\): the element that has the focus \(button\) takes no text: click a field, or use press\.$/,
    ],
    [
      'text that is no option of a list',
      [
        run(
          'document.body.insertAdjacentHTML("beforeend", "<select><option>Copper</select>"); document.querySelector("select").focus()',
        ),
        { type: 'write', text: 'Gold' },
      ],
      /^actions\[1\] \(write\): the list that has the focus has no option of this text\.$/,
    ],
    [
      'text that is not a date',
      [
        run(
          'const field = document.createElement("input"); field.type = "date"; document.body.append(field); field.focus()',
        ),
        { type: 'write', text: '2 January' },
      ],
      /^actions\[1\] \(write\): the field takes a date or time such as 2026-12-31/,
    ],
    [
      'text for an element that is not there',
      [{ type: 'write', selector: '#none', text: 'a' }],
      /^actions\[0\] \(write\): no element matches "#none"\.$/,
    ],
    ...(
      [
        ['a hidden field', '<input id=b style=display:none>'],
        ['a disabled field', '<input id=b disabled>'],
        ['an element that is no field', '<div id=b>text</div>'],
        ['a button', '<button id=b>text</button>'],
        ['an element whose page moves the focus to another field', '<p id=b onclick=a.focus()>text</p>'],
      ] as const
    ).map(
      ([name, element]) =>
        [
          `text for ${name}, and another field has the focus`,
          [
            run(`document.body.insertAdjacentHTML("afterbegin", "<input id=a>${element}"); a.focus()`),
            { type: 'write', selector: '#b', text: 'secret' },
          ],
          /^actions\[1\] \(write\): the first element that matches "#b" takes no text: it must be a field that is shown and enabled\.$/,
        ] as const,
    ),
    [
      'an unknown key',
      [{ type: 'press', key: 'Banana' }],
      /^actions\[0\] \(press\): there is no key "Banana"\.$/,
    ],
    [
      'a script that throws',
      [run('throw new Error("no " + "x".repeat(9_000_000))')],
      /^actions\[0\] \(executeJavascript\): the script threw: Error: no x{100,300}$/,
    ],
    ['a script that is none', [run('return return')], /^actions\[0\] \(executeJavascript\): .*SyntaxError/],
  ] as const)('%s', async ([, actions, message]) => {
    await expect(act('/tabs', actions)).rejects.toMatchObject({
      code: 'ACTION_FAILED',
      message: expect.stringMatching(message) as string,
    });
  });
});

test('many actions share the time of the request', async () => {
  const keys = Array.from({ length: 20 }, () => ({ type: 'press', key: 'a' }));

  const page = await act('/keys', keys, { timeoutMs: 16_000 });

  expect(textOf(page.html)).toContain('a '.repeat(20));
});

test('actions that fail are not begun again where a URL without a scheme has another one', async () => {
  const before = requests.length;
  const url = `site.test:${port}/hostile?once`;

  await expect(act('', [click('#inside')], { url })).rejects.toMatchObject({ code: 'FORBIDDEN_TARGET' });

  expect(requests.slice(before).filter((each) => each === '/hostile?once')).toHaveLength(1);
});

describe.concurrent('a hostile page or script', () => {
  test.for([
    ['a link to this machine', [click('#inside')], 'FORBIDDEN_TARGET', 'actions[0] (click): '],
    [
      'a script that leaves for instance metadata',
      [run('location.href = "http://169.254.169.254/latest/"')],
      'FORBIDDEN_TARGET',
      'actions[0] (executeJavascript): ',
    ],
    [
      'a script that never ends',
      [run('for (;;);')],
      'ACTION_FAILED',
      'actions[0] (executeJavascript): the script kept the page busy, and was ended after 5 seconds.',
    ],
    ['a click that never ends', [click('#loop')], 'SCRAPE_TIMEOUT', 'actions[0] (click): the timeout'],
    [
      'a promise that is never kept',
      [run('new Promise(() => {})')],
      'SCRAPE_TIMEOUT',
      'actions[0] (executeJavascript): the timeout',
    ],
    [
      'pictures that no answer holds',
      [
        run(`const canvas = document.createElement('canvas'); canvas.width = canvas.height = 2600;
          canvas.style.cssText = 'position: fixed; inset: 0';
          const context = canvas.getContext('2d'); const image = context.createImageData(2600, 2600);
          const noise = new Uint32Array(image.data.buffer);
          for (let i = 0, x = 1; i < noise.length; i += 1) { x ^= x << 13; x ^= x >>> 17; x ^= x << 5; noise[i] = x | 0xff000000; }
          context.putImageData(image, 0, 0); document.body.append(canvas);`),
        { type: 'screenshot', viewport: { width: 2_600, height: 2_600 } },
      ],
      'ACTION_FAILED',
      'actions[1] (screenshot): the results of all actions exceed 20 MB.',
    ],
  ] as const)('is stopped: %s', async ([, actions, code, message]) => {
    // Long enough for a browser that starts beside six others to load the page first.
    const timeoutMs = code === 'SCRAPE_TIMEOUT' ? 10_000 : 40_000;
    await expect(act('/hostile', actions, { timeoutMs })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message) as string,
    });
  });

  test('gives no value that is cyclic, giant or a window, and says so', async () => {
    const page = await act('/hostile', [
      run('const a = {}; a.a = a; a'),
      run('"z".repeat(20_000_000)'),
      run('globalThis.opened = window.open("/other"); opened'),
      run('10n ** 10n'),
      run('let deep = []; for (let i = 0; i < 2000; i += 1) deep = [deep]; deep'),
    ]);

    expect(page.actions?.javascriptReturns).toEqual([
      { type: 'object', value: null },
      { type: 'string', value: null },
      { type: 'null', value: null },
      { type: 'bigint', value: null },
      { type: 'array', value: null },
    ]);
    expect(page.warnings.join(' ').match(/actions\[[0134]\] \(executeJavascript\): its value/g)).toHaveLength(
      4,
    );
  });

  test('opens no window, saves no download, keeps no worker, and stays the page', async () => {
    const page = await act('/hostile', [
      click('#file'),
      click('#window'),
      click('#dialogs'),
      run(
        'return navigator.serviceWorker ? navigator.serviceWorker.register("/worker.js").then(() => "in", () => "refused") : "none"',
      ),
    ]);

    expect([page.status, new URL(page.finalUrl).pathname]).toEqual([200, '/hostile']);
    expect(page.actions?.javascriptReturns[0]?.value).toMatch(/^(refused|none)$/);
  });

  test('cannot keep the browser from leaving it', async () => {
    const page = await act('/hostile', [run('1'), click('#leave')]);

    expect(textOf(page.html)).toContain('another page');
  });

  test('that grows with each scroll stays bounded', async () => {
    const page = await act(
      '/endless',
      Array.from({ length: 5 }, () => ({ type: 'scroll' })),
    );

    expect(page.html.length).toBeLessThan(1_000_000);
  });

  test('that replaces the functions of the browser changes neither clicks nor bounds', async () => {
    const page = await act('/tampered', [click('#go'), run('({ a: 1 })')]);

    expect(textOf(page.html)).toContain('CLICKED');
    expect(page.actions?.javascriptReturns).toEqual([{ type: 'array', value: null }]);
  });

  test('that posts a form to the inside never gets there', async () => {
    const post = `fetch('http://127.0.0.1:${inside}/', { method: 'POST', mode: 'no-cors' }).then(() => 'in', () => 'refused')`;

    const page = await act('/hostile', [run(post)]);

    expect(page.actions?.javascriptReturns).toEqual([{ type: 'string', value: 'refused' }]);
    expect(visitorsInside).toEqual([]);
  });

  test('that crashes is reported', async () => {
    // In steps: a script that keeps the page busy is ended after 5 seconds, before a slow machine has filled the memory.
    const allocate = run(`(async () => {
      for (const all = []; ; await new Promise((resolve) => setTimeout(resolve, 10)))
        all.push(new Uint8Array(20_000_000).fill(1));
    })()`);

    await expect(act('/hostile', [allocate])).rejects.toMatchObject({ code: 'PAGE_CRASHED' });
  });
});
