import type { PredictionCardId, PredictionUnit } from '../../domain/forecast/terms.ts';
import type { PredictedFigure } from './prediction.ts';

/** The specification's numbers, which stand in for a company without any data, marked as samples. */
export const SAMPLE_FIGURES: Readonly<Record<PredictionCardId, readonly PredictedFigure[]>> = {
  revenue: [
    sample('next_month', 'Next month', 'dollars', 45_000),
    sample('next_quarter', 'Next quarter', 'dollars', 135_000, 'At 87% confidence.'),
  ],
  maintenance: [
    sample('upcoming_maintenance', 'Upcoming maintenance', 'count', 3),
    sample('critical_maintenance', 'Critical', 'count', 1),
    sample('maintenance_savings', 'Savings', 'dollars', 2_500),
  ],
  customers: [
    sample('at_risk', 'At-risk customers', 'count', 4),
    sample('retention', 'Retention', 'percent', 92),
    sample('lifetime', 'Average lifetime', 'years', 2.3),
  ],
  routes: [
    sample('route_improvement', 'Route improvement', 'percent', 15),
    sample('crew_utilization', 'Crew utilization', 'percent', 78),
    sample('time_reduction', 'Time reduction', 'percent', 12),
  ],
};

function sample(id: string, label: string, unit: PredictionUnit, value: number, offBy: string | null = null) {
  const method = 'A sample, not from your records.';
  return { id, label, unit, value, needs: null, range: null, method, offBy, rows: [], total: 0 };
}
