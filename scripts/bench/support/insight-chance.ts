import { createRandom, type Random } from './random.ts';

/** Random figures as a company's days bring them: seeded, so always the same. */
export interface Chance extends Random {
  /** From 0 up to, but not including, 1. */
  unit(): number;
  happens(share: number): boolean;
  /** Around 0, with a deviation of 1. */
  normal(): number;
  /** With a heavy tail to the right. @param sigma of its logarithm */
  lognormal(median: number, sigma: number): number;
  /** How many of something that comes `mean` times on average. */
  count(mean: number): number;
  between(least: number, most: number): number;
  /** One of the names, as often as its weight says. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name;
}

export function createChance(seed: number): Chance {
  const random = createRandom(seed);
  const unit = () => random.below(2 ** 30) / 2 ** 30;
  const normal = () => Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit());
  return {
    ...random,
    unit,
    normal,
    happens: (share) => unit() < share,
    lognormal: (median, sigma) => median * Math.exp(sigma * normal()),
    between: (least, most) => least + Math.floor(unit() * (most - least + 1)),
    count(mean) {
      let [left, found] = [Math.exp(-mean), 0];
      for (let product = unit(); product > left; product *= unit()) found++;
      return found;
    },
    weighted(weights) {
      const names = Object.keys(weights) as (keyof typeof weights)[];
      let left = unit() * names.reduce((sum, name) => sum + weights[name], 0);
      for (const name of names) {
        left -= weights[name];
        if (left < 0) return name;
      }
      return names[0] as keyof typeof weights;
    },
  };
}
