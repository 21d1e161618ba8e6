import type { Line } from '#shared/content/formats/page-lines.ts';
import { findDate } from '#shared/values/dates.ts';
import { belowHeading, type Region } from './shown-region.ts';

const maxLineCharacters = 160;
const maxNameCharacters = 60;

const capitalised = "\\p{Lu}[\\p{L}.'’-]*";
const nextName = `\\s(?:${capitalised}|van|de|von|der|la|del|di|da)`;
/** `By Ada Lind`, `Текст: Ада Линд`. */
const bylineLabel =
  /(?:^|[—–·|,]\s*|\d\s)(?:(?:posted |written |article |text |story |words |started )?by|автор|текст|von|par|por|di|door)\s*:?\s*(?<=[\s:])/giu;
const labelledName = new RegExp(`${capitalised}(?:${nextName}){0,4}`, 'uy');
const bylineAlone =
  /^(?:(?:posted|written|article|text|story|words|reviewed and written) by|by|authors?|автор(?:ы)?|autor(?:in)?|auteur|autore)\s*:?$/iu;
/** A person's page on the site. */
const personPath =
  /\/(?:authors?|autor(?:es)?|auteurs?|contributors?|writers?|journalists?|columnists?|reporters?|users?|u|members?|profiles?|people|by|staff)(?:[/?.-]|$)|[?&](?:author|user)=|member\.php|memberlist\.php/iu;
/** Words of buttons, sections and times between a heading and its author. */
const notName =
  /(?<!\p{L})(?:appointment|only|using|site|agree|avion|phone|email|mail|law|default|company|size|department|website|web|download|zip|view|posts?|business|anchor|ask|questions?|venue|members?|list|agreement|facebook|twitter|instagram|linkedin|youtube|pinterest|tiktok|type|contact|experts?|reviewers?|summary|quick|find|forums?|trends?|tips|policy|privacy|terms|cookies?|quote|reply|about|login|register|read|reading|min(?:ute)?s?|share|comments?|updated|published|posted|contents?|table|blog|news|home|menu|search|subscribe|follow|more|views?|articles?|guide|category|log|sign|skip|back|next|previous|topics?|team|advertis\p{L}*|sponsored|disclosure|newsletter|last|the|and|for|your|our|how|what|top|best)(?!\p{L})/iu;
const nameAlone = new RegExp(`^${capitalised}(?:${nextName}){1,3}$`, 'u');

/** Lines below the heading in which a page names its author. */
const reachLines = 12;
/** Lines between a name and the date beside it. */
const dateReachLines = 2;

const isNameLike = (text: string): boolean =>
  text.length >= 2 && text.length <= maxNameCharacters && !notName.test(text) && !/[\d:!?]/.test(text);

const hasDate = (line: Line | undefined): boolean =>
  line !== undefined && (line.times.length > 0 || findDate(line.text) !== undefined);

/** The name behind the first label that has one. */
function labelled(text: string): string | undefined {
  for (const { index, 0: label } of text.matchAll(bylineLabel)) {
    labelledName.lastIndex = index + label.length;
    const name = labelledName.exec(text)?.[0];
    if (name !== undefined) return name;
  }
  return undefined;
}

/** A line that is a link to a person's page. */
function linked({ text, links }: Line): readonly string[] {
  const link = links.find(
    ({ href, text: name }) => personPath.test(href) && name !== '' && text.startsWith(name),
  );
  return link !== undefined && isNameLike(link.text) ? [link.text] : [];
}

/** `Ada Lind` beside a date. */
function dated(lines: readonly Line[], at: number): readonly string[] {
  const { text = '', level = 0 } = lines[at] ?? {};
  if (level > 0 || !nameAlone.test(text) || !isNameLike(text)) return [];
  const around = lines.slice(Math.max(0, at - dateReachLines), at + dateReachLines + 1);
  return around.some(hasDate) ? [text] : [];
}

/** The authors that a page shows without a label, the likeliest first. */
export function authors(region: Region): readonly string[] {
  const lines = belowHeading(region);
  const near = lines.slice(0, reachLines);
  const named = lines
    .filter(({ text }) => text.length <= maxLineCharacters)
    .flatMap(({ text }) => {
      const name = labelled(text);
      return name === undefined || !isNameLike(name) ? [] : [name];
    });
  const afterWord = lines.flatMap(({ text }, at) => {
    const next = lines[at + 1]?.text ?? '';
    return bylineAlone.test(text) && isNameLike(next) ? [next] : [];
  });
  return [
    ...afterWord.slice(0, 1),
    ...near.flatMap(linked),
    ...near.flatMap((_line, at) => dated(near, at)),
    ...named,
  ];
}
