import { foldedWords } from '#shared/content/dom/words.ts';

/** What a page declares of the one product that it is about. Numbers are above zero. */
export interface ProductFacts {
  /** Whether anything of it is declared; a page that declares neither a product nor an article may show one. */
  readonly isDeclared: boolean;
  readonly names: readonly string[];
  readonly brands: readonly string[];
  /** Prices of all offers, as numbers. */
  readonly amounts: readonly number[];
  readonly ratings: readonly number[];
  /** As declared, relative ones included. */
  readonly images: readonly string[];
  /** Absent when nothing is declared, or several offers differ. */
  readonly isAvailable?: boolean;
}

/** Whether a line is one of the brands, alone or after a label: `Brand: Acme`. */
export const isBrand = (text: string, brands: readonly string[]): boolean =>
  [text, text.replace(/^[^:]{1,30}:/, '')].some((line) => {
    const words = foldedWords(line);
    return words !== '' && brands.some((brand) => foldedWords(brand) === words);
  });
