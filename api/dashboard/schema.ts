import { z } from 'zod';
import { askedNumber } from '../kit/fields/common.schema.ts';

/** Figures of the first page; money in dollars. Null means no figure yet: nothing of its kind was ever recorded. */
export const dashboardMetrics = z
  .object({
    monthlyRevenue: z.number().describe('Payments of this calendar month so far, less refunds.'),
    /** Completed this calendar month so far. */
    monthlyJobs: z.number(),
    totalJobs: z.number().nullable(),
    /** New, Contacted and Quoting. */
    activeLeads: z.number(),
    wonLeads: z.number(),
    customers: z.number(),
    /** All machines, and those whose maintenance is overdue today. */
    equipment: z.number(),
    equipmentOverdue: z.number(),
  })
  .meta({ id: 'DashboardMetrics' });

export const attentionQuery = z.object({
  limit: askedNumber('limit', 1, 100).default(5).describe('Of the records of each kind; the count is of all.'),
});

/** What waits for a person today, in the company's time zone. */
export const attentionAnswer = z
  .object({
    /** `YYYY-MM-DD` */
    today: z.string(),
    /** Only those with something waiting. */
    groups: z.array(
      z.object({
        id: z.string(),
        /** What people call them, such as `Overdue maintenance`. */
        label: z.string(),
        /** The kind of record; the group's own id where it is none. */
        category: z.string(),
        /** The page of the console that lists just these. */
        page: z.string().nullable(),
        count: z.number(),
        /** The most pressing first. */
        records: z.array(
          z.object({
            id: z.string(),
            title: z.string().nullable(),
            /** What is due, shown before the day: `Due`. */
            note: z.string(),
            /** `YYYY-MM-DD` */
            day: z.string(),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'Attention' });

export type AttentionAnswer = z.output<typeof attentionAnswer>;

export const activityQuery = z.object({
  limit: askedNumber('limit', 1, 100).default(20),
  before: z
    .string()
    .regex(/^[0-9A-Za-z_:./-]{1,100}$/, 'before must be a position of this log.')
    .optional()
    .describe('The `position` of the last act of the page before.'),
});

/** One act on one record, as recorded in the log. */
export const activity = z
  .object({
    /** The id of its first event. */
    id: z.string(),
    /** The position of its first event, for use as `before`. */
    position: z.string(),
    recordedAt: z.string(),
    actor: z.string(),
    actorName: z.string().nullable(),
    category: z.string(),
    recordId: z.string(),
    /** The record's current title; null if it is gone. */
    title: z.string().nullable(),
    /** The types of its events, in order. */
    types: z.array(z.string()),
    /** The value that it set in a field `status`, if it did. */
    status: z.string().nullable(),
    isUndo: z.boolean(),
  })
  .meta({ id: 'Activity' });

export type DashboardMetrics = z.output<typeof dashboardMetrics>;
export type Activity = z.output<typeof activity>;
