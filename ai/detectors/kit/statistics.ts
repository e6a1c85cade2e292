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

/**
 * How likely it is that so few of the recent trials succeed by chance, if both are of one kind: Fisher's exact test, to
 * one side. 1 if there is nothing to compare.
 */
export function chanceOfSoFew(recent: Successes, before: Successes): number {
  const [of, won] = [recent.of + before.of, recent.won + before.won];
  if (recent.of === 0 || before.of === 0) return 1;
  const all = logChoose(of, recent.of);
  let chance = 0;
  for (let few = Math.max(0, recent.of - (of - won)); few <= recent.won; few++)
    chance += Math.exp(logChoose(won, few) + logChoose(of - won, recent.of - few) - all);
  return Math.min(1, chance);
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

/** The logarithms of the factorials, as far as they were asked for. */
const LOGS = [0];

function logFactorial(of: number): number {
  for (let next = LOGS.length; next <= of; next++) LOGS.push((LOGS[next - 1] ?? 0) + Math.log(next));
  return LOGS[of] ?? 0;
}

function logChoose(of: number, some: number): number {
  return logFactorial(of) - logFactorial(some) - logFactorial(of - some);
}
