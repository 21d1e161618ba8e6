import { hash } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import type { RenderRequest } from '#shared/contract/render.ts';
import { serveBytes } from '../egress/loopback.ts';
import { asked, chromiumIn, openSite, textOf } from './browser.ts';

const article = `<p>${'The ferry leaves the harbour at seven and comes back at nine. '.repeat(10)}</p>`;

const renderOnly = async (document: string, options: Partial<RenderRequest> = {}) => {
  const { render } = await openSite({ '/': document, '/api': '{}' });
  return render('/', options);
};

describe('a page is captured', () => {
  test.for([
    ['polls', `setInterval(() => fetch('/api'), 100)`],
    ['polls with the time as a parameter', `setInterval(() => fetch('/api?t=' + Date.now()), 100)`],
    ['polls with counted requests', `let n = 0; setInterval(() => fetch('/api?n=' + (n += 1)), 100)`],
    ['polls before the last answer is there', `setInterval(() => fetch('/api?ms=300'), 100)`],
    [
      'polls by long requests of Socket.IO',
      `fetch('/api?EIO=4&transport=polling&t=a').then(() => fetch('/api?ms=30000&EIO=4&transport=polling&t=b'))`,
    ],
    ['keeps a request open', `fetch('http://silent.test/').catch(() => {})`],
    ['animates', `setInterval(() => { document.body.style.marginLeft = Math.random() + 'px' }, 16)`],
    [
      'counts seconds',
      `const clock = document.body.appendChild(document.createElement('time')); setInterval(() => { clock.textContent = new Date().toISOString() }, 50)`,
    ],
  ])('when its text is there, although it %s', async ([, script]) => {
    const page = await renderOnly(`${article}<script>${script}</script>`);

    expect(page.settledBy).not.toBe('budget');
    expect(textOf(page.html)).toContain('The ferry leaves');
  });

  test('when its text is complete, although a web socket stays busy', async () => {
    const talker = await serveBytes((socket) => {
      const talk = setInterval(() => socket.write('\u0081\u0004tick'), 50);
      socket.once('close', () => clearInterval(talk));
    });

    const page = await renderOnly(
      `${article}<script>new WebSocket('ws://site.test:${talker.port}/')</script>`,
    );

    expect(page.settledBy).toBe('stable');
  });

  test('after all of its consecutive requests', async () => {
    const page = await renderOnly(`${article}<script>
      const next = (left) => left === 0 ? document.body.append('ALL') : fetch('/api?' + left).then(() => setTimeout(next, 200, left - 1));
      next(3);
    </script>`);

    expect(textOf(page.html)).toContain('ALL');
  });

  test.for([
    ['to one path with different queries', `(part) => fetch('/api?ms=900&part=' + part)`],
    [
      'to one URL with different bodies',
      `(part) => fetch('/api?ms=900', { method: 'POST', body: JSON.stringify({ query: part }) })`,
    ],
  ])('after all of its parallel requests %s', async ([, ask]) => {
    const page = await renderOnly(`${article}<script>
      for (let part = 1; part <= 6; part += 1) (${ask})(part).then(() => document.body.append('PART' + part + ' '));
    </script>`);

    expect(
      textOf(page.html)
        .match(/PART\d/g)
        ?.toSorted()
        .join(),
    ).toBe('PART1,PART2,PART3,PART4,PART5,PART6');
  });

  test('after the last of consecutive requests with different bodies', async () => {
    const page = await renderOnly(`${article}<script>
      const ask = (query, ms) => fetch('/api?ms=' + ms, { method: 'POST', body: query });
      (async () => {
        for (const query of ['user', 'rights', 'menu']) await ask(query, 0);
        await ask('content', 900);
        document.body.append('ALL');
      })();
    </script>`);

    expect(textOf(page.html)).toContain('ALL');
  });

  test('after steps that it takes 300 ms apart', async () => {
    const page = await renderOnly(`${article}<script>
      const next = (left) => { document.body.append(left === 0 ? 'ALL' : left + ' '); if (left > 0) setTimeout(next, 300, left - 1); };
      next(4);
    </script>`);

    expect(textOf(page.html)).toContain('ALL');
  });

  test('after what follows on a script that runs for long', async () => {
    const page = await renderOnly(`${article}<script>
      addEventListener('load', () => {
        document.body.append('STEP');
        setTimeout(() => {
          for (const end = performance.now() + 450; performance.now() < end; );
          setTimeout(() => document.body.append('ALL'), 20);
        });
      });
    </script>`);

    expect(textOf(page.html)).toContain('ALL');
  });

  test('after content that came late in a frame, which the document does not notice', async () => {
    const { render } = await openSite({
      '/': `${article}<iframe src="/frame"></iframe>`,
      '/frame':
        '<script>const next = (left) => { document.body.append(left + " "); if (left > 0) setTimeout(next, 250, left - 1); }; addEventListener("load", () => next(4));</script>',
    });

    expect(textOf((await render('/')).html)).toContain('0');
  });

  test('later, while it is almost empty', async () => {
    const page = await renderOnly(
      '<div id="app">Loading…</div><script>setTimeout(() => { app.textContent = "Here" }, 1500)</script>',
    );

    expect(textOf(page.html)).toBe('Here');
  });

  const menu = `<nav>${'<a href="/page">A page of the menu</a> '.repeat(30)}</nav>`;
  test.for([
    ['a timer', `setTimeout(fill, 1_200)`],
    [
      'a request after a request',
      `fetch('/api').then(() => setTimeout(() => fetch('/api?2').then(fill), 600))`,
    ],
    ['another page that it goes to', `setTimeout(() => location.replace('/late'), 1_200)`],
  ])('after its content, which comes by %s when its menu has long been there', async ([, script]) => {
    const { render } = await openSite({
      '/': `${menu}<h1>Report</h1><section id="s"></section><script>
        const fill = () => { s.textContent = 'Here'; };
        ${script}
      </script>`,
      '/api': '{}',
      '/late': '<p>Here</p>',
    });

    expect(textOf((await render('/')).html)).toContain('Here');
  });

  /** What a socket says at once and, after three seconds, with its content; a page is still for two before it is read. */
  const late = {
    '/socket': (request: string) => {
      const key = /sec-websocket-key: (\S+)/i.exec(request)?.[1] ?? '';
      const accept = hash('sha1', `${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`, 'base64');
      const head = `101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}`;
      return [head, '\u0081\u0004Here'];
    },
    '/events': () => ['200 OK\r\nContent-Type: text/event-stream', 'data: Here\n\n'],
    '/slow': () => ['200 OK\r\nContent-Length: 4', 'Here'],
  };

  test.for([
    ['a web socket', `new WebSocket('ws://' + location.host + '/socket')`],
    ['an event stream', `new EventSource('/events')`],
    ['a request of a worker', `new Worker('/worker')`],
  ])('after its first content, which comes by %s', async ([, source]) => {
    const documents = new Map([
      [
        '/',
        `text/html\r\n\r\n<p id="s"></p><script>(${source}).onmessage = ({ data }) => { s.textContent = data; }</script>`,
      ],
      ['/worker', `text/javascript\r\n\r\nfetch('/slow').then((answer) => answer.text()).then(postMessage)`],
    ]);
    const site = await serveBytes((socket) => {
      socket.once('data', (bytes) => {
        const request = bytes.toString();
        const path = request.split(' ')[1] ?? '';
        const document = documents.get(path);
        if (document !== undefined) {
          socket.end(`HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: ${document}`);
          return;
        }
        const [head, content] = late[path as keyof typeof late](request) as [string, string];
        socket.write(`HTTP/1.1 ${head}\r\n\r\n`);
        setTimeout(() => socket.write(content, 'latin1'), 3_000);
      });
    });
    const renderPage = chromiumIn({ allow: [`site.test:${site.port}`] });

    const page = await renderPage(asked(`http://site.test:${site.port}/`), {
      signal: new AbortController().signal,
    });

    expect(textOf(page.html)).toBe('Here');
  });

  test('soon, when it has content beside a menu that is hidden', async () => {
    const page = await renderOnly(
      `<nav hidden>${'<a href="/page">A page of the menu</a> '.repeat(100)}</nav>${article}<script></script>`,
    );

    expect(page.timings.loadMs).toBeLessThan(1_500);
  });

  test('after its content, for which it waits longer than a request of a page with content takes', async () => {
    const page = await renderOnly(
      `${menu}<h1>Report</h1><p id="s">Loading…</p><script>fetch('/api?ms=7500').then(() => { s.textContent = 'Here'; })</script>`,
    );

    expect(textOf(page.html)).toContain('Here');
    expect([page.isWhole, page.warnings]).toEqual([true, []]);
  });

  test('with a warning when it shows next to nothing and its request has no answer', async () => {
    const page = await renderOnly(
      `${menu}<h1>Report</h1><p>Loading…</p><script>fetch('/api?ms=60000')</script>`,
      { timeoutMs: 9_000 },
    );

    expect(page.isWhole).toBe(false);
    expect(page.warnings).toEqual([
      'The page was still waiting for answers to its requests: its content may be missing.',
    ]);
  });

  test('without a warning when it has its text and one of its requests has no answer', async () => {
    const page = await renderOnly(`${article}<script>fetch('/api?ms=60000')</script>`);

    expect([page.isWhole, page.warnings]).toEqual([true, []]);
    expect(page.timings.loadMs).toBeLessThan(9_000);
  });

  test('with a warning when the budget is used up, although it still grows', async () => {
    const page = await renderOnly(
      `${article}<script>setInterval(() => document.body.append(' more'), 50)</script>`,
      { timeoutMs: 5_000 },
    );

    expect([page.settledBy, page.isWhole]).toEqual(['budget', false]);
    expect(page.warnings).toEqual([
      'The page kept changing and was captured when the waiting time was over.',
    ]);
  });

  test('without images that never load', async () => {
    const silent = await serveBytes(() => {});

    const page = await renderOnly(`${article}<img src="http://site.test:${silent.port}/a.png">`, {
      screenshot: 'viewport',
    });

    expect(textOf(page.html)).toContain('The ferry leaves');
  });

  const whenInView = `new IntersectionObserver(([entry], observer) => {
    if (!entry.isIntersecting) return;
    observer.disconnect();
    fetch('/api').then(() => { late.textContent = 'Seen'; });
  }).observe(late);`;
  test.for([
    [
      'in view',
      `${article}<div style="height: 9000px"></div><div id="late"></div><script>${whenInView}</script>`,
    ],
    [
      'in view at the end of parts as tall as the window',
      `${article}${'<section style="height: 100vh"></section>'.repeat(8)}<div id="late"></div><script>${whenInView}</script>`,
    ],
    [
      'in view of a part that scrolls inside the page',
      `<body style="margin: 0; height: 100vh; overflow: hidden"><main style="height: 100%; overflow: auto">${article}<div style="height: 4000px"></div><div id="late"></div></main><script>${whenInView}</script>`,
    ],
    [
      'when the page is scrolled',
      `${article}<div style="height: 5000px"></div><div id="late"></div><script>
        addEventListener('scroll', () => {
          if (scrollY + innerHeight > document.documentElement.scrollHeight - 200) late.textContent = 'Seen';
        });</script>`,
    ],
    [
      'into view by content that came into view before it',
      `${article}<div style="height: 3000px"></div><div id="first"></div><div id="late"></div><script>
        new IntersectionObserver(([entry], observer) => {
          if (!entry.isIntersecting) return;
          observer.disconnect();
          first.innerHTML = 'First<div style="height: 2000px"></div>';
          ${whenInView}
        }).observe(first);</script>`,
    ],
    [
      'in a frame that is lazy, without any script',
      `${article}<div style="height: 9000px"></div><iframe loading="lazy" src="/frame"></iframe>`,
    ],
  ] as const)('with the content that loads %s', async ([, document]) => {
    const { render } = await openSite({ '/': document, '/api': '{}', '/frame': '<p>Seen</p>' });

    const page = await render('/');

    expect(textOf(page.html)).toContain('Seen');
    expect(page.isWhole).toBe(true);
  });

  test('with all rows of a list that keeps only those in view', async () => {
    const page =
      await renderOnly(`${article}<div id="list" style="position: relative; height: 6000px"></div><script>
      const draw = () => {
        const top = Math.max(0, scrollY - list.offsetTop);
        list.replaceChildren(...Array.from({ length: 200 }, (_, row) => row * 30).filter((at) => at >= top && at < top + innerHeight).map((at) => {
          const row = document.createElement('p');
          row.style = 'position: absolute; margin: 0; top: ' + at + 'px';
          row.textContent = 'Row ' + at / 30 + '.';
          return row;
        }));
      };
      draw(); addEventListener('scroll', draw); addEventListener('resize', draw);
    </script>`);

    expect(page.html.match(/Row \d+\./g)).toHaveLength(200);
  });

  test('without scrolling an endless list to its end', async () => {
    const page = await renderOnly(`${article}<ol id="list"></ol><div id="end">end</div><script>
      let size = 0;
      const grow = () => { for (let i = 0; i < 20; i += 1) list.insertAdjacentHTML('beforeend', '<li style="height: 100px">Item ' + (size += 1) + '</li>'); };
      grow();
      new IntersectionObserver(([entry]) => { if (entry.isIntersecting) grow(); }).observe(end);
    </script>`);

    const items = page.html.match(/<li/g)?.length ?? 0;
    expect(items).toBeGreaterThanOrEqual(20);
    expect(items).toBeLessThanOrEqual(200);
  });

  test('twice with the same result', async () => {
    const { render } = await openSite({
      '/': `<ul id="list"></ul><script>
        for (const [name, delay] of [['a', 350], ['b', 50], ['c', 550], ['d', 200]])
          setTimeout(() => fetch('/api?' + name).then(() => { list.innerHTML += '<li>${'word '.repeat(60)}' + name; }), delay);
      </script>`,
      '/api': '{}',
    });

    const [first, second] = [await render('/'), await render('/')];

    expect(textOf(first.html)).toMatch(/b .*d .*a .*c$/);
    expect(second.html).toBe(first.html);
  });
});
