import { FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { useId, useState } from 'react';

/** Some days, the first and the last one included, `YYYY-MM-DD`. */
export interface Days {
  from: string;
  to: string;
}

/** What a period often is, by its name. @param today `YYYY-MM-DD` */
function usualPeriods(today: string): Record<string, Days> {
  const year = Number(today.slice(0, 4));
  const month = today.slice(0, 'YYYY-MM'.length);
  const before = new Date(Date.UTC(year, Number(today.slice(5, 7)) - 1, 0)).toISOString().slice(0, today.length);
  return {
    'This month': { from: `${month}-01`, to: today },
    'Last month': { from: `${before.slice(0, 'YYYY-MM'.length)}-01`, to: before },
    'This year': yearToDate(today),
    'Last year': { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` },
  };
}

/** From 1 January to today. @param today `YYYY-MM-DD` */
export function yearToDate(today: string): Days {
  return { from: `${today.slice(0, 4)}-01-01`, to: today };
}

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
