import type { RuleRecord } from '../../../api/automation/schema.ts';
import {
  ACT_DETECTORS,
  AUTOMATION_ACT_LABELS,
  AUTOMATION_ACTS,
  AUTOMATION_LIMITS,
  type AutomationAct,
  USUAL_DUE_DAYS,
} from '../../../domain/automation-rule/terms.ts';
import {
  DETECTOR_NAMES,
  DETECTORS,
  INSIGHT_SEVERITIES,
  INSIGHT_SEVERITY_LABELS,
} from '../../../domain/insight/terms.ts';
import type { RemovableKind } from '../../records/record-kind.ts';
import { type Field, parsed, type Values } from '../../ui/inputs/fields.ts';
import { someOf } from '../../ui/inputs/some-of.tsx';
import { AssigneeInput, type Names } from '../task/task-kind.tsx';
import { RULES, rulePath } from './automation-rule.ts';

const waitsFor = (detectors: readonly string[]): Field => ({
  ...someOf('detectors', 'When this is found', detectors, DETECTORS),
  required: true,
});

/** By act, as each makes an input. */
const WAITS_FOR = Object.fromEntries(AUTOMATION_ACTS.map((act) => [act, waitsFor(ACT_DETECTORS[act])]));
const WAITS_FOR_ANY = waitsFor(DETECTOR_NAMES);

/** The settings of an act. */
function settingsOf(act: string, names: Names): readonly Field[] {
  if (act === 'task') {
    return [
      { name: 'assignedTo', label: 'For', kind: 'text', control: AssigneeInput, labels: names, nothing: 'Nobody' },
      {
        name: 'dueInDays',
        label: 'Due in working days',
        kind: 'number',
        help: `${USUAL_DUE_DAYS} if you leave it empty`,
        nothing: String(USUAL_DUE_DAYS),
      },
    ];
  }
  if (act !== 'message') return [];
  return [
    { name: 'subject', label: 'Subject', kind: 'text', maxLength: AUTOMATION_LIMITS.subject, row: 'whole' },
    {
      name: 'message',
      label: 'Message',
      kind: 'multiline',
      maxLength: AUTOMATION_LIMITS.message,
      help: '{name} stands for whom it goes to, {company} for your company. Leave both empty for the usual reminder of an invoice',
    },
  ];
}

const NAME: Field = {
  name: 'name',
  label: 'Name',
  kind: 'text',
  maxLength: AUTOMATION_LIMITS.name,
  required: true,
  inTitle: true,
  row: 'whole',
};
const SEVERITY: Field = {
  name: 'leastSeverity',
  label: 'At least',
  kind: 'choice',
  choices: INSIGHT_SEVERITIES,
  labels: INSIGHT_SEVERITY_LABELS,
  required: true,
};
const LIMIT: Field = {
  name: 'dailyLimit',
  label: 'At most a day',
  kind: 'number',
  required: true,
  help: `From ${AUTOMATION_LIMITS.leastPerDay} to ${AUTOMATION_LIMITS.mostPerDay}`,
};
const actOf = (acts: readonly string[]): Field => ({
  name: 'act',
  label: 'Then',
  kind: 'choice',
  choices: acts,
  labels: AUTOMATION_ACT_LABELS,
  placeholder: 'Choose what it does',
  required: true,
});

/** The form of a new rule: what it can do follows from what it waits for. */
export function newRuleFields(values: Values, names: Names): readonly Field[] {
  const chosen = parsed<string[]>(values['detectors'] ?? '') ?? [];
  const acts = AUTOMATION_ACTS.filter((act) => chosen.every((each) => fits(act, each)));
  return [NAME, WAITS_FOR_ANY, SEVERITY, actOf(acts), ...settingsOf(values['act'] ?? '', names), LIMIT];
}

function fits(act: AutomationAct, detector: string): boolean {
  return (ACT_DETECTORS[act] as readonly string[]).includes(detector);
}

/**
 * A rule in details, edits, conflicts and history. What it does stays: another act is another rule.
 * @param act that it does
 */
export function automationRuleKind(names: Names = {}, act = ''): RemovableKind<RuleRecord> {
  return {
    category: 'automation_rule',
    collections: RULES,
    noun: 'rule',
    fields: [
      NAME,
      WAITS_FOR[act] ?? WAITS_FOR_ANY,
      SEVERITY,
      { ...actOf(AUTOMATION_ACTS), readOnly: true },
      ...settingsOf(act, names),
      LIMIT,
    ],
    path: rulePath,
    steps: {
      AutomationRuleAdded: 'Added',
      AutomationRuleRevised: 'Changed',
      AutomationRuleTurnedOn: 'Turned on',
      AutomationRuleTurnedOff: 'Turned off',
      AutomationRuleRemoved: 'Removed',
      AutomationRuleRestored: 'Restored',
    },
    removal: {
      act: 'Remove',
      word: 'Removed',
      restored: { title: 'Rule Restored', text: 'It is back in the list, turned off.' },
    },
    titleOf: ({ name }) => name,
  };
}
