/**
 * Phrases of the boilerplate around content, in English, Russian, German and some French and Spanish. `*` ends a
 * stem; without it the phrase must end at the end of a word. Each list is one feature of the model, which learns
 * how far to trust it.
 */
const phraseLists = {
  more: 'read more|learn more|show more|view all|view more|see all|see more|see details|load more|find out more|continue reading|more info|mehr erfahren|mehr lesen|weiterlesen|en savoir plus|leer más|подробнее|читать далее|читать дальше|читать полностью|показать ещё|показать еще|показать все|показать больше|смотреть все|все отзывы|узнать больше|развернуть',
  buy: 'add to cart|add to bag|add to basket|add to wishlist|add to compare|buy now|buy it now|checkout|in stock|out of stock|free shipping|sold out|quantity|in den warenkorb|купить|в корзину|корзин*|в наличии|под заказ|нет в наличии|доставк*|самовывоз*|в избранное|сравнить|к сравнению|рассрочк*|в кредит|заказать|показать телефон|написать продавцу|количество',
  byline:
    'by|posted by|posted on|published|updated|last modified|written by|minute read|min read|reviewed by|von|veröffentlicht|aktualisiert|автор|авторы|опубликован*|обновлен*|дата|просмотр*|источник|текст:|фото:|минут чтения|мин. чтения|размещено|размещён*|добавлен*',
  member:
    'joined|join date|registered|post:|posts:|messages:|location:|reputation|reaction score|member|senior member|newbie|guest|offline|online|moderator|administrator|thread starter|сообщений|сообщения:|сообщение|зарегистрирован|репутаци*|откуда:|участник*|пользовател*|модератор*|администратор*|новичок|регистрация:|на форуме|стаж|не в сети|гость|гости|благодарност*|карма|рейтинг:|сейчас на форуме|кто сейчас',
  action:
    'reply|quote|report|edit|delete|upvote|downvote|like|likes|helpful|permalink|bookmark|save|print*|e-mail|email|copy link|flag|hide|expand|collapse|antworten|zitieren|drucken|ответить|цитировать|цитата|пожаловаться|нравится|полезн*|сохранить|печать|распечатать|версия для печати|скопировать|жалоба|изменить|удалить|спасибо|вверх|свернуть|вернуться к началу|личное сообщение|в закладки',
  filter:
    'sort by|sort*|filter*|refine|price range|results per|results found|showing|clear all|reset|apply|per page|sortieren|сортиров*|сортировать|фильтр*|сбросить|применить|показать по|показывать по|найдено|цена от|по популярности|по цене|по дате|по рейтингу|на странице|вид:',
  detail:
    'description|product description|details|product details|specification*|technical specs|tech specs|specs|features|key features|overview|about this|ingredients|what you get|in the box|highlights|benefits|instructions|summary|beschreibung|produktdetails|technische daten|eigenschaften|описание|описание товара|о товаре|характеристик*|технические|особенности|комплектация|состав|преимущества|назначение|подробные|основные',
  attribute:
    'weight|width|height|length|depth|size|sizes|dimensions|material*|color|colour|brand|model|sku|item number|manufacturer|capacity|warranty|location|salary|year|mileage|address|condition|gewicht|größe|farbe|marke|вес|ширина|высота|длина|глубина|размер|размеры|материал|цвет|бренд|модель|артикул|код товара|производитель|страна|объем|объём|гарантия|мощность|город|адрес|зарплата|год выпуска|пробег|площадь|этаж|состояние',
  review:
    'review*|rating*|stars|verified buyer|verified purchase|write a review|out of 5|bewertung*|отзыв*|оценк*|рейтинг|достоинства|недостатки|из 5',
} as const;

const patterns = {
  price:
    /(?:[$€£¥₽₴]|usd|eur|gbp|руб\.?|р\.|грн|zł|kč) ?\d|\d[\d .,\u00a0]*(?:[$€£¥₽₴]|(?:usd|eur|руб|р\.|грн|zł|kč|тг)(?!\p{L}))/u,
  date: /(?<!\d)(?:19|20)\d\d(?!\d)|(?<!\d)\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}* \d{1,2}|\d{1,2} (?:янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек)/u,
  clock:
    /(?<!\d)\d{1,2}:\d{2}(?!\d)|\d+ (?:sec|min|hour|day|week|month|year)\p{L}* ago|vor \d+|\d+ \p{L}+ назад/u,
} as const;

type ListMark = keyof typeof phraseLists;
type PatternMark = keyof typeof patterns;
export type PhraseMark = ListMark | PatternMark;

const listMarks = Object.keys(phraseLists) as readonly ListMark[];
const patternMarks = Object.keys(patterns) as readonly PatternMark[];
export const phraseMarks: readonly PhraseMark[] = [...listMarks, ...patternMarks];

/** One bit per mark; there are fewer than 31. */
const phraseBit = Object.fromEntries(phraseMarks.map((mark, at) => [mark, 1 << at])) as Readonly<
  Record<PhraseMark, number>
>;

/** In longer texts a phrase does not show which part of the page a block belongs to. */
const maxTextCharacters = 160;

interface Phrase {
  readonly words: string;
  readonly isStem: boolean;
  readonly bit: number;
}

/** Phrases by their first two characters: one look-up per word instead of one search per phrase. */
const keyLength = 2;
const phrasesByKey = new Map<string, Phrase[]>();
for (const mark of listMarks)
  for (const listed of phraseLists[mark].split('|')) {
    const isStem = listed.endsWith('*');
    const words = isStem ? listed.slice(0, -1) : listed;
    const key = words.slice(0, keyLength);
    const bucket = phrasesByKey.get(key) ?? [];
    bucket.push({ words, isStem, bit: phraseBit[mark] });
    phrasesByKey.set(key, bucket);
  }

const letter = /\p{L}/u;
const letterOrDigit = /[\p{L}\d]/u;
/**
 * For the first character codes, whether they continue a word. A regular expression would take ten times as long.
 */
const continuesWord = Uint8Array.from({ length: 0x500 }, (_, code) =>
  letterOrDigit.test(String.fromCharCode(code)) ? 1 : 0,
);
const isInWord = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code < continuesWord.length ? continuesWord[code] === 1 : letterOrDigit.test(text.charAt(at));
};

function marksOfPhrases(text: string): number {
  let bits = 0;
  let inWord = false;
  for (let index = 0; index < text.length; index++) {
    const startsWord = !inWord;
    inWord = isInWord(text, index);
    if (!startsWord || !inWord) continue;
    for (const { words, isStem, bit } of phrasesByKey.get(text.slice(index, index + keyLength)) ?? [])
      if (text.startsWith(words, index) && (isStem || !letter.test(text.charAt(index + words.length))))
        bits |= bit;
  }
  return bits;
}

/** Every pattern needs a digit. */
const digit = /\d/;

/** Bits of the phrases and patterns in a short text; 0 for texts longer than `maxTextCharacters`. */
export function marksOfText(text: string): number {
  if (text.length > maxTextCharacters) return 0;
  const plain = text.toLowerCase();
  let bits = marksOfPhrases(plain);
  if (digit.test(plain))
    for (const mark of patternMarks) if (patterns[mark].test(plain)) bits |= phraseBit[mark];
  return bits;
}
