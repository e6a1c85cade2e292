import { DateInput } from './date-input.tsx';
import { type ControlProps, jsonOf, parsed } from './fields.ts';
import { InputsOf } from './inputs-of.tsx';

/** Local wall times, `HH:MM`. */
interface Hours {
  start: string;
  end: string;
}

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' });

/** `7:30 AM to 4:00 PM` from local wall times; '' for none. */
export function formatHours(value: unknown): string {
  const hours = value as Hours | null;
  return hours ? `${formatTime(hours.start)} to ${formatTime(hours.end)}` : '';
}

function formatTime(time: string): string {
  const at = new Date(`2000-01-01T${time}:00Z`);
  return Number.isNaN(at.getTime()) ? '…' : clock.format(at);
}

/** The start and end of a workday. */
export function HoursInput({ id, label, value, describedBy, isInvalid, onChange }: ControlProps) {
  const hours = parsed<Hours>(value) ?? { start: '', end: '' };
  const change = (part: Partial<Hours>) => {
    const next = { ...hours, ...part };
    onChange(jsonOf(next.start === '' && next.end === '' ? null : next));
  };
  const intent = isInvalid ? 'danger' : 'none';
  return (
    <InputsOf aria-label={label} className="hw-pair">
      <DateInput
        id={id}
        type="time"
        aria-label={`${label}: start`}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        intent={intent}
        value={hours.start}
        onValueChange={(start) => change({ start })}
      />
      <span>to</span>
      <DateInput
        type="time"
        aria-label={`${label}: end`}
        aria-invalid={isInvalid}
        intent={intent}
        value={hours.end}
        onValueChange={(end) => change({ end })}
      />
    </InputsOf>
  );
}
