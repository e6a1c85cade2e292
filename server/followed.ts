import { calendar } from '../domain/calendar/calendar.ts';
import { calendarEvents } from '../domain/calendar/events.ts';
import { company } from '../domain/company/company.ts';
import { companyEvents } from '../domain/company/events.ts';
import { userEvents } from '../domain/user/events.ts';
import { user } from '../domain/user/user.ts';
import type { Followed } from '../platform/commands/streams.ts';

/** What every request asks for: who somebody is, what the company requires, which links are open. */
export const FOLLOWED: Followed = new Map<string, readonly { type: string }[]>([
  [user.category, userEvents],
  [company.category, companyEvents],
  [calendar.category, calendarEvents],
]);
