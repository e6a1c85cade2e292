import type { CalendarEvent } from '../domain/calendar/events.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

/** A calendar that was shared once, by its crew's id or the company's. */
export interface CalendarDocument extends RecordDocument {
  /** Of the link that opens it; null where it was revoked. */
  linkId: string | null;
}

export const calendars = readModel<CalendarDocument, CalendarEvent>()({
  name: 'calendars',
  version: 1,
  of: 'calendar',
  ids: ({ data }) => [data.calendarId],
  indexes: [],
  search: [],
  first: { CalendarShared: ({ linkId }) => ({ linkId }) },
  after: {
    CalendarShared: ({ linkId }) => ({ linkId }),
    CalendarLinkRevoked: () => ({ linkId: null }),
    CalendarLinkRestored: ({ linkId }) => ({ linkId }),
  },
});
