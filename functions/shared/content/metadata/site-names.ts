import { wordsOf } from '#shared/content/dom/words.ts';

/** Letters and digits in lower case. */
export const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Names of sites are shorter than the titles of most pages. */
export const maxNameWords = 5;

/** What sites add to the name of their host: `Doom Forums` on doom.example. */
const maxAddedCharacters = 8;
const minLabelCharacters = 5;
/** More words are a headline that begins with a domain. */
const maxWordsOfDomain = 4;

/** Whether a name is the first account of the staff: `courier1` on courier.example. */
export function isLoginOfSite(name: string, host: string): boolean {
  const domain = host.toLowerCase().split('.').at(-2) ?? '';
  return domain !== '' && name.toLowerCase() === `${domain}1`;
}

const minMadeUpCharacters = 14;

/** Whether a name is one that a program has made up, `mdelatorreq6vkpg2ma0ci`, or a list of logins, `PHajek,c4h10`. */
export const isMadeUp = (name: string): boolean =>
  /^\S+$/.test(name) &&
  (/\p{L},\p{L}.*\d/u.test(name) ||
    (name.length >= minMadeUpCharacters && /\d[^\d_]+\d/.test(name) && !/_/.test(name)));

/** "The Daily Courier" is the site's name on courier.example, "Courier" too. */
export function isSiteName(part: string, siteNames: readonly string[], host: string): boolean {
  const name = bare(part);
  if (name === '') return true;
  const article = /^the\s+(?=.{6})/i;
  if (article.test(part) && isSiteName(part.replace(article, ''), siteNames, host)) return true;
  if (siteNames.some((site) => bare(site) === name)) return true;
  const labels = host.toLowerCase().split('.').slice(0, -1).map(bare);
  const domain = bare(host.replace(/^www\./, ''));
  if (domain === name) return true;
  const [first = '', ...more] = part.trim().split(/\s+/, maxWordsOfDomain + 1);
  // `Courier.example in Mill`
  if (first.includes('.') && bare(first) === domain && more.length < maxWordsOfDomain) return true;
  const inHost = new Set(wordsOf(host));
  const words = wordsOf(part);
  if (words.length > 1 && words.every((word) => inHost.has(word))) return true;
  return labels.some(
    (label) =>
      label.length > 3 &&
      (label === name ||
        (name.length > 4 && name.length < 30 && label.includes(name)) ||
        (label.length >= minLabelCharacters &&
          name.startsWith(label) &&
          name.length - label.length <= maxAddedCharacters)),
  );
}
