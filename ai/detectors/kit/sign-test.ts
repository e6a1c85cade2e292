/**
 * How likely at least so many of all would lie on one side if both were equally likely (the one-sided sign test): it
 * asks nothing of how the values are distributed.
 * @param on how many lie there @param of without those that lie on neither side
 */
export function signTest(on: number, of: number): number {
  // In logarithms: of a thousand, each single case is too unlikely for a number.
  let log = of * Math.log(0.5);
  let sum = 0;
  for (let k = 0; k <= of; k++) {
    if (k >= on) sum += Math.exp(log);
    log += Math.log((of - k) / (k + 1));
  }
  return Math.min(1, sum);
}
