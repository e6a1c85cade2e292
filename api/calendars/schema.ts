import { z } from 'zod';
import { errorBody, errors } from '../kit/common.schema.ts';

export const calendarParams = z.object({ id: z.string().min(1).max(100).describe('A crew’s id, or `company`.') });

/** Whether a calendar can be read elsewhere, and at which address. */
export const calendarRecord = z
  .object({
    id: z.string(),
    isShared: z.boolean(),
    /** For whoever has it, without an account; a calendar elsewhere subscribes to it. A history does not tell it. */
    url: z.string().nullable().optional(),
    revision: z.number(),
  })
  .meta({ id: 'Calendar' });

export type CalendarRecord = z.output<typeof calendarRecord>;

const INCOMPLETE = 'The link is not complete. Check that you have the whole address.';

export const feedParams = z.object({
  token: z.string().min(1, INCOMPLETE).max(100, 'The link is wrong: no link is as long as this one.'),
});

export const feedAnswers = {
  200: {
    description: 'An iCalendar feed of the visits, in UTC.',
    content: { 'text/calendar': { schema: z.string() } },
  },
  404: errorBody.describe('No link of ours.'),
  410: errorBody.describe('The calendar is not shared any more: `revoked`.'),
  ...errors,
};
