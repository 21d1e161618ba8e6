import type { Forest, TreeGroup } from './forest.ts';

/**
 * A forest for rows that are alike: without the splits that all of them pass on the same side. On a page that repeats
 * one element, few splits are left.
 */
export class NarrowedForest implements Forest {
  first: TreeGroup;
  others: TreeGroup;
  readonly columns: Int16Array;
  readonly values: Float32Array;
  readonly rights: Int32Array;
  readonly #whole: Forest;
  /** The least and the greatest value of each column; NaN, which no threshold holds, if a row has it. */
  readonly #least: Float32Array;
  readonly #greatest: Float32Array;
  #written = 0;

  constructor(whole: Forest, width: number) {
    this.#whole = whole;
    this.#least = new Float32Array(width);
    this.#greatest = new Float32Array(width);
    this.first = whole.first;
    this.others = whole.others;
    this.columns = new Int16Array(whole.columns.length);
    this.values = new Float32Array(whole.values.length);
    this.rights = new Int32Array(whole.rights.length);
  }

  /** Makes the forest one for these rows. */
  fit(rows: Float32Array): void {
    for (let column = 0; column < this.#least.length; column++) this.#measure(column, rows);
    this.#written = 0;
    this.first = this.#narrow(this.#whole.first);
    this.others = this.#narrow(this.#whole.others);
  }

  /** Trees that are the same leaf for all rows become a part of the base. */
  #narrow({ base, roots }: TreeGroup): TreeGroup {
    let sum = base;
    const left: number[] = [];
    for (const root of roots) {
      const at = this.#written;
      this.#write(root);
      if (this.columns[at] !== -1) left.push(at);
      else {
        sum += this.values[at] ?? 0;
        this.#written = at;
      }
    }
    return { base: sum, roots: left };
  }

  #measure(column: number, rows: Float32Array): void {
    const width = this.#least.length;
    let least = Number.POSITIVE_INFINITY;
    let greatest = Number.NEGATIVE_INFINITY;
    for (let at = column; at < rows.length; at += width) {
      const value = rows[at] ?? 0;
      least = Math.min(least, value);
      greatest = Math.max(greatest, value);
    }
    this.#least[column] = least;
    this.#greatest[column] = greatest;
  }

  #write(from: number): void {
    const { columns, values, rights } = this.#whole;
    const node = this.#undecided(from);
    const at = this.#written++;
    const column = columns[node] ?? -1;
    this.columns[at] = column;
    this.values[at] = values[node] ?? 0;
    if (column < 0) return;
    this.#write(node + 1);
    this.rights[at] = this.#written;
    this.#write(rights[node] ?? 0);
  }

  /** The first node where the common way of all rows parts, or the leaf where it ends. */
  #undecided(from: number): number {
    const { columns, values, rights } = this.#whole;
    let node = from;
    let column = columns[node] ?? -1;
    while (column >= 0) {
      const threshold = values[node] ?? 0;
      if ((this.#greatest[column] ?? 0) <= threshold) node += 1;
      else if ((this.#least[column] ?? 0) > threshold) node = rights[node] ?? 0;
      else break;
      column = columns[node] ?? -1;
    }
    return node;
  }
}
