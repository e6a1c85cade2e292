import { Button, HTMLSelect } from '@blueprintjs/core';
import { Add, Cross } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import type { SettingsRecord } from '../../../api/settings/schema.ts';
import { POLICY_GRANTS, PROBATION_UNITS } from '../../../domain/company/terms.ts';
import { TIME_OFF_TYPE_LABELS, TIME_OFF_TYPES } from '../../../domain/time-off/terms.ts';
import { DateInput } from '../../ui/inputs/date-input.tsx';
import { type ControlProps, jsonOf, parsed } from '../../ui/inputs/fields.ts';
import { InputsOf } from '../../ui/inputs/inputs-of.tsx';
import { formatDay } from '../../ui/values/format.ts';
import { NumberInput } from './settings-inputs.tsx';

type Policy = SettingsRecord['timeOffPolicies'][number];
/** While it is typed, a number may be any text. */
type Typed = Omit<Policy, 'days' | 'carryOver' | 'probation'> &
  Record<'days' | 'carryOver' | 'probation', number | string | null>;

const GRANTS: Readonly<Record<string, string>> = {
  year: 'a year, on January 1',
  month: 'a month, on the first',
} satisfies Record<(typeof POLICY_GRANTS)[number], string>;

/** How time off is granted: a policy per type, each from a day on. */
export function PoliciesInput({ id, label, value, describedBy, onChange }: ControlProps) {
  const rows = parsed<Typed[]>(value) ?? [];
  const put = (next: readonly Typed[]) => onChange(jsonOf(next));
  return (
    <InputsOf id={id} aria-label={label} aria-describedby={describedBy} className="hw-rows">
      {rows.map((row, index) => (
        <PolicyInput
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and are added at the end
          key={index}
          name={`Policy ${index + 1}`}
          policy={row}
          onChange={(part) => put(rows.map((each, at) => (at === index ? { ...each, ...part } : each)))}
          onRemove={() => put(rows.filter((_, at) => at !== index))}
        />
      ))}
      <Button size="small" icon={<Add />} text="Add policy" onClick={() => put([...rows, another(rows)])} />
    </InputsOf>
  );
}

interface PolicyInputProps {
  name: string;
  policy: Typed;
  onChange(part: Partial<Typed>): void;
  onRemove(): void;
}

function PolicyInput({ name, policy, onChange, onRemove }: PolicyInputProps) {
  const { type, from, per, days, carryOver, probation, probationUnit } = policy;
  return (
    <div className="hw-policy">
      <Part label="Type">
        <HTMLSelect
          fill
          aria-label={`${name}: type`}
          value={type}
          options={TIME_OFF_TYPES.map((each) => ({ value: each, label: TIME_OFF_TYPE_LABELS[each] ?? each }))}
          onChange={({ target }) => onChange({ type: target.value })}
        />
      </Part>
      <Part label="From">
        <DateInput aria-label={`${name}: from`} value={from} onValueChange={(day) => onChange({ from: day })} />
      </Part>
      <Part label="Days">
        <NumberInput aria-label={`${name}: days`} value={days} onNumber={(number) => onChange({ days: number })} />
      </Part>
      <Part label="Granted">
        <HTMLSelect
          fill
          aria-label={`${name}: granted`}
          value={per}
          options={POLICY_GRANTS.map((each) => ({ value: each, label: GRANTS[each] ?? each }))}
          onChange={({ target }) => onChange({ per: target.value })}
        />
      </Part>
      <Part label="Carried over at most">
        <NumberInput
          aria-label={`${name}: carried over at most`}
          placeholder="All"
          value={carryOver}
          onNumber={(number) => onChange({ carryOver: number })}
        />
      </Part>
      <Part label="Probation">
        <span className="hw-policy-probation">
          <NumberInput
            aria-label={`${name}: probation`}
            placeholder="None"
            value={probation === 0 ? null : probation}
            onNumber={(number) => onChange({ probation: number ?? 0 })}
          />
          <HTMLSelect
            aria-label={`${name}: probation in`}
            value={probationUnit}
            options={[...PROBATION_UNITS]}
            onChange={({ target }) => onChange({ probationUnit: target.value })}
          />
        </span>
      </Part>
      <Button size="small" icon={<Cross />} text="Remove" aria-label={`Remove ${name}`} onClick={onRemove} />
    </div>
  );
}

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className="hw-policy-part">
      <span className="hw-muted">{label}</span>
      {children}
    </span>
  );
}

/** One more: of the first type that has none, from the first day of this year. */
function another(rows: readonly Typed[]): Typed {
  const type = TIME_OFF_TYPES.find((each) => !rows.some((row) => row.type === each)) ?? TIME_OFF_TYPES[0];
  const from = `${new Date().getFullYear()}-01-01`;
  return { type, from, per: 'year', days: null, carryOver: null, probation: 0, probationUnit: 'months' };
}

/** `Vacation from Jan 1, 2026: 15 days a year, on January 1; at most 5 carried over; probation of 3 months`, one per line. */
export function formatPolicies(value: unknown): string {
  return ((value ?? []) as Policy[])
    .map(({ type, from, per, days, carryOver, probation, probationUnit }) => {
      const granted = `${TIME_OFF_TYPE_LABELS[type] ?? type} from ${formatDay(from)}: ${days} ${days === 1 ? 'day' : 'days'} ${GRANTS[per] ?? per}`;
      const carried = carryOver === null ? 'all carried over' : `at most ${carryOver} carried over`;
      return [granted, carried, ...(probation > 0 ? [`probation of ${probation} ${probationUnit}`] : [])].join('; ');
    })
    .join('\n');
}
