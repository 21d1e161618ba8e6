import { seededRandom } from './seeded-random.ts';

/** Words and interface labels for invented pages, so that texts have the lengths and punctuation of real ones. */
interface Vocabulary {
  readonly words: readonly string[];
  readonly names: readonly string[];
  readonly places: readonly string[];
  readonly goods: readonly string[];
  readonly months: readonly string[];
  readonly currency: readonly string[];
  readonly says: Readonly<Record<string, readonly string[]>>;
}

const list = (text: string): readonly string[] => text.split('|');

const vocabularies: Readonly<Record<'ru' | 'en', Vocabulary>> = {
  ru: {
    words: list(
      'после|замены|фильтра|двигатель|работает|заметно|тише|но|расход|масла|пока|не|изменился|вчера|проверил|уровень|и|решил|написать|сюда|может|кто|сталкивался|с|такой|проблемой|на|старой|модели|в|мастерской|сказали|что|это|нормально|для|пробега|больше|ста|тысяч|однако|хочется|понять|причину|раньше|такого|никогда|было|дом|стоит|у|озера|рядом|лес|до|станции|десять|минут|пешком|соседи|спокойные|есть|колодец|теплица|участок|ровный|документы|готовы|можно|смотреть|любой|день|материал|приятный|наощупь|швы|ровные|цвет|соответствует|фотографии|размер|подошёл|ткань|плотная|хорошо|держит|форму|поставляется|комплекте|ручкой|запасными|насадками|корпус|выполнен|из|алюминия|прослужит|долго|настройка|занимает|несколько|минут|программа|запускается|автоматически|если|нажать|кнопку|питания|появится|окно|выбора|языка|город|вырос|вокруг|завода|жители|помнят|как|строили|мост|через|реку|весной|снег|сошёл|поздно|поэтому|дороги|оставались|трудными|врач|посоветовал|пить|больше|воды|утром|дети|любят|кашу|ягодами|рецепт|простой|смешать|муку|яйца|сахар|выпекать|сорок|минут|спасибо|всем|помогло|буду|пробовать|отпишусь|позже|согласен|автором|думаю|дело|именно|контактах|очистите|их|спиртом|подождите|час|включайте',
    ),
    names: list(
      'Сергей_74|anna.k|Дмитрий|Walker|ольга м.|Kot-bayun|Механик|VladimirP|Лесник|nata_sha|Иваныч|serega77|Гость|Marina|D-Max|Профессор|zubr|Алексей В.',
    ),
    places: list('Москва|Тверь|Казань|Новосибирск|Пермь|Санкт-Петербург|Самара|Воронеж|Ярославль|Омск'),
    goods: list(
      'Чайник электрический|Дрель ударная|Рюкзак туристический|Кресло офисное|Смартфон|Велосипед горный|Наушники беспроводные|Палатка трёхместная|Стол обеденный|Куртка зимняя|Набор отвёрток|Кофемолка|Телевизор|Диван угловой|Термос|Шуруповёрт',
    ),
    months: list('января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря'),
    currency: list('руб.|₽|р.|рублей'),
    says: {
      home: list('Главная|На главную|Домой'),
      menu: list(
        'Главная|О компании|Новости|Каталог|Доставка и оплата|Контакты|Форум|Статьи|Услуги|Вакансии|Галерея|Отзывы|Поиск|Помощь|Правила|Пользователи|Прайс-лист|Акции|Архив|Карта сайта',
      ),
      account: list(
        'Вход|Регистрация|Личный кабинет|Забыли пароль?|Войти|Мои заказы|Корзина (0)|Избранное|Сообщения|Выход',
      ),
      actions: list(
        'Ответить|Цитировать|Пожаловаться|Ответить с цитатой|Наверх|Спасибо|Нравится|Поделиться|Вернуться к началу|Личное сообщение|Профиль|Скопировать ссылку',
      ),
      buy: list(
        'В корзину|Купить|Купить в один клик|Добавить в избранное|Сравнить|Задать вопрос|Показать телефон|Написать продавцу|Оформить рассрочку|Уведомить о поступлении',
      ),
      sort: list(
        'Сортировать по: цене|по популярности|по новизне|Показывать по: 20|40|60|списком|плиткой|Найдено 214|Сбросить фильтр|по дате',
      ),
      filters: list(
        'Цена от|Производитель|Цвет|Материал|Размер|Только в наличии|Со скидкой|Город|Страна|Рейтинг|Тип товара|Показать',
      ),
      categories: list(
        'Электроника|Одежда|Дом и сад|Автомобили|Недвижимость|Работа|Услуги|Животные|Хобби и отдых|Спорт|Инструменты|Мебель|Детские товары|Книги|Красота|Посуда|Компьютеры|Телефоны',
      ),
      related: list(
        'Похожие товары|С этим товаром покупают|Вы недавно смотрели|Похожие объявления|Читайте также|Похожие темы|Популярное|Рекомендуем|Другие новости|Последние темы|Новости партнёров',
      ),
      online: list('Сейчас на форуме|Кто сейчас на конференции|Активные пользователи|Статистика форума'),
      footer: list(
        'О проекте|Реклама на сайте|Политика конфиденциальности|Пользовательское соглашение|Обратная связь|Контакты|Правила|Мобильная версия|Карта сайта|Вакансии|Возврат товара|Гарантия|Партнёрам',
      ),
      copyright: list(
        '© 2004–2019 Все права защищены. При копировании материалов ссылка обязательна.|Copyright © 2012. Все права защищены|© 2024 ООО «Пример». Указанная стоимость не является публичной офертой.|Powered by phpBB © 2000, 2002, 2005, 2007 phpBB Group|Часовой пояс GMT +3',
      ),
      cookie: list(
        'Мы используем файлы cookie. Продолжая пользоваться сайтом, вы соглашаетесь с этим.|Этот сайт использует cookie для хранения данных.',
      ),
      subscribe: list(
        'Подпишитесь на нашу рассылку и получайте скидки первыми|Будьте в курсе новостей: оставьте адрес электронной почты',
      ),
      rank: list(
        'Новичок|Участник|Старожил|Модератор|Администратор|Активный пользователь|Мастер|Проверенный',
      ),
      stats: list(
        'Сообщений: 128|Регистрация: 12.03.2009|Сообщения: 2 415|Откуда: Тверь|Репутация: 14|Спасибо сказали: 5 раз|Стаж: 6 лет|Зарегистрирован: 02 фев 2011, 15:40|Offline|Вне форума',
      ),
      pages: list('Страница 1 из 7|1 2 3 … 14 След.|« Предыдущая 1 2 3 Следующая »|Показать ещё'),
      description: list('Описание|Описание товара|О товаре|Подробное описание|Описание объявления'),
      specs: list('Характеристики|Технические характеристики|Параметры|Основные характеристики'),
      kit: list('Комплектация|В комплекте|Особенности|Преимущества'),
      attributes: list(
        'Вес|Ширина|Высота|Материал|Цвет|Мощность|Объём|Гарантия|Производитель|Страна|Артикул|Модель|Длина кабеля|Напряжение|Год выпуска|Пробег|Площадь|Этаж',
      ),
      values: list(
        '2,4 кг|120 см|нержавеющая сталь|чёрный|1500 Вт|1,7 л|12 месяцев|Россия|220 В|есть|хлопок 80%|белый|алюминий|85 см|2016|64 м²|Китай|да',
      ),
      comments: list(
        'Комментарии (3)|Комментарии к статье|Оставить комментарий|Отзывы покупателей|Обсудить на форуме',
      ),
      re: list('Re: |Ответ: |'),
      stock: list('В наличии|Есть на складе|Под заказ|Осталось 3 шт.'),
      faq: list(
        'Сколько это стоит?|Как оформить заказ?|Работаете ли вы в выходные?|Даёте ли гарантию?|Выезжаете ли за город?',
      ),
      share: list('Поделиться: ВКонтакте Одноклассники Telegram|Расскажите друзьям'),
    },
  },
  en: {
    words: list(
      'after|replacing|the|filter|engine|runs|quieter|but|fuel|use|has|not|changed|yet|yesterday|checked|level|and|decided|to|ask|here|maybe|someone|had|this|problem|with|an|older|model|shop|said|it|is|normal|for|that|mileage|still|want|understand|why|never|happened|before|house|stands|near|lake|forest|ten|minutes|from|station|neighbours|are|friendly|there|well|garden|papers|ready|fabric|feels|soft|seams|straight|colour|matches|photo|size|fits|keeps|shape|comes|spare|parts|case|made|of|aluminium|lasts|long|setup|takes|few|program|starts|automatically|when|you|press|power|button|window|appears|where|language|can|be|chosen|city|grew|around|mill|people|remember|how|bridge|was|built|across|river|spring|snow|melted|late|so|roads|stayed|difficult|doctor|advised|drinking|more|water|children|like|porridge|recipe|simple|mix|flour|eggs|sugar|bake|forty|thanks|everyone|helped|will|try|report|back|agree|author|think|contacts|clean|them|wait|hour|then|switch',
    ),
    names: list(
      'mark_h|Jenny|oldsalt|Rover75|T. Brandt|kestrel|Guest|Ana|dieselfan|Priya|quietone|NorthWind|Sam B|the_mole',
    ),
    places: list('Leeds|Austin|Hamburg|Toronto|Dublin|Oslo|Denver|Perth|Utrecht'),
    goods: list(
      'Electric Kettle|Hammer Drill|Trail Backpack|Office Chair|Phone|Mountain Bike|Wireless Headphones|Tent|Dining Table|Winter Jacket|Screwdriver Set|Coffee Grinder|Television|Corner Sofa|Flask|Lamp',
    ),
    months: list('January|February|March|April|May|June|July|August|September|October|November|December'),
    currency: list('$|€|£|USD'),
    says: {
      home: list('Home|Start|Main page'),
      menu: list(
        'Home|About us|News|Catalog|Shipping|Contact|Forum|Articles|Services|Careers|Gallery|Reviews|Search|Help|Rules|Members|Prices|Sale|Archive|Sitemap',
      ),
      account: list(
        'Log in|Register|My account|Forgot password?|Sign up|Orders|Cart (0)|Wishlist|Messages|Log out',
      ),
      actions: list(
        'Reply|Quote|Report|Like|Share|Back to top|Thanks|Permalink|Save|Send message|Profile|Copy link',
      ),
      buy: list(
        'Add to cart|Buy now|Add to wishlist|Compare|Ask a question|Show phone number|Contact seller|Notify me',
      ),
      sort: list('Sort by: price|popularity|newest|Show: 20|40|60|List|Grid|214 results found|Reset|Date'),
      filters: list(
        'Price from|Brand|Color|Material|Size|In stock only|On sale|City|Country|Rating|Type|Apply',
      ),
      categories: list(
        'Electronics|Clothing|Home & Garden|Cars|Real estate|Jobs|Services|Pets|Hobbies|Sports|Tools|Furniture|Kids|Books|Beauty|Kitchen|Computers|Phones',
      ),
      related: list(
        'Related products|Customers also bought|Recently viewed|Similar ads|Read next|Similar threads|Popular|Recommended|More news|Latest topics',
      ),
      online: list('Who is online|Users browsing this forum|Board statistics|Members online now'),
      footer: list(
        'About|Advertise|Privacy policy|Terms of use|Feedback|Contact|Rules|Mobile version|Sitemap|Careers|Returns|Warranty|Partners',
      ),
      copyright: list(
        '© 2004–2019 All rights reserved.|Copyright 2012. All rights reserved|© 2024 Example Ltd.|Powered by vBulletin® Version 3.8.4|All times are GMT',
      ),
      cookie: list(
        'We use cookies to improve your experience. By continuing you agree to this.|This site stores cookies.',
      ),
      subscribe: list(
        'Subscribe to our newsletter and be the first to hear about offers|Stay up to date: leave your e-mail address',
      ),
      rank: list('Newbie|Member|Senior Member|Moderator|Administrator|Junior Member|Veteran'),
      stats: list(
        'Posts: 128|Joined: 12 Mar 2009|Messages: 2,415|Location: Leeds|Reputation: 14|Likes: 58|Offline|Join Date: Feb 2011',
      ),
      pages: list('Page 1 of 7|1 2 3 … 14 Next|« Previous 1 2 3 Next »|Load more'),
      description: list('Description|About this item|Details|Product description'),
      specs: list('Specifications|Technical data|Tech specs|Parameters'),
      kit: list('In the box|Features|Highlights|Why you will like it'),
      attributes: list(
        'Weight|Width|Height|Material|Colour|Power|Capacity|Warranty|Brand|Country|SKU|Model|Cable length|Voltage|Year|Mileage|Area|Floor',
      ),
      values: list(
        '2.4 kg|120 cm|stainless steel|black|1500 W|1.7 l|12 months|Germany|220 V|yes|cotton 80%|white|aluminium|85 cm|2016|64 m²|no',
      ),
      comments: list('Comments (3)|Leave a comment|Customer reviews|Discuss in the forum|Responses'),
      re: list('Re: |'),
      stock: list('In stock|Available|To order|Only 3 left'),
      faq: list(
        'How much does it cost?|How do I order?|Are you open at weekends?|Is there a warranty?|Do you travel?',
      ),
      share: list('Share: Facebook Twitter WhatsApp|Tell your friends'),
    },
  },
};

export type Language = keyof typeof vocabularies;

/** Random choices and texts for one invented page; equal seeds give equal pages. */
export class TextGenerator {
  readonly language: Language;
  private readonly random: () => number;
  private readonly vocabulary: Vocabulary;

  constructor(seed: number, language: Language) {
    this.random = seededRandom(seed * 2_654_435_761 + 97);
    for (let warm = 0; warm < 8; warm++) this.random();
    this.language = language;
    this.vocabulary = vocabularies[language];
  }

  chance(share: number): boolean {
    return this.random() < share;
  }

  between(min: number, max: number): number {
    return min + Math.floor(this.random() * (max - min + 1));
  }

  pick<T>(from: readonly T[]): T {
    const found = from[Math.floor(this.random() * from.length)];
    if (found === undefined) throw new Error('Nothing to pick from');
    return found;
  }

  some<T>(from: readonly T[], count: number): T[] {
    const left = [...from];
    return Array.from({ length: Math.min(count, left.length) }, () => {
      const [taken] = left.splice(Math.floor(this.random() * left.length), 1);
      return taken as T;
    });
  }

  times<T>(min: number, max: number, make: (at: number) => T): T[] {
    return Array.from({ length: this.between(min, max) }, (_, at) => make(at));
  }

  say(kind: string): string {
    return this.pick(this.vocabulary.says[kind] ?? ['—']);
  }

  saySome(kind: string, count: number): string[] {
    return this.some(this.vocabulary.says[kind] ?? [], count);
  }

  phrase(min: number, max: number): string {
    return this.times(min, max, () => this.pick(this.vocabulary.words)).join(' ');
  }

  sentence(): string {
    const words = this.phrase(5, 18).split(' ');
    const text = words
      .map((word, at) => (at > 2 && at < words.length - 2 && this.chance(0.12) ? `${word},` : word))
      .join(' ');
    return text.charAt(0).toUpperCase() + text.slice(1) + this.pick(['.', '.', '.', '.', '!', '?']);
  }

  prose(min: number, max: number): string {
    return this.times(min, max, () => this.sentence()).join(' ');
  }

  title(): string {
    const text = this.phrase(3, 8);
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  name = (): string => this.pick(this.vocabulary.names);
  place = (): string => this.pick(this.vocabulary.places);

  goods(): string {
    const model = `${this.pick(['Nord', 'Вега', 'Bork', 'KX', 'Lumen', 'Ostrov', 'T', 'Sigma', 'Alfa'])}-${this.between(10, 990)}`;
    return `${this.pick(this.vocabulary.goods)} ${model}`;
  }

  price(): string {
    const amount = this.between(3, 999) * this.pick([1, 10, 100, 1000]);
    const spaced = String(amount).replace(/\B(?=(\d{3})+$)/g, this.pick([' ', '', '\u00a0']));
    const currency = this.pick(this.vocabulary.currency);
    return this.language === 'ru' ? `${spaced} ${currency}` : `${currency}${spaced}`;
  }

  date(): string {
    const day = this.between(1, 28);
    const month = this.between(1, 12);
    const year = this.between(2003, 2025);
    const two = (value: number) => String(value).padStart(2, '0');
    const clock = `${two(this.between(0, 23))}:${two(this.between(0, 59))}`;
    return this.pick([
      `${two(day)}.${two(month)}.${year}, ${clock}`,
      `${day} ${this.vocabulary.months[month - 1] ?? ''} ${year} ${clock}`,
      `${two(day)}.${two(month)}.${year}`,
      this.language === 'ru' ? `Сегодня, ${clock}` : `Today, ${clock}`,
      this.language === 'ru' ? `${day} дн. назад` : `${day} days ago`,
    ]);
  }
}
