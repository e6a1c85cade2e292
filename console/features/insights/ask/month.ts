const months = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `2026-10` as `October 2026`. */
export function formatMonth(month: string): string {
  return months.format(new Date(`${month}-01T00:00Z`));
}
