import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ruleQuery } from '../../../entities/automation-rule/automation-rule.ts';
import { automationRuleKind } from '../../../entities/automation-rule/automation-rule-kind.ts';
import type { Names } from '../../../entities/task/task-kind.tsx';
import type { OpenRecord } from '../../../records/list/list-page.tsx';
import { RemoveButton } from '../../../records/list/removed.tsx';
import { RecordDrawer } from '../../../records/record/record-drawer.tsx';
import { ActionBar } from '../../../ui/layout/action-bar.tsx';
import { RuleRuns } from './rule-runs.tsx';
import { RuleSwitch } from './rule-switch.tsx';
import { thenOf, whenOf } from './rule-words.ts';

const DRY_RUN = 'Dry Run';

interface RuleDrawerProps extends OpenRecord {
  names: Names;
  onDryRun(id: string): void;
}

/** One rule: what it says, what it did, and its history. */
export function RuleDrawer({ names, onDryRun, ...open }: RuleDrawerProps) {
  const query = useQuery(ruleQuery(open.id));
  const rule = query.data;
  const kind = useMemo(() => automationRuleKind(names, rule?.act), [names, rule?.act]);
  return (
    <RecordDrawer
      {...open}
      kind={kind}
      record={rule}
      loading={query}
      badge={rule && <RuleSwitch rule={rule} canChange={open.canChange} onDryRun={onDryRun} />}
      saved={{ title: 'Rule Changed', text: 'It acts on what is raised from now on.', intent: 'success' }}
      actions={
        rule && (
          <>
            <Button text={DRY_RUN} onClick={() => onDryRun(rule.id)} />
            <RemoveButton kind={kind} record={rule} />
          </>
        )
      }
      above={
        rule && (
          <p>
            When {whenOf(rule)}: {thenOf(rule, names)}.
          </p>
        )
      }
      below={
        rule && (
          <>
            <RuleRuns ruleId={rule.id} canChange={open.canChange} />
            {/* Whoever changes nothing has no acts above. */}
            {!open.canChange && (
              <ActionBar at="start">
                <Button text={DRY_RUN} onClick={() => onDryRun(rule.id)} />
              </ActionBar>
            )}
          </>
        )
      }
    />
  );
}
