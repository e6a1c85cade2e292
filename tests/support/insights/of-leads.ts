import type { Detector } from '../../../ai/detectors/detector.ts';
import { present } from '../../../ai/facts/facts.ts';
import { aFinding } from './a-finding.ts';

/** Finds each lead: what happens to findings does not depend on what is found. */
export const ofLeads: Detector = {
  name: 'slow_leads',
  reads: ['leads'],
  needs: 'Leads.',
  find: ({ leads }) => present(leads).map(({ id, estimatedValue }) => aFinding(id, { measure: estimatedValue ?? 1 })),
  prior: 0.5,
  horizonDays: 30,
  rightIf: 'nothing tells',
  provedRight: () => null,
};
