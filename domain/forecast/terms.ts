/** What is told of the time to come, in order. */
export const PREDICTION_CARDS = ['revenue', 'maintenance', 'customers', 'routes'] as const;
export type PredictionCardId = (typeof PREDICTION_CARDS)[number];

/** What a predicted figure is counted in. */
export const PREDICTION_UNITS = ['dollars', 'count', 'percent', 'years'] as const;
export type PredictionUnit = (typeof PREDICTION_UNITS)[number];
