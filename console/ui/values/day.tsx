import { formatDay, formatInstant } from './format.ts';

const DAY_LENGTH = 'YYYY-MM-DD'.length;

interface DayProps {
  /** A day (`YYYY-MM-DD`), or an instant, which shows on hover. */
  iso: string;
  /** How to format the day; defaults to `Nov 21, 2026`. */
  format?(day: string): string;
}

/** A day as people write it. */
export function Day({ iso, format = formatDay }: DayProps) {
  return (
    <time dateTime={iso} title={iso.length > DAY_LENGTH ? formatInstant(iso) : undefined}>
      {format(iso)}
    </time>
  );
}

/** A day with the time: `Nov 21, 2026, 10:42 AM`. */
export function Instant({ iso }: { iso: string }) {
  return <time dateTime={iso}>{formatInstant(iso)}</time>;
}
