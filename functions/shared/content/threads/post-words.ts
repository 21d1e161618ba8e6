import { withLetterRanges } from '#shared/kernel/letter-ranges.ts';
import { timeAgo } from '#shared/values/time-ago.ts';

/**
 * Words around authors and dates, in the languages of many forums. They are matched against short texts only, and
 * needed only where markup declares nothing.
 */

const day = withLetterRanges(
  '\\d{4}-\\d\\d-\\d\\d|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}|\\d\\d-\\d\\d-\\d{4}|(?<!\\p{L})\\p{L}{3,9}\\.? \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}|\\d{1,2}(?:\\.|st|nd|rd|th)? (?:de )?\\p{L}{3,9}\\.?,? (?:de )?\\d{4}|\\d{4}[年년] ?\\d{1,2}[月월] ?\\d{1,2}[日일]',
);
const time = '\\d{1,2}:\\d\\d(?::\\d\\d)?(?: ?[ap]\\.?m\\b)?';

/** A link with this text alone leads to the post of that date. */
export const wholeDate = new RegExp(`^\\D{0,12}(?:${day}|${timeAgo})`, 'iu');
/** A day and perhaps a weekday and a time, and no other words: `Sunday, August 13, 2023 - 3:05pm`. */
export const onlyDate = new RegExp(
  `^\\s*(?:\\p{L}{2,12}, )?(?:${day})(?:[\\s,–-]+(?:at |um )?${time})?\\s*(?:[A-Z]{3,4})?$`,
  'iu',
);
export const writtenDate = new RegExp(`(?:${day})(?:(?:,| at| в| um| o| à)? ${time})?`, 'iu');

const units =
  '[smhdwy]\\b|mo|min|hr|sec|hour|day|week|month|year|мин|час|дн|д[её]н|нед|мес|год|лет|сек|tag|woche|stunde|monat|jahr|jour|heure|semaine|mois|ans?\\b|dni|dzie|godz|tyg|mies|lat\\b|día|hora|semana|mes|año|[秒分天日周週月年]|小?[时時]|[个個か]月';
/** Text that looks like a date. */
export const dateLike = new RegExp(
  `\\d[./:-]\\d|\\b(?:19|20)\\d\\d\\b|\\d\\s*(?:${units})|сегодня|вчера|yesterday|today|just now|gestern|heute|hier\\b|aujourd|wczoraj|dzisiaj|ayer|hoy\\b|[昨今][天日]`,
  'i',
);

/** A time whose day is beside it. */
export const timeOfDay = /^\d{1,2}:\d\d(?::\d\d)?\s*(?:[ap]\.?m\.?)?$/i;

/** Labels found where authors are: of the interface ("Log in", "Reply"), and of the person who began the thread ("Author"). */
export const labelInAuthorPlace =
  /^(?:author|op|(?:topic|thread) (?:author|starter)|original poster|автор|(?:автор )?темы|тс|themenstarter|autor|(?:autor )?wątku|auteur|作者|楼主|樓主|log ?in|sign ?(?:in|up)|log ?out|logged(?: in)?|register|join(?:ed)?|guest|advertisement|follow|reply|report|share|permalink|edit|quote|войти|регистрация|ответить|цитировать|пожаловаться|реклама|antworten|zitieren|melden|répondre|responder|odpowiedz|回复|回覆|举报|返信)[\s!-/:-@[-`{-~\u00a0-\u00bf\u2000-\u2bff\u3000-\u303f\uff00-\uff0f\u{1f000}-\u{1faff}]*$/iu;

const account =
  'join|since|regist|last (?:seen|active|visit)|регистр|на сайте с|seit|beigetreten|inscrit|dołączył|注册';
const change =
  'last (?:post|reply)|edited|modified|updated|изменен|отредактир|последн|bearbeitet|zuletzt|modifié|edytowan|編集|编辑|最后';
const before = (words: string): RegExp =>
  new RegExp(`(?:${words})\\p{L}*(?: (?:by|on|at|am|von|vom|от|par|le|przez|于))?\\s*[:：]?\\s*$`, 'iu');

export const aboutAccount = new RegExp(account, 'i');
export const beforeAccount = before(account);
/** The words before the author and time of an edit or of the last reply. */
export const beforeChange = before(change);
/** The words before the name of the author that a post replies to. */
export const beforeAddressee =
  /(?:(?:reply(?:ing)?|repl(?:ied|ies)|respon(?:ded|ding|se)) to|antwort(?:et)? (?:an|auf)|en réponse à|en respuesta a|в ответ(?: на)?|ответил[аи]?|w odpowiedzi (?:do|na)|回复|回覆|返信)\s*[:：@]?\s*$/i;

/** The words before a name or a date in a byline. */
export const beforeByline =
  /^\W*(?:by|posted|written|submitted|published|asked|answered|commented|originally|von|geschrieben|от|автор|добавил|написал|par|publié|por|przez|dodał|作者|发表|發表|投稿)/i;
export const aroundName =
  /^(?:(?:by|from|von|от|par|por|przez|author|autor|автор)(?:\s*:\s*|\s+)|作者\s*[:：]\s*)|\s*(?:\s(?:says|said|wrote|writes|sagt|schrieb|schreibt|пишет|написал(?:а|\(а\))?|dit|a écrit|dijo|escribió|napisał(?:a|\(a\))?))?\s*[:：]?$/gi;
export const beforeDate =
  /^[\s•·∙|,–—-]*(?:(?:posted|published|commented|written|опубликовано|geschrieben|veröffentlicht|发表于|發表於|发布于)(?: on| at| am)?:?\s*)?/i;

/** Begins a line with the date of a post and its number. */
export const opensDate =
  /^\W*(?:date|posted|added|reply|дата|добавлено|отправлено|опубликовано|ответ|datum|geschrieben|verfasst|dodano|napisano)(?!\p{L})/iu;

/** End of a sentence; titles, ranks and "wrote:" end otherwise. */
export const endOfSentence = /(?:[!?…。！？]|(?<!\p{N}|ago|\b\p{L})\.)["'”»]*$/u;
