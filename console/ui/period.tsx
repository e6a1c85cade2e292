import { FormGroup, HTMLSelect } from '@blueprintjs/core';
import { useId, useState } from 'react';
import { DateInput } from './date-input.tsx';
import { type Days, usualPeriods } from './days.ts';

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

/** A required day: input counts once it is a full date, not while the year has one digit. */
export function DayInput({ label, value, max, onChange }: DayInputProps) {
  const id = useId();
  const [typed, setTyped] = useState({ value, text: value });
  // A new value from outside replaces what was typed.
  if (typed.value !== value) setTyped({ value, text: value });
  return (
    <FormGroup label={label} labelFor={id}>
      <DateInput
        id={id}
        value={typed.text}
        max={max}
        onValueChange={(text) => {
          setTyped({ value, text });
          if (/^[1-9]/.test(text)) onChange(text);
        }}
        onBlur={() => setTyped({ value, text: value })}
      />
    </FormGroup>
  );
}
