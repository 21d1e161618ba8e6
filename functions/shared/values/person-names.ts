import { findDate } from './dates.ts';

const byline =
  /^(?:(?:(?:re)?posted|written|edited|article|text|story|words) by|by|authors?|автор(?:ы)?(?: статьи)?|текст|перевод|autor(?:in)?|auteur|autore|(?:(?:erstellt|verfasst|geschrieben) )?vom|durch|text und \p{L}+(?=:)|(?:(?:propos )?recueillis? )?par|por|photo)(?:\s*:\s*|\s+|(?=\p{L})|$)/iu;
/** A pattern of its own, because `Von Berg` is a name: the case of the word counts. */
const germanByline =
  /^(?:(?:[Ee]rstellt|[Vv]erfasst|[Gg]eschrieben) )?(?:Von(?=\s\S+\s|\s*:|$)|von|VON)(?:\s*:\s*|\s+|(?=\p{Lu})|$)/u;
/** `Vom Berg` is a name, `Vom Team der Mühle` a byline. */
const nameWithVom = /^(?:(?:[Ee]rstellt|[Vv]erfasst|[Gg]eschrieben) )?(?:[Vv]om|VOM)\s\p{Lu}\S*$/u;
/** Chinese and Japanese labels of authors; another label after the name is that of a source or an editor. */
const ideographicByline = /^[【（(]?\s*(?:作者|撰文|记者|記者|文)\s*[:：／/]\s*/u;
const ideographicLabel = /(?:^|\s)\p{Script=Han}{2,4}[:：].*$/u;
/** What follows a name in the same line: its role after a dash, a place, a day, years of experience. */
const following =
  /\s*(?:[|–—·•⋅]|\s@\w|\s\/\/\s(?=\p{Lu}{2,}(?:\s|$))|\s●|\s-\s|-\s)\s*.*$|,?\s+(?:on|at|[Ii]n|View|View In)(?:\s+(?:\p{Lu}|\d).*|\s*)$|,?\s+(?:on behalf of|On Behalf Of|ON BEHALF OF)\s.*$|,\s\d.*$/u;
/** `Ada Lind, ada@mill.example` */
const withMailAddress = /^(?<name>[^@]{3,}?)[\s,;(<]{1,3}[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{2,64}[)>]?$/u;
/** `Ada Lind courier.example`, `Ada Lind (with Bo`. */
const surplusEnd =
  /(?<=\p{Lu}\S{0,30}\s\p{Lu}\S{0,30}) (?:www\.\S+|[\w-]{2,63}\.(?:com|net|org))(?:\s?[\])].*)?$|\s*\([^()]*$/u;
/** The rest of a byline without the arrow behind it: `By Ada Lind »`. Without `By`, such a line is the title of another page. */
export const withoutArrow = (rest: string): string => rest.replace(/(?<![\s»›→])[\s»›→]*[»›→]$/u, '');
/** `Politics · Ada Lind, Bo Ek`: a section before several people; after one name comes a role, or a town. */
const sectionBefore =
  /^\p{L}+\s[·•|]\s(?=\p{Lu}[\p{L}.'’-]*\s\p{Lu}[\p{L}.'’-]*(?:,|\s(?:and|und|et|y|e|и))\s\p{Lu}[\p{L}.'’-]*\s\p{Lu})/u;
const bracketed = /^(?:\((?<name>[^()]+)\)|\[(?<name>[^[\]]+[\s，][^[\]]+)\])$/u;
/** `Ada Lind (AP)` */
const agency = /(?<name>.*\p{L}) \((?<agency>\p{Lu}{2,5})\)$/u;
const capital = /(?<!\p{L})\p{Lu}/gu;

/** A name without the agency behind it, unless that is its own short form: `World Health Organization (WHO)`. */
function withoutAgency(text: string): string {
  const { name, agency: behind } = agency.exec(text)?.groups ?? {};
  const isOfPerson = name?.includes(' ') === true && name.match(capital)?.join('') !== behind;
  return isOfPerson ? name : text;
}
const quoted = /^["“„«](?<name>[^"“”„«»]+)["“”»]$/u;
/** Signs of footnotes around words, and characters without width. */
const signs = /(?<=^|\s)[*†‡]+|(?<![*†‡])[*†‡]+(?=$|[\s,;])|[\u200b\u200e\u200f\ufeff]+|\u200c$/gu;
/** Template paths, domains, numbers of accounts; `ada.m.lind` is the account of a person. */
const machineName =
  /^(?!\p{L}+\.\p{L}\.\p{L}+$)(?:\w+\.){2,}\w+(?:\/|$)|^[\w-]+\.(?:com|net|org|io|ru|co)$|^\d+$|[{}<>@]|^https?:/iu;

/** Longer texts tell of a person. */
const maxCharacters = 1_000;

function withoutByline(line: string): string {
  if (germanByline.test(line)) return line.replace(germanByline, '');
  const label = byline.exec(line)?.[0] ?? '';
  const name = line.slice(label.length);
  // `byAda Lind`, but not `Byron Lind`.
  const isPartOfWord = /\p{L}$/u.test(label) && !/^(?:\p{Lu}|$)/u.test(name);
  return isPartOfWord || nameWithVom.test(line) ? line : name;
}

/** The name of a person in a byline; `undefined` when it names nobody. */
export function personName(text: string): string | undefined {
  // The patterns take steps by the square of a run of spaces.
  const whole = text.replaceAll(signs, '').replaceAll(/\s+/gu, ' ').trim().replace(quoted, '$<name>');
  if (whole.length > maxCharacters) return undefined;
  const people = whole.replace(sectionBefore, '');
  const line = people.slice(0, findDate(people)?.start).replace(bracketed, '$<name>');
  const said = withoutByline(line);
  const written = (said === line ? line : withoutArrow(said))
    .replace(withMailAddress, '$<name>')
    .replace(ideographicByline, '')
    .replace(ideographicLabel, '')
    .replace(following, '')
    .replace(surplusEnd, '')
    .replace(/^[\s,;:.–—-]+|(?<![\s,;:–—【】-])[\s,;:–—【】-]+$|(?<=\p{L}{5})\.$/gu, '')
    .replace(bracketed, '$<name>');
  const name = withoutAgency(written);
  return name === '' || machineName.test(name) || !/\p{L}/u.test(name) ? undefined : name;
}
