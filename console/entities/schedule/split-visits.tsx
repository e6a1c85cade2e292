import { Checkbox } from '@blueprintjs/core';
import type { WallVisit } from './placing.ts';
import { formatWallSpan, wallDate } from './wall-dates.ts';

/** Whether a long job is split into visits. */
export function SplitChoice({ isSplit, onChange }: { isSplit: boolean; onChange(isSplit: boolean): void }) {
  return (
    <Checkbox
      label="Split into visits by working hours"
      checked={isSplit}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}

/** The visits that a long job is split into. */
export function SplitVisits({ visits }: { visits: readonly WallVisit[] }) {
  return (
    <ul className="hw-job-visits" aria-label="Visits">
      {visits.map(({ start, end }) => (
        <li key={start}>{formatWallSpan(wallDate(start), wallDate(end))}</li>
      ))}
    </ul>
  );
}
