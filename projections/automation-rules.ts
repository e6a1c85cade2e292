import type { AutomationRuleDetails, AutomationRuleEvent } from '../domain/automation-rule/events.ts';
import { merged, removed, restored } from './engine/handlers.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

/** What is done by itself when an insight is raised. */
export interface AutomationRuleDocument extends RecordDocument, AutomationRuleDetails {
  isOn: boolean;
  /** ISO UTC. */
  createdAt: string;
}

export const automationRules = readModel<AutomationRuleDocument, AutomationRuleEvent>()({
  name: 'automation_rules',
  version: 1,
  of: 'automation_rule',
  indexes: [
    ['removed', 'createdAt'],
    ['removed', 'isOn', 'createdAt'],
    ['removed', 'name'],
    ['removed', 'isOn', 'name'],
  ],
  search: ['name'],
  first: {
    AutomationRuleAdded: ({ addedAt, ...details }) => ({ ...details, isOn: false, createdAt: addedAt }),
  },
  after: {
    AutomationRuleRevised: merged,
    AutomationRuleTurnedOn: () => ({ isOn: true }),
    AutomationRuleTurnedOff: () => ({ isOn: false }),
    AutomationRuleRemoved: removed,
    AutomationRuleRestored: restored,
  },
});
