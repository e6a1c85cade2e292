import { Callout } from '@blueprintjs/core';
import { useState } from 'react';
import type { RuleRecord } from '../../../../api/automation/schema.ts';
import { AUTOMATION_ACT_HINTS } from '../../../../domain/automation-rule/terms.ts';
import { RULES_PATH } from '../../../entities/automation-rule/automation-rule.ts';
import { automationRuleKind, newRuleFields } from '../../../entities/automation-rule/automation-rule-kind.ts';
import type { Names } from '../../../entities/task/task-kind.tsx';
import { NewRecordDialog } from '../../../records/edit/new-record-dialog.tsx';
import { bodyOf } from '../../../ui/inputs/fields.ts';
import type { SuggestionName } from './suggestion-names.ts';
import { beginningOf } from './suggestions.ts';

const KIND = automationRuleKind();

interface NewRuleDialogProps {
  like: SuggestionName | undefined;
  names: Names;
  onCreated(rule: RuleRecord): void;
  onClose(): void;
}

/** Makes a rule, which is off until somebody turns it on. */
export function NewRuleDialog({ like, names, onCreated, onClose }: NewRuleDialogProps) {
  const [initial] = useState(() => beginningOf(like));
  return (
    <NewRecordDialog<RuleRecord>
      title="Add Rule"
      submitText="Add Rule"
      kind={KIND}
      fields={(values) => newRuleFields(values, names)}
      initial={initial}
      {...(like && { draftOf: like })}
      path={RULES_PATH}
      body={(values) => bodyOf(newRuleFields(values, names), values)}
      saved={() => ({ title: 'Rule Added', text: 'It is off until you turn it on.' })}
      opens={onCreated}
      onClose={onClose}
    >
      {({ act = '' }) =>
        AUTOMATION_ACT_HINTS[act] && (
          <Callout compact icon={null}>
            {AUTOMATION_ACT_HINTS[act]}
          </Callout>
        )
      }
    </NewRecordDialog>
  );
}
