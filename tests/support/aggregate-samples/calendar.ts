import fc from 'fast-check';
import { calendar } from '../../../domain/calendar/calendar.ts';
import { calendarEvents } from '../../../domain/calendar/events.ts';
import { calendars } from '../../../projections/calendars.ts';
import { few, of, sample, WHY } from './sample.ts';

export const calendarSample = sample(calendar, calendarEvents, {
  commands: fc.oneof(
    fc.record({ type: of('ShareCalendar'), calendarId: few, linkId: fc.constantFrom('l', 'm', 'n') }),
    fc.record({ type: of('RevokeLink'), calendarId: few }),
  ) as fc.Arbitrary<never>,
  projection: calendars,
  shows: ({ links }) => Object.fromEntries([...links].map(([id, linkId]) => [id, { linkId }])),
  inClear: {
    [WHY.id]: [
      'CalendarShared.calendarId',
      'CalendarShared.linkId',
      'CalendarLinkRevoked.calendarId',
      'CalendarLinkRevoked.linkId',
      'CalendarLinkRestored.calendarId',
      'CalendarLinkRestored.linkId',
    ],
  },
});
