import { seededRandom } from './seeded-random.ts';
import de from './vocabularies/de.json' with { type: 'json' };
import el from './vocabularies/el.json' with { type: 'json' };
import en from './vocabularies/en.json' with { type: 'json' };
import es from './vocabularies/es.json' with { type: 'json' };
import pl from './vocabularies/pl.json' with { type: 'json' };
import ru from './vocabularies/ru.json' with { type: 'json' };
import zh from './vocabularies/zh.json' with { type: 'json' };

/** Words and interface labels for invented pages, so that texts have the lengths and punctuation of real ones. */
interface Vocabulary {
  readonly words: readonly string[];
  readonly names: readonly string[];
  readonly places: readonly string[];
  /** Things to sell; only in the languages that shops are invented in. */
  readonly goods: readonly string[];
  readonly months: readonly string[];
  readonly currency: readonly string[];
  /** Between two words of a sentence. */
  readonly joint: string;
  readonly today: string;
  readonly ago: string;
  readonly says: Readonly<Record<string, readonly string[]>>;
}

/** A list is stored as one text, its entries separated by `|`. */
type StoredVocabulary = Readonly<
  Record<keyof Omit<Vocabulary, 'says'>, string> & { says: Readonly<Record<string, string>> }
>;

const list = (text: string): readonly string[] => text.split('|');

const vocabularyOf = (stored: StoredVocabulary): Vocabulary => ({
  words: list(stored.words),
  names: list(stored.names),
  places: list(stored.places),
  goods: list(stored.goods),
  months: list(stored.months),
  currency: list(stored.currency),
  joint: stored.joint,
  today: stored.today,
  ago: stored.ago,
  says: Object.fromEntries(Object.entries(stored.says).map(([kind, texts]) => [kind, list(texts)])),
});

const stored = { de, el, en, es, pl, ru, zh } as const;

export type Language = keyof typeof stored;

/** Languages that every kind of page is invented in; news are invented in all. */
export const newsLanguages = Object.keys(stored) as readonly Language[];

const vocabularies = Object.fromEntries(
  newsLanguages.map((language) => [language, vocabularyOf(stored[language])]),
) as Record<Language, Vocabulary>;

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
    return this.times(min, max, () => this.pick(this.vocabulary.words)).join(this.vocabulary.joint);
  }

  sentence(): string {
    const { words, joint } = this.vocabulary;
    const chosen = this.times(5, 18, () => this.pick(words));
    const isSpaced = joint !== '';
    const text = chosen
      .map((word, at) =>
        at > 2 && at < chosen.length - 2 && this.chance(0.12) ? word + (isSpaced ? ',' : '，') : word,
      )
      .join(joint);
    const end = this.pick(isSpaced ? ['.', '.', '.', '.', '!', '?'] : ['。', '。', '。', '！']);
    return text.charAt(0).toUpperCase() + text.slice(1) + end;
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

  clock(): string {
    const two = (value: number) => String(value).padStart(2, '0');
    return `${two(this.between(0, 23))}:${two(this.between(0, 59))}`;
  }

  date(): string {
    const day = this.between(1, 28);
    const month = this.between(1, 12);
    const year = this.between(2003, 2025);
    const two = (value: number) => String(value).padStart(2, '0');
    const clock = this.clock();
    return this.pick([
      `${two(day)}.${two(month)}.${year}, ${clock}`,
      `${day} ${this.vocabulary.months[month - 1] ?? ''} ${year} ${clock}`,
      `${two(day)}.${two(month)}.${year}`,
      `${this.vocabulary.today}, ${clock}`,
      `${day} ${this.vocabulary.ago}`,
    ]);
  }
}
