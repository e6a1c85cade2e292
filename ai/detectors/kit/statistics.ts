import { median, medianAbsoluteDeviation } from 'simple-statistics';

/** Of a normal distribution, the standard deviation for each median absolute deviation. */
const NORMAL = 1.4826;
/** Figures that are all alike still vary: by at least this share of their median. */
const LEAST_SPREAD = 0.05;

/** The median of values, and three deviations above it, which one strange value does not move. @param values at least one */
export function usualRange(values: readonly number[]): { middle: number; most: number } {
  const middle = median([...values]);
  const deviation = Math.max(NORMAL * medianAbsoluteDeviation([...values]), LEAST_SPREAD * Math.abs(middle));
  return { middle, most: middle + 3 * deviation };
}

/** So many successes in so many trials. */
export interface Successes {
  won: number;
  of: number;
}

/** Trials of now, held against earlier ones of the same kind. */
export interface Trials {
  recent: Successes;
  before: Successes;
}

/**
 * How likely it is that so few of the recent trials succeed by chance, if in each layer both are of one kind: Fisher's
 * exact test, to one side, over all layers together. 1 if there is nothing to compare.
 */
export function chanceOfSoFew(layers: readonly Trials[]): number {
  const few = layers.reduce((sum, { recent }) => sum + recent.won, 0);
  const chances = layers.map(chancesOfEach).reduce(chancesOfSums, [1]);
  return Math.min(
    1,
    chances.slice(0, few + 1).reduce((sum, chance) => sum + chance, 0),
  );
}

/** How likely each number of successes is, from none on. */
function chancesOfEach({ recent, before }: Trials): number[] {
  const [of, won] = [recent.of + before.of, recent.won + before.won];
  const all = logChoose(of, recent.of);
  return Array.from({ length: recent.of + 1 }, (_, few) => {
    const isPossible = few <= won && recent.of - few <= of - won;
    return isPossible ? Math.exp(logChoose(won, few) + logChoose(of - won, recent.of - few) - all) : 0;
  });
}

function chancesOfSums(one: readonly number[], other: readonly number[]): number[] {
  const sums = new Array<number>(one.length + other.length - 1).fill(0);
  for (const [few, chance] of one.entries())
    for (const [more, each] of other.entries()) sums[few + more] = (sums[few + more] ?? 0) + chance * each;
  return sums;
}

/**
 * The share of false discoveries among all that are at least as unlikely, for each of several tests (Benjamini and
 * Hochberg, 1995): where many are looked at, some are unlikely by chance.
 */
export function falseShares(chances: readonly number[]): number[] {
  const shares = new Array<number>(chances.length).fill(1);
  const places = [...chances.keys()].sort((one, other) => (chances[other] ?? 1) - (chances[one] ?? 1));
  let least = 1;
  for (const [turn, place] of places.entries()) {
    least = Math.min(least, ((chances[place] ?? 1) * chances.length) / (chances.length - turn));
    shares[place] = least;
  }
  return shares;
}

/** How likely it is that at most so many trials succeed, each with this probability: the binomial test, to one side. */
export function chanceOfAtMost({ won, of }: Successes, probability: number): number {
  if (probability <= 0) return 1;
  if (probability >= 1) return won < of ? 0 : 1;
  let chance = 0;
  for (let few = 0; few <= won; few++)
    chance += Math.exp(logChoose(of, few) + few * Math.log(probability) + (of - few) * Math.log(1 - probability));
  return Math.min(1, chance);
}

/** How likely it is that at least so many trials succeed, each with this probability. */
export function chanceOfAtLeast({ won, of }: Successes, probability: number): number {
  return chanceOfAtMost({ won: of - won, of }, 1 - probability);
}

/** Values of now, and earlier ones of the same kind. */
export interface Values {
  recent: readonly number[];
  before: readonly number[];
}

/**
 * How many standard deviations the recent values are above what chance lets them be, by their ranks among all of their
 * layer, whatever they are distributed like: van Elteren's test, which with one layer is that of Mann and Whitney.
 */
export function deviationsAbove(layers: readonly Values[]): number {
  let [excess, variance] = [0, 0];
  for (const { recent, before } of layers) {
    const [some, others] = [recent.length, before.length];
    const weight = 1 / (some + others + 1);
    excess += weight * (pairsWon(recent, before) - (some * others) / 2);
    variance += (weight * some * others) / 12;
  }
  return variance > 0 ? excess / Math.sqrt(variance) : 0;
}

/** In how many pairs of one of each the first one is larger; of those that are equal, half. */
function pairsWon(values: readonly number[], others: readonly number[]): number {
  const sorted = others.toSorted((one, other) => one - other);
  return values.reduce((sum, value) => {
    const less = sorted.findIndex((other) => other >= value);
    const more = sorted.findLastIndex((other) => other <= value);
    // Those before the first that is not less, and half of those that are equal.
    const below = less === -1 ? sorted.length : less;
    return sum + below + (more + 1 - below) / 2;
  }, 0);
}

/** The logarithms of the factorials, as far as they were asked for. */
const LOGS = [0];

function logFactorial(of: number): number {
  for (let next = LOGS.length; next <= of; next++) LOGS.push((LOGS[next - 1] ?? 0) + Math.log(next));
  return LOGS[of] ?? 0;
}

function logChoose(of: number, some: number): number {
  return logFactorial(of) - logFactorial(some) - logFactorial(of - some);
}
