import type { EnteredInsight } from '../../domain/insight/events.ts';
import { HEARTWOOD, uuidv5 } from '../../platform/runtime/ids.ts';

interface Sample extends EnteredInsight {
  id: string;
}

const sample = (name: string, given: EnteredInsight): Sample => ({
  id: uuidv5(HEARTWOOD, `insight/sample/${name}`),
  ...given,
});

/** What a company without findings sees instead: one insight of each type, said to be a sample. */
export const SAMPLES: readonly Sample[] = [
  sample('equipment costs', {
    insightType: 'anomaly',
    category: 'financial',
    severity: 'warning',
    title: 'Sample: Equipment costs rose sharply this month',
    description:
      'This is an example, not about your company. Equipment cost 40% more this month than in the same month of other ' +
      'years, most of it for repairs of one machine.',
    confidence: '0.85',
    actionItems: ['Look through the repairs of this month', 'Compare a repair with the price of a replacement'],
  }),
  sample('route optimization', {
    insightType: 'prediction',
    category: 'operational',
    severity: 'info',
    title: 'Sample: Route optimization would save driving next week',
    description:
      'This is an example, not about your company. With its visits in another order, one crew would drive two hours less ' +
      'next week.',
    confidence: '0.75',
    actionItems: ['Ask the optimizer for a plan of next week', 'Put visits in the same town on the same day'],
  }),
  sample('customer retention', {
    insightType: 'recommendation',
    category: 'customer',
    severity: 'info',
    title: 'Sample: Call customers who have not been back for a year',
    description:
      'This is an example, not about your company. Some customers who had their trees pruned every year have booked ' +
      'nothing this year.',
    confidence: '0.7',
    actionItems: ['Call the three who spent most', 'Offer pruning before the season begins'],
  }),
];
