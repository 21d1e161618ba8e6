import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { parsePage } from '#shared/content/page/parse-page.ts';
import { judgePage } from '#shared/scrape/verdict/judge-page.ts';
import { type JudgedCase, judgeCorpus, scoresOf } from './verdict-corpus.ts';

const cases = judgeCorpus();
const isRussian = ({ bytes }: JudgedCase): boolean => /[а-яё]{3}/i.test(bytes.toString());

describe('the verdicts', () => {
  test('are tried on many answers, some in Russian, many of them pages that look like none', () => {
    const count = (fits: (one: JudgedCase) => boolean): number => cases.filter(fits).length;

    expect(cases.length).toBeGreaterThanOrEqual(120);
    expect(count((one) => one.heldOut === true)).toBeGreaterThanOrEqual(30);
    expect(count(isRussian)).toBeGreaterThanOrEqual(30);
    expect(count(({ expected }) => expected === 'fine')).toBeGreaterThanOrEqual(cases.length / 3);
  });

  test.for([
    ['the answers that the rules were made with', cases.filter((one) => one.heldOut !== true)],
    ['the answers that were held back', cases.filter((one) => one.heldOut === true)],
  ] as const)('are right on %s', ([, judged]) => {
    for (const { kind, precision, recall } of scoresOf(judged)) {
      expect.soft(precision, `precision of ${kind}`).toBeGreaterThanOrEqual(0.97);
      expect.soft(recall, `recall of ${kind}`).toBeGreaterThanOrEqual(0.95);
    }
  });

  test('carry the reason, and walls the name of their guard', () => {
    const reasonOf = (page: string) => cases.find((one) => one.page === page)?.reason;

    expect(reasonOf('cloudflare--just-a-moment')).toBe('Cloudflare');
    expect(reasonOf('qrator--forbidden')).toBe('Qrator');
    expect(reasonOf('react--create-react-app-shell')).toBe('its application is not rendered');
    expect(reasonOf('empty--no-bytes')).toBe('neither text nor scripts');
  });
});

interface Answer {
  readonly html: string;
  readonly source?: 'local' | 'cloud';
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

function judge({ html, source = 'local', status = 200, headers: given = {} }: Answer) {
  const finalUrl = 'https://site.test/';
  const headers = { 'content-type': 'text/html', ...given };
  const page = parsePage({ bytes: Buffer.from(html), contentType: headers['content-type'], url: finalUrl });
  return judgePage(page, { source, status, headers, finalUrl });
}

describe('a Refresh header', () => {
  test.for([
    ['at once to another page', '0; url=/there', 'needs-rendering'],
    ['at once, in other letters', '0.0,URL=/there', 'needs-rendering'],
    ['at once, without a name', '0; /there', 'needs-rendering'],
    ['at once, in quotes', "0;'/there'", 'needs-rendering'],
    ['soon', '3; url=/there', 'needs-rendering'],
    ['soon to the page itself', '3', 'needs-rendering'],
    ['later', '30; url=/there', 'fine'],
  ] as const)('that leads %s: %s is %s', ([, refresh, verdict]) => {
    expect(judge({ html: '<p>moving</p>', headers: { refresh } }).verdict).toBe(verdict);
  });

  const explained = `<p>${'The page has moved to another address of the shop. '.repeat(4)}</p>`;

  test.for([
    ['at once to another page', '0; /there', 'needs-rendering'],
    ['soon', '3; url=/there', 'fine'],
    ['at once to the page itself', '0', 'fine'],
  ] as const)('is obeyed behind a longer text when it leads %s: %s is %s', ([, refresh, verdict]) => {
    expect(judge({ html: explained, headers: { refresh } }).verdict).toBe(verdict);
    const [seconds, target] = refresh.split('; ');
    const element = `<meta http-equiv="refresh" content="${seconds}${target === undefined ? '' : `; ${target}`}">`;
    expect(judge({ html: element + explained }).verdict).toBe(verdict);
  });

  test('is no more asked of a page that the browser has opened', () => {
    const opened = { html: '<p>moving</p>', source: 'cloud', headers: { refresh: '0; url=/there' } } as const;

    expect(judge(opened).verdict).toBe('fine');
  });
});

const article = `<article><h1>Tides</h1><p>${'The tide comes twice a day. '.repeat(200)}</p></article>`;

describe('a wall', () => {
  test.for<[string, Answer]>([
    ['Cloudflare', { html: article, headers: { 'cf-mitigated': 'challenge' } }],
    ['Cloudflare', { html: '<script>window._cf_chl_opt={}</script>' }],
    ['DataDome', { html: '<iframe src="https://geo.captcha-delivery.com/captcha/"></iframe>' }],
    ['Akamai', { html: '<div id="sec-if-cpt-container"></div>' }],
    ['HUMAN', { html: '<div id="px-captcha"></div>' }],
    ['Imperva', { html: '<iframe src="/_Incapsula_Resource?SWUDNSAI=31">' }],
    ['AWS WAF', { html: '', status: 405, headers: { 'x-amzn-waf-action': 'captcha' } }],
    [
      'CloudFront',
      { html: '<title>ERROR: The request could not be satisfied</title>Request blocked. Wait.' },
    ],
    ['Sucuri', { html: 'Blocked', status: 403, headers: { 'x-sucuri-block': 'BNP010' } }],
    [
      'Kasada',
      { html: '<script src="/149e9513-01fa-4fb0-aad4-566afd725d1b/2d206a39/ips.js"></script>', status: 429 },
    ],
    ['Vercel', { html: '', status: 403, headers: { 'x-vercel-mitigated': 'deny' } }],
    ['F5', { html: '<script>window["bobcmn"]="1"</script><script src="/TSPD/08?type=10"></script>' }],
    ['Radware', { html: '<title>Radware Captcha Page</title>' }],
    ['Wordfence', { html: '<p>Generated by Wordfence at noon</p>', status: 503 }],
    ['SiteGround', { html: '<meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/?r=%2F">' }],
    ['Anubis', { html: '<script id="anubis_challenge" type="application/json">{}</script>' }],
    [
      'Fastly',
      { html: '<title>Client Challenge</title><script src="/_fs-ch-1T1wmsGaOgGaSxcX/a.js"></script>' },
    ],
    ['Reblaze', { html: '<script>window.rbzns={}</script>' }],
    ['Alibaba', { html: '<script>location="/_____tmd_____/punish?x5secdata=1"</script>' }],
    ['Baidu', { html: '<script src="https://wappass.baidu.com/static/captcha/a.js"></script>' }],
    ['LinkedIn', { html: '<script>location="/authwall"</script>', status: 999 }],
    ['Yandex', { html: '', headers: { 'x-yandex-captcha': 'captcha' } }],
    ['DDoS-Guard', { html: '<script src="/.well-known/ddos-guard/check"></script>', status: 403 }],
    ['DDoS-Guard', { html: '<script src="https://check.ddos-guard.net/check.js"></script>' }],
    ['Qrator', { html: '<script src="/__qrator/qauth.js"></script>', status: 401 }],
    ['ServicePipe', { html: '<script>function get_cookie_spsc_uncrypted(){}</script>' }],
    ['Ngenix', { html: '<script>document.cookie="ngenix_jscv_1=a"</script>' }],
    ['KillBot', { html: '<title>KillBot user verification</title>' }],
    ['a captcha', { html: '<p>Are you a robot?</p><div class="h-captcha"></div>' }],
    ['a captcha', { html: '<p>Подтвердите, что вы не робот</p><div class="smart-captcha"></div>' }],
  ])('is known as that of %s', ([guard, answer]) => {
    expect(judge(answer)).toEqual({ verdict: 'blocked', reason: guard });
  });

  test.for([403, 429, 503])('is not told by the status %d alone', (status) => {
    expect(judge({ html: '<h1>No</h1>', status }).verdict).toBe('fine');
  });

  test('is not what a page says or what its guard leaves on each of its pages', () => {
    expect(judge({ html: '<pre>window._cf_chl_opt = {}</pre>' }).verdict).toBe('fine');
    expect(judge({ html: `${article}<script src="/_Incapsula_Resource?a"></script>` }).verdict).toBe('fine');
    expect(judge({ html: `${article}<script>window._cf_chl_opt={}</script>` }).verdict).toBe('fine');
  });
});

describe('a list that a script writes', () => {
  const around = (main: string): string =>
    `<header><a href="/">Acme</a><nav><a href="/jobs">Jobs</a></nav></header><main>${main}</main><footer>© Acme</footer><script src="/jobs.js"></script>`;

  test.for<[string, string]>([
    ['needs-rendering', '<h1>Open positions</h1><p>Find the job that fits you.</p><div id="jobs"></div>'],
    ['needs-rendering', '<h1>Jobs</h1><table><thead><tr><th>Title</th></tr></thead><tbody></tbody></table>'],
    ['needs-rendering', '<h1>Jobs</h1><input type="search"><ul data-list="jobs"> </ul>'],
    ['needs-rendering', '<h1>Open positions</h1><div id="r">Loading…</div>'],
    ['fine', '<h1>Open positions</h1><div id="jobs"><p>Rower</p></div>'],
    ['fine', `<h1>Tides</h1><p>${'The tide comes twice a day. '.repeat(8)}</p><div id="more"></div>`],
    [
      'fine',
      '<h1>Find us</h1><p>Pier 3, Bremen</p><div id="map"></div><div class="toast" data-time="3"></div>',
    ],
    ['fine', '<h1>Page 12</h1><img src="/page-12.png"><div id="pages"></div>'],
    ['fine', '<h1>Sign in</h1><input name="user"><input type="password"><div id="below"></div>'],
    ['fine', '<h1>Thank you</h1><p>We have your order.</p><div class="clear"></div>'],
  ])('%s: %s', ([verdict, main]) => {
    expect(judge({ html: around(main) }).verdict).toBe(verdict);
  });

  test('is a page when a browser has rendered it, filled or not', () => {
    const html = around('<h1>Open positions</h1><div id="jobs"></div>');

    expect(judge({ html, source: 'cloud' }).verdict).toBe('fine');
  });
});

const moved = `<h1>Moved</h1><p>This page is at https://docs.example.test/en/stable/reference/library/${'long/'.repeat(30)}now. If you are not taken there, follow the link.</p>`;
const intro = `<h1>Lamps</h1><p>${'Lamps of walnut and brass, made in Narvik. '.repeat(5)}</p>`;

describe('a page that scripts finish', () => {
  test.for<[string, string]>([
    // Templates of Vue, AngularJS and Alpine beside text.
    [
      'needs-rendering',
      `<div id="x" v-cloak><h1>{{ product.title }}</h1><p>{{ product.price }} €</p>${intro}</div><script src="vue.js"></script>`,
    ],
    [
      'needs-rendering',
      `<ul ng-app><li ng-repeat="r in reviews">{{ r.author }}: {{ r.text }} and more</li><li>{{ r.b }}</li></ul>${intro}<script src="a.js"></script>`,
    ],
    [
      'fine',
      `<div x-data="a"><h1>Vue</h1><p>Write <code>{{ a }}</code> or <code>{{ b }}</code>.</p>${intro}</div><script src="a.js"></script>`,
    ],
    [
      'fine',
      `<h1>Jinja</h1><p>Write {{ a }} or {{ b }} in a template, and it is filled in by the server. ${'x '.repeat(60)}</p><script src="a.js"></script>`,
    ],
    [
      'fine',
      `<div v-cloak>{{ a }}{{ b }}<p>${'The tide comes twice a day. '.repeat(80)}</p></div><script src="a.js"></script>`,
    ],
    // Tables, lines and code that a script fills.
    ['needs-rendering', '<h1>Prices</h1><table id="t"></table><script src="a.js"></script>'],
    ['needs-rendering', '<h1>Log</h1><pre id="log"></pre><script src="a.js"></script>'],
    [
      'fine',
      '<h1>Contact</h1><p>Call 22 33 <span class="icon" data-feather="phone"></span></p><script src="a.js"></script>',
    ],
    ['fine', '<h1>Contact</h1><p>Call 22 33.</p><div data-v-7ba5bd90></div><script src="a.js"></script>'],
    ['fine', '<h1>Prices</h1><table id="t"></table>'],
    // Placeholders below an introduction.
    [
      'needs-rendering',
      `${intro}<div id="grid"></div><div class="skeleton"></div><div class="skeleton"></div><script src="a.js"></script>`,
    ],
    [
      'fine',
      `${intro}${intro}${intro}<div id="grid"></div><div class="skeleton"></div><div class="skeleton"></div><script src="a.js"></script>`,
    ],
    // Pages that lead to another.
    ['needs-rendering', `<meta http-equiv="refresh" content="0; url=/target">${moved}`],
    ['needs-rendering', `<meta content="0;URL='/target'" http-equiv="Refresh">${moved}`],
    ['fine', `<meta http-equiv="refresh" content="3; url=/target">${moved}`],
    ['fine', `<meta http-equiv="refresh" content="30; url=/target">${moved}`],
    ['fine', `<meta http-equiv="refresh" content="5">${moved}`],
    ['fine', `<noscript><meta http-equiv="refresh" content="0; url=/plain"></noscript>${moved}`],
    ['needs-rendering', `<script>location.replace('/target')</script>${moved}`],
    ['needs-rendering', `<script> window.location.href = "/target"; </script>${moved}`],
    ['fine', `<script>button.onclick = () => { location.href = '/target' }</script>${moved}`],
  ])('is %s: %s', ([verdict, html]) => {
    expect(judge({ html }).verdict).toBe(verdict);
  });
});

describe('a document', () => {
  test.for<[string, string]>([
    ['fine', '<div title="a > b" hidden>x</div><p>text</p>'],
    ['fine', '<div "="">text</div>'],
    ['empty', '<title>never closed<p>text'],
    ['fine', '<header>never closed<p>text'],
    ['fine', '<html style="--bar-display: none"><div style="--bar-display: none">text</div>'],
    ['fine', `<div class="loading-area"><p>${'a long text '.repeat(30)}</p></div>`],
    ['fine', '<div hidden id="S:0"><p>streamed text</p></div><script>$RC("B:0","S:0")</script>'],
    ['fine', '<x-a><template shadowrootmode="open"><p>text</p></template></x-a><script src="a.js"></script>'],
    ['needs-rendering', '<script>never closed text'],
    ['needs-rendering', '<div hidden><div>a</div>b</div><script>show()</script>'],
    ['needs-rendering', '<nav>Home</nav><div id="app"></div><script src="app.js"></script>'],
    ['needs-rendering', '<meta http-equiv="refresh" content="3; url=/start">'],
    ['needs-rendering', '<meta content="0;url=/start" http-equiv=refresh>'],
    ['fine', '<meta http-equiv="refresh" content="300"><p>08:10 North pier</p>'],
    ['empty', '<div hidden>a</div>'],
    ['empty', '<script async src="https://www.googletagmanager.com/gtag/js"></script>'],
  ])('is %s: %s', ([verdict, html]) => {
    expect(judge({ html }).verdict).toBe(verdict);
  });

  test('is judged whatever it is made of', () => {
    const piece = fc.constantFrom(
      ...[
        '<',
        '>',
        '</',
        '<!--',
        '-->',
        '"',
        "'",
        '=',
        ' ',
        'a',
        '<p>',
        '<div hidden',
        '<script',
        '</script>',
      ],
      ...['<title>', '<nav>', '</nav>', '&#9999999;', '{{', '}}', 'ы', '<noscript>', '<div id="app"', '\0'],
    );
    const page = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));

    fc.assert(
      fc.property(page, fc.constantFrom('local', 'cloud'), (html, source) => {
        expect(['fine', 'needs-rendering', 'empty']).toContain(judge({ html, source }).verdict);
      }),
    );
  });
});
