import { describe, expect, test } from 'vitest';

// First: it counts what is loaded after it.
import { stepRatio } from '../content/step-counter.ts';
import { plainText } from '#shared/content/markdown/plain-text.ts';
import { parseHtml } from '#shared/content/html/parse-html.ts';
import { boundedRun } from '#shared/kernel/bounded-run.ts';
import { personName } from '#shared/values/person-names.ts';
import { numbersIn } from '#shared/values/numbers.ts';
import { pricesIn } from '#shared/values/prices.ts';
import { hostilePages } from '../content/hostile-pages.ts';
import { readPage } from '../content/read-page.ts';
import { sizedPage } from '../content/sized-page.ts';

const pages = Object.entries(hostilePages);

const convert = async (page: string): Promise<void> => {
  await readPage(page, { formats: ['markdown', 'html', 'links', 'json'] });
};

/** Pages of this size are past the limits of depth, attributes and list entries, where costs that grow faster show. */
const charactersPastLimits = 4_000;
/** The limit of spanned cells is reached at 24,000. */
const charactersOfSpans = 40_000;

/** Room for a busy machine; nothing is asserted of the time. */
const timeout = 60_000;
const escapedCharacters = '\\ ` * _ ~ [ ] & ! | # + - = . : $ ^ @ { } ( ) " \''.split(' ');

describe('the work that a page makes', { timeout }, () => {
  test.for(pages)('%s: four times the page takes about four times the steps', async ([kind, make]) => {
    const characters = kind === 'cells that span everything' ? charactersOfSpans : charactersPastLimits;
    const ratio = await stepRatio(
      () => convert(make(characters)),
      () => convert(make(4 * characters)),
    );

    expect(ratio).toBeLessThan(6);
  });

  test('math in math takes about as many steps as math beside math', async () => {
    const ratio = await stepRatio(
      () => convert('<math><mrow></mrow></math>'.repeat(1_000)),
      () => convert('<math><mrow>'.repeat(1_000)),
    );

    expect(ratio).toBeLessThan(3);
  });

  test('an honest page takes as many steps for each kilobyte when it is four times as long', async () => {
    const ratio = await stepRatio(
      () => convert(sizedPage(20_000)),
      () => convert(sizedPage(80_000)),
    );

    expect(ratio).toBeLessThan(5);
  });

  test.for([...escapedCharacters, '&lt;', '&amp;'])(
    'four times the run of "%s" takes about four times the steps',
    async (character) => {
      const page = (length: number) => `<p>before ${character.repeat(length)} after</p>`;

      const ratio = await stepRatio(
        () => convert(page(25_000)),
        () => convert(page(100_000)),
      );

      expect(ratio).toBeLessThan(5);
    },
  );

  test.for(['1 ', '1', '1.', '1,111 ', '1-', '12 тыс. '])(
    'four times the text of "%s" over and over takes about four times the steps to find its numbers',
    async (piece) => {
      const find = (length: number) => async (): Promise<void> => {
        const text = piece.repeat(length / piece.length);
        numbersIn(text);
        pricesIn(text);
      };

      expect(await stepRatio(find(20_000), find(80_000))).toBeLessThan(5);
    },
  );

  test.for([
    '<script ',
    '<!--<script ',
    '<!-- --!',
    '<![CDATA[',
    '<script><!--<script',
    '</script',
    '<svg <script ',
  ])('two million characters of "%s" become a tree within twenty seconds', (piece) => {
    const page = `<!-- --!>${piece.repeat(2_000_000 / piece.length)}`;

    expect(boundedRun(() => parseHtml(page).document.children.length, 20_000)).toBeGreaterThan(0);
  });

  // Steps inside of regular expressions are not counted. Quadratic ones would take minutes.
  test.for(['[', '![', '\\[', '[](', '[](a', '[](a "', '[a](b "c', '](', '[^1', '> ', '\n \n'])(
    'two million characters of "%s" become plain text within five seconds',
    (piece) => {
      const markdown = piece.repeat(2_000_000 / piece.length);

      expect(boundedRun(() => plainText(markdown).length, 5_000)).toBeLessThanOrEqual(markdown.length);
    },
  );

  test.for([' ', '-', ' ,', '- ', ' on ', 'by ', '.', ' | ', '*', '»', ' »', ' www.', '('])(
    'five hundred authors of twenty thousand characters of "%s" are read within five seconds',
    (piece) => {
      const text = `a${piece.repeat(20_000 / piece.length)}b`;
      const read = () => Array.from({ length: 500 }, () => personName(text)).length;

      expect(boundedRun(read, 5_000)).toBe(500);
    },
  );
});
