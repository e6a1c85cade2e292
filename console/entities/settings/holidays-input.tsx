import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Add, Cross } from '@blueprintjs/icons';
import { useState } from 'react';
import { type Holiday, inOrder, withFederalHolidays } from '../../../domain/company/holidays.ts';
import { COMPANY_LIMITS } from '../../../domain/company/terms.ts';
import { DateInput } from '../../ui/inputs/date-input.tsx';
import { type ControlProps, jsonOf, parsed } from '../../ui/inputs/fields.ts';
import { InputsOf } from '../../ui/inputs/inputs-of.tsx';
import { formatDay } from '../../ui/values/format.ts';

const EMPTY: Holiday = { day: '', name: '' };

/** The days on which the company is closed; those of the United States are proposed, a year at a time. */
export function HolidaysInput({ id, label, value, describedBy, onChange }: ControlProps) {
  const rows = parsed<Holiday[]>(value) ?? [];
  const [years] = useState(yearsAround);
  const [year, setYear] = useState(years[0] ?? 0);
  const put = (next: readonly Holiday[]) => onChange(jsonOf(next));
  const change = (at: number, part: Partial<Holiday>) =>
    put(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  return (
    <InputsOf id={id} aria-label={label} aria-describedby={describedBy} className="hw-rows">
      {rows.map((row, index) => {
        const which = row.name || `Holiday ${index + 1}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and are added at the end
          <div key={index} className="hw-holiday">
            <DateInput aria-label={`${which}: day`} value={row.day} onValueChange={(day) => change(index, { day })} />
            <InputGroup
              aria-label={`${which}: name`}
              placeholder="Independence Day, the company’s birthday…"
              value={row.name}
              maxLength={COMPANY_LIMITS.holidayName}
              onValueChange={(name) => change(index, { name })}
            />
            <Button
              variant="minimal"
              icon={<Cross />}
              aria-label={`Remove ${which}`}
              onClick={() => put(rows.filter((_, at) => at !== index))}
            />
          </div>
        );
      })}
      <span className="hw-add-rows">
        <Button size="small" icon={<Add />} text="Add holiday" onClick={() => put([...rows, EMPTY])} />
        <HTMLSelect
          aria-label="Year of the US federal holidays"
          value={year}
          options={years}
          onChange={({ target }) => setYear(Number(target.value))}
        />
        <Button
          size="small"
          icon={<Add />}
          text="Add US federal holidays"
          onClick={() => put(withFederalHolidays(rows, year))}
        />
      </span>
    </InputsOf>
  );
}

/** This year, as where the browser is, the one before and the two after it; this one first. */
function yearsAround(): number[] {
  const year = new Date().getFullYear();
  return [year, year + 1, year + 2, year - 1];
}

/** Holidays, one per line. */
export function formatHolidays(value: unknown): string {
  return inOrder((value ?? []) as Holiday[])
    .map(({ day, name }) => `${formatDay(day)}: ${name}`)
    .join('\n');
}
