import type { TimeOffRecord } from '../../../api/hr/schema.ts';
import {
  DAY_HALF_LABELS,
  DAY_HALVES,
  daysOff,
  TIME_OFF_LIMITS,
  TIME_OFF_TYPE_LABELS,
  TIME_OFF_TYPES,
} from '../../../domain/time-off/terms.ts';
import { NewRecordDialog } from '../../records/edit/new-record-dialog.tsx';
import { RecordPicker } from '../../records/edit/record-picker.tsx';
import { bodyOf, type ControlProps, type Field, parsed, type Values } from '../../ui/inputs/fields.ts';
import { seenWith } from '../account/rights.ts';
import { useAccountId } from '../account/session.ts';
import { personPicker } from '../person/person-picker.tsx';
import { TimeOffPreview } from './outlook.tsx';
import { inDays, type Previewed, TIME_OFF, TIME_OFF_PATH } from './time-off.ts';

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
  {
    name: 'employeeId',
    label: 'Who',
    kind: 'structured',
    control: WhoInput,
    help: 'Leave empty for yourself',
    ...seenWith('timeOff:change'),
  },
  {
    name: 'requestType',
    label: 'Type',
    kind: 'choice',
    required: true,
    placeholder: 'Select a type',
    choices: TIME_OFF_TYPES,
    labels: TIME_OFF_TYPE_LABELS,
  },
  { name: 'startDate', label: 'First day', kind: 'date', required: true, row: 'start' },
  { name: 'endDate', label: 'Last day', kind: 'date', required: true },
  {
    name: 'half',
    label: 'Part of the day',
    kind: 'choice',
    placeholder: 'Whole day',
    choices: DAY_HALVES,
    labels: DAY_HALF_LABELS,
    help: 'Morning and afternoon meet at noon',
  },
  { name: 'reason', label: 'Reason', kind: 'multiline', maxLength: TIME_OFF_LIMITS.reason },
];

const KIND = { category: 'time_off', collections: TIME_OFF, fields: FIELDS };

/** The fields, with the days asked for so far (public and back office, 5); one day may be half a day. */
function fieldsFor(values: Values): readonly Field[] {
  const days = daysOf(values);
  const isOneDay = values['startDate'] !== '' && values['startDate'] === values['endDate'];
  const help = days === null ? 'Counts as a day off' : `${inDays(days)}, first and last included`;
  const fields = isOneDay ? FIELDS : FIELDS.filter(({ name }) => name !== 'half');
  return fields.map((field) => (field.name === 'endDate' ? { ...field, help } : field));
}

/** How many days are asked for; null until both are entered, in order. */
function daysOf({ startDate = '', endDate = '', half = '' }: Values): number | null {
  if (startDate === '' || endDate < startDate) return null;
  return daysOff(startDate, endDate, startDate === endDate ? half || null : null);
}

/** What the balance can be told for; null until type and days are entered, in order. */
function previewed(values: Values): Previewed | null {
  const { requestType = '', startDate = '', endDate = '', half, employeeId = '' } = values;
  if (requestType === '' || daysOf(values) === null) return null;
  return {
    employeeId: parsed<string>(employeeId) ?? undefined,
    requestType,
    startDate,
    endDate,
    half: startDate === endDate ? half || undefined : undefined,
  };
}

/** Requests time off, for oneself or for somebody else. */
export function NewTimeOffDialog({ onClose }: { onClose(): void }) {
  return (
    <NewRecordDialog<TimeOffRecord>
      title="Request Time Off"
      submitText="Submit Request"
      kind={KIND}
      fields={fieldsFor}
      path={TIME_OFF_PATH}
      body={(values) => {
        const days = daysOf(values);
        return { ...bodyOf(fieldsFor(values), values), ...(days !== null && { totalDays: String(days) }) };
      }}
      beside={(values) => <TimeOffPreview asked={previewed(values)} />}
      saved={() => ({ title: 'Request Submitted', text: 'It is waiting for approval.' })}
      failed="Failed to submit time off request"
      onClose={onClose}
    />
  );
}
