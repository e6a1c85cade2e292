import fc from 'fast-check';
import { automationRule } from '../../../domain/automation-rule/automation-rule.ts';
import { automationRuleEvents } from '../../../domain/automation-rule/events.ts';
import { automationRules } from '../../../projections/automation-rules.ts';
import { AT, few, mark, maybe, of, SAMPLE_ID, sample, some, WHY } from './sample.ts';

const TOLD = ['AutomationRuleAdded', 'AutomationRuleRevised'];
const told = (...fields: string[]) => TOLD.flatMap((type) => fields.map((field) => `${type}.${field}`));

export const automationRuleSample = sample(automationRule, automationRuleEvents, {
  first: {
    type: 'AddRule',
    details: {
      name: 'Ask them back',
      detectors: ['customers_due'],
      leastSeverity: 'info',
      act: 'task',
      subject: null,
      message: null,
      dueInDays: null,
      assignedTo: null,
      dailyLimit: 10,
    },
    now: AT,
  },
  commands: fc.oneof(
    fc.record({
      type: of('ReviseRule'),
      details: some({
        name: few,
        detectors: fc.constantFrom(['customers_due'], ['slow_leads', 'customers_due'], ['cost_spike'], []),
        leastSeverity: fc.constantFrom('info', 'critical'),
        act: fc.constantFrom('message', 'task', 'new_job'),
        subject: maybe(of('It is time again')),
        message: maybe(of('Hello {name}')),
        dueInDays: maybe(fc.nat(3)),
        assignedTo: maybe(few),
        dailyLimit: fc.constantFrom(1, 10),
      }),
    }),
    fc.record({ type: fc.constantFrom('TurnRuleOn', 'TurnRuleOff', 'RemoveRule', 'RestoreRule') }),
  ) as fc.Arbitrary<never>,
  projection: automationRules,
  // What is removed acts on nothing.
  always: (state) => state.presence !== 'removed' || !state.isOn,
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { presence, details, isOn } = state;
    return { [SAMPLE_ID]: { ...details, isOn, ...mark(presence === 'removed') } };
  },
  inClear: {
    'what the company says, the same to everybody': told('name', 'subject', 'message'),
    [WHY.id]: told('assignedTo'),
    [WHY.choice]: told('detectors', 'leastSeverity', 'act'),
    'how much a rule makes, and how long there is for it': told('dueInDays', 'dailyLimit'),
    [WHY.entered]: ['AutomationRuleAdded.addedAt'],
  },
});
