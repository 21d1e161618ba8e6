import { type BinnedRows, maxBins } from './bin-rows.ts';
import { seededRandom } from './seeded-random.ts';

export interface GrowOptions {
  readonly trees: number;
  readonly leaves: number;
  readonly learningRate: number;
  readonly minWeight: number;
  readonly ridge: number;
  readonly rowShare: number;
  readonly featureShare: number;
  readonly seed: number;
}

/** Child indices below zero are leaves: `-1 - leaf`. */
export interface GrownTree {
  readonly feature: number[];
  /** Goes left when bin <= this. */
  readonly bin: number[];
  readonly left: number[];
  readonly right: number[];
  readonly leaf: number[];
}

interface Growing {
  readonly rows: Int32Array;
  readonly gradient: number;
  readonly hessian: number;
  readonly histogram: Float64Array;
  readonly split: Split | undefined;
  /** The parent's child index to set once this node has a number. */
  readonly childSlot: { readonly list: number[]; readonly at: number } | undefined;
}

interface Split {
  readonly gain: number;
  readonly slot: number;
  readonly bin: number;
}

const valuesOf = (values: Float32Array, rows: Int32Array): Float32Array => {
  const own = new Float32Array(rows.length);
  for (let at = 0; at < rows.length; at++) own[at] = values[rows[at] as number] as number;
  return own;
};

/** The rows whose bin is at most `bin`, and the rest. */
function partition(rows: Int32Array, bins: Uint8Array, bin: number): readonly [Int32Array, Int32Array] {
  const left = new Int32Array(rows.length);
  const right = new Int32Array(rows.length);
  let lefts = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    if ((bins[row] as number) <= bin) left[lefts++] = row;
    else right[at - lefts] = row;
  }
  return [left.subarray(0, lefts), right.subarray(0, rows.length - lefts)];
}

/** Grows one tree: always splits the leaf whose split gains most. */
class TreeGrower {
  private readonly rows: BinnedRows;
  private readonly gradients: Float32Array;
  private readonly hessians: Float32Array;
  private readonly features: Int32Array;
  private readonly options: GrowOptions;
  private readonly tree: GrownTree = { feature: [], bin: [], left: [], right: [], leaf: [] };

  constructor(
    rows: BinnedRows,
    gradients: Float32Array,
    hessians: Float32Array,
    features: Int32Array,
    options: GrowOptions,
  ) {
    this.rows = rows;
    this.gradients = gradients;
    this.hessians = hessians;
    this.features = features;
    this.options = options;
  }

  grow(sample: Int32Array): GrownTree {
    const open: Growing[] = [this.node(sample, this.histogramOf(sample), undefined)];
    while (open.length > 0) {
      let best = 0;
      for (let at = 1; at < open.length; at++)
        if ((open[at]?.split?.gain ?? -1) > (open[best]?.split?.gain ?? -1)) best = at;
      const node = open[best];
      if (node?.split === undefined || this.tree.feature.length >= this.options.leaves - 1) break;
      open.splice(best, 1, ...this.splitNode(node, node.split));
    }
    for (const node of open) this.close(node);
    return this.tree;
  }

  private histogramOf(sample: Int32Array): Float64Array {
    const { bins, count } = this.rows;
    const gradients = valuesOf(this.gradients, sample);
    const hessians = valuesOf(this.hessians, sample);
    const histogram = new Float64Array(this.features.length * maxBins * 2);
    this.features.forEach((feature, slot) => {
      const own = bins.subarray(feature * count, (feature + 1) * count);
      const cells = histogram.subarray(slot * maxBins * 2, (slot + 1) * maxBins * 2);
      for (let at = 0; at < sample.length; at++) {
        const cell = (own[sample[at] as number] as number) * 2;
        cells[cell] = (cells[cell] as number) + (gradients[at] as number);
        cells[cell + 1] = (cells[cell + 1] as number) + (hessians[at] as number);
      }
    });
    return histogram;
  }

  private node(rows: Int32Array, histogram: Float64Array, childSlot: Growing['childSlot']): Growing {
    let gradient = 0;
    let hessian = 0;
    for (let bin = 0; bin < maxBins; bin++) {
      gradient += histogram[bin * 2] ?? 0;
      hessian += histogram[bin * 2 + 1] ?? 0;
    }
    return {
      rows,
      gradient,
      hessian,
      histogram,
      childSlot,
      split: this.bestSplit(histogram, gradient, hessian),
    };
  }

  private bestSplit(histogram: Float64Array, gradient: number, hessian: number): Split | undefined {
    const { ridge, minWeight } = this.options;
    const whole = gradient ** 2 / (hessian + ridge);
    let best: Split | undefined;
    let bestGain = 1e-6;
    for (let slot = 0; slot < this.features.length; slot++) {
      let g = 0;
      let h = 0;
      for (let bin = 0; bin < maxBins - 1; bin++) {
        const cell = (slot * maxBins + bin) * 2;
        g += histogram[cell] as number;
        h += histogram[cell + 1] as number;
        if (h < minWeight) continue;
        if (hessian - h < minWeight) break;
        const gain = g ** 2 / (h + ridge) + (gradient - g) ** 2 / (hessian - h + ridge) - whole;
        if (gain <= bestGain) continue;
        bestGain = gain;
        best = { gain, slot, bin };
      }
    }
    return best;
  }

  private splitNode(node: Growing, { slot, bin }: Split): [Growing, Growing] {
    const feature = this.features[slot] ?? 0;
    const { bins, count } = this.rows;
    const [left, right] = partition(node.rows, bins.subarray(feature * count, (feature + 1) * count), bin);
    const small = this.histogramOf(left.length < right.length ? left : right);
    const large = node.histogram;
    for (let cell = 0; cell < large.length; cell++) large[cell] = (large[cell] ?? 0) - (small[cell] ?? 0);
    const [leftHistogram, rightHistogram] = left.length < right.length ? [small, large] : [large, small];
    const at = this.tree.feature.length;
    this.tree.feature.push(feature);
    this.tree.bin.push(bin);
    this.tree.left.push(0);
    this.tree.right.push(0);
    if (node.childSlot !== undefined) node.childSlot.list[node.childSlot.at] = at;
    return [
      this.node(left, leftHistogram, { list: this.tree.left, at }),
      this.node(right, rightHistogram, { list: this.tree.right, at }),
    ];
  }

  private close(node: Growing): void {
    const leaf = this.tree.leaf.length;
    const { learningRate, ridge } = this.options;
    this.tree.leaf.push((-learningRate * node.gradient) / (node.hessian + ridge));
    if (node.childSlot !== undefined) node.childSlot.list[node.childSlot.at] = -1 - leaf;
  }
}

/** Adds the tree's output to the scores of the rows. */
function addScores(
  tree: GrownTree,
  { bins, count }: BinnedRows,
  rows: Int32Array,
  scores: Float32Array,
): void {
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    let node = tree.feature.length === 0 ? -1 : 0;
    while (node >= 0) {
      const goesLeft =
        (bins[(tree.feature[node] as number) * count + row] as number) <= (tree.bin[node] as number);
      node = (goesLeft ? tree.left[node] : tree.right[node]) as number;
    }
    scores[row] = (scores[row] as number) + (tree.leaf[-1 - node] as number);
  }
}

export interface Forest {
  readonly bias: number;
  readonly trees: readonly GrownTree[];
}

/** A random sample: each element with the given chance. */
function sampleOf(all: Int32Array, chance: number, random: () => number): Int32Array {
  return chance >= 1 ? all : all.filter(() => random() < chance);
}

/** Gradient boosting for the logistic loss. `targets` are shares from 0 to 1; rows of weight 0 are ignored. */
export function growForest(
  rows: BinnedRows,
  targets: Float32Array,
  weights: Float32Array,
  options: GrowOptions,
): Forest {
  const random = seededRandom(options.seed);
  let positive = 0;
  let total = 0;
  for (let row = 0; row < rows.count; row++) {
    positive += (targets[row] ?? 0) * (weights[row] ?? 0);
    total += weights[row] ?? 0;
  }
  const bias = Math.log((positive + 1) / (total - positive + 1));
  const scores = new Float32Array(rows.count).fill(bias);
  const gradients = new Float32Array(rows.count);
  const hessians = new Float32Array(rows.count);
  const weighted = Int32Array.from({ length: rows.count }, (_, row) => row).filter(
    (row) => (weights[row] ?? 0) > 0,
  );
  const features = Int32Array.from({ length: rows.width }, (_, at) => at);
  const trees: GrownTree[] = [];
  for (let round = 0; round < options.trees; round++) {
    for (const row of weighted) {
      const chance = 1 / (1 + Math.exp(-(scores[row] as number)));
      gradients[row] = (chance - (targets[row] as number)) * (weights[row] as number);
      hessians[row] = Math.max(1e-6, chance * (1 - chance)) * (weights[row] as number);
    }
    const used = sampleOf(features, options.featureShare, random);
    const tree = new TreeGrower(rows, gradients, hessians, used, options).grow(
      sampleOf(weighted, options.rowShare, random),
    );
    trees.push(tree);
    addScores(tree, rows, weighted, scores);
  }
  return { bias, trees };
}
