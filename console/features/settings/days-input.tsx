import { Checkbox } from '@blueprintjs/core';
import { WEEKDAYS, type Weekday } from '../../../domain/company/terms.ts';
import { type ControlProps, jsonOf, parsed } from '../../ui/fields.ts';

/** On which days work is done. */
export function DaysInput({ id, label, value, describedBy, onChange }: ControlProps) {
  const days = parsed<string[]>(value) ?? [];
  const toggle = (day: Weekday) => onChange(jsonOf(WEEKDAYS.filter((each) => days.includes(each) !== (each === day))));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset inside the form's group would name it twice
    <div role="group" id={id} aria-label={label} aria-describedby={describedBy} className="hw-days">
      {WEEKDAYS.map((day) => (
        <Checkbox
          key={day}
          label={short(day)}
          aria-label={capitalised(day)}
          checked={days.includes(day)}
          onChange={() => toggle(day)}
        />
      ))}
    </div>
  );
}

/** `Mon, Tue, Wed`. */
export function formatDays(value: unknown): string {
  return ((value ?? []) as string[]).map(short).join(', ');
}

function short(day: string): string {
  return capitalised(day).slice(0, 3);
}

function capitalised(day: string): string {
  return day.charAt(0).toUpperCase() + day.slice(1);
}
