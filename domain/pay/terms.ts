/** What an hour of somebody's work costs the company, from a day on: `YYYY-MM-DD` in its zone, in cents. */
export interface PayRate {
  from: string;
  /** Null once the person is erased. */
  centsPerHour: number | null;
}

/** Cents per hour: anything else is a typo. */
export const PAY_RATE = { least: 1, most: 100_000 } as const;

/** The cents per hour that hold on a day; null before the first rate. @param rates oldest first */
export function rateOn(rates: readonly PayRate[], day: string): number | null {
  return rates.findLast(({ from }) => from <= day)?.centsPerHour ?? null;
}

/** The same rates without what they were: of somebody who was erased. */
export function erasedRates(rates: readonly PayRate[]): PayRate[] {
  return rates.map(({ from }) => ({ from, centsPerHour: null }));
}

/** The same rates with one that holds from a day on, or without any that begins then. */
export function withRate(rates: readonly PayRate[], from: string, centsPerHour?: number | null): PayRate[] {
  const others = rates.filter((rate) => rate.from !== from);
  const all = centsPerHour === undefined ? others : [...others, { from, centsPerHour }];
  return all.sort((a, b) => (a.from < b.from ? -1 : 1));
}
