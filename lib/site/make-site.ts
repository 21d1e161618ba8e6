import { readFileSync } from 'node:fs';

import { openApi } from '#shared/contract/openapi.ts';
import { health } from '#shared/contract/site-routes.ts';
import { type Guide, guides, linkFromGuide } from './guides.ts';
import { frontPage, guidePage, llmsText, referencePage, type SiteMap } from './pages.ts';
import { version } from '../version.ts';
import { operationEntries } from './reference.ts';
import { hashOf, type MadeFile, writeFiles } from './write-files.ts';

const html = 'text/html; charset=utf-8';
const plain = 'text/plain; charset=utf-8';
const json = 'application/json; charset=utf-8';
const markdown = 'text/markdown; charset=utf-8';

/** A file beside this one, under a name that changes with its content. */
function hashedFile(file: string, type: string): MadeFile & { readonly asset: string } {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  const asset = file.replace('.', `.${hashOf(text)}.`);
  return { asset, name: `docs-${asset}`, type, text, isImmutable: true };
}

/** The source of a guide, with links between the served sources. */
const servedMarkdown = ({ markdown: text }: Guide): string =>
  text.replaceAll(
    /\]\(([^)]*)\)/g,
    (_, target: string) => `](${target.includes('..') ? linkFromGuide(target) : target})`,
  );

export interface SiteOptions {
  readonly hasAccountPage: boolean;
}

/** Every file of the site, by the name that the site's function gives it: `docs-…` is below /docs. */
export function siteContents({ hasAccountPage }: SiteOptions): readonly MadeFile[] {
  const style = hashedFile('style.css', 'text/css; charset=utf-8');
  const icon = hashedFile('icon.svg', 'image/svg+xml');
  const site: SiteMap = {
    guides: guides(),
    hasAccountPage,
    operations: operationEntries(),
    style: style.asset,
    icon: icon.asset,
  };
  return [
    style,
    icon,
    { name: 'index.html', type: html, text: frontPage(site) },
    { name: 'docs.html', type: html, text: referencePage(site) },
    ...site.guides.flatMap((guide) => [
      { name: `docs-${guide.name}`, type: html, text: guidePage(site, guide) },
      { name: `docs-${guide.name}.md`, type: markdown, text: servedMarkdown(guide) },
    ]),
    {
      name: 'openapi.json',
      type: json,
      text: JSON.stringify(openApi()),
    },
    { name: 'llms.txt', type: plain, text: llmsText(site) },
    { name: 'health.json', type: json, text: JSON.stringify(health.parse({ status: 'ok', version })) },
  ];
}

/** Writes the site into a folder. */
export const makeSite = (directory: string, options: SiteOptions): Promise<void> =>
  writeFiles(directory, siteContents(options));
