import { FormGroup, HTMLSelect } from '@blueprintjs/core';
import { useId } from 'react';
import { type Days, usualPeriods } from '../values/days.ts';
import { HeldDateInput } from './date-input.tsx';

const CUSTOM = 'Other days';

interface PeriodInputProps {
  value: Days;
  today: string;
  onChange(days: Days): void;
}

/** The first and last day of a period, typed or picked from common periods. */
export function PeriodInput({ value, today, onChange }: PeriodInputProps) {
  const usual = usualPeriods(today);
  const named = Object.entries(usual).find(([, { from, to }]) => from === value.from && to === value.to)?.[0];
  const options = [...Object.keys(usual), ...(named ? [] : [CUSTOM])];
  return (
    <div className="hw-period">
      <FormGroup label="Period" labelFor="period">
        <HTMLSelect
          id="period"
          value={named ?? CUSTOM}
          options={options}
          onChange={({ currentTarget }) => {
            const chosen = usual[currentTarget.value];
            if (chosen) onChange(chosen);
          }}
        />
      </FormGroup>
      <DayInput label="From" value={value.from} onChange={(from) => onChange({ ...value, from })} />
      <DayInput label="To" value={value.to} onChange={(to) => onChange({ ...value, to })} />
    </div>
  );
}

interface DayInputProps {
  label: string;
  /** `YYYY-MM-DD` */
  value: string;
  /** The last day allowed. */
  max?: string;
  onChange(day: string): void;
}

/** A required day: input counts once it is a full date. */
export function DayInput({ label, value, max, onChange }: DayInputProps) {
  const id = useId();
  return (
    <FormGroup label={label} labelFor={id}>
      <HeldDateInput id={id} value={value} max={max} onValueChange={(day) => day !== '' && onChange(day)} />
    </FormGroup>
  );
}
