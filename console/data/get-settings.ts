import { queryOptions } from '@tanstack/react-query';
import type { SettingsRecord } from '../../api/schemas/settings.ts';
import { read } from './query-client.ts';

/** What the owner has set for the company. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  meta: { collections: ['company'] },
  queryFn: (context) => read<SettingsRecord>('/api/settings', context),
});

/** Today in the company's zone, `YYYY-MM-DD`; in the browser's as long as the settings are not there. */
export function todayAt(settings: SettingsRecord | undefined, now: Date = new Date()): string {
  // Canada writes a date as the log does.
  return new Intl.DateTimeFormat('en-CA', { timeZone: settings?.timeZone, dateStyle: 'short' }).format(now);
}
