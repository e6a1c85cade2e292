import { formatDay, formatInstant } from './format.ts';

const DAY_LENGTH = 'YYYY-MM-DD'.length;

interface DayProps {
  /** A day (`YYYY-MM-DD`), or an instant of it, which shows on hover. */
  iso: string;
  /** How the day is written; `Nov 21, 2026` unless it is given. */
  format?(day: string): string;
}

/** A day, as a person writes it. */
export function Day({ iso, format = formatDay }: DayProps) {
  return (
    <time dateTime={iso} title={iso.length > DAY_LENGTH ? formatInstant(iso) : undefined}>
      {format(iso)}
    </time>
  );
}

/** A day with its time: `Nov 21, 2026, 10:42 AM`. */
export function Instant({ iso }: { iso: string }) {
  return <time dateTime={iso}>{formatInstant(iso)}</time>;
}
