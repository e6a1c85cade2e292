import { Switch } from '@blueprintjs/core';
import type { RuleRecord } from '../../../../api/automation/schema.ts';
import { RULES, rulePath } from '../../../entities/automation-rule/automation-rule.ts';
import { useAct } from '../../../records/acts/use-act.ts';
import { StatusTag } from '../../../ui/status/status-tag.tsx';

interface RuleSwitchProps {
  rule: RuleRecord;
  canChange: boolean;
  /** Shows what it would have done; nothing is turned on before. */
  onDryRun(id: string): void;
}

/** Turns a rule on, by way of what it would have done, or off at once. */
export function RuleSwitch({ rule, canChange, onDryRun }: RuleSwitchProps) {
  const { id, name, isOn, removed } = rule;
  const turnOff = useAct<string, RuleRecord>({
    command: (ruleId) => ({ method: 'POST', path: `${rulePath(ruleId)}/turn-off` }),
    collections: RULES,
    done: () => ({ title: 'Rule Off', text: name }),
    undoneOn: (_, ruleId) => ({ category: 'automation_rule', id: ruleId }),
  });
  if (removed || !canChange) return <StatusTag tone={isOn ? 'green' : 'grey'}>{isOn ? 'On' : 'Off'}</StatusTag>;
  return (
    <Switch
      className="hw-rule-switch"
      aria-label={`${name}: on`}
      label={isOn ? 'On' : 'Off'}
      checked={isOn}
      disabled={turnOff.isPending}
      onChange={() => (isOn ? turnOff.mutate(id) : onDryRun(id))}
    />
  );
}
