import { interned } from '#shared/content/dom/interned.ts';

/** Names of tags and attributes in small letters. Many steps ask an element for them: none compares letters. */
export class MarkupNames {
  readonly #known = new Map<string, string>();

  of(written: string): string {
    const known = this.#known.get(written);
    if (known !== undefined) return known;
    const name = interned(written.toLowerCase());
    this.#known.set(written, name);
    return name;
  }
}
