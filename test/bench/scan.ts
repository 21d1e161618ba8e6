import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { wordsOf } from '#shared/content/dom/words.ts';
import type { ContentOptions } from '#shared/content/formats/content-options.ts';
import { type Line, noLines } from '#shared/content/formats/page-lines.ts';
import { plainText } from '#shared/content/markdown/plain-text.ts';
import { pageContents } from '#shared/content/page-content.ts';
import { parsePage } from '#shared/content/page/parse-page.ts';
import { anyPhrase } from '#shared/kernel/phrases.ts';
import { endWithUsage } from '../../lib/commands/command-line.ts';
import { readPages } from '../../lib/training/read-pages.ts';
import { folded, optionsWithData } from './page-data.ts';
import { progress } from './progress.ts';

// What a clean copy of a page must not have or lack, looked for on all pages of a folder. It needs no true texts; where a
// page has one, what that repeats is the page's own: `npm run bench -- scan --data FOLDER [--show CHECK]`; `--show all` lists the failures of all checks.

const usage = `npm run bench -- scan --data FOLDER [--show CHECK]

  --data FOLDER  has the sets of pages, each in a folder of its own
  --show CHECK   lists the pages that fail a check; all of them for "all"`;
const { data, show } = optionsWithData({ show: { type: 'string' } }, '.', usage);

interface Converted {
  readonly title: string;
  readonly markdown: string;
  readonly whole: readonly Line[];
  /** The annotated text, folded; empty without one. */
  readonly annotated: string;
}

/** Whether a page passes a check, with what was found when it does not; `undefined` where there is nothing to check. */
type Check = (page: Converted) => true | string | undefined;

const minHeadlineCharacters = 8;

const bare = (text: string): string => folded(text).replaceAll(' ', '');

/** A page whose only first heading stands in its title has this heading. */
const headline: Check = ({ title, markdown, whole }) => {
  const headings = new Set(whole.filter(({ level }) => level === 1).map(({ text }) => folded(text)));
  const named = [...headings].filter(
    (heading) => heading.length >= minHeadlineCharacters && folded(title).includes(heading),
  );
  const [heading] = named;
  if (named.length !== 1 || heading === undefined) return undefined;
  // Marks of Markdown may stand within words, and words in what looks like a mark.
  const isShown = [plainText(markdown), markdown].some((text) => bare(text).includes(bare(heading)));
  return isShown || heading;
};

const minPassageWords = 12;
const minDistinctWords = 8;

/**
 * Paragraphs of Markdown. Data tables, code and quotations repeat on purpose, and so do the texts of images, which
 * readers see only where an image is missing.
 */
const paragraphsOf = (markdown: string): string[] =>
  markdown
    .replaceAll(/^(`{3,}|~{3,})[\s\S]*?^\1/gm, '')
    .replaceAll(/!\[(?:\\.|[^\\[\]\n])*\]\([^)\n]*\)/g, '')
    .split('\n')
    .filter((line) => !/^\s*[|>]/.test(line))
    .map((line) => folded(plainText(line)))
    .filter((line) => line !== '');

const isLong = (paragraph: string): boolean => {
  const words = wordsOf(paragraph);
  return words.length >= minPassageWords && new Set(words).size >= minDistinctWords;
};

/**
 * Passages that stand twice: a paragraph right after itself, or two and more in a row that all stand before. Manuals
 * and answers repeat a single sentence on purpose.
 */
const repetition: Check = ({ markdown, annotated }) => {
  const paragraphs = paragraphsOf(markdown);
  const first = new Map<string, number>();
  for (let at = 0; at < paragraphs.length; at++) {
    const original = first.get(paragraphs[at] ?? '');
    if (original === undefined) {
      first.set(paragraphs[at] ?? '', at);
      continue;
    }
    let length = 0;
    while (original + length < at && paragraphs[original + length] === paragraphs[at + length]) length += 1;
    const passage = paragraphs.slice(at, at + length);
    const isSecond = length > 1 || original + length === at;
    const isOwn = passage.filter(isLong).every((paragraph) => annotated.split(paragraph).length > 2);
    if (isSecond && passage.some(isLong) && !isOwn) return passage.join(' ');
    at += Math.max(0, length - 1);
  }
  return true;
};

const ownWords = (page: Converted): string => `${folded(page.title)} ${folded(page.markdown.slice(0, 400))}`;

const cookies = /cookie|куки/iu;
const consentPhrases = anyPhrase([
  '(?:we|this (?:site|website)|our (?:site|website)|and our partners) (?:and our partners )?(?:use|uses|store)',
  'accept (?:all|cookies|our)',
  'by (?:continuing|using|clicking)',
  '(?:manage|change|cookie) (?:your )?(?:preferences|settings|consent|choices)',
  'wir verwenden|verwendet cookies|diese (?:web)?(?:site|seite) (?:verwendet|nutzt)|zustimm\\p{L}*|einwillig\\p{L}*',
  'nous utilisons|utilise des cookies|en poursuivant|vos choix',
  'utilizamos|utiliza cookies|usa cookies|aceptar|aceita\\p{L}*|ao continuar|al continuar',
  'мы используем|использует (?:файлы )?(?:cookie|куки)|продолжая',
  'utilizziamo|utilizza (?:i )?cookie|accetta\\p{L}*',
  'gebruik\\p{L}* cookies|używa(?:my)?|korzystając|χρησιμοποι\\p{L}*|använder|bruger|käytämme',
]);

/** Texts of consent dialogs, on pages that are not about them. */
const consent: Check = (page) => {
  if (/cookie|consent|privacy|datenschutz|gdpr|privacidad|куки|конфиденциальн/iu.test(ownWords(page)))
    return undefined;
  const found = page.markdown
    .split('\n')
    .find((line) => cookies.test(line) && consentPhrases.isIn(plainText(line)));
  return found === undefined || found;
};

const rulePhrases = anyPhrase([
  '(?:your )?(?:e-?mail|email) address will not be published',
  'required fields are marked',
  'comments? (?:are|is|will be|have been) (?:moderated|closed|reviewed|disabled)',
  '(?:you )?must be (?:logged|signed) in to (?:post|comment|reply)',
  '(?:log|sign) in to (?:comment|reply|post|leave)',
  // In a sentence, an author asks for comments.
  '^(?:\\P{L}*|.{0,20}\\) )(?:be the first to comment|leave a (?:reply|comment)|post a comment|comment policy|comments rules)\\P{L}*$',
  'notify me of (?:new|follow)',
  'комментарии (?:проходят|закрыты|могут|проверяются)|оставить комментарий|чтобы (?:оставить|добавить) комментарий',
  'добавить комментарий|правила комментирования|ваш e-?mail не будет опубликован',
  'kommentar (?:schreiben|verfassen|hinterlassen)|e-mail-adresse wird nicht veröffentlicht|kommentarregeln',
  'laisser un commentaire|votre adresse (?:e-mail|de messagerie) ne sera pas publiée',
  'deja un comentario|tu dirección de correo electrónico no será publicada|deixe um comentário',
  'dodaj komentarz|redakcja nie odpowiada za treść komentarzy|lascia un commento',
  // In a sentence, somebody declines to comment.
  '^[^。，]*发表评论\\P{L}*$|网友评论仅|コメントを残す|댓글을 남겨',
]);

/** What sites say around the form for comments. */
const commentRules: Check = (page) => {
  const found = plainText(page.markdown)
    .split('\n')
    .find((line) => line.length < 400 && rulePhrases.isIn(line.trim()));
  return found === undefined || found;
};

const minShownWords = 25;

const anyText: Check = ({ markdown, whole }) => {
  const words = whole.reduce((sum, { text }) => sum + wordsOf(text).length, 0);
  return words < minShownWords ? undefined : wordsOf(plainText(markdown)).length > 0 || `${words} words`;
};

const checks: Readonly<Record<string, Check>> = {
  headline,
  repetition,
  consent,
  commentRules,
  anyText,
};

if (show !== undefined && show !== 'all' && !(show in checks))
  throw new Error(`--show takes ${Object.keys(checks).join(', ')} or all.`);

const main: ContentOptions = {
  formats: new Set(['markdown']),
  onlyMainContent: true,
  includeTags: [],
  excludeTags: [],
  removeBase64Images: true,
};
const wholePage: ContentOptions = { ...main, formats: new Set(['lines']), onlyMainContent: false };

const sets = readdirSync(data)
  .filter((set) => !['commonmark', 'gfm'].includes(set) && readdirIsSet(join(data, set)))
  .toSorted();
if (sets.length === 0) endWithUsage(usage, `${data} has no set of pages.`);

function readdirIsSet(folder: string): boolean {
  try {
    return readdirSync(folder).includes('html');
  } catch {
    return false;
  }
}

const failed = new Map<string, [string, string][]>(Object.keys(checks).map((name) => [name, []]));
const checked = new Map<string, number>();
for (const set of sets) {
  const pages = readPages(data, set);
  for (const [at, listed] of pages.entries()) {
    progress(set, at, pages.length);
    const page = parsePage({ bytes: listed.bytes(), contentType: listed.contentType, url: listed.url });
    if (page.kind !== 'html') continue;
    const contents = await pageContents(page, [main, wholePage]);
    const [{ markdown = '', metadata }, { lines = noLines }] = contents;
    const annotated = folded(listed.truth?.text ?? '');
    const converted = { title: metadata.title ?? '', markdown, whole: lines.lines, annotated };
    for (const [name, check] of Object.entries(checks)) {
      const found = check(converted);
      if (found === undefined) continue;
      checked.set(name, (checked.get(name) ?? 0) + 1);
      if (found !== true) failed.get(name)?.push([`${set}/${listed.id}`, found]);
    }
  }
}

console.log(`${'check'.padEnd(14)}${'pages'.padStart(7)}${'failed'.padStart(8)}${'share'.padStart(9)}`);
for (const [name, pages] of failed) {
  const all = checked.get(name) ?? 0;
  const share = `${((100 * pages.length) / Math.max(1, all)).toFixed(2)} %`;
  console.log(
    `${name.padEnd(14)}${String(all).padStart(7)}${String(pages.length).padStart(8)}${share.padStart(9)}`,
  );
}
for (const [name, pages] of failed)
  for (const [id, found] of show === 'all' || show === name ? pages : [])
    console.log(`${name} · ${id} · ${found.trim().slice(0, 160)}`);
