import { describe, expect, test } from 'vitest';

import { openSite, textOf } from './browser.ts';

/** Properties that our scripts read from nodes; a list of all of Chromium's would change with each version. */
const names = [
  'matches querySelector querySelectorAll shadowRoot localName namespaceURI nodeType nodeName childNodes hasChildNodes',
  'textContent innerText innerHTML outerHTML body head documentElement implementation doctype readyState contentDocument',
  'prepend append replaceWith setAttribute getAttribute attributes children firstChild nextSibling parentNode remove',
  'importNode createElement scrollHeight ownerDocument cloneNode content mode length item forEach tagName forms images',
  'contains checkVisibility getBoundingClientRect',
].flatMap((line) => line.split(' '));

const fields = names.map((name) => `<input name="${name}"><img name="${name}" alt="">`).join('');
const form = `<form id="form">${fields}<p>Leave your name.</p></form>`;
/** A document looks into itself by the names of forms, frames and images. */
const namedForms = names.map((name) => `<form name="${name}"></form><embed name="${name}">`).join('');

describe('a page whose fields are named like properties that our scripts read', () => {
  test.for([
    ['in a form', form],
    ['in the document', namedForms],
    [
      'in a form within a form’s shadow tree',
      `<div id="host"></div><script>host.attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(form)}</script>`,
    ],
    ['in a frame', `<iframe srcdoc='${form}${namedForms}'></iframe>`],
    ['in a vector image', '<svg><iframe></iframe><template></template></svg>'],
  ] as const)('is read like any other, when they are %s', async ([, markup]) => {
    const { render } = await openSite({
      '/': `<!doctype html><h1>Ferries</h1><p>${'The ferry leaves at seven. '.repeat(20)}</p><p id="late"></p>${markup}<script>setTimeout(() => { late.textContent = 'And comes back at nine.' }, 300)</script>`,
    });

    const page = await render('/');

    expect(page.settledBy).toBe('stable');
    expect(textOf(page.html)).toContain('And comes back at nine.');
    expect(page.html).toMatch(/^<!DOCTYPE html>/);
    const own = markup.includes('Leave your name') ? 'Leave your name.' : 'The ferry leaves';
    expect(page.html).toContain(own);
  });
});
