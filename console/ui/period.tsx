import { FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { useId, useState } from 'react';
import { type Days, usualPeriods } from './days.ts';

const CUSTOM = 'Other days';

interface PeriodInputProps {
  value: Days;
  today: string;
  onChange(days: Days): void;
}

/** From which day to which, by hand or as one of the usual periods. */
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
  /** The last day that can be chosen. */
  max?: string;
  onChange(day: string): void;
}

/** A day that is always there: what is typed counts once it is one, and a year of one digit is not. */
export function DayInput({ label, value, max, onChange }: DayInputProps) {
  const id = useId();
  const [typed, setTyped] = useState({ value, text: value });
  // Another day from outside takes the place of what was typed.
  if (typed.value !== value) setTyped({ value, text: value });
  return (
    <FormGroup label={label} labelFor={id}>
      <InputGroup
        id={id}
        type="date"
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
