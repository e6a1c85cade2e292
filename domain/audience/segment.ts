import { z } from 'zod';

/** A segment as the first campaigns stored it. */
export const firstSegment = z.object({
  /** Work of one of these services was finished for them, within the days below. */
  services: z.array(z.string()).nullable(),
  /** Work was finished for them from the first to the last of these days, `YYYY-MM-DD` in the company's zone. */
  finishedFrom: z.string().nullable(),
  finishedTo: z.string().nullable(),
  /** No work was finished for them on this day or later, `YYYY-MM-DD` in the company's zone; perhaps never. */
  notServedSince: z.string().nullable(),
  /** What their invoices come to, integer cents, at least and at most. */
  valueFrom: z.int().nullable(),
  valueTo: z.int().nullable(),
  /** They came by one of these sources of leads. */
  leadSources: z.array(z.string()).nullable(),
  /** One of their properties is in one of these cities, or has one of the ZIP codes, five digits each. */
  cities: z.array(z.string()).nullable(),
  zipCodes: z.array(z.string()).nullable(),
  /** Whether a quote waits for their answer. */
  hasOpenQuote: z.boolean().nullable(),
});

/**
 * Which customers a campaign is for, as it is stored: who meets all of the conditions. One that is null asks nothing, and a
 * list is met by any of its entries; none is empty. Nothing of it is about a person.
 */
export const segment = firstSegment.extend({
  /** They have one of these tags. */
  tags: z.array(z.string()).nullable(),
});

export type Segment = z.output<typeof segment>;

/** All customers. */
export const EVERYBODY: Segment = {
  services: null,
  finishedFrom: null,
  finishedTo: null,
  notServedSince: null,
  valueFrom: null,
  valueTo: null,
  leadSources: null,
  cities: null,
  zipCodes: null,
  hasOpenQuote: null,
  tags: null,
};
