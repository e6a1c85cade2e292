// Forecasts the next months from the past ones, with how wrong such forecasts were. In whole numbers, such as cents.

/** Simple forecasting methods, the usual benchmarks for others. */
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
  /** The range it falls in four times out of five, if the next errors are like the past ones. */
  low: number;
  high: number;
}

export interface Forecast {
  method: ForecastMethod;
  months: MonthForecast[];
  /** How often it was tried on past months, and how far off it was on average. */
  tries: number;
  averageError: number;
  /** The same, in percent of the actual values; null if these were 0. */
  percentError: number | null;
}

/** Several months to come, together. */
export interface SpanForecast extends MonthForecast {
  /** How often such a sum was tried on past months, and how far off it was on average. */
  tries: number;
  averageError: number;
  /** The same, in percent of the actual sums; null if these were 0. */
  percentError: number | null;
}

/** The fewest months to forecast: with too little history for them, there is no forecast. */
const FEWEST = 3;
/** The fewest past errors that a range of four times out of five can be based on. */
const FEWEST_ERRORS = 4;
const BAND = 0.8;
const YEAR = 12;

interface Method {
  /** Months of history it needs. */
  needs: number;
  /** @param ahead 1 is the month after the last of the history */
  tell(history: readonly number[], ahead: number): number;
}

const METHODS: Readonly<Record<ForecastMethod, Method>> = {
  average: { needs: 4, tell: (history) => mean(history.slice(-6)) },
  damped: { needs: 4, tell: dampedTrend },
  seasonal: { needs: YEAR, tell: (history, ahead) => history[history.length - YEAR + ahead - 1] ?? 0 },
};

/** The months of history needed for any forecast. */
export const MONTHS_NEEDED = METHODS.average.needs + FEWEST_ERRORS + FEWEST - 1;

/**
 * Forecasts the next months. Each method is tried on the past: at every month, with only the months before it, against
 * the actual values of the next ones (time series cross-validation). The one with the smallest mean absolute error on
 * the same tries is used. The range around its forecast is the error that four out of five tries at the same distance
 * stayed below, as in split conformal prediction: rank ⌈0.8 (n + 1)⌉ of n absolute errors. It never gets narrower
 * further ahead. Past errors say nothing about what has never happened before.
 *
 * The methods: Hyndman & Athanasopoulos, Forecasting: Principles and Practice, 3rd ed. (2021), sections 5.2 (average,
 * seasonal naïve), 8.2 (damped trend, with fixed α 0.3, β 0.1, φ 0.9, because so few months cannot give better ones)
 * and 5.10 (cross-validation). The range: Vovk, Gammerman & Shafer, Algorithmic Learning in a Random World (2005),
 * chapter 2.
 * @param history the value of each whole month, earliest first, without gaps
 * @param months the most to forecast
 * @returns null if the history is too short; fewer months than asked for if it is too short for more
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
  const actual = byDistance.flatMap((errors, at) => errors.map((_, from) => history[method.needs + from + at] ?? 0));
  return { method: best, months: shown, ...accuracyOf(all, actual) };
}

/**
 * The sum of some of the months that {@link forecastOf} tells, with the errors of such sums: those of single months partly
 * cancel out, or add up, so that the ends of their ranges must not be summed. A span of one month is that month.
 * @param months as given to {@link forecastOf}, so that it is the same method
 * @param span `from` is 0 for the first month after the history
 * @returns null if the history is too short for it
 */
export function forecastSpan(
  history: readonly number[],
  months: number,
  { from, count }: { from: number; count: number },
): SpanForecast | null {
  const forecast = forecastOf(history, months);
  const told = forecast?.months.slice(from, from + count) ?? [];
  if (forecast === null || told.length < count) return null;
  const method = METHODS[forecast.method];
  const byMonth = errorsOf(method, history, from + count, method.needs);
  const errorsAt = (first: number) => {
    const ofMonths = byMonth.slice(first, first + count);
    return (ofMonths.at(-1) ?? []).map((_, origin) =>
      Math.abs(ofMonths.reduce((sum, errors) => sum + (errors[origin] ?? 0), 0)),
    );
  };
  const half = Math.max(...Array.from({ length: from + 1 }, (_, first) => bandOf(errorsAt(first))));
  const errors = errorsAt(from);
  const actual = errors.map((_, origin) => {
    const first = method.needs + origin + from;
    return history.slice(first, first + count).reduce((sum, value) => sum + value, 0);
  });
  const value = told.reduce((sum, month) => sum + month.value, 0);
  return {
    value,
    low: Math.max(0, Math.round(value - half)),
    high: Math.round(value + half),
    ...accuracyOf(errors, actual),
  };
}

/** How far off tries were on average. @param errors without their sign, of the tries @param actual what came */
export function accuracyOf(
  errors: readonly number[],
  actual: readonly number[],
): Pick<SpanForecast, 'tries' | 'averageError' | 'percentError'> {
  const averageError = mean(errors);
  const came = mean(actual);
  return {
    tries: errors.length,
    averageError: Math.round(averageError),
    percentError: came > 0 ? Math.round((averageError / came) * 100) : null,
  };
}

/** The error that four of five tries stayed below; null with too few of them. @param errors without their sign */
export function rangeOf(errors: readonly number[]): number | null {
  return errors.length < FEWEST_ERRORS ? null : bandOf(errors);
}

/** How many tries there are for the furthest month. */
function triesOf({ length }: readonly number[], needs: number, ahead: number): number {
  return length - needs - ahead + 1;
}

/** By distance: a method's errors, starting from each month with enough history before it. */
function errorsOf(method: Method, history: readonly number[], months: number, since: number): number[][] {
  return Array.from({ length: months }, (_, at) => {
    const tries = triesOf(history, since, at + 1);
    return Array.from({ length: tries }, (_, from) => {
      const known = history.slice(0, since + from);
      return (history[since + from + at] ?? 0) - Math.max(0, method.tell(known, at + 1));
    });
  });
}

/** The error that four out of five stay below. */
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
