import { HeldDateInput } from './date-input.tsx';

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
      <HeldDateInput
        aria-label="From"
        none="Any date"
        value={from ?? ''}
        onValueChange={(day) => onChange({ from: day || undefined })}
      />
      <span>to</span>
      <HeldDateInput
        aria-label="To"
        none="Any date"
        value={to ?? ''}
        onValueChange={(day) => onChange({ to: day || undefined })}
      />
    </span>
  );
}
