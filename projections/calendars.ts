import type { CalendarEvent } from '../domain/calendar/events.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

/** A calendar that has been shared, by the id of its crew or the company. */
export interface CalendarDocument extends RecordDocument {
  /** The link that opens it; null if it was revoked. */
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
