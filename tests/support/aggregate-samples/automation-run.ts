import fc from 'fast-check';
import { automationRun } from '../../../domain/automation-run/automation-run.ts';
import { automationRunEvents } from '../../../domain/automation-run/events.ts';
import { automationRuns } from '../../../projections/automation-runs.ts';
import { AT, mark, of, SAMPLE_ID, sample, TODAY, WHY } from './sample.ts';

const run = {
  ruleId: 'r1',
  insightId: 'i1',
  detector: 'customers_due',
  severity: 'warning',
  raisedAt: AT,
  act: 'new_job',
  day: TODAY,
  steps: [{ kind: 'job', id: 'j1', about: { kind: 'customer', id: 'c1' } }],
  skipped: [{ kind: 'customer', id: 'c2', because: 'open_work' }],
  days: null,
};

export const automationRunSample = sample(automationRun, automationRunEvents, {
  first: { type: 'RecordRun', run, now: AT },
  commands: fc.oneof(
    fc.record({ type: fc.constantFrom('TakeBackRun', 'BringBackRun') }),
    fc.record({ type: of('NotePlanNotMade'), reason: of('Nothing is unscheduled.') }),
  ) as fc.Arbitrary<never>,
  projection: automationRuns,
  final: ['AutomationPlanNotMade'],
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { presence, run: told, notMade } = state;
    return { [SAMPLE_ID]: { ...told, notMade, ...mark(presence === 'removed') } };
  },
  inClear: {
    'ids of ours: of a rule, an insight, and records that it made, changed or left out': [
      'AutomationRan.ruleId',
      'AutomationRan.insightId',
      'AutomationRan.steps',
      'AutomationRan.skipped',
    ],
    [WHY.choice]: ['AutomationRan.detector', 'AutomationRan.severity', 'AutomationRan.act'],
    [WHY.entered]: ['AutomationRan.raisedAt', 'AutomationRan.ranAt'],
    'days of the company': ['AutomationRan.day', 'AutomationRan.days'],
    'what the optimizer says of no plan, without a name': ['AutomationPlanNotMade.reason'],
  },
});
