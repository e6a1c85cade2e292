import { InputGroup } from '@blueprintjs/core';

interface DaysFilterProps {
  /** `YYYY-MM-DD`, both inclusive; undefined leaves that end open. */
  from: string | undefined;
  to: string | undefined;
  onChange(change: { from?: string | undefined } | { to?: string | undefined }): void;
}

/** Filters a list by first and last day. */
export function DaysFilter({ from, to, onChange }: DaysFilterProps) {
  return (
    <span className="hw-days">
      <InputGroup
        type="date"
        aria-label="From"
        value={from ?? ''}
        onValueChange={(day) => onChange({ from: day || undefined })}
      />
      <span>to</span>
      <InputGroup
        type="date"
        aria-label="To"
        value={to ?? ''}
        onValueChange={(day) => onChange({ to: day || undefined })}
      />
    </span>
  );
}
