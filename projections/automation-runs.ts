import type { AutomationRun, AutomationRunEvent } from '../domain/automation-run/events.ts';
import type { AutomationRuleDocument } from './automation-rules.ts';
import { removed, restored } from './engine/handlers.ts';
import type { RecordDocument } from './engine/projection.ts';
import { type LinkTo, readModel } from './engine/read-model.ts';

const ofRule = {
  collection: 'automation_rules',
  by: 'ruleId',
  fields: { ruleName: 'name' },
} as const satisfies LinkTo<AutomationRuleDocument>;

type Linked = Record<keyof typeof ofRule.fields, string | null>;

/** What a rule did because an insight was raised; one that was taken back is removed. */
export interface AutomationRunDocument extends RecordDocument, AutomationRun, Linked {
  /** Why the optimizer made no plan; null if it did, or was not asked. */
  notMade: string | null;
  /** ISO UTC. */
  createdAt: string;
}

export const automationRuns = readModel<AutomationRunDocument, AutomationRunEvent, object, Linked>()({
  name: 'automation_runs',
  version: 1,
  of: 'automation_run',
  indexes: [
    ['createdAt'],
    ['ruleId'],
    ['ruleId', 'createdAt'],
    ['insightId', 'createdAt'],
    ['ruleId', 'insightId', 'createdAt'],
    ['ruleId', 'day'],
  ],
  search: ['ruleName'],
  links: [ofRule],
  first: {
    AutomationRan: ({ ranAt, ...run }) => ({ ...run, notMade: null, createdAt: ranAt }),
  },
  after: {
    AutomationRunTakenBack: removed,
    AutomationRunBroughtBack: restored,
    AutomationPlanNotMade: ({ reason }) => ({ notMade: reason }),
  },
});
