import { isTag } from 'domhandler';
import { describe, expect, test } from 'vitest';

import { modalWindows } from '#shared/content/main-content/dropped/modal-windows.ts';
import { pageBlocks } from './page-blocks.ts';

const words = (count: number): string => 'The keeper reads the tide. '.repeat(count / 5);
const idsIn = (body: string): readonly string[] => {
  const { context, kept } = pageBlocks(`<main><h1>Tides</h1><p>${words(200)}</p></main>${body}`);
  return modalWindows(context.page, kept).map((node) => (isTag(node) ? (node.attribs['id'] ?? '') : ''));
};
const modal = (html: string): string => `<div role="dialog" aria-modal="true" id="terms">${html}</div>`;

describe('a modal window', () => {
  test.for([
    ['of terms', modal(`<p>${words(50)}</p>`)],
    ['as the element of HTML', `<dialog id="terms" aria-modal="true"><p>${words(50)}</p></dialog>`],
    ['in the footer, however long', `<footer>${modal(`<h1>Terms</h1><p>${words(900)}</p>`)}</footer>`],
  ] as const)('is left out: %s', ([, html]) => {
    expect(idsIn(html)).toEqual(['terms']);
  });

  test.for([
    ['shows most of the text', modal(`<p>${words(900)}</p>`)],
    ['holds the headline', modal(`<h1>Terms</h1><p>${words(50)}</p>`)],
    ['shows a table of sizes', modal(`<table><tr><td>${words(50)}</td></tr></table>`)],
    ['is one of many with most of the text', modal(`<p>${words(50)}</p>`).repeat(6)],
    ['is not modal', modal(`<p>${words(50)}</p>`).replace('aria-modal="true"', '')],
    ['is empty', modal('<img src="/a.png" alt="">')],
  ] as const)('stays where it %s', ([, html]) => {
    expect(idsIn(html)).toEqual([]);
  });

  test('is kept where nothing else is', () => {
    const { context, kept } = pageBlocks(`<footer>${modal(`<p>${words(50)}</p>`)}</footer>`);

    expect(modalWindows(context.page, kept)).toEqual([]);
  });
});
