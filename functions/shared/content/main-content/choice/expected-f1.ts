/**
 * Blocks of a page are right or wrong together: when one teaser is content, so are the others. Their chances are
 * therefore joined by a Gaussian copula with one factor (Vasicek, "Loan portfolio value", Risk 2002): in a page with
 * the factor `z`, a block of chance `p` has the chance Φ((Φ⁻¹(p) + √ρ z) / √(1 − ρ)), independently of the others.
 */
const dependence = 0.95;
/** Values of the factor, at equal steps of probability. */
const scenarioCount = 15;
/** Chances are rounded to one of this many steps. */
const chanceSteps = 1_000;
/** A scenario in which a page has fewer words of content counts less: nearly every page has more. */
const usualContentWords = 100;

/** Φ, the normal distribution function (Abramowitz and Stegun, 26.2.17; error below 7.5e-8). */
function normalShare(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = 0.3989422804 * Math.exp((-x * x) / 2) * series;
  return x > 0 ? 1 - tail : tail;
}

/** Φ⁻¹, by bisection: it is needed for a table only. */
function normalQuantile(share: number): number {
  let low = -8;
  let high = 8;
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (normalShare(middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** For each scenario and each step of chances, the chance within the scenario. */
const scenarios: readonly Float64Array[] = (() => {
  const quantiles = Array.from({ length: chanceSteps + 1 }, (_, step) => normalQuantile(step / chanceSteps));
  return Array.from({ length: scenarioCount }, (_, at) => {
    const factor = Math.sqrt(dependence) * normalQuantile((at + 0.5) / scenarioCount);
    return Float64Array.from(quantiles, (quantile) =>
      normalShare((quantile + factor) / Math.sqrt(1 - dependence)),
    );
  });
})();

function stepsOf(chances: Float32Array): Uint16Array {
  const steps = new Uint16Array(chances.length);
  chances.forEach((chance, block) => {
    steps[block] = Math.round(chance * chanceSteps);
  });
  return steps;
}

/** Words of content in a scenario. */
function contentIn(scenario: Float64Array, words: Float32Array, steps: Uint16Array): number {
  let content = 0;
  for (let block = 0; block < words.length; block++)
    content += (words[block] ?? 0) * (scenario[steps[block] ?? 0] ?? 0);
  return content;
}

const weightOf = (content: number): number => Math.min(1, content / usualContentWords);

/** The expected F1 of keeping the blocks of `accepted`. `words` holds the number of words of each block. */
export function expectedF1(words: Float32Array, chances: Float32Array, accepted: Uint8Array): number {
  const steps = stepsOf(chances);
  let sum = 0;
  let weights = 0;
  for (const scenario of scenarios) {
    const content = contentIn(scenario, words, steps);
    let hits = 0;
    let kept = 0;
    for (let block = 0; block < words.length; block++) {
      if (accepted[block] !== 1) continue;
      const count = words[block] ?? 0;
      kept += count;
      hits += count * (scenario[steps[block] ?? 0] ?? 0);
    }
    weights += weightOf(content);
    sum += kept + content > 0 ? (weightOf(content) * 2 * hits) / (kept + content) : 0;
  }
  return weights > 0 ? sum / weights : 0;
}

/**
 * The threshold with the highest expected F1, of all that the blocks' chances make.
 */
export function bestThreshold(words: Float32Array, chances: Float32Array): number {
  const falling: number[] = [];
  for (let block = 0; block < chances.length; block++) falling.push(block);
  falling.sort((a, b) => (chances[b] ?? 0) - (chances[a] ?? 0));
  const steps = stepsOf(chances);
  const expected = new Float64Array(falling.length);
  for (const scenario of scenarios) {
    const content = contentIn(scenario, words, steps);
    const weight = weightOf(content);
    let hits = 0;
    let kept = 0;
    for (let at = 0; at < falling.length; at++) {
      const block = falling[at] ?? 0;
      const count = words[block] ?? 0;
      hits += count * (scenario[steps[block] ?? 0] ?? 0);
      kept += count;
      if (kept + content > 0) expected[at] = (expected[at] ?? 0) + (weight * 2 * hits) / (kept + content);
    }
  }
  let best = 0;
  let threshold = 1;
  falling.forEach((block, at) => {
    const chance = chances[block] ?? 0;
    const value = expected[at] ?? 0;
    if (value <= best || chances[falling[at + 1] ?? -1] === chance) return;
    best = value;
    threshold = chance;
  });
  return threshold;
}
