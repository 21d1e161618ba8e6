import { isTag } from 'domhandler';
import { describe, expect, test } from 'vitest';

import { sharingLinks } from '#shared/content/main-content/dropped/sharing-links.ts';
import { pageBlocks } from './page-blocks.ts';

const namesOfDropped = (html: string): string[] =>
  sharingLinks(pageBlocks(html).context.tree).map((node) => (isTag(node) ? node.name : 'text'));

const share = (to: string): string => `<a href="https://${to}=https://pages.test/a">Save</a>`;
const services = [
  'digg.com/submit?url',
  'del.icio.us/post?url',
  'newsvine.com/_tools/seed&save?u',
  'twitter.com/intent/retweet?url',
  'news.google.com/publications/a?url',
  'blogmarks.net/my/new.php?url',
  'share.flipboard.com/bookmarklet/popout?v=2&url',
  'bsky.app/intent/compose?text',
  'b.hatena.ne.jp/entry/?url',
];
const items = (links: readonly string[]): string => links.map((link) => `<li>${link}</li>`).join('');

describe('links that share a page', () => {
  test.for(services)('lead to %s', (service) => {
    expect(namesOfDropped(`<p>Read ${share(service)}</p>`)).toEqual(['a']);
  });

  test('are dropped with the list that they are most of', () => {
    const list = `<ul>${items([...services.map(share), '<a href="/print">Print</a>'])}</ul>`;

    expect(namesOfDropped(list)).toContain('ul');
    expect(namesOfDropped(`<header><h1>The keeper</h1>${services.map(share).join('')}</header>`)).toEqual(
      services.map(() => 'a'),
    );
  });

  test.for([
    [
      'is mostly of other links',
      `<ul>${items([...services.map(share), ...Array.from({ length: services.length }, () => '<a href="/a">A</a>')])}</ul>`,
    ],
    [
      'holds a text',
      `<ul>${items([...services.map(share), 'The lamp is lit every night. '.repeat(12)])}</ul>`,
    ],
  ])('leave a list that %s', ([, html = '']) => {
    expect(namesOfDropped(html)).toEqual(services.map(() => 'a'));
  });
});
