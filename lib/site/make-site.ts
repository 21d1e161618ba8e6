import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { codingSuffix, type SiteFile, siteIndexName } from '#shared/contract/site-files.ts';
import { openApi } from '#shared/contract/openapi.ts';
import { type Guide, guides, linkFromGuide } from './guides.ts';
import { frontPage, guidePage, llmsText, referencePage, type SiteMap } from './pages.ts';
import { operationEntries } from './reference.ts';

interface MadeFile {
  readonly name: string;
  readonly type: string;
  readonly text: string;
  readonly isImmutable?: boolean;
}

const html = 'text/html; charset=utf-8';
const plain = 'text/plain; charset=utf-8';
const markdown = 'text/markdown; charset=utf-8';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

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

/** Every file of the site, by the name that the site's function gives it: `docs-…` is below /docs. */
export function siteContents(): readonly MadeFile[] {
  const style = hashedFile('style.css', 'text/css; charset=utf-8');
  const icon = hashedFile('icon.svg', 'image/svg+xml');
  const site: SiteMap = {
    guides: guides(),
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
      type: 'application/json; charset=utf-8',
      text: JSON.stringify(openApi()),
    },
    { name: 'llms.txt', type: plain, text: llmsText(site) },
  ];
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function writeCodings(directory: string, { name, text }: MadeFile): Promise<void> {
  const bytes = Buffer.from(text);
  const best = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  };
  const codings = {
    [codingSuffix.identity]: bytes,
    [codingSuffix.br]: await brotli(bytes, best),
    [codingSuffix.gzip]: await zip(bytes, { level: 9 }),
  };
  await Promise.all(
    Object.entries(codings).map(([suffix, content]) => writeFile(join(directory, name + suffix), content)),
  );
}

/** Writes the site into a folder, compressed once, so that no request waits for it. */
export async function makeSite(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  const files = siteContents();
  await Promise.all(files.map((file) => writeCodings(directory, file)));
  const index = files.map(({ name, type, text, isImmutable = false }): [string, SiteFile] => [
    name,
    { type, etag: hashOf(text), isImmutable },
  ]);
  await writeFile(join(directory, siteIndexName), JSON.stringify(Object.fromEntries(index)));
}
