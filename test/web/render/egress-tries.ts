/** One way in which a page can make a browser connect to an address. */
export interface EgressTry {
  readonly name: string;
  /** Markup of a page that tries it on `address`. `site` is the page's own origin. */
  readonly markup: (address: string, site: string) => string;
}

const script = (code: string): string => `<script>{${code}}</script>`;
const style = (css: string): string => `<style>${css}</style>`;
const framed = (markup: string): string => `<iframe srcdoc="${markup.replaceAll('"', '&quot;')}"></iframe>`;
const worker = (code: string): string =>
  `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(code)}])))`;
const webSocket = (address: string): string => address.replace(/^http/, 'ws');

const table: Readonly<Record<string, EgressTry['markup']>> = {
  img: (a) => `<img src="${a}">`,
  'img-srcset': (a) => `<img srcset="${a} 1x">`,
  picture: (a) => `<picture><source srcset="${a}"><img></picture>`,
  'image-object': (a) => script(`new Image().src = '${a}'`),
  'image-in-inner-html': (a) => `<div id="inner"></div>${script(`inner.innerHTML = '<img src="${a}">'`)}`,
  'image-in-shadow': (a) =>
    `<div id="host"></div>${script(`host.attachShadow({ mode: 'closed' }).innerHTML = '<img src="${a}">'`)}`,
  'input-image': (a) => `<input type="image" src="${a}">`,
  'table-background': (a) => `<table background="${a}"><tr><td>cell</td></tr></table>`,
  video: (a) => `<video src="${a}" preload="auto"></video>`,
  'video-source': (a) => `<video preload="auto"><source src="${a}" type="video/mp4"></video>`,
  'video-poster': (a) => `<video poster="${a}" width="9" height="9"></video>`,
  'audio-object': (a) => script(`const audio = new Audio('${a}'); audio.preload = 'auto'; audio.load()`),
  object: (a) => `<object data="${a}" width="9" height="9"></object>`,
  embed: (a) => `<embed src="${a}" type="text/html" width="9" height="9">`,
  iframe: (a) => `<iframe src="${a}"></iframe>`,
  'iframe-srcdoc': (a) => framed(`<img src="${a}">`),
  'svg-image': (a) => `<svg width="9" height="9"><image href="${a}" width="9" height="9"/></svg>`,
  'svg-fe-image': (a) =>
    `<svg width="9" height="9"><filter id="f"><feImage href="${a}"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>`,
  script: (a) => `<script src="${a}"></script>`,
  'script-async': (a) => `<script async src="${a}"></script>`,
  'script-module': (a) => `<script type="module" src="${a}"></script>`,
  'script-written': (a) => script(`document.write('<img src="${a}">')`),
  'import-static': (a) => `<script type="module">import '${a}';</script>`,
  'import-dynamic': (a) => script(`import('${a}').catch(() => {})`),
  'import-map': (a) =>
    `<script type="importmap">{"imports": {"x": "${a}"}}</script><script type="module">import('x').catch(() => {})</script>`,
  stylesheet: (a) => `<link rel="stylesheet" href="${a}">`,
  'css-import': (a) => style(`@import url("${a}");`),
  'css-background': (a) => `<div style="background: url('${a}'); height: 9px"></div>`,
  'css-list-image': (a) => `<ul style="list-style-image: url('${a}')"><li>item</li></ul>`,
  'css-content': (a) => `${style(`#content::before { content: url("${a}") }`)}<p id="content"></p>`,
  'css-border-image': (a) => `<div style="border: 9px solid; border-image: url('${a}') 9"></div>`,
  'css-mask': (a) => `<div style="mask-image: url('${a}'); height: 9px; background: red"></div>`,
  'css-image-set': (a) => `<div style="background: image-set('${a}' 1x); height: 9px"></div>`,
  'css-shape': (a) => `<div style="float: left; shape-outside: url('${a}')">x</div>`,
  'css-font': (a) =>
    `${style(`@font-face { font-family: far; src: url("${a}") }`)}<p style="font-family: far">text</p>`,
  'css-font-object': (a) => script(`new FontFace('farther', 'url(${a})').load().catch(() => {})`),
  'css-adopted': (a) =>
    `<p id="adopted">x</p>${script(`const sheet = new CSSStyleSheet(); sheet.replaceSync('#adopted { background: url("${a}") }'); document.adoptedStyleSheets = [sheet]`)}`,
  'preload-image': (a) => `<link rel="preload" as="image" href="${a}">`,
  'preload-script': (a) => `<link rel="preload" as="script" href="${a}">`,
  'preload-fetch': (a) => `<link rel="preload" as="fetch" crossorigin href="${a}">`,
  modulepreload: (a) => `<link rel="modulepreload" href="${a}">`,
  prefetch: (a) => `<link rel="prefetch" href="${a}">`,
  fetch: (a) => script(`fetch('${a}', { mode: 'no-cors' }).catch(() => {})`),
  'fetch-cors': (a) => script(`fetch('${a}').catch(() => {})`),
  'fetch-post': (a) =>
    script(`fetch('${a}', { mode: 'no-cors', method: 'POST', body: 'x' }).catch(() => {})`),
  'fetch-preflight': (a) => script(`fetch('${a}', { headers: { 'x-a': 'b' } }).catch(() => {})`),
  'fetch-keepalive': (a) => script(`fetch('${a}', { mode: 'no-cors', keepalive: true }).catch(() => {})`),
  'fetch-in-frame': (a) => framed(script(`fetch('${a}', { mode: 'no-cors' }).catch(() => {})`)),
  xhr: (a) => script(`const xhr = new XMLHttpRequest(); xhr.open('GET', '${a}'); xhr.send()`),
  'event-source': (a) => script(`new EventSource('${a}')`),
  'web-socket': (a) => script(`new WebSocket('${webSocket(a)}')`),
  'web-socket-in-frame': (a) => framed(script(`new WebSocket('${webSocket(a)}')`)),
  'worker-fetch': (a) => script(worker(`fetch('${a}', { mode: 'no-cors' }).catch(() => {})`)),
  'worker-import': (a) => script(worker(`importScripts('${a}')`)),
  'worker-socket': (a) => script(worker(`new WebSocket('${webSocket(a)}')`)),
  'worker-events': (a) => script(worker(`new EventSource('${a}')`)),
  'shared-worker-fetch': (a) =>
    script(
      `new SharedWorker(URL.createObjectURL(new Blob([${JSON.stringify(`fetch('${a}', { mode: 'no-cors' }).catch(() => {})`)}])))`,
    ),
  'form-get': (a) =>
    framed(`<form action='${a}'><input name='q' value='1'></form>${script(`document.forms[0].submit()`)}`),
  'form-post': (a) =>
    framed(
      `<form method='post' action='${a}'><input name='q' value='1'></form>${script(`document.forms[0].submit()`)}`,
    ),
  'meta-refresh': (a) => framed(`<meta http-equiv='refresh' content='0; url=${a}'>`),
  location: (a) => framed(script(`location.href = '${a}'`)),
  'location-of-frame': (a) => `<iframe name="inner"></iframe>${script(`frames.inner.location = '${a}'`)}`,
  'anchor-click': (a) =>
    `<iframe name="clicked"></iframe><a id="anchor" target="clicked" href="${a}">go</a>${script('anchor.click()')}`,
  'redirect-img': (a, site) => `<img src="${site}/redirect?${a}">`,
  'redirect-fetch': (a, site) =>
    script(`fetch('${site}/redirect?${a}', { mode: 'no-cors' }).catch(() => {})`),
  'redirect-post': (a, site) =>
    script(`fetch('${site}/redirect?${a}', { mode: 'no-cors', method: 'POST', body: 'x' }).catch(() => {})`),
  'redirect-iframe': (a, site) => `<iframe src="${site}/redirect?${a}"></iframe>`,
  'redirect-script': (a, site) => `<script src="${site}/redirect?${a}"></script>`,
  'redirect-style': (a, site) => `<link rel="stylesheet" href="${site}/redirect?${a}">`,
  'redirect-twice': (a, site) => `<img src="${site}/redirect?${site}/redirect?${a}">`,
  'redirect-worker': (a, site) =>
    script(worker(`fetch('${site}/redirect?${a}', { mode: 'no-cors' }).catch(() => {})`)),
};

/** Tries that reach an address that is allowed; nothing else proves that they were tried. */
export const egressTries: readonly EgressTry[] = Object.entries(table).map(([name, markup]) => ({
  name,
  markup,
}));

/** What our browser does not do at all, wherever it leads. */
export const withheldTries: readonly EgressTry[] = Object.entries<EgressTry['markup']>({
  beacon: (a) => script(`navigator.sendBeacon('${a}', 'x')`),
  'beacon-in-frame': (a) => framed(script(`navigator.sendBeacon('${a}', 'x')`)),
  ping: (a) =>
    `<iframe name="pinged"></iframe><a id="pinging" ping="${a}" target="pinged" href="about:blank">go</a>${script('pinging.click()')}`,
  'window-open': (a) => script(`open('${a}')`),
  'anchor-blank': (a) => `<a id="blank" target="_blank" href="${a}">go</a>${script('blank.click()')}`,
  'service-worker': (a, site) =>
    script(`navigator.serviceWorker.register('${site}/redirect?${a}').catch(() => {})`),
  'peer-connection': (a) =>
    script(
      `try { const peer = new RTCPeerConnection({ iceServers: [{ urls: 'turn:' + new URL('${a}').host + '?transport=tcp', username: 'u', credential: 'p' }] }); peer.createDataChannel('d'); peer.createOffer().then((offer) => peer.setLocalDescription(offer)); } catch {}`,
    ),
  'web-transport': (a) => script(`try { new WebTransport('${a}'.replace('http:', 'https:')) } catch {}`),
}).map(([name, markup]) => ({ name, markup }));
