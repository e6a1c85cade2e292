// Plans are shown in the local time of the place they happen at, and sent as instants.

const DAY_MS = 86_400_000;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/** A zone's wall clock at an instant, to the minute: `2026-06-15T08:00`. @param zone an IANA name */
export function wallAt(instant: string | number, zone: string | undefined): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  }).formatToParts(new Date(instant));
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/** Today in a zone, `YYYY-MM-DD`; in the browser's if none is given, as before the company's settings are loaded. */
export function todayIn(zone: string | undefined, now: string | number = Date.now()): string {
  return wallAt(now, zone).slice(0, 'YYYY-MM-DD'.length);
}

/**
 * The instant, in ISO UTC, at which a zone's wall clock shows a time: the first if it shows it twice, the one after if
 * the clock skips it. Null if it is not a time.
 */
export function instantAt(wall: string, zone: string | undefined): string | null {
  const asUtc = MOMENT.test(wall) ? Date.parse(`${wall}Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return null;
  const found = [asUtc - DAY_MS, asUtc + DAY_MS].map((near) => asUtc - aheadAt(near, zone));
  const shown = found.filter((each) => wallAt(each, zone) === wall);
  return new Date(shown.length > 0 ? Math.min(...shown) : Math.max(...found)).toISOString();
}

/** How far a zone's clock is ahead of UTC, in milliseconds. */
function aheadAt(instant: number, zone: string | undefined): number {
  return Date.parse(`${wallAt(instant, zone)}Z`) - Math.floor(instant / 60_000) * 60_000;
}
