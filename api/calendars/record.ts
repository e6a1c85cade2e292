import { calendar } from '../../domain/calendar/calendar.ts';
import { CALENDARS_ID } from '../../domain/calendar/terms.ts';
import { type CalendarDocument, calendars } from '../../projections/calendars.ts';
import { recordKind } from '../kit/records.ts';
import type { CalendarRecord } from './schema.ts';

/** The links by which outside calendars show what crews do. */
export const calendarKind = recordKind({
  decider: calendar,
  projection: calendars,
  area: 'jobs',
  sharedStream: CALENDARS_ID,
  title: (_: CalendarDocument) => 'Calendar',
  present: ({ id, linkId, revision }: CalendarDocument): CalendarRecord => {
    return { id, isShared: linkId !== null, revision };
  },
});
