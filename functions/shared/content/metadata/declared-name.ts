import { decodeReferences } from '#shared/values/character-references.ts';
import { personName } from '#shared/values/person-names.ts';
import { isAdminAccount, isNameLike } from './byline.ts';
import { cleanText } from './head-facts.ts';
import words from './byline-words.json' with { type: 'json' };

/** Longer texts are about the author. */
const maxDeclaredCharacters = 1_000;
const maxWords = 8;

/** `courier.gr`, `COURIER.PL`; `J.Wu` and `Prof.Li` are people. */
const domain =
  /^[a-zA-Z\d-]{3,}(?:\.[a-zA-Z\d-]+)*\.(?:com|net|org|info|[a-z]{2}|COM|NET|ORG|INFO|[A-Z]{2})(?:$|[\s,|])/;

const isUrlOrHandle = (text: string): boolean =>
  /^(?:https?:)?\/|^@|(?:^|[\s‧])www\./i.test(text) || domain.test(text);

const deletedAccount = new RegExp(`^\\[?(?:${words.deletedAccounts.join('|')})\\]?$`, 'iu');
/** Whether a name stands for an account that is no more: `Former Member`, `[deleted]`. */
export const isDeletedAccount = (name: string): boolean => deletedAccount.test(name.trim());

const accounts = words.accounts.join('|');
/** Accounts that a program makes, such as `Site Admin`, and remarks. */
const remark = new RegExp(
  `^(?:${accounts})$|^(?:\\S+\\s)?(?:admin|administrator)$|^(?:©|(?:copyright|sponsored|presented)\\s)|(?:^|\\s)(?:\\d+|an?) \\p{L}+ ago$|\\son (?:facebook|twitter|instagram|linkedin|youtube)$`,
  'iu',
);

const isNobody = (name: string): boolean =>
  remark.test(name) || isAdminAccount(name) || isDeletedAccount(name);

/** `Well Diggers, Administrator`. */
const ofProgram = /,\sadministrator$/iu;

/** `【作者：`, `Author:`: the name follows in another element. */
const isLabel = (text: string): boolean => /[:：]$/u.test(text);

/** A name that somebody declares: no URL, sentence, date, account of a program or variable of a template. */
export function declaredName(text: string | undefined): string | undefined {
  const clean = cleanText(text === undefined ? undefined : decodeReferences(text))
    ?.slice(0, maxDeclaredCharacters)
    .replace(/ ?\((?:https?:\/\/|www\.)[^)]{0,200}\)/giu, '');
  if (clean === undefined || isUrlOrHandle(clean) || isLabel(clean) || isNobody(clean)) return undefined;
  if (/\p{L}:\s.*,/u.test(clean)) return undefined;
  const name = personName(clean)?.replace(ofProgram, '');
  if (
    name === undefined ||
    isNobody(name) ||
    (name.split(/[,;]|\s(?:and|&)\s/)[0] ?? '').split(' ').length > maxWords
  )
    return undefined;
  return name;
}

/** Markup for names also holds the words around them. */
export function shownName(text: string): string | undefined {
  const name = declaredName(text);
  return name !== undefined && isNameLike(name) ? name : undefined;
}
