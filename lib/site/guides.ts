import { readFileSync } from 'node:fs';

import { htmlOf, summaryOf, titleOf } from './markdown.ts';

/** The guides in reading order: docs/guides/<name>.md, shown at /docs/<name>. */
export const guideNames = [
  'scrape',
  'crawl',
  'search',
  'extract',
  'webhooks',
  'limits',
  'firecrawl',
  'mcp',
  'integrations',
  'self-host',
] as const;

export interface Guide {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly markdown: string;
}

export const guides = (): readonly Guide[] =>
  guideNames.map((name) => {
    const markdown = readFileSync(new URL(`../../docs/guides/${name}.md`, import.meta.url), 'utf8');
    return { name, markdown, title: titleOf(markdown), summary: summaryOf(markdown) };
  });

/** Links between documents of the repository, as links between pages below /docs. */
export const linkFromGuide = (target: string): string =>
  target.replace(/^\.\.\/api\.md/, '../docs').replace(/^([\w-]+)\.md/, '$1');

export const guideHtml = ({ markdown }: Guide): string => htmlOf(markdown, linkFromGuide);
