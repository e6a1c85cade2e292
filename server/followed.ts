import { calendar } from '../domain/calendar/calendar.ts';
import { calendarEvents } from '../domain/calendar/events.ts';
import { company } from '../domain/company/company.ts';
import { companyEvents } from '../domain/company/events.ts';
import { staffEvents } from '../domain/staff/events.ts';
import { staff } from '../domain/staff/staff.ts';
import { userEvents } from '../domain/user/events.ts';
import { user } from '../domain/user/user.ts';
import type { Followed } from '../platform/commands/streams.ts';

/** What every request asks for: who somebody is and whether they left, what the company requires, which links are open. */
export const FOLLOWED: Followed = new Map<string, readonly { type: string }[]>([
  [user.category, userEvents],
  [staff.category, staffEvents],
  [company.category, companyEvents],
  [calendar.category, calendarEvents],
]);
