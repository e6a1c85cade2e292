const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** `2037-06-15` as `June 15, 2037`. */
export function dayText(day: string): string {
  return days.format(new Date(`${day}T00:00Z`));
}
