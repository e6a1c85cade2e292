import type { TimeOffRecord } from '../../../api/hr/schema.ts';
import { TIME_OFF_LIMITS, TIME_OFF_TYPE_LABELS, TIME_OFF_TYPES } from '../../../domain/time-off/terms.ts';
import { NewRecordDialog } from '../../records/edit/new-record-dialog.tsx';
import { RecordPicker } from '../../records/edit/record-picker.tsx';
import { type ControlProps, type Field, parsed } from '../../ui/inputs/fields.ts';
import { useAccountId } from '../account/session.ts';
import { personPicker } from '../person/person-picker.tsx';
import { TIME_OFF, TIME_OFF_PATH } from './time-off.ts';

/** Picks who will be away. */
function WhoInput({ value, onChange, ...control }: ControlProps) {
  const accountId = useAccountId();
  const picked = parsed<string>(value);
  return (
    <RecordPicker
      {...control}
      kind={personPicker}
      accountId={accountId}
      picked={picked === null ? [] : [picked]}
      placeholder="Name"
      onPick={([id]) => onChange(id === undefined ? '' : JSON.stringify(id))}
    />
  );
}

const FIELDS: readonly Field[] = [
  { name: 'employeeId', label: 'Who', kind: 'structured', control: WhoInput, help: 'Leave empty for yourself' },
  {
    name: 'requestType',
    label: 'Type',
    kind: 'choice',
    required: true,
    placeholder: 'Select a type',
    choices: TIME_OFF_TYPES,
    labels: TIME_OFF_TYPE_LABELS,
  },
  { name: 'startDate', label: 'First day', kind: 'date', required: true },
  { name: 'endDate', label: 'Last day', kind: 'date', required: true, help: 'Counts as a day off' },
  { name: 'reason', label: 'Reason', kind: 'multiline', maxLength: TIME_OFF_LIMITS.reason },
];

const KIND = { category: 'time_off', collections: TIME_OFF, fields: FIELDS };

/** Requests time off, for oneself or for somebody else. */
export function NewTimeOffDialog({ onClose }: { onClose(): void }) {
  return (
    <NewRecordDialog<TimeOffRecord>
      title="Request time off"
      submitText="Request time off"
      kind={KIND}
      path={TIME_OFF_PATH}
      saved={() => ({ title: 'Time Off Requested', text: 'It is waiting for approval.' })}
      onClose={onClose}
    />
  );
}
