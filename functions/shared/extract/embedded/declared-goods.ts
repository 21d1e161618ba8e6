import { readAvailability } from '#shared/values/availability.ts';
import { type DeclaredItem, nameOfNode } from './declared-items.ts';
import type { DeclaredNode } from './declared-nodes.ts';
import type { ExtractionPage } from './extraction-page.ts';
import type { Answer } from './item-builder.ts';

const goods = /^(?:Product|ProductModel|IndividualProduct|Vehicle|Car)$/i;
const codes: ReadonlySet<string> = new Set(['sku', 'mpn', 'gtin']);

const isGoods = (nodes: readonly DeclaredNode[], name: string): boolean =>
  nodes
    .filter((node) => nameOfNode(node) === name)
    .every(({ types }) => types.some((type) => goods.test(type)));

/** `InStock` is one word where it is declared. */
const isInStock = (answers: readonly Answer[]): boolean =>
  answers.some(
    ({ field, values }) =>
      field.concept?.kind === 'availability' &&
      (values[0]?.value === true ||
        readAvailability(
          values[0]?.quote
            .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
            .trim()
            .toLowerCase() ?? '',
        ) === true),
  );

/**
 * Goods of one name are variants of one product, such as its sizes: the first that can be bought stands for all,
 * without the codes in which they differ. Other things of one name, such as dates of an event, stay several.
 */
export function withoutVariants(
  declared: readonly DeclaredItem[],
  nodes: readonly DeclaredNode[],
): readonly DeclaredItem[] {
  const names = new Set(declared.map((item) => item.name));
  const [name = ''] = names;
  if (declared.length < 2 || names.size > 1 || name === '' || !isGoods(nodes, name)) return declared;
  const chosen = declared.find(({ answers }) => isInStock(answers)) ?? declared[0];
  if (chosen === undefined) return declared;
  const codeOf = (answers: readonly Answer[], of: Answer): unknown =>
    answers.find(({ field }) => field === of.field)?.values[0]?.value;
  const shared = chosen.answers.filter(
    (answer) =>
      !codes.has(answer.field.concept?.name ?? '') ||
      declared.every(({ answers }) => codeOf(answers, answer) === answer.values[0]?.value),
  );
  return [{ ...chosen, answers: shared }];
}

/** Drops the title of the page as the brand: templates fill in what they have. */
export function withoutTitleAsBrand(
  answers: readonly Answer[],
  { metadata: { title = '' } }: ExtractionPage,
): readonly Answer[] {
  return answers.filter(({ field, values }) => {
    const brand = values[0]?.value;
    if (field.concept?.name !== 'brand' || typeof brand !== 'string') return true;
    return title === '' || !brand.toLowerCase().includes(title.toLowerCase());
  });
}
