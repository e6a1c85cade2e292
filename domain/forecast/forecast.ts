// What the next months may bring, from the months before, and how wrong such a forecast was. Whole numbers, such as cents.

/** How a forecast is made, by the simple methods that others are held against. */
export const FORECAST_METHODS = ['average', 'damped', 'seasonal'] as const;
export type ForecastMethod = (typeof FORECAST_METHODS)[number];

export const FORECAST_METHOD_WORDS: Readonly<Record<ForecastMethod, string>> = {
  average: 'the average of the last six months',
  damped: 'the level and the trend of all months, with a trend that fades out',
  seasonal: 'the same month of the year before',
};

/** One month to come. */
export interface MonthForecast {
  value: number;
  /** Between which it lies four times of five, if the next errors are like the past ones. */
  low: number;
  high: number;
}

export interface Forecast {
  method: ForecastMethod;
  months: MonthForecast[];
  /** How often it was tried on months that are over, and how far off it was on average. */
  tries: number;
  averageError: number;
  /** The same in percent of what the months came to; null where they came to nothing. */
  percentError: number | null;
}

/** The fewest months that are told: with less past than they take, there is no forecast. */
const FEWEST = 3;
/** So many errors of the past are the least that a range of four times of five can be read from. */
const FEWEST_ERRORS = 4;
const BAND = 0.8;
const YEAR = 12;

interface Method {
  /** Months that it needs. */
  needs: number;
  /** @param ahead 1 is the month after the last of the history */
  tell(history: readonly number[], ahead: number): number;
}

const METHODS: Readonly<Record<ForecastMethod, Method>> = {
  average: { needs: 4, tell: (history) => mean(history.slice(-6)) },
  damped: { needs: 4, tell: dampedTrend },
  seasonal: { needs: YEAR, tell: (history, ahead) => history[history.length - YEAR + ahead - 1] ?? 0 },
};

/** So many months of the past are needed for a forecast at all. */
export const MONTHS_NEEDED = METHODS.average.needs + FEWEST_ERRORS + FEWEST - 1;

/**
 * Forecasts the next months. Each method is tried on the past: from every month on with only the months before it, against
 * what the next ones came to (time series cross-validation). The one with the smallest mean absolute error on the same
 * tries is taken. The range around its forecast is the error that four of five tries of the same distance stayed below,
 * counted as split conformal prediction counts it: rank ⌈0.8 (n + 1)⌉ of n absolute errors. It never gets narrower further
 * ahead. Errors of the past tell nothing of what has never happened before.
 *
 * The methods: Hyndman & Athanasopoulos, Forecasting: Principles and Practice, 3rd ed. (2021), sections 5.2 (average, seasonal
 * naïve), 8.2 (damped trend, with fixed α 0.3, β 0.1, φ 0.9 as so few months cannot tell better ones) and 5.10
 * (cross-validation). The range: Vovk, Gammerman & Shafer, Algorithmic Learning in a Random World (2005), chapter 2.
 * @param history of each whole month, the earliest first, without gaps
 * @param months at most so many are told
 * @returns null where the past is too short; fewer months than asked for where it is too short for more
 */
export function forecastOf(history: readonly number[], months: number): Forecast | null {
  const told = Math.min(months, history.length - METHODS.average.needs - FEWEST_ERRORS + 1);
  if (told < FEWEST) return null;
  const usable = FORECAST_METHODS.filter((name) => triesOf(history, METHODS[name].needs, told) >= FEWEST_ERRORS);
  const since = Math.max(...usable.map((name) => METHODS[name].needs));
  const scored = usable.map((name) => {
    return { name, error: mean(errorsOf(METHODS[name], history, told, since).flat().map(Math.abs)) };
  });
  const best = scored.reduce((one, other) => (other.error < one.error ? other : one)).name;
  const method = METHODS[best];
  const byDistance = errorsOf(method, history, told, method.needs).map((errors) => errors.map(Math.abs));
  let half = 0;
  const shown = byDistance.map((errors, at): MonthForecast => {
    half = Math.max(half, bandOf(errors));
    const value = Math.max(0, Math.round(method.tell(history, at + 1)));
    return { value, low: Math.max(0, Math.round(value - half)), high: Math.round(value + half) };
  });
  const all = byDistance.flat();
  const actual = mean(
    byDistance.flatMap((errors, at) => errors.map((_, from) => history[method.needs + from + at] ?? 0)),
  );
  const averageError = mean(all);
  return {
    ...{ method: best, months: shown, tries: all.length, averageError: Math.round(averageError) },
    percentError: actual > 0 ? Math.round((averageError / actual) * 100) : null,
  };
}

/** How many tries there are of the furthest month. */
function triesOf({ length }: readonly number[], needs: number, ahead: number): number {
  return length - needs - ahead + 1;
}

/** By distance, how far off a method was from each month on that has the months it needs before it. */
function errorsOf(method: Method, history: readonly number[], months: number, since: number): number[][] {
  return Array.from({ length: months }, (_, at) => {
    const tries = triesOf(history, since, at + 1);
    return Array.from({ length: tries }, (_, from) => {
      const known = history.slice(0, since + from);
      return (history[since + from + at] ?? 0) - Math.max(0, method.tell(known, at + 1));
    });
  });
}

/** The error that four of five stay below. */
function bandOf(errors: readonly number[]): number {
  const rank = Math.ceil(BAND * (errors.length + 1));
  return errors.toSorted((one, other) => one - other)[Math.min(rank, errors.length) - 1] ?? 0;
}

/** Holt's method with a trend that fades out. */
function dampedTrend(history: readonly number[], ahead: number): number {
  const [alpha, beta, phi] = [0.3, 0.1, 0.9];
  let level = mean(history.slice(0, 3));
  let trend = 0;
  for (const value of history) {
    const before = level;
    level = alpha * value + (1 - alpha) * (level + phi * trend);
    trend = beta * (level - before) + (1 - beta) * phi * trend;
  }
  let sum = 0;
  for (let step = 1; step <= ahead; step++) sum += phi ** step;
  return level + sum * trend;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
