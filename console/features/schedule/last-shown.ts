import { readStored, writeStored } from '../../ui/use-stored.ts';
import { isDay, SCHEDULE_VIEWS, type ScheduleSearch, type ScheduleView } from './schedule-search.ts';

const PREFIX = 'heartwood.schedule.';

interface LastShown {
  view: ScheduleView;
  /** `YYYY-MM-DD` */
  date: string;
}

/**
 * What a person last saw of the schedule in this browser, for an address that names nothing of it. The day is
 * forgotten when a new one begins: in the morning the board opens on today.
 * @param today `YYYY-MM-DD`
 */
export function lastShown(accountId: string, today: string): ScheduleSearch {
  const [text = '', date = '', seen = ''] = (readStored(PREFIX + accountId) ?? '').split(' ');
  const view = SCHEDULE_VIEWS.find((each) => each === text);
  if (!view) return {};
  return seen === today && date !== today && isDay(date) ? { view, date } : { view };
}

/** @param today `YYYY-MM-DD` */
export function noteShown(accountId: string, { view, date }: LastShown, today: string): void {
  writeStored(PREFIX + accountId, `${view} ${date} ${today}`);
}
