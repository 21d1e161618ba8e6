import type { PageLines } from './page-lines.ts';

const maxSentences = 5;
/** A short text is summarised by a third of it. */
const maxShare = 1 / 3;
/** Pages beyond this are summarised by their beginning. */
const maxReadSentences = 1_000;
const maxReadCharacters = 500_000;
/** Shorter sentences are labels, longer ones are tables and lists without full stops. */
const sentenceCharacters = { min: 30, max: 400 } as const;
/** A sign of Chinese or Japanese says as much as a few letters. */
const minSigns = 10;
/** Words of the title count this much more. */
const titleWeight = 2;
/** The first sentences of a text say what it is about. */
const leadSentences = 5;

const createSegmenters = () => ({
  sentences: new Intl.Segmenter(undefined, { granularity: 'sentence' }),
  words: new Intl.Segmenter(undefined, { granularity: 'word' }),
});
let made: ReturnType<typeof createSegmenters> | undefined;
/** Made for the first summary: they take 3 ms of a cold start. */
const segmenters = () => (made ??= createSegmenters());

/** Words of one or two letters are articles and the like; one with an ideograph is a word, also in Japanese. */
const isTelling = (word: string): boolean => word.length > 2 || /\p{Script=Han}/u.test(word);

const tellingWords = (text: string): ReadonlySet<string> =>
  new Set(
    [...segmenters().words.segment(text.toLowerCase())]
      .filter(({ isWordLike, segment }) => isWordLike === true && isTelling(segment))
      .map(({ segment }) => segment),
  );

function sentencesOf({ lines }: PageLines): readonly string[] {
  const found = new Set<string>();
  let characters = 0;
  for (const { text, level } of lines) {
    if (level > 0) continue;
    characters += text.length;
    for (const { segment } of segmenters().sentences.segment(text)) {
      const sentence = segment.trim();
      const min = /\p{Script=Han}/u.test(sentence) ? minSigns : sentenceCharacters.min;
      const isWhole = /[.!?。！？…]["'”»)]?$/.test(sentence);
      if (isWhole && sentence.length >= min && sentence.length <= sentenceCharacters.max) found.add(sentence);
    }
    if (found.size >= maxReadSentences || characters >= maxReadCharacters) break;
  }
  return [...found];
}

/** How much each word says about the text: how many other sentences have it, unless most of them do. */
function weightsOf(read: readonly ReadonlySet<string>[], title: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const own of read) for (const word of own) counts.set(word, (counts.get(word) ?? 0) + 1);
  const inTitle = tellingWords(title);
  const isCommon = (count: number): boolean => count > Math.max(3, read.length / 2);
  return new Map(
    [...counts].map(([word, count]) => {
      const weight = isCommon(count) ? 0 : Math.log(count);
      return [word, inTitle.has(word) ? weight + titleWeight : weight] as const;
    }),
  );
}

/**
 * Up to five sentences of a text, and up to a third of it, in their order, word for word: those whose words the rest of the
 * text and the title repeat, each for what the others have not said (after SumBasic: Nenkova and Vanderwende, 2005). Where
 * no line is a sentence, the first lines.
 */
export function summaryOf(page: PageLines, title = ''): string {
  const found = sentencesOf(page);
  if (found.length === 0)
    return page.lines
      .filter(({ level }) => level === 0)
      .map(({ text }) => text)
      .join(' ')
      .slice(0, sentenceCharacters.max);
  const read = found.map(tellingWords);
  const weights = new Map(weightsOf(read, title));
  const scoreOf = (own: ReadonlySet<string>, at: number): number => {
    let sum = 0;
    for (const word of own) sum += weights.get(word) ?? 0;
    const lead = at < leadSentences ? 1 + (leadSentences - at) / 10 : 1;
    return (lead * sum) / Math.sqrt(own.size + 1);
  };
  const chosen = new Set<number>();
  const wanted = Math.min(maxSentences, Math.ceil(found.length * maxShare));
  while (chosen.size < wanted) {
    const left = [...read.keys()].filter((at) => !chosen.has(at));
    const scores = left.map((at) => scoreOf(read[at] ?? new Set(), at));
    const best = left[scores.indexOf(Math.max(...scores))] ?? 0;
    chosen.add(best);
    for (const word of read[best] ?? []) weights.set(word, (weights.get(word) ?? 0) / 2);
  }
  return [...chosen]
    .toSorted((a, b) => a - b)
    .map((at) => found[at])
    .join(' ');
}
