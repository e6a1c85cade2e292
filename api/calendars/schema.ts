import { z } from 'zod';
import { errorBody, errors } from '../kit/fields/common.schema.ts';

export const calendarParams = z.object({ id: z.string().min(1).max(100).describe('A crew’s id, or `company`.') });

/** Whether a calendar can be read from outside, and at which address. */
export const calendarRecord = z
  .object({
    id: z.string(),
    isShared: z.boolean(),
    /** Opens it without an account; outside calendars subscribe to it. Left out of a history. */
    url: z.string().nullable().optional(),
    revision: z.number(),
  })
  .meta({ id: 'Calendar' });

export type CalendarRecord = z.output<typeof calendarRecord>;

const INCOMPLETE = 'The link is not complete. Check that you have the whole address.';

export const feedParams = z.object({
  token: z.string().min(1, INCOMPLETE).max(100, 'The link is wrong: it is too long.'),
});

export const feedAnswers = {
  200: {
    description: 'An iCalendar feed of the visits, in UTC.',
    content: { 'text/calendar': { schema: z.string() } },
  },
  404: errorBody.describe('No link of ours.'),
  410: errorBody.describe('The calendar is no longer shared: `revoked`.'),
  ...errors,
};
